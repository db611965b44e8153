import type * as xstate from 'xstate';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';

/** The part of XState that runs a machine without an actor. */
export type Kernel = Pick<typeof xstate, 'and' | 'createMachine' | 'initialTransition' | 'transition'>;

/** XState, loaded when the first machine speaks: a run without machines neither needs nor loads it. */
export function loadKernel(): Promise<Kernel> {
  return import('xstate').catch((error: unknown) => {
    const why = safeErrorText(error).message;
    throw new UsageError(
      `a machine user needs the package \`xstate\`: install it with \`npm install xstate\` (${why})`,
    );
  });
}
