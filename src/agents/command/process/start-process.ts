import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Timer } from '../clock.ts';
import { createErrorTail } from './error-tail.ts';
import type { ExitGuard } from './exit-guard.ts';

export type ProcessOptions = {
  command: readonly [string, ...string[]];
  cwd: string | undefined;
  env: Readonly<Record<string, string>>;
  /** Milliseconds between asking a program to end and ending it. */
  killAfterMs: number;
  timer: Timer;
  exitGuard: ExitGuard;
};

export type ProcessEvents = {
  /** What it wrote to standard output, as it comes. */
  onOutput(chunk: Buffer): void;
  /** It no longer reads, or no longer writes; most often because it is about to be gone. */
  onClosed(stream: 'input' | 'output'): void;
  /** It is gone, and all its output was told. Called once. */
  onExit(exit: ProcessExit): void;
};

export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

export type RunningProcess = {
  /** Never throws: what a program that is gone does not read is lost. */
  write(text: string): void;
  endInput(): void;
  /** Asks the program and everything it started to end, and ends them after `killAfterMs`. */
  terminate(): void;
  errorText(): string;
  /** What it wrote to standard error since it was asked before, as `ErrorTail.take` shows it. */
  takeErrorLines(): readonly string[];
  /** Whether the program keeps this process alive. */
  hold(isHeld: boolean): void;
};

/** Starts a program in a process group of its own. Rejects with the error of the system when it cannot be started. */
export function startProcess(options: ProcessOptions, events: ProcessEvents): Promise<RunningProcess> {
  const { command, cwd, env } = options;
  return new Promise((resolve, reject) => {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group, so that what it starts ends with it.
      detached: !IS_WINDOWS,
      windowsHide: true,
    });
    const running = watch(child, options, events);
    child.once('spawn', () => resolve(running));
    // After the start only a signal that could not be sent is told here.
    child.on('error', reject);
  });
}

const IS_WINDOWS = process.platform === 'win32';

function watch(
  child: ChildProcessWithoutNullStreams,
  { killAfterMs, timer, exitGuard }: ProcessOptions,
  { onOutput, onClosed, onExit }: ProcessEvents,
): RunningProcess {
  const tail = createErrorTail();
  let disarm = (): void => {};
  let isGone = false;
  let isAsked = false;
  const later = (action: () => void): void => {
    disarm();
    disarm = timer.setTimer(killAfterMs, action);
  };
  const release = child.pid === undefined ? (): void => {} : exitGuard.add(() => signalGroup(child, 'SIGKILL'));
  child.stdout.on('data', onOutput);
  child.stderr.on('data', tail.push);
  child.stdin.on('error', () => onClosed('input'));
  child.stdout.on('end', () => onClosed('output'));
  for (const stream of [child.stdout, child.stderr]) stream.on('error', () => {});
  child.on('exit', () => {
    isGone = true;
    // Whatever it started and left behind ends now; what escaped its group may not keep us waiting.
    signalGroup(child, 'SIGKILL');
    later(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    });
  });
  child.on('close', (code, signal) => {
    disarm();
    release();
    child.stdin.destroy();
    onExit({ code, signal });
  });
  return {
    write(text) {
      if (child.stdin.writable) child.stdin.write(text);
      else onClosed('input');
    },
    endInput: () => void child.stdin.end(),
    terminate() {
      if (isGone || isAsked) return;
      isAsked = true;
      signalGroup(child, 'SIGTERM');
      later(() => signalGroup(child, 'SIGKILL'));
    },
    errorText: tail.text,
    takeErrorLines: tail.take,
    hold: (isHeld) => hold(child, isHeld),
  };
}

function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (IS_WINDOWS) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/** Pipes of a child are sockets, which the types of Node do not say. */
type Handle = { ref?: () => void; unref?: () => void };

function hold(child: ChildProcessWithoutNullStreams, isHeld: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as Handle[]) {
    if (isHeld) handle.ref?.();
    else handle.unref?.();
  }
}
