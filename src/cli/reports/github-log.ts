import { randomBytes } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { forTerminal } from '../../domain/display/terminal.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Telling } from '../../reporters/files/session-story.ts';
import type { Terminal } from '../terminal.ts';

/** GitHub drops a summary of more than 1 MiB; a little is left for whoever else writes one in the same step. */
const SUMMARY_BYTES = 999_999;
const SUMMARY_SESSIONS = 60;

export type GithubLog = {
  /** From now on the runner takes no line for a command: agents and tools print what they like. */
  hold(): void;
  /** The runner listens again. Calling it twice is harmless. */
  release(): void;
  /** Whether the summary of the job will tell sessions in full. */
  wantsSessions: boolean;
  /** Marks the lines of scenario files, and adds the run to the summary of the job. */
  tell(run: RunResult, told: { sessions(): AsyncIterable<SessionResult>; telling: Telling }): Promise<void>;
};

export type GithubOptions = {
  terminal: Terminal;
  /** Where commands to the runner go; not where a document is written. */
  write(text: string): void;
  redact(text: string): string;
  /** False for `--no-annotations`. */
  annotations?: boolean | undefined;
};

/** What a run tells GitHub Actions beside its log. Does nothing anywhere else. */
export function githubLog({ terminal, write, redact, annotations = true }: GithubOptions): GithubLog {
  const { env, cwd } = terminal;
  const isAction = env.GITHUB_ACTIONS === 'true';
  const summary = env.GITHUB_STEP_SUMMARY ?? '';
  let token: string | undefined;
  return {
    wantsSessions: summary !== '',
    hold() {
      if (!isAction || token !== undefined) return;
      token = randomBytes(16).toString('hex');
      terminal.err(`::stop-commands::${token}\n`);
    },
    release() {
      if (token !== undefined) terminal.err(`::${token}::\n`);
      token = undefined;
    },
    async tell(run, { sessions, telling }) {
      if (isAction && annotations) {
        const { annotationsReport } = await import('../../reporters/files/annotations-report.ts');
        const fileOf = (file: string): string => fileInRepository(file, { cwd, root: env.GITHUB_WORKSPACE });
        for await (const text of annotationsReport({ fileOf }).write(run, sessions())) write(redact(text));
      }
      if (summary !== '')
        await addSummary(resolve(cwd, summary), { run, sessions, telling, redact, err: terminal.err });
    },
  };
}

/** A path as GitHub wants it: from the root of the repository, which the command need not be called in. */
function fileInRepository(file: string, { cwd, root }: { cwd: string; root: string | undefined }): string {
  if (root === undefined || root === '') return file;
  const below = relative(root, resolve(cwd, file));
  return below.startsWith('..') ? file : below.split(sep).join('/');
}

type SummaryContext = {
  run: RunResult;
  sessions: () => AsyncIterable<SessionResult>;
  telling: Telling;
  redact(text: string): string;
  err(text: string): void;
};

/** Adds to what the step has written so far. Nobody asked for it by name, so a file that cannot be written is a warning. */
async function addSummary(path: string, { run, sessions, telling, redact, err }: SummaryContext): Promise<void> {
  try {
    const taken = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const { markdownReport } = await import('../../reporters/files/markdown-report.ts');
    const format = markdownReport({
      ...telling,
      max: SUMMARY_BYTES - taken,
      unit: 'bytes',
      maxTold: SUMMARY_SESSIONS,
    });
    let text = '';
    for await (const piece of format.write(run, sessions())) text += redact(piece);
    appendFileSync(path, `${taken === 0 ? '' : '\n'}${text}`);
  } catch (error) {
    err(`warning: the summary of the job was not written: ${forTerminal(safeErrorText(error).message)}\n`);
  }
}
