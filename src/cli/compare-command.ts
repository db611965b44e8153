import type { Command } from 'commander';
import type { CompareFlags } from './commands/compare.ts';
import { collect, nonNegativeInteger } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

const EXIT_CODES = `
A run is the folder of a run, the name of one in .rehearsal/runs, its run.json, or a JSON report of it.

Exit codes: 0 nothing regressed   1 something did   2 wrong usage   3 there was nothing to compare`;

export function addCompare(program: Command, terminal: Terminal, done: (code: number) => void): void {
  addComparison(
    program
      .command('compare')
      .summary('hold two runs against each other')
      .description(
        'Hold two runs against each other, trial by trial: what regressed, what improved, and what may be chance.',
      )
      .argument('<before>', 'the earlier run')
      .argument('[after]', 'the later run (default: the newest one)'),
  )
    .option('--json', 'print the comparison as JSON')
    .option('--markdown', 'print it for a comment on a pull request')
    .addHelpText('after', EXIT_CODES)
    .action(async (before: string, after: string | undefined, options: CompareFlags) => {
      const { compareStored } = await import('./commands/compare.ts');
      done(await compareStored([before, after], options, terminal));
    });
}

/** What decides how two runs are compared, here and in `rehearsal run --baseline`. */
export function addComparison(command: Command): Command {
  return command
    .option(
      '--tolerance <share>',
      'differences up to this are none: a number from 0 to 1, or scorer=0.05 for one scorer',
      collect,
    )
    .option('--max-regressions <count>', 'so many scenarios may regress (default: 0)', nonNegativeInteger)
    .option('--renamed <old=new>', 'hold a scenario against the one that had this name before', collect)
    .option('--deterministic', 'take every difference for real: nothing in the runs is left to chance');
}
