import type { SessionLine } from './lines/program-line.ts';
import { errorOf, type ProgramFailure } from './program-failure.ts';
import type { Channel } from './program-state.ts';

/** Lines that may wait unread: more than any turn takes, and less than would fill the memory. */
const MAX_UNREAD_LINES = 10_000;

/** The lines of one session, until somebody reads them. */
export type Inbox = Channel & {
  /** The next line; rejects when there will be none. */
  next(): SessionLine | Promise<SessionLine>;
  unread(): readonly SessionLine[];
  failure(): ProgramFailure | undefined;
  /** Nobody reads any more: what is there, and what comes, is late. */
  closeTo(onLate: (line: SessionLine) => void): void;
};

export function createInbox({ label, maxBytes }: { label: string; maxBytes: number }): Inbox {
  let lines: SessionLine[] = [];
  let bytes = 0;
  let failure: ProgramFailure | undefined;
  let reader: { resolve(line: SessionLine): void; reject(error: Error): void } | undefined;
  let late: ((line: SessionLine) => void) | undefined;
  const failWith = (reason: ProgramFailure): void => {
    failure ??= reason;
    reader?.reject(errorOf(failure, { isAwaited: true }));
    reader = undefined;
  };
  return {
    onLine(line) {
      if (late !== undefined) return late(line);
      if (failure !== undefined) return;
      if (reader !== undefined) {
        reader.resolve(line);
        reader = undefined;
        return;
      }
      lines.push(line);
      bytes += line.source.length;
      if (lines.length <= MAX_UNREAD_LINES && bytes <= maxBytes) return;
      const what = `${label} wrote more than anybody reads: ${lines.length} lines while no answer was awaited`;
      lines = [];
      failWith({ kind: 'fault', what, isClean: false, errorText: '' });
    },
    onFailure: failWith,
    next() {
      const line = lines.shift();
      if (line !== undefined) {
        bytes -= line.source.length;
        return line;
      }
      if (failure !== undefined) return Promise.reject(errorOf(failure, { isAwaited: true }));
      return new Promise((resolve, reject) => {
        reader = { resolve, reject };
      });
    },
    unread: () => lines,
    failure: () => failure,
    closeTo(onLate) {
      late ??= onLate;
      reader = undefined;
      for (const line of lines.splice(0)) late(line);
    },
  };
}
