import { equalJson } from '../../../domain/values/canonical.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { answerOf, type EffectCall, idArguments } from './effect-call.ts';
import { areOppositeAnswers, areOppositeTools } from './opposites.ts';
import { changedLeaves, isSameView, leavesOf, recordShown } from './record-state.ts';

/**
 * `failed` the tool refused it, or nothing is known of a result · `no_effect` its result shows the record as it was ·
 * `repeated` the same call again, with the same result · `undone` a later write brought back what was there before ·
 * `overwritten` a later write replaced all that it had changed.
 */
export type NoEffect = 'failed' | 'no_effect' | 'repeated' | 'undone' | 'overwritten';

/** A write that succeeded, and the record before and after it where results showed one. */
export type MadeWrite = {
  call: EffectCall;
  record?: { before: JsonObject; after: JsonObject } | undefined;
};
export type DroppedWrite = MadeWrite & { why: NoEffect };

export type EffectiveWrites = {
  /** The writes that the final state is made of, in order. */
  kept: readonly MadeWrite[];
  /** The other ones, each with the reason, in the order in which they lost their effect. */
  dropped: readonly DroppedWrite[];
  /** Each record as it was shown last, by its id: `order_id=A-1`. */
  records: ReadonlyMap<string, JsonObject>;
};

export type EffectOptions = {
  /**
   * Whether a tool replaces one value, so that only the last call with the same ids counts: `set_mode`. Without it only
   * results decide, by showing the record.
   */
  assigns?: ((tool: string) => boolean) | undefined;
};

type Ledger = {
  kept: MadeWrite[];
  dropped: DroppedWrite[];
  records: Map<string, JsonObject>;
  /** Writes of each record that still have an effect, in order. */
  byRecord: Map<string, MadeWrite[]>;
};

/**
 * The writes among `calls` that the final state is made of. `calls` are all calls in order, reads too, since reads show
 * what a record was before a write. A tool of unknown effect counts as a write. Judges by results only: what a result
 * does not show is taken as an effect.
 */
export function effectiveWrites(calls: readonly EffectCall[], options: EffectOptions = {}): EffectiveWrites {
  const ledger: Ledger = { kept: [], dropped: [], records: new Map(), byRecord: new Map() };
  for (const call of calls) {
    const isWrite = call.effect !== 'read';
    if (call.outcome !== 'ok') {
      if (isWrite) ledger.dropped.push({ call, why: 'failed' });
    } else if (isWrite) {
      addWrite(ledger, call, options);
    } else {
      const shown = recordShown(call);
      if (shown !== undefined) ledger.records.set(shown.id, shown.value);
    }
  }
  const { kept, dropped, records } = ledger;
  return { kept, dropped, records };
}

function addWrite(ledger: Ledger, call: EffectCall, { assigns }: EffectOptions): void {
  const shown = recordShown(call);
  const before = shown && ledger.records.get(shown.id);
  const isKnown = shown !== undefined && before !== undefined && isSameView(before, shown.value);
  const write: MadeWrite = isKnown ? { call, record: { before, after: shown.value } } : { call };
  if (shown !== undefined) ledger.records.set(shown.id, shown.value);
  const previous = ledger.kept.findLast(({ call: earlier }) => isSameTarget(earlier, call));
  if (previous !== undefined && isRepeat(previous.call, call)) {
    ledger.dropped.push({ ...write, why: 'repeated' });
    return;
  }
  if (cancelsEarlier(ledger, write)) return;
  if (assigns?.(call.name) && previous !== undefined) drop(ledger, previous, 'overwritten');
  const history = shown === undefined ? [] : historyOf(ledger, shown.id);
  if (undoesHistory(ledger, write, history)) return;
  for (let last = history.at(-1); last !== undefined && isOverwritten(last, write); last = history.at(-1)) {
    if (write.record !== undefined && last.record !== undefined) write.record.before = last.record.before;
    history.pop();
    drop(ledger, last, 'overwritten');
  }
  history.push(write);
  ledger.kept.push(write);
}

function historyOf({ byRecord }: Ledger, id: string): MadeWrite[] {
  const history = byRecord.get(id) ?? [];
  byRecord.set(id, history);
  return history;
}

function isSameTarget(earlier: EffectCall, later: EffectCall): boolean {
  return earlier.name === later.name && equalJson(idArguments(earlier.arguments), idArguments(later.arguments));
}

function isRepeat(earlier: EffectCall, later: EffectCall): boolean {
  return (
    sameJson(earlier.arguments, later.arguments) &&
    answerOf(earlier) !== undefined &&
    sameJson(answerOf(earlier), answerOf(later))
  );
}

/** A switch turned back, or the opposite tool with the same arguments. */
function cancelsEarlier(ledger: Ledger, write: MadeWrite): boolean {
  const { call } = write;
  const earlier = ledger.kept.findLast(
    (kept) =>
      sameJson(kept.call.arguments, call.arguments) &&
      (kept.call.name === call.name || areOppositeTools(kept.call.name, call.name)),
  );
  if (earlier === undefined) return false;
  if (earlier.call.name === call.name && !areOppositeAnswers(earlier.call, call)) return false;
  drop(ledger, earlier, 'undone');
  for (const history of ledger.byRecord.values()) {
    const index = history.indexOf(earlier);
    if (index >= 0) history.splice(index, 1);
  }
  ledger.dropped.push({ ...write, why: 'undone' });
  return true;
}

/** Drops all writes of a record since the moment when it was as it is now. */
function undoesHistory(ledger: Ledger, write: MadeWrite, history: MadeWrite[]): boolean {
  const { record } = write;
  if (record === undefined) return false;
  const start = history.findIndex((earlier) => earlier.record && equalJson(earlier.record.before, record.after));
  if (start >= 0) {
    for (const earlier of history.splice(start)) drop(ledger, earlier, 'undone');
    ledger.dropped.push({ ...write, why: 'undone' });
    return true;
  }
  if (!equalJson(record.before, record.after)) return false;
  ledger.dropped.push({ ...write, why: 'no_effect' });
  return true;
}

/**
 * Whether `later`, of the same tool, replaced all that `earlier` had changed: each place holds again what it held before,
 * or a value that the later arguments give. A total or a list that only grew keeps a trace of both.
 */
function isOverwritten(earlier: MadeWrite, later: MadeWrite): boolean {
  if (earlier.call.name !== later.call.name || !earlier.record || !later.record) return false;
  const given = [...leavesOf(later.call.arguments ?? null).values()];
  const now = leavesOf(later.record.after);
  for (const [pointer, { before }] of changedLeaves(earlier.record.before, earlier.record.after)) {
    const value = now.get(pointer);
    if (sameJson(value, before)) continue;
    if (value === undefined || !given.some((leaf) => equalJson(leaf, value))) return false;
  }
  return true;
}

function drop(ledger: Ledger, write: MadeWrite, why: NoEffect): void {
  const index = ledger.kept.indexOf(write);
  if (index < 0) return;
  ledger.kept.splice(index, 1);
  ledger.dropped.push({ ...write, why });
}

function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalJson(left, right);
}
