import { type Command, Option } from 'commander';
import type { ReportOptions } from './commands/report.ts';
import type { ViewOptions } from './commands/view.ts';
import type { Terminal } from './terminal.ts';

export function addReport(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const command = program
    .command('report')
    .summary('tell a stored run again, or write reports of it')
    .description('Tell a stored run again, and write reports of it. Nothing is run.')
    .argument('[run]', 'the name of a run, or its folder (default: the newest one)')
    .addOption(
      new Option('-r, --report <name...>', 'what to print')
        .choices(['terminal', 'grounding', 'routing', 'json'])
        .default(['terminal']),
    )
    .option('--json', 'the same as --report json');
  addReportFiles(command)
    .option('-q, --quiet', 'only what did not pass, and the summary')
    .option('-v, --verbose', 'every check of every session, and failures with the whole conversation')
    .option('--config <file>', 'the config, whose folder has the runs (default: the nearest)')
    .addHelpText('after', '\nExit codes: 0 told and written   2 no such run   4 a report cannot be written')
    .action(async (run: string | undefined, options: ReportOptions) => {
      const { reportRun } = await import('./commands/report.ts');
      done(await reportRun(run, options, terminal));
    });
}

export function addView(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('view')
    .summary('write a stored run as a page for a browser')
    .description('Write a stored run as one HTML page, which opens from disk and asks nothing of anybody.')
    .argument('[run]', 'the name of a run, or its folder (default: the newest one)')
    .option('--static <folder>', 'write index.html here (default: report.html in the run’s folder)')
    .option('--config <file>', 'the config, whose folder has the runs (default: the nearest)')
    .addHelpText('after', '\nExit codes: 0 written   2 no such run   4 the page cannot be written')
    .action(async (run: string | undefined, options: ViewOptions) => {
      const { viewRun } = await import('./commands/view.ts');
      done(await viewRun(run, options, terminal));
    });
}

/** The flags that write a report to a file. */
export function addReportFiles(command: Command): Command {
  return command
    .option('--junit <file>', 'write the results as JUnit XML here')
    .option('--markdown <file>', 'write a comment for a pull request here')
    .option('--csv <file>', 'write a row for each session here')
    .option('--html <file>', 'write the run as one HTML page here, with every session in it');
}
