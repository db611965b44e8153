import type { JsonObject } from '../../../domain/values/json-value.ts';
import type { EffectCall } from './effect-call.ts';
import { changedLeaves, isSameView, leavesOf, recordShown } from './record-state.ts';

/** A record before and after a write, as results showed it. */
export type RecordChange = {
  id: string;
  before: JsonObject;
  after: JsonObject;
  /** No other record was written since `before` was shown, so that all that differs comes of this write. */
  isFresh: boolean;
};

/** A write that succeeded. */
export type MadeWrite = {
  call: EffectCall;
  /** Position among all calls, from 0. */
  at: number;
  record?: RecordChange | undefined;
  /** It made a record, whose name it chose itself. */
  creates: boolean;
};

export type WriteHistory = {
  writes: readonly MadeWrite[];
  /** Writes that the tool refused, or of which no result is known. */
  failed: readonly MadeWrite[];
  /** Each record as it was shown before the first write to it, by its id: `order_id=A-1`. */
  initial: ReadonlyMap<string, JsonObject>;
  /** Each record as it was shown last. */
  final: ReadonlyMap<string, JsonObject>;
};

/** Reads all calls in order: what was written, and what results showed of records around it. */
export function readWriteHistory(calls: readonly EffectCall[]): WriteHistory {
  const [writes, failed]: [MadeWrite[], MadeWrite[]] = [[], []];
  const initial = new Map<string, JsonObject>();
  const shownAt = new Map<string, { value: JsonObject; at: number }>();
  let lastOther = { at: -1, id: '' };
  for (const [at, call] of calls.entries()) {
    const isWrite = call.effect !== 'read';
    if (call.outcome !== 'ok') {
      if (isWrite) failed.push({ call, at, creates: false });
      continue;
    }
    const shown = recordShown(call);
    const before = shown && shownAt.get(shown.id);
    if (shown !== undefined) {
      if (!isWrite && before === undefined) initial.set(shown.id, shown.value);
      shownAt.set(shown.id, { value: shown.value, at });
    }
    if (!isWrite) continue;
    const isFresh = before !== undefined && (lastOther.at <= before.at || lastOther.id === shown?.id);
    if (shown !== undefined && before !== undefined && isSameView(before.value, shown.value)) {
      const record = { id: shown.id, before: before.value, after: shown.value, isFresh };
      writes.push({ call, at, record, creates: false });
    } else {
      writes.push({ call, at, creates: shown !== undefined && before === undefined && namesItself(call, shown.id) });
    }
    lastOther = { at, id: shown?.id ?? '' };
  }
  const final = new Map([...shownAt].map(([id, { value }]) => [id, value]));
  return { writes, failed, initial, final };
}

function namesItself(call: EffectCall, id: string): boolean {
  const name = id.slice(id.indexOf('=') + 1);
  return ![...leavesOf(call.arguments ?? null).values()].some((value) => String(value) === name);
}

/** Whether two writes may come to something else in another order: they changed, or added to, the same place of a record. */
export function isOrderBound(left: MadeWrite, right: MadeWrite): boolean {
  if (left.record === undefined || right.record === undefined || left.record.id !== right.record.id) return false;
  const places = placesOf(left.record);
  return [...placesOf(right.record)].some((place) => places.has(place));
}

/** Changed places; all that lies in one list is one place, since what is added to a list has its place by order. */
function placesOf({ before, after }: RecordChange): Set<string> {
  return new Set([...changedLeaves(before, after).keys()].map((pointer) => pointer.replace(/\/\d+(?:\/.*)?$/, '/*')));
}
