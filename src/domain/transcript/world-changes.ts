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
    new Set(),
  );
}

/**
 * The state before those changes. `drafts` are containers that this function made and that nobody else has: they are changed
 * in place, which makes many steps in a row cheap.
 */
export function undoChanges(
  state: JsonValue,
  changes: readonly StateChange[],
  drafts: Set<object> = new Set(),
): ChangedState {
  const ordered = [...changes.filter(isRemoval), ...changes.filter(({ op }) => op !== 'remove').toReversed()];
  return rewrite(
    state,
    ordered.map(({ pointer, before, after }) => ({ pointer, from: after, to: before })),
    drafts,
  );
}

function isRemoval({ op }: StateChange): boolean {
  return op === 'remove';
}

type Rewrite = { pointer: string; from: JsonValue | undefined; to: JsonValue | undefined };

function rewrite(state: JsonValue, steps: readonly Rewrite[], drafts: Set<object>): ChangedState {
  const conflicts: string[] = [];
  let current = state;
  for (const { pointer, from, to } of steps) {
    if (!isSame(valueAt(current, pointer), from)) conflicts.push(pointer);
    const next = putAt(current, pointerKeys(pointer), { next: to, drafts });
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

type Put = { next: JsonValue | undefined; drafts: Set<object> };

/** With `next` in the place, or without the place when it is undefined; undefined where the way leads nowhere. */
function putAt(value: JsonValue, [key, ...rest]: readonly string[], put: Put): JsonValue | undefined {
  if (key === undefined) return put.next;
  if (isList(value)) return putInList(value, Number(key), { rest, ...put });
  if (!isObject(value)) return undefined;
  const member = Object.hasOwn(value, key) ? value[key] : undefined;
  if (rest.length > 0 && member === undefined) return undefined;
  const inner = rest.length === 0 ? put.next : putAt(member as JsonValue, rest, put);
  if (rest.length > 0 && inner === undefined) return undefined;
  const draft = draftOf(value, put.drafts, () => ({ ...value })) as Record<string, JsonValue>;
  if (inner === undefined) delete draft[key];
  // Never through a setter, so that `__proto__` is a key like any other.
  else if (key === '__proto__')
    Object.defineProperty(draft, key, { value: inner, enumerable: true, writable: true, configurable: true });
  else draft[key] = inner;
  return draft;
}

function putInList(
  list: readonly JsonValue[],
  index: number,
  { rest, next, drafts }: Put & { rest: readonly string[] },
): JsonValue | undefined {
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
  const inner =
    rest.length === 0
      ? next
      : index < list.length
        ? putAt(list[index] as JsonValue, rest, { next, drafts })
        : undefined;
  if (rest.length > 0 && inner === undefined) return undefined;
  const draft = draftOf(list, drafts, () => [...list]) as JsonValue[];
  if (inner === undefined) draft.splice(index, 1);
  else draft[index] = inner;
  return draft;
}

function draftOf(value: object, drafts: Set<object>, copy: () => object): object {
  if (drafts.has(value)) return value;
  const draft = copy();
  drafts.add(draft);
  return draft;
}
