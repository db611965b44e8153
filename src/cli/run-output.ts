import type { Config } from '../domain/authoring/config.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { Reporter, RunPlan } from '../domain/contracts/reporter.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { withoutLogCommands } from '../domain/display/log-commands.ts';
import { UsageError } from '../domain/errors.ts';
import { sessionPath } from '../domain/transcript/session-key.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import type { Telling } from '../reporters/files/session-story.ts';
import { combineReporters } from '../reporters/multiplexer.ts';
import { terminalReporter } from '../reporters/terminal-reporter.ts';
import type { DirectoryStore } from '../store/directory-store.ts';
import { redactRecord } from '../store/redact-record.ts';
import { githubLog } from './reports/github-log.ts';
import { keptSessions } from './reports/kept-sessions.ts';
import { printedFormats } from './reports/printed-formats.ts';
import { wantsReportFiles, writeReportFiles } from './reports/report-files.ts';
import type { RunOptions } from './run-options.ts';
import type { Terminal } from './terminal.ts';

/** Everything that tells a run to somebody. */
export type RunOutput = {
  reporter: Reporter;
  /** Sessions under way. */
  running(): readonly string[];
  /** What reporters threw. */
  problems(): readonly string[];
  /** Prints and writes what can only be told at the end; the answer says which files could not be written. */
  finish(run: RunResult): Promise<readonly string[]>;
  /** Lets go of what the log of a build server was held for. */
  release(): void;
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
  const problems: string[] = [];
  // Standard output belongs to the document when one is asked for.
  const toTerminal = wantsJson ? terminal.err : terminal.out;
  let telling: Telling = {};
  const { redact } = redactor;
  const github = githubLog({ terminal, write: toTerminal, redact, annotations: options.annotations });
  const failures = wantsReportFiles(options) || github.wantsSessions;
  const transcripts = reports.has('grounding') || options.html !== undefined;
  const kept = keptSessions({ outcomes: wantsJson, transcripts, failures }, redactor);
  const watcher: Reporter = {
    name: 'watcher',
    onRunStart({ directory }) {
      telling = { directory };
      github.hold();
    },
    onSessionStart: (key) => void running.add(sessionPath(key)),
    onSessionEnd(result) {
      running.delete(sessionPath(result.key));
      if (store === undefined) kept.take(result);
    },
  };
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
      { clock },
    ),
    running: () => [...running],
    problems: () => problems,
    release: github.release,
    async finish(run) {
      github.release();
      const shown = redactRecord(run, redactor);
      const sessions = (): AsyncIterable<SessionResult> => (store === undefined ? kept.read() : store.readSessions(id));
      for (const format of await printedFormats(reports, look)) {
        const write = format.name === 'json' ? terminal.out : (text: string) => toTerminal(withoutLogCommands(text));
        for await (const text of format.write(shown, sessions())) write(text);
      }
      const refused = await writeReportFiles(options, { cwd: terminal.cwd, run: shown, sessions, telling, redactor });
      await github.tell(shown, { sessions, telling });
      return refused;
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
