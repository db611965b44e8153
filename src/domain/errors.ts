import type { Problem } from './authoring/problem.ts';

/**
 * The author's mistake: a file, flag, config or call that cannot be used as written. Shown without a stack, exit 2.
 * `problems` lists every mistake found, with its place; `message` is what a person reads when nothing formats them.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly Problem[];
  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/**
 * Thrown by a simulated tool for a failure that its business knows: "order not found". The agent is told, and the
 * session goes on. Any other exception from a tool is a crash of the world.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Thrown by an agent adapter that reached its own limit of steps; the session ends with `max_steps`. */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError';
  readonly maxSteps: number;
  constructor(maxSteps: number) {
    super(`the agent asked for another step after its limit of ${maxSteps}`);
    this.maxSteps = maxSteps;
  }
}

/** The results could not be written. `path` is the file or folder concerned; the command exits with 4. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly path: string;
  constructor(message: string, { path, cause }: { path: string; cause?: unknown }) {
    super(message, { cause });
    this.path = path;
  }
}
