import { equalJson } from '../../../domain/values/canonical.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { MatchOptions } from '../arguments/match-options.ts';
import { assignPairs } from '../pairing/assign.ts';
import { recordHolds, targetOf } from './assigning-tools.ts';
import { type EffectCall, idArguments } from './effect-call.ts';
import { type DroppedWrite, type EffectiveWrites, type EffectOptions, effectiveWrites } from './effective-writes.ts';
import { isOrderBound, type MadeWrite } from './made-writes.ts';
import { changedLeaves, leavesOf } from './record-state.ts';
import { argumentsTest, differingKeys } from './same-arguments.ts';

/** A write of the reference; its arguments may hold matchers. */
export type WantedWrite = { tool: string; arguments?: JsonValue | undefined };

export type EquivalenceOptions = EffectOptions & {
  /**
   * `equal` (the default): the same effect and no other · `subset`: at least the effect of the expected writes, where the
   * goal is a state that other writes do not disturb. One write then serves all expected ones that are equal.
   */
  mode?: 'equal' | 'subset' | undefined;
  /**
   * Whether the names that tools give to what they make, such as the number of a new order, are a part of the effect: then
   * (`counted`) one tool's makings have to come in the expected order. Default `free`.
   */
  newNames?: 'free' | 'counted' | undefined;
  /** How arguments are compared. Lists of single values have no order in any case. */
  match?: MatchOptions | undefined;
};

export type WritesEquivalence = {
  equivalent: boolean;
  /** Expected writes without a call that has their effect. */
  missing: readonly WantedWrite[];
  /** Writes with an effect that nothing expected has; no fault with `subset`. */
  surplus: readonly EffectCall[];
  /** Expected writes of one record that were made in another order, which comes to something else. */
  misplaced: readonly WantedWrite[];
  /** Expected writes that were not made, since the record is as they would leave it. */
  already: readonly WantedWrite[];
  /** Writes that were left out of the comparison, each with the reason. */
  dropped: readonly DroppedWrite[];
};

/**
 * Whether `calls` (all calls in order, reads too) leave behind what the expected writes would: the order of writes is
 * free where they touch different places, and writes without an effect count on neither side. What only a world could tell, such as two different ways to
 * the same state, is a difference here.
 */
export function equivalentWrites(
  expected: readonly WantedWrite[],
  calls: readonly EffectCall[],
  { mode = 'equal', match = {}, newNames = 'free', assigns }: EquivalenceOptions = {},
): WritesEquivalence {
  const effective = effectiveWrites(calls, { assigns });
  const wanted = mode === 'subset' ? distinctWrites(expected) : expected;
  const asItEnded = compareWrites(lastingWrites(wanted, effective), effective, { mode, match, newNames });
  const { dropped } = effective;
  if (asItEnded.equivalent || !dropped.some(wasReverted)) return asItEnded;
  // A reference may itself do and undo something, and then this is what was expected.
  const whole = {
    ...effective,
    kept: [...effective.kept, ...dropped.filter(wasReverted)],
    dropped: dropped.filter((write) => !wasReverted(write)),
  };
  const asItWent = compareWrites(wanted, whole, { mode: 'equal', match, newNames });
  return asItWent.equivalent ? asItWent : asItEnded;
}

function wasReverted({ why }: DroppedWrite): boolean {
  return why === 'undone' || why === 'overwritten';
}

/** The reference writes that its own later ones leave in place: of a tool that assigns, the last to each record. */
function lastingWrites(expected: readonly WantedWrite[], { assigns, final }: EffectiveWrites): WantedWrite[] {
  return expected.filter(({ tool, arguments: given }, index) => {
    if (!assigns(tool)) return true;
    const target = targetOf(given, final);
    const later = expected.slice(index + 1);
    return !later.some((other) => other.tool === tool && targetOf(other.arguments, final) === target);
  });
}

type Comparison = Required<Pick<EquivalenceOptions, 'mode' | 'match' | 'newNames'>>;

function compareWrites(
  expected: readonly WantedWrite[],
  { kept, dropped, final }: EffectiveWrites,
  { mode = 'equal', match = {}, newNames = 'free' }: Comparison,
): WritesEquivalence {
  const spare = dropped.filter((write) => isSpare(write, { kept, dropped }));
  const offered: readonly MadeWrite[] = [...kept, ...spare];
  // A write with an effect weighs twice: the greatest sum then serves all of both sides where that can be done.
  const weights = expected.map((write) => {
    const hasEffect = effectTest(write, match);
    return offered.map((made, column) => (hasEffect(made) ? (column < kept.length ? 2 : 1) : 0));
  });
  const columns = assignPairs(expected.length, offered.length, (row, column) => weights[row]?.[column] ?? 0);
  const weightOf = (row: number) => weights[row]?.[columns[row] ?? -1] ?? 0;
  const served = new Set(columns.filter((_, row) => weightOf(row) > 0));
  const surplus = kept.filter((_, column) => !served.has(column)).map(({ call }) => call);
  const unserved = expected.filter((_, row) => weightOf(row) === 0);
  const idle = expected.filter((_, row) => weightOf(row) < 2);
  const already = unserved.filter((write) => isAlreadySo(write, idle, { final, match }));
  const missing = unserved.filter((write) => !already.includes(write));
  const pairs = expected.flatMap((write, row) =>
    weightOf(row) === 2 ? [{ write, made: offered[columns[row] as number] as MadeWrite }] : [],
  );
  const misplaced = mode === 'subset' ? [] : misplacedWrites(pairs, newNames);
  const equivalent = missing.length + misplaced.length === 0 && (mode === 'subset' || surplus.length === 0);
  return { equivalent, missing, surplus, misplaced, already, dropped };
}

/** Whether a write without an effect of its own states what still stands at the end, and so may serve an expected write. */
function isSpare(write: DroppedWrite, { kept, dropped }: Pick<EffectiveWrites, 'kept' | 'dropped'>): boolean {
  if (write.why === 'repeated') return kept.some((other) => other === write.repeats);
  if (write.why !== 'no_effect') return false;
  return ![...kept, ...dropped.filter(wasReverted)].some(
    ({ at, call, record }) => at > write.at && call.name === write.call.name && record?.id === write.record?.id,
  );
}

/** Expected writes that were made before one that they build on: in the other order they come to something else. */
function misplacedWrites(
  pairs: readonly { write: WantedWrite; made: MadeWrite }[],
  newNames: 'free' | 'counted',
): WantedWrite[] {
  const isBound = (left: MadeWrite, right: MadeWrite) =>
    isOrderBound(left, right) ||
    (newNames === 'counted' && left.creates && right.creates && left.call.name === right.call.name);
  return pairs.flatMap(({ write, made }, index) => {
    const isLate = pairs
      .slice(0, index)
      .some((other) => other.made.at > made.at && !isSameWrite(other.write, write) && isBound(other.made, made));
    return isLate ? [write] : [];
  });
}

function distinctWrites(writes: readonly WantedWrite[]): WantedWrite[] {
  return writes.filter((write, index) => writes.findIndex((other) => isSameWrite(other, write)) === index);
}

function isSameWrite(left: WantedWrite, right: WantedWrite): boolean {
  return left.tool === right.tool && equalJson(left.arguments ?? null, right.arguments ?? null);
}

function effectTest({ tool, arguments: wanted }: WantedWrite, match: MatchOptions): (made: MadeWrite) => boolean {
  const isSame = argumentsTest(wanted, match);
  return (made) => {
    const { call, record } = made;
    if (tool !== call.name) return false;
    if (isSame(call.arguments)) return true;
    if (record === undefined) return false;
    const differing = differingKeys(wanted, call.arguments, match);
    return differing.length > 0 && differing.every((key) => leftNoTrace(key, made));
  };
}

/**
 * Whether an argument counted for nothing: the record shows all that the call changed, and its text stands nowhere in
 * it, such as the means of payment where nothing was to be paid.
 */
function leftNoTrace(key: string, { call, record }: MadeWrite): boolean {
  const value = isObject(call.arguments) && Object.hasOwn(call.arguments, key) ? call.arguments[key] : undefined;
  if (record === undefined || typeof value !== 'string' || Object.hasOwn(record.after, key)) return false;
  if ([...leavesOf(record.after).values()].includes(value)) return false;
  return [...changedLeaves(record.before, record.after).keys()].every((pointer) => !pointer.endsWith(`/${key}`));
}

type Shown = { final: ReadonlyMap<string, JsonObject>; match: MatchOptions };

/**
 * Whether the record, as it was shown last, holds each expected argument under its own name, so that the write would
 * change nothing; or whether a later one without effect, which the record shows too, replaces what this one would change.
 */
function isAlreadySo(write: WantedWrite, idle: readonly WantedWrite[], { final, match }: Shown): boolean {
  const isShown = ({ arguments: wanted }: WantedWrite) => recordHolds(wanted, final, match);
  if (isShown(write)) return true;
  const later = idle.slice(idle.indexOf(write) + 1);
  return later.some((other) => replaces(other, write) && isShown(other));
}

function replaces(later: WantedWrite, earlier: WantedWrite): boolean {
  if (later.tool !== earlier.tool || !isObject(later.arguments) || !isObject(earlier.arguments)) return false;
  const keys = Object.keys(later.arguments);
  return (
    Object.keys(earlier.arguments).every((key) => keys.includes(key)) &&
    equalJson(idArguments(later.arguments), idArguments(earlier.arguments))
  );
}
