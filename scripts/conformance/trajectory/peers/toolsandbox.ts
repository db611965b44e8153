import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import type { CompiledCall } from '../../../../src/scorers/trajectory/specification/expected-call.ts';
import { type Answer, type CaseCall, flatCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, verdict, wantedArguments } from '../core.ts';

export function judgeToolsandbox(one: TrajectoryCase): Answer | undefined {
  if (one.mode !== 'tool-trace' || one.args_mode !== 'expected-keys-only') return undefined;
  const tolerance = optionOf<JsonObject>(one, 'tolerance', {});
  const wanted = flatCalls(one.expected).map((call) => wantedOf(call, tolerance));
  const judge = (calls: readonly CompiledCall[]) =>
    judgeFlat(calls, flatCalls(one.actual), { order: 'any', extra: 'allow' }).passed;
  // Any one of a list of alternatives will do.
  return verdict(optionOf(one, 'oneOf', false) ? wanted.some((call) => judge([call])) : judge(wanted));
}

function wantedOf({ name, arguments: given = {} }: CaseCall, tolerance: JsonObject): CompiledCall {
  const values = Object.entries(equalTo(given) as JsonObject).map(([key, value]): [string, JsonValue] => {
    const within = tolerance[key];
    return [key, typeof value === 'number' && typeof within === 'number' ? { near: value, within } : value];
  });
  return wantedArguments(name, Object.fromEntries(values), { match: 'partial' });
}
