/** Ends what is still running when this process exits, since a program in a group of its own would live on. */
export type ExitGuard = {
  /** `kill` is called when the process exits; the returned function takes it back. */
  add(kill: () => void): () => void;
};

/** One listener on the process for all programs of an agent, and none while no program runs. */
export function createExitGuard(): ExitGuard {
  const running = new Set<() => void>();
  const killAll = (): void => {
    for (const kill of running) kill();
  };
  return {
    add(kill) {
      if (running.size === 0) process.on('exit', killAll);
      running.add(kill);
      return () => {
        running.delete(kill);
        if (running.size === 0) process.removeListener('exit', killAll);
      };
    },
  };
}
