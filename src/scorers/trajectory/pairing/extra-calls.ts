import { isUnknownTool, type MadeCall } from '../made-call.ts';
import type { CallPlan } from '../specification/call-plan.ts';
import { type CompiledCall, fitsCall } from '../specification/expected-call.ts';

/** What an extra call is held against. */
export type ExtraRules = Pick<CallPlan, 'extra'> & { limits: readonly CompiledCall[] };

/** Whether an extra call is not let pass. More calls than a repeated call may have never are. */
export function isForbidden(call: MadeCall, { extra, limits }: ExtraRules): boolean {
  if (extra === 'forbid' || (extra === 'reads' && call.effect !== 'read')) return true;
  return limits.length > 0 && limits.some((limit) => fitsCall(limit, call));
}

/** A failed attempt that the same tool followed in a later message. What no tool could have answered was no attempt. */
export function isTriedAgain(call: MadeCall, calls: readonly MadeCall[]): boolean {
  if (call.outcome !== 'error' || isUnknownTool(call)) return false;
  return calls.some(({ name, step }) => name === call.name && step > call.step);
}

/**
 * Which of the unpaired calls are failed attempts of something that was tried again: the same tool was called in a later
 * step, or the call itself followed a failed and paired one. Calls of one step are no retries of each other, and what no
 * tool could have answered was never an attempt.
 */
export function findRetries<Call extends MadeCall>(
  unpaired: readonly Call[],
  calls: readonly Call[],
  isPaired: (call: Call) => boolean,
): Call[] {
  return unpaired.filter((call) => {
    if (call.outcome !== 'error' || isUnknownTool(call)) return false;
    if (isTriedAgain(call, calls)) return true;
    for (let at = calls.length - 1; at >= 0; at -= 1) {
      const earlier = calls[at] as Call;
      if (earlier.name !== call.name || earlier.step >= call.step) continue;
      if (earlier.outcome !== 'error') return false;
      if (isPaired(earlier)) return true;
    }
    return false;
  });
}
