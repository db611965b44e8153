import type { Config } from '../domain/authoring/config.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { FileFormat, Reporter, RunPlan } from '../domain/contracts/reporter.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { withoutLogCommands } from '../domain/display/log-commands.ts';
import { UsageError } from '../domain/errors.ts';
import { sessionPath } from '../domain/transcript/session-key.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import { combineReporters } from '../reporters/multiplexer.ts';
import { terminalReporter } from '../reporters/terminal-reporter.ts';
import type { DirectoryStore } from '../store/directory-store.ts';
import { redactRecord } from '../store/redact-record.ts';
import type { RunOptions } from './run-options.ts';
import type { Terminal } from './terminal.ts';

/** Everything that tells a run to somebody. */
export type RunOutput = {
  reporter: Reporter;
  /** Sessions under way. */
  running(): readonly string[];
  /** What reporters threw. */
  problems(): readonly string[];
  /** Prints what can only be told at the end. */
  finish(run: RunResult): Promise<void>;
};

type OutputContext = {
  terminal: Terminal;
  config: Config;
  store: DirectoryStore | undefined;
  id: string;
  redactor: SecretRedactor;
  clock: Clock;
  /** The command that runs one session again. */
  replay: RunPlan['replay'];
};

export async function openOutput(options: RunOptions, context: OutputContext): Promise<RunOutput> {
  const { terminal, config, store, id, redactor, clock, replay } = context;
  const reports = new Set(options.json === true ? ['json'] : (options.report ?? ['terminal']));
  const wantsJson = reports.has('json');
  const running = new Set<string>();
  const kept: SessionResult[] = [];
  const problems: string[] = [];
  const watcher: Reporter = {
    name: 'watcher',
    onSessionStart: (key) => void running.add(sessionPath(key)),
    onSessionEnd(result) {
      running.delete(sessionPath(result.key));
      if (store !== undefined) return;
      const transcript = reports.has('grounding') ? result.transcript : [];
      if (wantsJson || reports.has('grounding')) kept.push({ ...redactRecord({ ...result, transcript }, redactor) });
    },
  };
  // Standard output belongs to the document when one is asked for.
  const toTerminal = wantsJson ? terminal.err : terminal.out;
  const screen = terminalReporter({
    write: (text) => toTerminal(withoutLogCommands(redactor.redact(text))),
    isTty: terminal.isTty && !wantsJson,
    columns: terminal.columns,
    colors: terminal.colors && !wantsJson,
    verbosity: options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal',
  });
  terminal.onForeignWrite?.(screen.aside);
  const spans = await openSpans(options, context);
  const look = { columns: Math.max(40, terminal.columns), colors: terminal.colors && !reports.has('json'), replay };
  return {
    reporter: combineReporters(
      [watcher, screen, ...spans, ...(config.reporters ?? [])],
      (problem) => problems.push(problem),
      {
        clock,
      },
    ),
    running: () => [...running],
    problems: () => problems,
    async finish(run) {
      const sessions = (): AsyncIterable<SessionResult> =>
        store === undefined ? inOrder(kept) : store.readSessions(id);
      for (const format of await formatsOf(reports, look)) {
        const write = format.name === 'json' ? terminal.out : (text: string) => toTerminal(withoutLogCommands(text));
        for await (const text of format.write(redactRecord(run, redactor), sessions())) write(text);
      }
    },
  };
}

async function openSpans(
  { otelFile, otelContent = false }: RunOptions,
  { terminal, redactor }: OutputContext,
): Promise<readonly Reporter[]> {
  if (otelFile !== undefined) {
    const { otelFileReporter } = await import('./otel-file.ts');
    return [otelFileReporter(otelFile, { cwd: terminal.cwd, content: otelContent, redactor })];
  }
  if (otelContent) throw new UsageError('`--otel-content` says what goes into `--otel-file`, which is not given');
  return [];
}

async function formatsOf(
  reports: ReadonlySet<string>,
  look: { columns: number; colors: boolean; replay: RunPlan['replay'] },
): Promise<readonly FileFormat[]> {
  const grounding = reports.has('grounding')
    ? [(await import('../reporters/grounding-table.ts')).groundingTable(look)]
    : [];
  const routing = reports.has('routing') ? [(await import('../reporters/routing-table.ts')).routingReport(look)] : [];
  const json = reports.has('json') ? [(await import('../reporters/json-reporter.ts')).jsonReporter()] : [];
  return [...grounding, ...routing, ...json];
}

async function* inOrder(results: readonly SessionResult[]): AsyncIterable<SessionResult> {
  yield* results.toSorted((a, b) => (sessionPath(a.key) < sessionPath(b.key) ? -1 : 1));
}
