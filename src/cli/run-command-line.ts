import { Command, CommanderError } from 'commander';
import { formatProblem } from '../domain/authoring/problem.ts';
import { forTerminal } from '../domain/display/terminal.ts';
import { secretRedactor, secretsFromEnvironment } from '../domain/redaction.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { EXIT } from '../domain/verdicts/exit-code.ts';
import type { LintOptions } from './commands/lint.ts';
import type { ListOptions } from './commands/list.ts';
import { addCompare } from './compare-command.ts';
import { addMerge } from './merge-command.ts';
import { addModelCommands } from './model-commands.ts';
import { packageVersion } from './package-version.ts';
import { addReport, addView } from './report-command.ts';
import { addRescore } from './rescore-command.ts';
import { addRecord, addRun } from './run-commands.ts';
import { addScore } from './score-command.ts';
import type { Terminal } from './terminal.ts';
import { wrapHelp } from './wrap-help.ts';

/** Runs the command that `args` names and returns its exit code. Never throws. */
export async function runCommandLine(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = withoutSecrets(given);
  let code: number = EXIT.ok;
  const program = createProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return describeFailure(error, terminal);
  }
}

/** Nothing that a command says, errors included, holds a secret of the environment. */
function withoutSecrets(terminal: Terminal): Terminal {
  const { redact } = secretRedactor(secretsFromEnvironment(terminal.env));
  return { ...terminal, out: (text) => terminal.out(redact(text)), err: (text) => terminal.err(redact(text)) };
}

/** The whole command line; `test/docs` checks the documentation's commands against it. */
export function createProgram(terminal: Terminal, done: (code: number) => void): Command {
  const helpColumns = terminal.isTty ? Math.max(40, terminal.columns) : HELP_COLUMNS;
  const wrap = (text: string): string => (terminal.isTty ? wrapHelp(text, helpColumns) : text);
  const program = new Command('rehearsal')
    .description('Simulated users talk to your agent; every verdict points at its evidence.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Try `rehearsal --help`.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(wrap(text)),
      writeErr: (text) => terminal.err(wrap(forTerminal(text))),
      getOutHelpWidth: () => helpColumns,
      getErrHelpWidth: () => helpColumns,
    })
    .addHelpText('after', HELP_TAIL);
  addRun(program, terminal, done);
  addRecord(program, terminal, done);
  addReport(program, terminal, done);
  addView(program, terminal, done);
  addMerge(program, terminal, done);
  addScore(program, terminal, done);
  addCompare(program, terminal, done);
  addRescore(program, terminal, done);
  addModelCommands(program, terminal, done);
  addLint(program, terminal, done);
  addOthers(program, terminal, done);
  return program;
}

/** Width of a help that goes to a file. */
const HELP_COLUMNS = 80;

const HELP_TAIL = `
Start here:
  rehearsal init            write a config, a persona, a scenario and a small agent
  rehearsal run             run every scenario of this project
  rehearsal run refund      run one scenario, by its id

Exit codes:
  0 all passed   1 a scenario failed   2 wrong usage or files   3 no valid test
  4 the disk refused   130 interrupted`;

function addLint(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('lint')
    .summary('look for mistakes in files without running anything')
    .description('Look for mistakes and weak spots in scenarios, personas, machines and tool lists.')
    .argument('[files...]', 'scenarios, or a JSON list of tools; the whole project where none is given')
    .option('--probe', 'also run three worthless agents and name the scenarios that one of them passes')
    .option('--replay', 'also carry out the expected calls on a fresh world and name those that do not work')
    .option('--json', 'print the mistakes as JSON')
    .option('--config <file>', 'the config')
    .addHelpText('after', '\nExit codes: 0 clean or only warnings   1 problems   2 files that cannot be used')
    .action(async (paths: string[], options: LintOptions) => {
      const { lintFiles } = await import('./commands/lint.ts');
      done(await lintFiles(paths, options, terminal));
    });
}

function addOthers(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('list')
    .summary('list the scenarios of this project')
    .description('List the scenarios of this project.')
    .argument('[scenarios...]', 'files, folders or ids')
    .option('-t, --tag <tag...>', 'only scenarios with one of these tags')
    .option('--filter <expression>', 'only scenarios that fit, such as "tag=refund && !live"')
    .option('--json', 'print them as JSON')
    .option('--config <file>', 'the config')
    .action(async (paths: string[], options: ListOptions) => {
      const { listScenarios } = await import('./commands/list.ts');
      done(await listScenarios(paths, options, terminal));
    });
  program
    .command('init')
    .summary('write a first scenario that runs at once')
    .description('Write a config, a persona, a scenario and a small agent that run at once. Nothing is overwritten.')
    .argument('[folder]', 'where to write', '.')
    .action(async (folder: string) => {
      const { initProject } = await import('./commands/init.ts');
      done(await initProject(folder, terminal));
    });
  program
    .command('doctor')
    .summary('say which versions are in use and whether they fit')
    .description('Print the versions in use, and say what is too old and how to mend it.')
    .action(async () => {
      const { examine } = await import('./commands/doctor.ts');
      done(await examine(terminal));
    });
}

/** Tells why a command could not do its work; the author's mistakes without a stack, ours with one. */
function describeFailure(error: unknown, { err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { message, stack } = safeErrorText(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'UsageError') {
    const { problems } = error as { problems?: readonly Parameters<typeof formatProblem>[0][] };
    const texts = (problems ?? []).map(formatProblem);
    err(`${forTerminal([message, ...texts].join('\n'))}\n`);
    return EXIT.usage;
  }
  if (name === 'StoreError') {
    err(`${forTerminal(`${message}\n  Hint: mend that, or give another folder with --out`)}\n`);
    return EXIT.store;
  }
  err(`${forTerminal(`This is a mistake of Rehearsal itself:\n${stack ?? message}`)}\n`);
  return EXIT.invalid;
}
