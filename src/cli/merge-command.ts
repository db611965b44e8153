import { type Command, Option } from 'commander';
import type { MergeOptions } from './commands/merge.ts';
import { addReportFiles } from './report-command.ts';
import type { Terminal } from './terminal.ts';

export function addMerge(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const command = program
    .command('merge')
    .summary('put the shards of a run together')
    .description('Put the shards of a run together, judge the whole run, and tell it. Nothing is run.')
    .argument('<shards...>', 'the folders of the shards')
    .requiredOption('-o, --out <folder>', 'write the whole run here')
    .addOption(
      new Option('-r, --report <name...>', 'what to print')
        .choices(['terminal', 'grounding', 'routing', 'json'])
        .default(['terminal']),
    )
    .option('--json', 'the same as --report json');
  addReportFiles(command)
    .option('-q, --quiet', 'only what did not pass, and the summary')
    .option('-v, --verbose', 'every check of every session, and failures with the whole conversation')
    .addHelpText('after', '\nExit codes: those of `rehearsal run`; 3 where a shard is missing')
    .action(async (shards: string[], options: MergeOptions) => {
      const { mergeShards } = await import('./commands/merge.ts');
      done(await mergeShards(shards, options, terminal));
    });
}
