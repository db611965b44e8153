import { assertNever } from '../values/assert-never.ts';
import type { GateOutcome } from './run-result.ts';

/** Exit codes of the command, besides those of a run that came to its end. */
export const EXIT = { ok: 0, lost: 1, usage: 2, invalid: 3, store: 4, interrupted: 130 } as const;

/** The code of a run that came to its end, or was interrupted on the way. */
export function exitCodeOf({ status }: GateOutcome): number {
  switch (status) {
    case 'met':
      return EXIT.ok;
    case 'lost':
      return EXIT.lost;
    case 'invalid':
      return EXIT.invalid;
    case 'interrupted':
      return EXIT.interrupted;
    default:
      return assertNever(status);
  }
}
