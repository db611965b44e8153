import type { Mention } from '../../domain/contracts/scorer.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { pointerTo } from '../../domain/values/pointer-to.ts';
import { type Mistake, quotedNames } from './mistake.ts';

type StateMention = Extract<Mention, { kind: 'state' }>;
export type KnownState = { state: JsonValue; writable?: readonly string[] | undefined };

/**
 * A place where nothing stands at the start. Where the tools are data, it is a mistake unless one of them writes there.
 * Where they are code, anything may come to stand anywhere, so that it is one only when a name beside it is nearly the
 * same, or when the check would pass just because the first key is in no state.
 */
export function checkState({ keys, isVacuous }: StateMention, { state, writable }: KnownState): Mistake | undefined {
  const missing = missingKey(state, keys);
  if (missing === undefined || writable?.some((pointer) => reaches(pointer, keys))) return undefined;
  const { key, inside, around } = missing;
  if (isList(around)) return writable === undefined ? undefined : mistakeOf(missing, { isVacuous, isData: true });
  const nearest = isCollection(around, inside) ? undefined : nearestName(key, namesOf(around));
  const isLost = writable !== undefined || nearest !== undefined || (isVacuous && inside.length === 0);
  return isLost && (writable !== undefined || namesOf(around).length > 0)
    ? mistakeOf(missing, { isVacuous, isData: writable !== undefined })
    : undefined;
}

type Missing = { key: string; inside: readonly string[]; around: JsonValue };

function missingKey(state: JsonValue, keys: readonly string[]): Missing | undefined {
  let around = state;
  for (const [index, key] of keys.entries()) {
    const member = memberOf(around, key);
    if (member === undefined) return { key, inside: keys.slice(0, index), around };
    around = member;
  }
  return undefined;
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isList(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Records by their ids, of which there may be more before the talk is over; the state itself is none. */
function isCollection(around: JsonValue, inside: readonly string[]): boolean {
  if (inside.length === 0 || !isObject(around)) return false;
  return Object.values(around).every((member) => isObject(member) || isList(member));
}

function namesOf(value: JsonValue): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** Whether a tool that writes to `pointer` may make something stand at the end of `keys`, or around or below it. */
function reaches(pointer: string, keys: readonly string[]): boolean {
  const parts = pointer.split('/').slice(1);
  return parts.every((part, index) => {
    const key = keys[index];
    const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return key === undefined || plain.includes('{{') || plain === '-' || plain === key;
  });
}

function mistakeOf(
  { key, inside, around }: Missing,
  { isVacuous, isData }: { isVacuous: boolean; isData: boolean },
): Mistake {
  const names = namesOf(around);
  const place = inside.length === 0 ? "the world's state" : `\`${pointerTo(inside)}\` of the world's state`;
  const why = isVacuous ? ', so this check would always pass' : '';
  return {
    severity: 'error',
    code: 'unknown-state',
    message: `there is no \`${key}\` in ${place}${why}`,
    details: names.length === 0 ? [] : [`Known there: ${quotedNames(names)}.`],
    nearest: nearestName(key, names),
    hint: isData
      ? 'no tool writes there: name another place, or give a tool a `set` for it'
      : 'when a tool is to add it, let the first state hold it already, empty or as null',
  };
}
