import type { EventOf } from '../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../domain/values/json-value.ts';

export type WorldChange = EventOf<'world_change'>['changes'][number];

/** What differs between two states, as JSON Pointers in document order. Arrays are compared by position. */
export function diffWorlds(before: JsonValue, after: JsonValue): readonly WorldChange[] {
  const changes: WorldChange[] = [];
  compare(before, after, '', changes);
  return changes;
}

function compare(before: JsonValue, after: JsonValue, pointer: string, changes: WorldChange[]): void {
  if (before === after) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (!Object.is(before, after)) changes.push({ op: 'replace', pointer, before, after });
    return;
  }
  const left = before as Readonly<Record<string, JsonValue>>;
  const right = after as Readonly<Record<string, JsonValue>>;
  for (const key of Object.keys(left)) {
    const at = `${pointer}/${escapeKey(key)}`;
    const old = left[key] as JsonValue;
    if (Object.hasOwn(right, key)) compare(old, right[key] as JsonValue, at, changes);
    else changes.push({ op: 'remove', pointer: at, before: old });
  }
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key))
      changes.push({ op: 'add', pointer: `${pointer}/${escapeKey(key)}`, after: right[key] as JsonValue });
  }
}

function isContainer(value: JsonValue): value is Exclude<JsonValue, null | boolean | number | string> {
  return typeof value === 'object' && value !== null;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
