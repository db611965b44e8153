import { equalJson } from '../../../src/domain/values/canonical.ts';
import { isObject } from '../../../src/domain/values/json-shape.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import type { ArgumentMatcher } from '../../../src/scorers/trajectory/arguments/matcher.ts';

/**
 * A matcher of `{ arguments, output }`, for tools that compare results as well: another result leaves nothing of the
 * credit. Undefined where neither is asked for.
 */
export function withOutput(
  matcher: ArgumentMatcher | undefined,
  output: { value: JsonValue } | undefined,
): ArgumentMatcher | undefined {
  if (matcher === undefined && output === undefined) return undefined;
  const argumentsOf = (actual: JsonValue | undefined) =>
    isObject(actual ?? null) ? Reflect.get(actual as object, 'arguments') : undefined;
  const hasOutput = (actual: JsonValue | undefined): boolean =>
    output === undefined ||
    (isObject(actual ?? null) && equalJson(output.value, Reflect.get(actual as object, 'output') as JsonValue));
  const matches = (actual: JsonValue | undefined) =>
    hasOutput(actual) && (matcher === undefined || matcher.matches(argumentsOf(actual)));
  const credit = (actual: JsonValue | undefined) =>
    hasOutput(actual) ? (matcher === undefined ? 1 : matcher.credit(argumentsOf(actual))) : 0;
  const both: ArgumentMatcher = {
    matches,
    credit,
    compare: (actual) => ({ matched: matches(actual), credit: credit(actual), differences: [] }),
    withSchema: () => both,
    text: '',
  };
  return both;
}
