import { type Command, Option } from 'commander';
import type { RescoreOptions } from './commands/rescore.ts';
import { collect } from './flag-values.ts';
import { addReportFiles } from './report-command.ts';
import type { Terminal } from './terminal.ts';

export function addRescore(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const command = program
    .command('rescore')
    .summary('score a stored run anew, without asking an agent')
    .description(
      'Score the stored sessions of a run with the checks that its scenarios have today. No agent is asked. The scores make a run of their own, and what changed against the stored one is told.',
    )
    .argument('[run]', 'the folder of a run, or the name of one in .rehearsal/runs (default: the newest)')
    .option('--scorer <file>', 'also ask the scorers that this module exports', collect)
    .option('-o, --out <folder>', 'write the new run here (default: .rehearsal/runs/<id>)')
    .option('--no-store', 'write nothing')
    .option('--cassette <path>', 'take the answers of judges from this file or folder of recordings')
    .addOption(
      new Option('-r, --report <name...>', 'what to print')
        .choices(['terminal', 'grounding', 'routing', 'json'])
        .default(['terminal']),
    )
    .option('--json', 'the same as --report json')
    .option('-q, --quiet', 'only what did not pass, and the summary')
    .option('-v, --verbose', 'every check of every session')
    .option('--config <file>', 'the config');
  addReportFiles(command);
  command.action(async (name: string | undefined, options: RescoreOptions) => {
    const { rescoreRun } = await import('./commands/rescore.ts');
    done(await rescoreRun(name, options, terminal));
  });
}
