import { equalJson } from '../values/canonical.ts';
import { valueAt } from '../values/json-pointer.ts';
import { isList, isObject } from '../values/json-shape.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { EventOf } from './transcript-event.ts';

/** One place of a world's state that is not as it was before. */
export type StateChange = EventOf<'world_change'>['changes'][number];

/**
 * Id in `world_change` events of what no recorded call changed: a clock of the world, a tool that says it only reads,
 * work that went on after its call had ended.
 */
export const NO_CALL = 'no_call';

/** A state, and the places that did not hold what a change says they held. */
export type ChangedState = { state: JsonValue; conflicts: readonly string[] };

/** The state after changes that were made together, as a `world_change` event lists them. Copies what it changes. */
export function applyChanges(state: JsonValue, changes: readonly StateChange[]): ChangedState {
  // What is removed from the end of a list is listed from its front.
  const ordered = [...changes.filter(({ op }) => op !== 'remove'), ...changes.filter(isRemoval).toReversed()];
  return rewrite(
    state,
    ordered.map(({ pointer, before, after }) => ({ pointer, from: before, to: after })),
  );
}

/** The state before those changes. */
export function undoChanges(state: JsonValue, changes: readonly StateChange[]): ChangedState {
  const ordered = [...changes.filter(isRemoval), ...changes.filter(({ op }) => op !== 'remove').toReversed()];
  return rewrite(
    state,
    ordered.map(({ pointer, before, after }) => ({ pointer, from: after, to: before })),
  );
}

function isRemoval({ op }: StateChange): boolean {
  return op === 'remove';
}

type Rewrite = { pointer: string; from: JsonValue | undefined; to: JsonValue | undefined };

function rewrite(state: JsonValue, steps: readonly Rewrite[]): ChangedState {
  const conflicts: string[] = [];
  let current = state;
  for (const { pointer, from, to } of steps) {
    if (!isSame(valueAt(current, pointer), from)) conflicts.push(pointer);
    const next = putAt(current, pointerKeys(pointer), to);
    if (next === undefined) conflicts.push(pointer);
    else current = next;
  }
  return { state: current, conflicts: [...new Set(conflicts)] };
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalJson(left, right);
}

/** The keys of a JSON Pointer (RFC 6901); none for the whole value. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A copy with `next` in the place, or without the place when it is undefined; undefined where the way leads nowhere. */
function putAt(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  next: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return next;
  if (isList(value)) return putInList(value, Number(key), { rest, next });
  if (!isObject(value)) return undefined;
  const member = Object.hasOwn(value, key) ? value[key] : undefined;
  if (rest.length > 0 && member === undefined) return undefined;
  const put = rest.length === 0 ? next : putAt(member as JsonValue, rest, next);
  if (rest.length > 0 && put === undefined) return undefined;
  const copy = { ...value };
  if (put === undefined) delete copy[key];
  // Never through a setter, so that `__proto__` is a key like any other.
  else Object.defineProperty(copy, key, { value: put, enumerable: true, writable: true, configurable: true });
  return copy;
}

function putInList(
  list: readonly JsonValue[],
  index: number,
  { rest, next }: { rest: readonly string[]; next: JsonValue | undefined },
): JsonValue | undefined {
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
  const copy = [...list];
  if (rest.length > 0) {
    const put = index < list.length ? putAt(list[index] as JsonValue, rest, next) : undefined;
    if (put === undefined) return undefined;
    copy[index] = put;
  } else if (next === undefined) copy.splice(index, 1);
  else copy[index] = next;
  return copy;
}
