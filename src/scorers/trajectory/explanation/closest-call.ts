import { nearestName } from '../../../domain/values/nearest-name.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallTest } from '../specification/expected-call.ts';

/**
 * The call among `candidates` that was most probably meant: of the same tool, else of a tool with a similar name, else
 * one that shares at least half of the expected arguments. Undefined when none is near. The first of equally near ones.
 */
export function closestCall<Call extends MadeCall>(wanted: CallTest, candidates: readonly Call[]): Call | undefined {
  return closestOf([wanted], candidates)?.call;
}

/** The same for several ways of which any will do, with the one that the call comes nearest to. */
export function closestOf<Call extends MadeCall, Test extends CallTest>(
  ways: readonly Test[],
  candidates: readonly Call[],
): { call: Call; wanted: Test } | undefined {
  const names = [...new Set(candidates.map(({ name }) => name))];
  let closest: { call: Call; wanted: Test; nearness: number } | undefined;
  for (const wanted of ways) {
    const similar = nearestName(wanted.tool, names);
    for (const call of candidates) {
      const credit = wanted.asksArguments ? wanted.arguments.credit(call.arguments) : 0;
      const byName = call.name === wanted.tool ? 2 : call.name === similar ? 1 : 0;
      const nearness = byName + credit;
      if (nearness >= 0.5 && (closest === undefined || nearness > closest.nearness)) {
        closest = { call, wanted, nearness };
      }
    }
  }
  return closest;
}
