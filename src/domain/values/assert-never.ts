import { inspect } from 'node:util';

/** Closes a `switch` over a union: a variant without a case breaks the build. Reaching it is our bug, and throws. */
export function assertNever(value: never): never {
  throw new Error(`unhandled variant: ${inspect(value, { breakLength: Number.POSITIVE_INFINITY })}`);
}
