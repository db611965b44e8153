import type { FileFormat, RunPlan } from '../../domain/contracts/reporter.ts';
import { withoutLogCommands } from '../../domain/display/log-commands.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { replayOfSession } from '../../reporters/files/session-story.ts';
import { replayCommand } from '../../reporters/replay-command.ts';
import { terminalReporter } from '../../reporters/terminal-reporter.ts';
import type { DirectoryStore } from '../../store/directory-store.ts';
import { shownPath } from '../../store/run-layout.ts';
import { findStoredRun } from '../reports/find-stored-run.ts';
import { printedFormats } from '../reports/printed-formats.ts';
import { type ReportFlags, refuseReportFiles, writeReportFiles } from '../reports/report-files.ts';
import type { Terminal } from '../terminal.ts';

export type ReportOptions = ReportFlags & {
  report?: string[];
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  config?: string;
};

/** Tells a stored run again, and writes the reports that are asked for. Nothing is run, and no verdict is made anew. */
export async function reportRun(name: string | undefined, options: ReportOptions, terminal: Terminal): Promise<number> {
  const { cwd, err } = terminal;
  refuseReportFiles(options, cwd);
  const redactor = secretRedactor(secretsFromEnvironment(terminal.env));
  const { store, folder } = await findStoredRun(name, { cwd, config: options.config, redactor });
  const run = await store.readRun('');
  const directory = shownPath(folder, cwd);
  const sessions = () => store.readSessions('');
  await print({ run, directory, sessions }, options, terminal);
  const telling = { directory };
  const refused = await writeReportFiles(options, { cwd, run, sessions, telling, redactor });
  for (const sentence of refused) err(`${forTerminal(sentence)}\n`);
  return refused.length > 0 ? EXIT.store : EXIT.ok;
}

type Told = { run: RunResult; directory: string; sessions(): ReturnType<DirectoryStore['readSessions']> };

async function print(told: Told, options: ReportOptions, terminal: Terminal): Promise<void> {
  const { run, sessions } = told;
  const reports = new Set(options.json === true ? ['json'] : (options.report ?? ['terminal']));
  const wantsJson = reports.has('json');
  // Standard output belongs to the document when one is asked for.
  const toTerminal = (text: string): void => (wantsJson ? terminal.err : terminal.out)(withoutLogCommands(text));
  const colors = terminal.colors && !wantsJson;
  if (reports.has('terminal')) await printTerminal(told, options, { ...terminal, colors, out: toTerminal });
  const look = { columns: Math.max(40, terminal.columns), colors, replay: replaysOf(run) };
  for (const format of await printedFormats(reports, look)) {
    await printFormat(format, { run, sessions, write: format.name === 'json' ? terminal.out : toTerminal });
  }
}

async function printFormat(
  format: FileFormat,
  { run, sessions, write }: Pick<Told, 'run' | 'sessions'> & { write(text: string): void },
): Promise<void> {
  for await (const text of format.write(run, sessions())) write(text);
}

/** The same as was told when the run ended, without what moved. */
async function printTerminal(
  { run, directory, sessions }: Told,
  { quiet, verbose }: ReportOptions,
  { out, columns, colors }: Terminal,
): Promise<void> {
  const screen = terminalReporter({
    write: out,
    isTty: false,
    columns,
    colors,
    verbosity: quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal',
  });
  await screen.onRunStart?.({
    id: run.id,
    seed: run.seed,
    sessions: run.sessions.map(({ key, title }) => ({ key, title })),
    directory,
    replay: replaysOf(run),
  });
  for await (const session of sessions()) {
    screen.onSessionStart?.(session.key);
    await screen.onSessionEnd?.(session);
  }
  await screen.onRunEnd?.(run);
}

function replaysOf(run: RunResult): NonNullable<RunPlan['replay']> {
  const commands = new Map(run.sessions.map((session) => [sessionPath(session.key), replayOfSession(session, run)]));
  return (key) => commands.get(sessionPath(key)) ?? replayCommand(key, { seed: run.seed });
}
