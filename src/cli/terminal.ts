import { EXIT } from '../domain/verdicts/exit-code.ts';
import { type GuardOptions, guardProcess, type ProcessGuard } from './process-guard.ts';

/** What a command may know of the place it was called in. */
export type Terminal = {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  isTty: boolean;
  /** Whether somebody watches standard error, so that a line may be rewritten there. */
  isErrTty?: boolean;
  columns: number;
  colors: boolean;
  /**
   * Every write that is not a report's passes through `aside` from now on, with what is written. Absent where nobody else
   * writes.
   */
  onForeignWrite?(aside: (text: string, write: () => void) => void): void;
  guard: ProcessGuard;
};

/** A terminal that can be waited for: what was written has arrived. */
export type ProcessTerminal = Terminal & { flush(): Promise<void> };

/**
 * The terminal of this process. A reader that closes the pipe early is no error. Standard output is kept for what the
 * command says: what a config, an agent or a tool prints goes to standard error, so that a document stays one.
 */
export function processTerminal({ moreProblems }: GuardOptions = {}): ProcessTerminal {
  const { stdout, stderr, env } = process;
  const writeOut = stdout.write.bind(stdout);
  const writeErr = stderr.write.bind(stderr);
  let aside = (_text: string, write: () => void): void => write();
  // Only a line on the same screen can be torn.
  const isShared = stdout.isTTY === true && stderr.isTTY === true;
  const writeAside: typeof stderr.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    let isFlowing = true;
    const write = (): void => {
      isFlowing = writeErr(chunk, ...rest);
    };
    if (isShared) aside(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(), write);
    else write();
    return isFlowing;
  };
  stdout.write = writeAside;
  stderr.write = writeAside;
  const guard = guardProcess((text) => void writeAside(text), { moreProblems });
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === stdout) writeErr(`standard output cannot be written: ${error.message}\n`);
      guard.leave(EXIT.store);
    });
  }
  const isWatched = env.CI === undefined && env.TERM !== 'dumb';
  return {
    cwd: process.cwd(),
    env,
    out: (text) => void writeOut(text),
    err: (text) => void writeAside(text),
    isTty: stdout.isTTY === true && isWatched,
    isErrTty: stderr.isTTY === true && isWatched,
    // A terminal that does not know its width says 0.
    columns: [stdout.columns, stderr.columns].find((width) => width > 0) ?? 100,
    colors: wantsColors(env, stdout.isTTY === true),
    guard,
    onForeignWrite(listener) {
      aside = listener;
    },
    async flush() {
      for (const write of [writeOut, writeErr]) await new Promise<void>((done) => void write('', () => done()));
    },
  };
}

/** https://no-color.org and the FORCE_COLOR that Node itself honours. */
function wantsColors(env: Readonly<Record<string, string | undefined>>, isTty: boolean): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return isTty && env.TERM !== 'dumb';
}
