import type { Timer } from './clock.ts';
import type { Program } from './program.ts';

/** Hands out programs to sessions, and gets them back. */
export type ProgramPool = {
  acquire(): Promise<Lease>;
  /** Ends what waits for another session. */
  close(): Promise<void>;
};

export type Lease = { program: Program; release(state: { isBroken: boolean }): Promise<void> };

/** A program for every session. */
export function ownProgramPool(start: () => Promise<Program>): ProgramPool {
  return {
    async acquire() {
      const program = await start();
      return { program, release: ({ isBroken }) => (isBroken ? program.kill() : program.close()) };
    },
    async close() {},
  };
}

/** How long a shared program waits for the next session. It does not keep the process alive meanwhile. */
const IDLE_MS = 2_000;

type Shared = {
  start: Promise<Program>;
  users: number;
  /** It takes no new sessions: one of them got no answer, and the next might get none either. */
  isRetired: boolean;
  stopWaiting(): void;
};

/**
 * One program for the sessions that are open together, and for those that come soon after. A program that is gone, or in
 * which a session hung, is followed by a fresh one.
 */
export function sharedProgramPool(start: () => Promise<Program>, timer: Timer): ProgramPool {
  let current: Shared | undefined;
  const begin = (): Shared => {
    const shared: Shared = { start: start(), users: 0, isRetired: false, stopWaiting() {} };
    shared.start.catch(() => {
      if (current === shared) current = undefined;
    });
    return shared;
  };
  const end = async (shared: Shared): Promise<void> => {
    if (current === shared) current = undefined;
    const program = await shared.start;
    await (shared.isRetired ? program.kill() : program.close());
  };
  const release = async (shared: Shared, { isBroken }: { isBroken: boolean }): Promise<void> => {
    shared.users -= 1;
    if (isBroken) {
      shared.isRetired = true;
      if (current === shared) current = undefined;
    }
    if (shared.users > 0) return;
    if (shared.isRetired) return end(shared);
    (await shared.start).hold(false);
    shared.stopWaiting = timer.setTimer(IDLE_MS, () => void end(shared));
  };
  return {
    async acquire() {
      for (;;) {
        const isFresh = current === undefined;
        current ??= begin();
        const shared = current;
        shared.users += 1;
        shared.stopWaiting();
        const program = await shared.start;
        if (isFresh || !program.isOver()) {
          program.hold(true);
          return { program, release: (state) => release(shared, state) };
        }
        shared.users -= 1;
        if (current === shared) current = undefined;
      }
    },
    async close() {
      const shared = current;
      if (shared === undefined || shared.users > 0) return;
      shared.stopWaiting();
      await end(shared);
    },
  };
}
