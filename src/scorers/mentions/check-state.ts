import type { Mention } from '../../domain/contracts/scorer.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { pointerTo } from '../../domain/values/pointer-to.ts';
import { MATCHER_WORDS } from '../trajectory/arguments/key-matcher.ts';
import { meantMatcher } from '../trajectory/arguments/misspelt-matcher.ts';
import { type Mistake, quotedNames } from './mistake.ts';

type StateMention = Extract<Mention, { kind: 'state' }>;
export type KnownState = { state: JsonValue; writable?: readonly string[] | undefined };

/**
 * A place where nothing stands at the start; with `*`, where none of the members has it. Where the tools are data, it is a
 * mistake unless one of them writes there. Where they are code, anything may come to stand anywhere, so that it is one only
 * when a name beside it is nearly the same, or when the check would pass just because the first key is in no state.
 */
export function checkState(mention: StateMention, { state, writable }: KnownState): Mistake | undefined {
  const { keys, isVacuous, wild = 0, isProtected = false } = mention;
  const missing = missingKey(state, keys, wild);
  if (missing === undefined) return mention.saysNothing === true ? saysNothing(state, keys) : undefined;
  if (writable?.some((pointer) => reaches(pointer, keys, wild))) return undefined;
  const { key, inside, around } = missing;
  if (key === '') return namelessKey(inside);
  const closed = around.every((one) => one !== null && !isObject(one) && !isList(one));
  if (closed) return neverAnObject(missing);
  const isData = writable !== undefined;
  const unknown = isProtected && !isData ? nothingToProtect(keys) : undefined;
  if (around.some(isList)) return isData ? mistakeOf(missing, { isVacuous, isData }) : unknown;
  const nearest = isCollection(around, inside) ? undefined : nearestName(key, namesOf(around));
  const isLost = isData || nearest !== undefined || (isVacuous && inside.length === 0);
  return isLost && (isData || namesOf(around).length > 0) ? mistakeOf(missing, { isVacuous, isData }) : unknown;
}

/** A key that no value around it has, of which there is one, or with `*` each that is known. */
type Missing = { key: string; inside: readonly string[]; around: readonly JsonValue[] };

function missingKey(state: JsonValue, keys: readonly string[], wild: number): Missing | undefined {
  let around: readonly JsonValue[] = [state];
  for (const [index, key] of keys.entries()) {
    const members = around.flatMap((one) => (index < wild && key === '*' ? membersOf(one) : memberOf(one, key)));
    // Of the members of something empty nothing is known.
    if (members.length === 0)
      return key === '*' && index < wild ? undefined : { key, inside: keys.slice(0, index), around };
    around = members;
  }
  return undefined;
}

function memberOf(value: JsonValue, key: string): JsonValue[] {
  const member = isList(value)
    ? /^\d+$/.test(key)
      ? value[Number(key)]
      : undefined
    : isObject(value) && Object.hasOwn(value, key)
      ? value[key]
      : undefined;
  return member === undefined ? [] : [member];
}

function membersOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/** Records by their ids, of which there may be more before the talk is over; the state itself is none. */
function isCollection(around: readonly JsonValue[], inside: readonly string[]): boolean {
  return (
    inside.length > 0 &&
    around.every((one) => isObject(one) && Object.values(one).every((member) => isObject(member) || isList(member)))
  );
}

function namesOf(around: readonly JsonValue[]): string[] {
  return [...new Set(around.flatMap((one) => (isObject(one) ? Object.keys(one) : [])))];
}

/** Whether a tool that writes to `pointer` may make something stand at the end of `keys`, or around or below it. */
function reaches(pointer: string, keys: readonly string[], wild: number): boolean {
  const parts = pointer.split('/').slice(1);
  return parts.every((part, index) => {
    const key = keys[index];
    const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isAny = key === undefined || (key === '*' && index < wild);
    return isAny || plain.includes('{{') || plain === '-' || plain === key;
  });
}

function mistakeOf(
  { key, inside, around }: Missing,
  { isVacuous, isData }: { isVacuous: boolean; isData: boolean },
): Mistake {
  const names = namesOf(around);
  const why = isVacuous ? ', so this check would always pass' : '';
  return {
    severity: 'error',
    code: 'unknown-state',
    message: `there is no \`${key}\` in ${placeText(inside)}${why}`,
    details: names.length === 0 ? [] : [`Known there: ${quotedNames(names)}.`],
    nearest: nearestName(key, names),
    hint: isData
      ? 'no tool writes there: name another place, or give a tool a `set` for it'
      : 'when a tool is to add it, let the first state hold it already, empty or as null',
  };
}

function placeText(inside: readonly string[]): string {
  return inside.length === 0 ? "the world's state" : `\`${pointerTo(inside)}\` of the world's state`;
}

function namelessKey(inside: readonly string[]): Mistake {
  return {
    severity: 'error',
    code: 'unknown-state',
    message: `there is no key without a name in ${placeText(inside)}`,
    details: [],
    hint: 'a pointer has no `/` at its end; of the whole state speak `unchanged: true`, and `state`',
  };
}

/** What is a text or a number at the start, and is compared with an object that is no matcher. */
function neverAnObject({ key, inside }: Missing): Mistake {
  const nearest = meantMatcher(key);
  return {
    severity: nearest === undefined ? 'warning' : 'error',
    code: 'unknown-state',
    message: `${placeText(inside)} is no object at the start, and an object with \`${key}\` is expected or ruled out`,
    details: [`Matchers: ${quotedNames(MATCHER_WORDS)}.`],
    nearest,
  };
}

function nothingToProtect(keys: readonly string[]): Mistake {
  return {
    severity: 'warning',
    code: 'unknown-state',
    message: `nothing stands at \`${pointerTo(keys)}\` when the talk begins, so this only fails when something is added there`,
    details: [],
    hint: 'name a place that there is, where another was meant',
  };
}

/** `{}` fits every object, and one stands there already. */
function saysNothing(state: JsonValue, keys: readonly string[]): Mistake | undefined {
  const place =
    missingKey(state, keys, 0) === undefined ? keys.reduce((one, key) => memberOf(one, key)[0] ?? null, state) : null;
  if (!isObject(place)) return undefined;
  return {
    severity: 'warning',
    code: 'says-nothing',
    message: `\`{}\` fits every object, and one stands at \`${pointerTo(keys)}\` from the start: this fails only when it is removed`,
    details: [],
    hint: 'name what must stand in it, or say `match: exact` for an empty one',
  };
}
