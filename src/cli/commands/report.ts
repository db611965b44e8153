import * as nodeFs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Identifier } from '../../domain/authoring/identifier.ts';
import type { FileFormat, RunPlan } from '../../domain/contracts/reporter.ts';
import { withoutLogCommands } from '../../domain/display/log-commands.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { findConfig } from '../../files/config/load-config.ts';
import { replayOfSession } from '../../reporters/files/session-story.ts';
import { replayCommand } from '../../reporters/replay-command.ts';
import { terminalReporter } from '../../reporters/terminal-reporter.ts';
import { type DirectoryStore, directoryStore } from '../../store/directory-store.ts';
import { hasResult, listRuns } from '../../store/find-runs.ts';
import { shownPath } from '../../store/run-layout.ts';
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

type StoredRun = { store: DirectoryStore; folder: string };

/** Tells a stored run again, and writes the reports that are asked for. Nothing is run, and no verdict is made anew. */
export async function reportRun(name: string | undefined, options: ReportOptions, terminal: Terminal): Promise<number> {
  const { cwd, err } = terminal;
  refuseReportFiles(options, cwd);
  const redactor = secretRedactor(secretsFromEnvironment(terminal.env));
  const { store, folder } = await findStored(name, { cwd, config: options.config, redactor });
  const run = await store.readRun('');
  const directory = shownPath(folder, cwd);
  const sessions = () => store.readSessions('');
  await print({ run, directory, sessions }, options, terminal);
  const telling = { directory };
  const refused = await writeReportFiles(options, { cwd, run, sessions, telling, redact: redactor.redact });
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

/** The run of this name or in this folder; the newest one that is finished where nothing is named. */
async function findStored(
  name: string | undefined,
  { cwd, config, redactor }: { cwd: string; config: string | undefined; redactor: Redactor },
): Promise<StoredRun> {
  const found = config === undefined ? findConfig(cwd) : resolve(cwd, config);
  const root = join(found === undefined ? cwd : dirname(found), '.rehearsal', 'runs');
  const open = (folder: string): StoredRun => ({ store: directoryStore({ directory: folder, redactor }), folder });
  if (name !== undefined) {
    const places = [resolve(cwd, name), ...(Identifier.safeParse(name).success ? [join(root, name)] : [])];
    const place = places.find((folder) => hasResult(folder, nodeFs));
    if (place !== undefined) return open(place);
  }
  const known = (await listRuns(root, nodeFs)).filter((id) => hasResult(join(root, id), nodeFs));
  const [newest] = known;
  if (name === undefined && newest !== undefined) return open(join(root, newest));
  throw name === undefined ? noRuns(shownPath(root, cwd)) : unknownRun(name, known);
}

function noRuns(root: string): UsageError {
  return new UsageError(
    `there is no finished run in \`${root}\`: run some scenarios first, or name the folder of a run`,
  );
}

function unknownRun(name: string, known: readonly string[]): UsageError {
  const message = `there is no finished run \`${name}\`: neither a folder that holds a \`run.json\`, nor a run of this project`;
  if (known.length === 0) return new UsageError(message);
  const listed = known.slice(0, 5).map((id) => `\`${id}\``);
  return new UsageError(`${message}\n  The newest are ${listed.join(', ')}.`);
}
