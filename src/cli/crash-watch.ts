import { safeErrorText } from '../domain/values/safe-error.ts';
import { EXIT } from '../domain/verdicts/exit-code.ts';

/** What an agent's code did to the process behind the session's back. */
export type CrashWatch = {
  /** Sentences for the result: exceptions that no session could catch. */
  problems(): readonly string[];
  release(): void;
};

/**
 * Agents run in this process. An exception that one of them throws from a timer, and a promise that it forgot, cannot be
 * tied to a session: the run is told of them and is no longer a valid test. And an agent that calls `process.exit(0)`
 * must not make an unfinished run look green.
 */
export function watchCrashes(tell: (text: string) => void, openSessions: () => readonly string[]): CrashWatch {
  const problems: string[] = [];
  const onUncaught = (what: string) => (error: unknown) => {
    const open = openSessions();
    const where =
      open.length === 0 ? '' : ` (open sessions: ${open.slice(0, 5).join(', ')}${open.length > 5 ? ', …' : ''})`;
    const { message, stack } = safeErrorText(error);
    problems.push(`${what} that no session could catch${where}: ${stack ?? message}`);
  };
  const onException = onUncaught('an exception');
  const onRejection = onUncaught('a rejected promise');
  const onExit = (): void => {
    tell(
      '\nThe process was ended from inside, while sessions were running: an agent or a tool called `process.exit`.\n',
    );
    process.exitCode = EXIT.invalid;
  };
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  process.on('exit', onExit);
  return {
    problems: () => problems,
    release() {
      process.off('uncaughtException', onException);
      process.off('unhandledRejection', onRejection);
      process.off('exit', onExit);
    },
  };
}
