import { equalJson } from '../../../../src/domain/values/canonical.ts';
import { isList, isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import { assignPairs } from '../../../../src/scorers/trajectory/pairing/assign.ts';
import { type Answer, flatCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { judgeFlat, matcherOf, scored, verdict, wantedCall } from '../core.ts';

type Fuzzy = { isCaseFree: boolean; isPart: boolean; tolerance: number; isAnyOrder: boolean; isCoerced: boolean };

export function judgeVitestEvals(one: TrajectoryCase): Answer | undefined {
  if ((one.mode !== 'ordered' && one.mode !== 'unordered') || !['strict', 'fuzzy'].includes(one.args_mode))
    return undefined;
  const allowsExtras = optionOf(one, 'allowExtras', true);
  // Where extras are forbidden there is no partial credit.
  const isWhole = optionOf(one, 'requireAll', true) || !allowsExtras;
  const fuzzy = one.args_mode === 'fuzzy' ? fuzzyOf(optionOf<JsonObject>(one, 'fuzzyOptions', {})) : undefined;
  const wanted = flatCalls(one.expected).map(({ name, arguments: given }) =>
    wantedCall(
      name,
      given === undefined
        ? undefined
        : matcherOf((actual) => (fuzzy === undefined ? equalJson(given, actual) : isLike(given, actual, fuzzy))),
    ),
  );
  const { passed, numbers } = judgeFlat(wanted, flatCalls(one.actual), {
    order: one.mode === 'ordered' ? 'sequence' : 'any',
    extra: allowsExtras ? 'allow' : 'forbid',
  });
  return isWhole ? verdict(passed) : scored(numbers.recall);
}

function fuzzyOf(options: JsonObject): Fuzzy {
  return {
    isCaseFree: options.caseInsensitive !== false,
    isPart: options.substringMatch !== false,
    tolerance: typeof options.numericTolerance === 'number' ? options.numericTolerance : 0.001,
    isAnyOrder: options.ignoreArrayOrder !== false,
    isCoerced: options.coerceTypes === true,
  };
}

function isLike(expected: JsonValue, actual: JsonValue | undefined, fuzzy: Fuzzy): boolean {
  if (actual === undefined) return false;
  if (typeof expected === 'string' && typeof actual === 'string') return isLikeText(expected, actual, fuzzy);
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) <= Math.max(fuzzy.tolerance, Math.abs(expected) * fuzzy.tolerance);
  }
  if (isList(expected)) return isList(actual) && isLikeList(expected, actual, fuzzy);
  if (isObject(expected)) {
    if (!isObject(actual)) return false;
    return Object.entries(expected).every(([key, value]) =>
      isLike(value, Object.hasOwn(actual, key) ? actual[key] : undefined, fuzzy),
    );
  }
  if (equalJson(expected, actual)) return true;
  return fuzzy.isCoerced && isCoercedLike(expected, actual, fuzzy);
}

/** Empty text is like nothing but empty text. */
function isLikeText(expected: string, actual: string, { isCaseFree, isPart }: Fuzzy): boolean {
  const [wanted, found] = isCaseFree ? [expected.toLowerCase(), actual.toLowerCase()] : [expected, actual];
  if (wanted === found) return true;
  return isPart && wanted !== '' && found !== '' && (wanted.includes(found) || found.includes(wanted));
}

/** Each expected item has an item of its own; more of them are free. */
function isLikeList(expected: readonly JsonValue[], actual: readonly JsonValue[], fuzzy: Fuzzy): boolean {
  if (expected.length > actual.length) return false;
  if (!fuzzy.isAnyOrder) {
    return expected.length === actual.length && expected.every((value, index) => isLike(value, actual[index], fuzzy));
  }
  const weight = (row: number, column: number) => (isLike(expected[row] as JsonValue, actual[column], fuzzy) ? 1 : 0);
  return assignPairs(expected.length, actual.length, weight).every((column, row) => weight(row, column) === 1);
}

/** Only the words true and false turn into booleans, and only numbers into numbers. */
function isCoercedLike(expected: JsonValue, actual: JsonValue, fuzzy: Fuzzy): boolean {
  if (typeof expected === 'string') return typeof actual !== 'object' && isLikeText(expected, String(actual), fuzzy);
  if (typeof actual !== 'string') return false;
  if (typeof expected === 'boolean') return actual.trim().toLowerCase() === String(expected);
  if (typeof expected !== 'number' || actual.trim() === '' || Number.isNaN(Number(actual))) return false;
  return isLike(expected, Number(actual), fuzzy);
}
