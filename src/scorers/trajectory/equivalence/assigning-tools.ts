import { canonicalText, equalJson } from '../../../domain/values/canonical.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { idArguments } from './effect-call.ts';
import type { MadeWrite } from './made-writes.ts';
import { changedLeaves, recordId } from './record-state.ts';
import { sameArguments } from './same-arguments.ts';

/**
 * The tools that only put their arguments in place of what a record held: after each of their writes seen, every place
 * that changed holds an argument of the same name, and none was added or lost. Of such writes to one record only the last
 * counts. A tool that also charges, counts or logs is none.
 */
export function assigningTools(writes: readonly MadeWrite[]): ReadonlySet<string> {
  const assigning = new Map<string, boolean>();
  for (const { call, record } of writes) {
    const changed = record === undefined ? [] : [...changedLeaves(record.before, record.after)];
    if (record === undefined || changed.length === 0) continue;
    const isAssigned = changed.every(
      ([pointer, { before, after }]) =>
        before !== undefined && after !== undefined && isGivenAt(pointer, after, call.arguments),
    );
    // What differs may come of another write where the record was last seen before that.
    if (isAssigned || record.isFresh) assigning.set(call.name, isAssigned && assigning.get(call.name) !== false);
  }
  return new Set([...assigning].flatMap(([tool, isAssigning]) => (isAssigning ? [tool] : [])));
}

/** Whether what stands at a place of a record is the argument of that name, at any depth. */
function isGivenAt(pointer: string, value: JsonValue, given: JsonValue | undefined): boolean {
  return isGiven(pointer.slice(pointer.lastIndexOf('/') + 1), value, given);
}

function isGiven(key: string, value: JsonValue, given: JsonValue | undefined): boolean {
  if (isList(given)) return given.some((item) => isGiven(key, value, item));
  if (!isObject(given)) return false;
  return Object.entries(given).some(
    ([name, member]) => (name === key && equalJson(member, value)) || isGiven(key, value, member),
  );
}

/** What a write is about: the known record that one of its ids names, else all of its ids. */
export function targetOf(given: JsonValue | undefined, records: ReadonlyMap<string, JsonObject>): string {
  const ids = idArguments(given);
  for (const [key, value] of Object.entries(ids)) {
    if (records.has(recordId(key, value))) return recordId(key, value);
  }
  return canonicalText(ids);
}

/**
 * Whether the record that one of the ids names holds every other argument under its own name, at the top or one object
 * below, where a name means what the argument of that name means.
 */
export function recordHolds(
  given: JsonValue | undefined,
  records: ReadonlyMap<string, JsonObject>,
  match: Parameters<typeof sameArguments>[2] = {},
): boolean {
  if (!isObject(given)) return false;
  const ids = idArguments(given);
  const values = Object.entries(given).filter(([key]) => !Object.hasOwn(ids, key));
  if (values.length === 0) return false;
  return Object.entries(ids).some(([id, value]) => {
    const record = records.get(recordId(id, value));
    return record !== undefined && values.every(([key, wanted]) => holds(record, key, { wanted, match }));
  });
}

function holds(
  record: JsonObject,
  key: string,
  { wanted, match }: { wanted: JsonValue; match: Parameters<typeof sameArguments>[2] },
): boolean {
  return [record, ...Object.values(record).filter(isObject)].some(
    (place) => Object.hasOwn(place, key) && sameArguments({ [key]: wanted }, { [key]: place[key] as JsonValue }, match),
  );
}
