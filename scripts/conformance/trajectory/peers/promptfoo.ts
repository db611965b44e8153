import { UsageError } from '../../../../src/domain/errors.ts';
import { isList, isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import { pathOfKey } from '../../../../src/scorers/trajectory/arguments/argument-path.ts';
import { type Answer, type CaseCall, flatCalls, type TrajectoryCase } from '../case.ts';
import { judgeFlat, verdict, wantedArguments } from '../core.ts';

type Judge = (value: JsonValue, calls: readonly CaseCall[]) => boolean;

const judges: Readonly<Record<string, Judge>> = {
  'tool-used': judgeUsed,
  'tool-sequence': judgeSequence,
  'tool-args-match': judgeArguments,
};

export function judgePromptfoo(one: TrajectoryCase): Answer | undefined {
  const isInverted = one.mode.startsWith('not-');
  const judge = judges[isInverted ? one.mode.slice(4) : one.mode];
  if (judge === undefined) return undefined;
  const [value, calls] = [one.expected as JsonValue, flatCalls(one.actual)];
  // Of a list of forbidden tools, none may be used.
  if (isInverted && judge === judgeUsed && isList(value)) {
    return verdict(namesOf(value).every((name) => !judgeUsed(name, calls)));
  }
  return verdict(judge(value, calls) !== isInverted);
}

/** Each named tool at least once, or a count between two bounds. */
function judgeUsed(value: JsonValue, calls: readonly CaseCall[]): boolean {
  if (isList(value)) return namesOf(value).every((name) => judgeUsed(name, calls));
  const { min = 0, max } = isObject(value) ? value : { min: 1 };
  const least = isObject(value) && value.min === undefined && value.max === undefined ? 1 : countOf(min);
  const most = max === undefined ? Number.POSITIVE_INFINITY : countOf(max);
  if (least > most) throw new UsageError('`min` is more than `max`');
  const pattern = patternOf(value);
  const count = calls.filter(({ name }) => fits(pattern, name)).length;
  return count >= least && count <= most;
}

function countOf(value: JsonValue | undefined): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new UsageError('a count is a whole number');
  return value;
}

function namesOf(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length === 0) throw new UsageError('a list of tools may not be empty');
  return values;
}

function judgeSequence(value: JsonValue, calls: readonly CaseCall[]): boolean {
  const { mode = 'in_order', steps }: JsonObject = isObject(value) ? value : { steps: value };
  if (!isList(steps ?? null) || (steps as readonly JsonValue[]).length === 0)
    throw new UsageError('`steps` is a list of tools');
  if (mode !== 'in_order' && mode !== 'exact') throw new UsageError('`mode` is `in_order` or `exact`');
  const patterns = (steps as readonly JsonValue[]).map(patternOf);
  // A call stands for all patterns that it fits, so each pattern asks for its own mark in the arguments.
  const marked = calls.map(
    ({ name }): CaseCall => ({
      name: 'call',
      arguments: Object.fromEntries(patterns.map((pattern) => [pattern, fits(pattern, name)])),
    }),
  );
  const wanted = patterns.map((pattern) => wantedArguments('call', { [pattern]: true }, { match: 'partial' }));
  const isExact = mode === 'exact';
  return judgeFlat(wanted, marked, { order: isExact ? 'exact' : 'sequence', extra: isExact ? 'forbid' : 'allow' })
    .passed;
}

function judgeArguments(value: JsonValue, calls: readonly CaseCall[]): boolean {
  const fields: JsonObject = isObject(value) ? value : {};
  const { mode = 'partial', args: given, arguments: spelledOut, defaults, ignore } = fields;
  const args = given ?? spelledOut;
  if (args === undefined) throw new UsageError('`args` is missing');
  if (mode !== 'partial' && mode !== 'exact') throw new UsageError('`mode` is `partial` or `exact`');
  if (defaults !== undefined && !isObject(defaults)) throw new UsageError('`defaults` is an object');
  const globs = ignore === undefined ? [] : isList(ignore) ? ignore : [ignore];
  if (!globs.every((glob) => typeof glob === 'string' && glob !== '')) throw new UsageError('`ignore` holds texts');
  const pattern = patternOf(value);
  const named = calls.filter(({ name }) => fits(pattern, name)).map((call): CaseCall => ({ ...call, name: pattern }));
  const options = {
    match: mode as 'partial' | 'exact',
    // What is expected is data: ignored keys are left out of it as well.
    isLiteral: true,
    ignoreKeys: (globs as string[]).map(keyPath),
    ...(defaults === undefined ? {} : { defaults: keyPaths(defaults as JsonObject) }),
  };
  return judgeFlat([wantedArguments(pattern, args, options)], named, { order: 'any', extra: 'allow' }).passed;
}

/** Defaults and ignored keys are keys at the top, whatever letters they hold. */
function keyPath(key: string): string {
  return /[.[\]]/.test(key) ? pathOfKey(key) : key;
}

function keyPaths(values: JsonObject): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [keyPath(key), value]));
}

function patternOf(value: JsonValue): string {
  const pattern = isObject(value) ? (value.pattern ?? value.name ?? value.tool) : value;
  if (typeof pattern !== 'string' || pattern.trim() === '') throw new UsageError('a tool is named by a text');
  return pattern;
}

/** Globs: `*` stands for any letters, `?` for one. */
function fits(pattern: string, name: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(name);
}
