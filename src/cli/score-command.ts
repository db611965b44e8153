import { type Command, Option } from 'commander';
import { IMPORT_FORMATS } from '../importers/imported.ts';
import { positiveInteger } from './flag-values.ts';
import type { ScoreFlags } from './score/score-flags.ts';
import type { Terminal } from './terminal.ts';

const EXIT_CODES = `
Exit codes: 0 the share that must pass did   1 it did not   2 wrong usage or rules
            3 a conversation could not be read or judged, or there was none`;

export function addScore(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('score')
    .summary('score recorded conversations of any agent')
    .description(
      'Score recorded conversations by rules: chat messages as JSON or JSON Lines, recorded simulations, and stored sessions. No agent is run.',
    )
    .argument('<logs...>', 'files and folders; `-` for standard input')
    .requiredOption('-e, --expect <file>', 'the rules: a YAML file with `expect`, as in a scenario')
    .optionsGroup('What is known of the logs:')
    .option('--tools <file>', 'the tools that the agent had, as a JSON list')
    .option('--policy <file...>', 'texts that the agent had to keep to')
    .option('--now <moment>', 'when the conversations took place, such as 2026-01-15T09:00:00Z')
    .option('--language <code>', 'the language of the conversations, such as en')
    .addOption(
      new Option('--format <name>', 'what the logs are (default: told from their shape)').choices([...IMPORT_FORMATS]),
    )
    .addOption(
      new Option('--observation <way>', 'sequential: each call of a message had seen the result before it').choices([
        'recorded',
        'sequential',
      ]),
    )
    .option('--only <id...>', 'only the conversations of these ids')
    .optionsGroup('Judges:')
    .option('--cassette <path>', 'take the answers of judges from this file or folder of recordings')
    .addOption(
      new Option(
        '--cassette-mode <mode>',
        'what a request without a recorded answer means (default: record, and replay under CI)',
      ).choices(['replay', 'record', 'refresh']),
    )
    .option('--strict', 'ask no model, and find fault with recordings that nobody asked for')
    .option('-c, --concurrency <count>', 'conversations that judges look at together (default: 8)', positiveInteger)
    .optionsGroup('What is told:')
    .addOption(
      new Option('-r, --report <name...>', 'what to print')
        .choices(['terminal', 'grounding', 'json'])
        .default(['terminal']),
    )
    .option('--json', 'the same as --report json')
    .option('-q, --quiet', 'only the totals')
    .option('-v, --verbose', 'every conversation with every check, and all that does not fit in the logs')
    .optionsGroup('Options:')
    .option('--config <file>', 'the config, for scorers, judges and secrets of the project')
    .addHelpText('after', EXIT_CODES)
    .action(async (logs: string[], options: ScoreFlags) => {
      const { scoreLogs } = await import('./commands/score.ts');
      done(await scoreLogs(logs, options, terminal));
    });
}
