import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import { AgentReplyError } from '../agent-answer.ts';
import type { ProcessExit } from './process/start-process.ts';

/** Why nothing more comes from a program. */
export type ProgramFailure = {
  /** `exit` it is gone, `fault` it did something that cannot be used, `unstarted` it never came to be. */
  kind: 'exit' | 'fault' | 'unstarted';
  /** The program and what it did. */
  what: string;
  /** Whether it ended as one that was done, or because it was told to. */
  isClean: boolean;
  /** The last lines it wrote to standard error. */
  errorText: string;
};

/** A program died before its turn was over. */
export class ProgramExitError extends Error {
  override readonly name = 'ProgramExitError';
}

/**
 * What a session throws for it. A program that could not be started says nothing about the agent, so its session is
 * invalid; one that died or wrote nonsense has failed. `isAwaited`: somebody waited for its answer.
 */
export function errorOf({ kind, what, errorText }: ProgramFailure, { isAwaited }: { isAwaited: boolean }): Error {
  const tail = errorText === '' ? '' : `\nIts last lines on standard error:\n${indent(errorText)}`;
  switch (kind) {
    case 'exit':
      return new ProgramExitError(`${what}${isAwaited ? ' before it had answered' : ''}${tail}`);
    case 'fault':
      return new AgentReplyError(`${what}${tail}`);
    case 'unstarted':
      return new ModelUnavailableError(`${what}${tail}`, []);
  }
}

/** Exit codes by which shells and `env` say that they found no program, or none that they may run. */
const NOT_FOUND: ReadonlySet<number | null> = new Set([126, 127]);

export function failureOfExit(
  label: string,
  { code, signal }: ProcessExit,
  { wasStopped, hasSpoken, errorText }: { wasStopped: boolean; hasSpoken: boolean; errorText: string },
): ProgramFailure {
  const how = signal === null ? `ended with exit code ${code}` : `was ended by the signal ${signal}`;
  if (!hasSpoken && !wasStopped && NOT_FOUND.has(code)) {
    const what = `${label} could not be started: it ${how}, as if there were no such program`;
    return { kind: 'unstarted', what, isClean: false, errorText };
  }
  return { kind: 'exit', what: `${label} ${how}`, isClean: code === 0 || wasStopped, errorText };
}

/** What an error of `spawn` means, in words. */
export function failureOfStart(
  label: string,
  error: unknown,
  { program, cwd, path }: { program: string; cwd: string | undefined; path: string | undefined },
): ProgramFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = (): string => {
    switch (code) {
      case 'ENOENT':
        return `there is no program \`${program}\`${placesOf({ program, cwd, path })}`;
      case 'EACCES':
      case 'EPERM':
        return `\`${program}\` may not be run (${code}): is it executable, and is \`cwd\` a folder that can be entered?`;
      default:
        return message;
    }
  };
  return { kind: 'unstarted', what: `${label} could not be started: ${why()}`, isClean: false, errorText: '' };
}

function placesOf({
  program,
  cwd,
  path,
}: {
  program: string;
  cwd: string | undefined;
  path: string | undefined;
}): string {
  const folder = cwd === undefined ? '' : `, or no folder \`${cwd}\` to start it in`;
  if (program.includes('/')) return folder;
  const places =
    path === undefined
      ? ' in the folders of the system; `PATH` is not set'
      : ` in the folders of \`PATH\`, which are ${path}`;
  return `${places}${folder}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
