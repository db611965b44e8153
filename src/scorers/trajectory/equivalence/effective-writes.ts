import { canonicalText, equalJson } from '../../../domain/values/canonical.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { assigningTools, recordHolds, targetOf } from './assigning-tools.ts';
import { answerOf, type EffectCall } from './effect-call.ts';
import { type MadeWrite, readWriteHistory, type WriteHistory } from './made-writes.ts';
import { areOppositeAnswers, areOppositeTools } from './opposites.ts';
import { recordShown } from './record-state.ts';

/**
 * `failed` the tool refused it, or nothing is known of a result · `no_effect` its result shows the record as it was ·
 * `repeated` the same call again, with the same result · `undone` a later write brought back what was there before ·
 * `overwritten` a later write of a tool that only
 * puts its arguments in place replaced it.
 */
export type NoEffect = 'failed' | 'no_effect' | 'repeated' | 'undone' | 'overwritten';

export type DroppedWrite = MadeWrite & {
  why: NoEffect;
  /** The write that it repeats. */
  repeats?: MadeWrite | undefined;
};

export type EffectiveWrites = Pick<WriteHistory, 'initial' | 'final'> & {
  /** The writes that the final state is made of, in order. */
  kept: readonly MadeWrite[];
  /** The other ones, each with the reason, in the order in which they lost their effect. */
  dropped: readonly DroppedWrite[];
  /** Whether only the last write of a tool to a record counts. */
  assigns(tool: string): boolean;
};

export type EffectOptions = {
  /**
   * Tools that replace one value, so that only the last call with the same ids counts: `set_mode`. Other ones are found by
   * what results show of records, see `assigningTools`.
   */
  assigns?: ((tool: string) => boolean) | undefined;
};

type Ledger = Pick<EffectiveWrites, 'initial' | 'final' | 'assigns'> & {
  kept: Set<MadeWrite>;
  dropped: DroppedWrite[];
  /** Kept writes, and some that are no longer kept: of each record, of a tool to one target, and with the same arguments. */
  byRecord: Map<string, MadeWrite[]>;
  byTarget: Map<string, MadeWrite[]>;
  byArguments: Map<string, MadeWrite[]>;
};

/**
 * The writes among `calls` that the final state is made of. `calls` are all calls in order, reads too, since reads show
 * what a record was before a write. A tool of unknown effect counts as a write. Judges by results only: what a result
 * does not show is taken as an effect.
 */
export function effectiveWrites(calls: readonly EffectCall[], options: EffectOptions = {}): EffectiveWrites {
  const { writes, failed, initial, final } = readWriteHistory(calls);
  const evident = assigningTools(writes);
  const assigns = (tool: string) => evident.has(tool) || options.assigns?.(tool) === true;
  const dropped = failed.map((write): DroppedWrite => ({ ...write, why: 'failed' }));
  const ledger: Ledger = {
    kept: new Set(),
    dropped,
    initial,
    final,
    assigns,
    byRecord: new Map(),
    byTarget: new Map(),
    byArguments: new Map(),
  };
  for (const write of writes) addWrite(ledger, write);
  for (const write of [...ledger.kept]) {
    // Back to what it was at first, while other writes to the record stand.
    if (assigns(write.call.name) && recordHolds(write.call.arguments, initial)) drop(ledger, write, 'undone');
  }
  return { kept: [...ledger.kept], dropped, initial, final, assigns };
}

function addWrite(ledger: Ledger, write: MadeWrite): void {
  const { call } = write;
  const sameTarget = listIn(ledger.byTarget, `${call.name} ${targetOf(call.arguments, ledger.final)}`);
  const previous = lastKept(ledger, sameTarget);
  if (previous !== undefined && isRepeat(previous.call, call)) {
    ledger.dropped.push({ ...write, why: 'repeated', repeats: previous });
    return;
  }
  const sameArguments = listIn(ledger.byArguments, canonicalText(call.arguments ?? null));
  if (cancelsEarlier(ledger, write, sameArguments)) return;
  const history = listIn(ledger.byRecord, recordShown(call)?.id ?? '');
  if (undoesHistory(ledger, write, history)) return;
  if (previous !== undefined && ledger.assigns(call.name)) drop(ledger, previous, 'overwritten');
  ledger.kept.add(write);
  for (const list of [sameTarget, sameArguments, history]) list.push(write);
}

function listIn(lists: Map<string, MadeWrite[]>, key: string): MadeWrite[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** What is no longer kept at the end of the list is taken off it. */
function lastKept({ kept }: Ledger, list: MadeWrite[]): MadeWrite | undefined {
  for (let last = list.at(-1); last !== undefined; last = list.at(-1)) {
    if (kept.has(last)) return last;
    list.pop();
  }
  return undefined;
}

function isRepeat(earlier: EffectCall, later: EffectCall): boolean {
  return (
    sameJson(earlier.arguments, later.arguments) &&
    answerOf(earlier) !== undefined &&
    sameJson(answerOf(earlier), answerOf(later))
  );
}

/** A switch turned back, or the opposite tool with the same arguments. */
function cancelsEarlier(ledger: Ledger, write: MadeWrite, sameArguments: readonly MadeWrite[]): boolean {
  const { call } = write;
  const earlier = sameArguments.findLast(
    (one) => ledger.kept.has(one) && (one.call.name === call.name || areOppositeTools(one.call.name, call.name)),
  );
  if (earlier === undefined) return false;
  if (earlier.call.name === call.name && !areOppositeAnswers(earlier.call, call)) return false;
  drop(ledger, earlier, 'undone');
  ledger.dropped.push({ ...write, why: 'undone' });
  return true;
}

/**
 * Whether the record already held all arguments, while it was last seen before another write that explains the rest.
 */
function changesNothingItself({ call, record }: MadeWrite): boolean {
  if (record === undefined || record.isFresh) return false;
  return recordHolds(call.arguments, new Map([[record.id, record.before]]));
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
  if (!equalJson(record.before, record.after) && !changesNothingItself(write)) return false;
  ledger.dropped.push({ ...write, why: 'no_effect' });
  return true;
}

function drop({ kept, dropped }: Ledger, write: MadeWrite, why: NoEffect): void {
  if (kept.delete(write)) dropped.push({ ...write, why });
}

function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalJson(left, right);
}
