import { equalJson } from '../../../domain/values/canonical.ts';
import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { answerOf, type EffectCall, idArguments, isIdKey, isScalar } from './effect-call.ts';

/** A record as a result showed it. Two results with one `id` show the same record. */
export type RecordState = { id: string; value: JsonObject };

/**
 * The record that a call's result shows: a JSON object, or the text of one. It is named by its first key that is an id,
 * or by the only id among the call's arguments; a result that is named by neither shows no record.
 */
export function recordShown(call: EffectCall): RecordState | undefined {
  const value = objectOf(answerOf(call));
  if (value === undefined) return undefined;
  const own = Object.keys(value).find((key) => isIdKey(key) && isScalar(value[key]));
  if (own !== undefined) return { id: recordId(own, value[own] as JsonValue), value };
  const given = Object.entries(idArguments(call.arguments));
  const [first] = given;
  return given.length === 1 && first !== undefined ? { id: recordId(...first), value } : undefined;
}

export function recordId(key: string, value: JsonValue): string {
  return `${key}=${String(value)}`;
}

function objectOf(answer: JsonValue | undefined): JsonObject | undefined {
  if (isObject(answer)) return answer;
  if (typeof answer !== 'string' || !/^\s*\{/.test(answer)) return undefined;
  const parsed = parseJson(answer);
  return parsed.status === 'parsed' && isObject(parsed.value) ? parsed.value : undefined;
}

/** Whether `after` is a view of the record that shows all that `before` shows. */
export function isSameView(before: JsonObject, after: JsonObject): boolean {
  return Object.keys(before).every((key) => Object.hasOwn(after, key));
}

/** The places, as JSON Pointers, where two states of a record differ, with what stands there in each. */
export function changedLeaves(
  before: JsonValue,
  after: JsonValue,
): Map<string, { before?: JsonValue | undefined; after?: JsonValue | undefined }> {
  const [left, right] = [leavesOf(before), leavesOf(after)];
  const changed = new Map<string, { before?: JsonValue | undefined; after?: JsonValue | undefined }>();
  for (const pointer of new Set([...left.keys(), ...right.keys()])) {
    const [old, now] = [left.get(pointer), right.get(pointer)];
    if (old === undefined || now === undefined || !equalJson(old, now))
      changed.set(pointer, { before: old, after: now });
  }
  return changed;
}

/** All values that hold no other values, by JSON Pointer; an empty list or object is a leaf as well. */
export function leavesOf(value: JsonValue): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  walkLeaves(value, (leaf, pointer) => {
    leaves.set(pointer, leaf);
  });
  return leaves;
}
