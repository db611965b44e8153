import { nearestName } from '../../../domain/values/nearest-name.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallTest } from '../specification/expected-call.ts';

/**
 * The call among `candidates` that was most probably meant: of the same tool, else of a tool with a similar name, else
 * one that shares at least half of the expected arguments. Undefined when none is near. The first of equally near ones.
 */
export function closestCall<Call extends MadeCall>(wanted: CallTest, candidates: readonly Call[]): Call | undefined {
  const similar = nearestName(wanted.tool, [...new Set(candidates.map(({ name }) => name))]);
  let closest: { call: Call; nearness: number } | undefined;
  for (const call of candidates) {
    const credit = wanted.asksArguments ? wanted.arguments.credit(call.arguments) : 0;
    const byName = call.name === wanted.tool ? 2 : call.name === similar ? 1 : 0;
    const nearness = byName + credit;
    if (nearness >= 0.5 && (closest === undefined || nearness > closest.nearness)) closest = { call, nearness };
  }
  return closest?.call;
}
