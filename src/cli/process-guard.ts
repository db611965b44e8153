import { safeErrorText } from '../domain/values/safe-error.ts';
import { EXIT } from '../domain/verdicts/exit-code.ts';

/** What the process is at: reading files, running sessions, some of which may be open, or serving until it is told to stop. */
export type Phase = { at: 'files' } | { at: 'sessions'; open: () => readonly string[] } | { at: 'serving' };

const INTERRUPTED = 'Interrupted: what has been done is being written. Press Ctrl-C again to leave at once.';

/**
 * Configs, agents, tools and scorers run in this process. An exception that one of them throws from a timer, or a promise
 * that it forgets, cannot be tied to a session; and one that ends the process, or waits for something that never comes,
 * must not make an unfinished command look green.
 */
export type ProcessGuard = {
  enter(phase: Phase): void;
  /** Sentences about exceptions that nobody could catch, oldest first, and about what else must not stay unseen. */
  problems(): readonly string[];
  /** Aborts with the first Ctrl-C, or request to end. A second one leaves at once. */
  interrupted: AbortSignal;
  /** The only way out that counts. */
  leave(code: number): never;
};

export type GuardOptions = {
  /** What somebody else noticed that no session could: `a connection to … was refused`. */
  moreProblems?: (() => readonly string[]) | undefined;
};

/** Watches over this process until it leaves. `tell` writes to standard error. */
export function guardProcess(
  tell: (text: string) => void,
  { moreProblems = () => [] }: GuardOptions = {},
): ProcessGuard {
  let phase: Phase = { at: 'files' };
  let isLeaving = false;
  // The event loop ran empty: nobody called `process.exit`.
  let isIdle = false;
  const problems = new Map<string, number>();
  const interruption = new AbortController();
  const leave = (code: number): never => {
    isLeaving = true;
    process.exit(code);
  };
  const catchStray = (what: string) => (error: unknown) => {
    const { message, stack } = safeErrorText(error);
    const text = stack ?? message;
    // The same one from every session is one problem, told with the sessions that were open first.
    const known = [...problems.keys()].find((problem) => problem.endsWith(text));
    const problem = known ?? `${what} that no session could catch${openSessions(phase)}: ${text}`;
    problems.set(problem, (problems.get(problem) ?? 0) + 1);
    if (phase.at !== 'files') return;
    tell(`${what} that nothing caught, while files were read: ${message}\n`);
    leave(EXIT.usage);
  };
  process.on('uncaughtException', catchStray('an exception'));
  process.on('unhandledRejection', catchStray('a rejected promise'));
  process.on('beforeExit', () => {
    isIdle = true;
  });
  process.on('exit', () => {
    if (isLeaving) return;
    tell(`${describeExit(phase, { isIdle })}\n`);
    process.exitCode = phase.at === 'files' ? EXIT.usage : EXIT.invalid;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (phase.at === 'files' || interruption.signal.aborted) leave(EXIT.interrupted);
      if (phase.at === 'sessions') tell(`\n${INTERRUPTED}\n`);
      interruption.abort();
    });
  }
  return {
    enter(next) {
      phase = next;
    },
    problems: () => [
      ...[...problems].map(([problem, count]) => (count === 1 ? problem : `${problem} (${count} times)`)),
      ...moreProblems(),
    ],
    interrupted: interruption.signal,
    leave,
  };
}

function describeExit(phase: Phase, { isIdle }: { isIdle: boolean }): string {
  const when = phase.at === 'files' ? 'while files were read' : 'before the run was over';
  if (isIdle) return `\nThe command ended ${when}: something is awaited that will never come${openSessions(phase)}.`;
  return `\nThe process was ended from inside, ${when}${openSessions(phase)}: something in the project called \`process.exit\`.`;
}

function openSessions(phase: Phase): string {
  const open = phase.at === 'sessions' ? phase.open() : [];
  if (open.length === 0) return '';
  return ` (open sessions: ${open.slice(0, 5).join(', ')}${open.length > 5 ? ', …' : ''})`;
}
