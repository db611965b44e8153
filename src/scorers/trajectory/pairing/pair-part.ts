import type { MadeCall } from '../made-call.ts';
import type { Layout } from '../specification/call-plan.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { findRetries, isForbidden } from './extra-calls.ts';
import { isFilled, type LayoutPairing, type PairRules } from './layout-pairing.ts';
import { pairLayout } from './pair-layout.ts';
import { pairMessages } from './pair-messages.ts';

/** What the calls of one part came to: the session, or one turn. */
export type PartJudgement<Call extends MadeCall = MadeCall> = {
  /** What is told of: everything that had to be called, and what else was. */
  expected: readonly CompiledCall[];
  /** Index in `calls` of the specification, by expectation. */
  items: readonly number[];
  pairs: readonly (Call | undefined)[];
  isWhole: boolean;
  /** Everything is as it should be. */
  passed: boolean;
  extras: readonly Call[];
  retries: readonly Call[];
  forbidden: readonly Call[];
  /** Indexes into `expected`. */
  misplaced: readonly number[];
  counts: PartCounts;
};
export type PartCounts = {
  /** Calls that had to be made, and optional ones that were. */
  expected: number;
  /** Calls, without attempts that were tried again. */
  made: number;
  matched: number;
  /** Sum of credits. */
  credit: number;
  /** Cost of changing what was expected into what was made, and the most that it can be. */
  edits: number;
  mostEdits: number;
};

type Problem<Call> = { layouts: readonly Layout[]; calls: readonly Call[]; rules: PairRules; isByMessage: boolean };

/** Judges calls by that way to fulfil a part which they come nearest to; the way listed first where two are equally near. */
export function pairPart<Call extends MadeCall>({
  layouts,
  calls,
  rules,
  isByMessage,
}: Problem<Call>): PartJudgement<Call> {
  let best: PartJudgement<Call> | undefined;
  for (const layout of layouts) {
    const pairing = isByMessage ? pairMessages(layout, calls, rules) : pairLayout(layout, calls, rules);
    const judged = judgePairing(pairing, calls, rules);
    if (best === undefined || isNearer(judged, best)) best = judged;
    if (best.passed && layouts.length === 1) break;
  }
  if (best === undefined) throw new Error('a part has at least one layout');
  return best;
}

/** By numbers alone, so that the order in which ways are listed decides nothing that is counted. */
function isNearer(one: PartJudgement, other: PartJudgement): boolean {
  const [a, b] = [rankOf(one), rankOf(other)];
  const at = a.findIndex((figure, index) => figure !== b[index]);
  return at >= 0 && (a[at] as number) > (b[at] as number);
}

function rankOf({ passed, isWhole, counts }: PartJudgement): number[] {
  const { edits, matched, expected, credit, made, mostEdits } = counts;
  return [Number(passed), Number(isWhole), -edits, matched, credit, -expected, -made, -mostEdits];
}

function judgePairing<Call extends MadeCall>(
  pairing: LayoutPairing,
  calls: readonly Call[],
  rules: PairRules,
): PartJudgement<Call> {
  const { layout, columns, isWhole, choice } = pairing;
  const expected: CompiledCall[] = [];
  const items: number[] = [];
  const pairs: (Call | undefined)[] = [];
  const misplaced: number[] = [];
  const used = new Uint8Array(calls.length);
  for (let slot = 0; slot < layout.slots.length; slot += 1) {
    const { required, item, choices } = layout.slots[slot] as Layout['slots'][number];
    const column = columns[slot] as number;
    if (column < 0 && !required) continue;
    if (pairing.misplaced.includes(slot)) misplaced.push(expected.length);
    expected.push(column < 0 ? missingCall(choices) : choice(slot, column));
    items.push(item);
    pairs.push(column < 0 ? undefined : calls[column]);
    if (column >= 0) used[column] = 1;
  }
  const rest = pairs.length < calls.length || !isWhole ? calls.filter((_, column) => used[column] === 0) : [];
  const retries =
    rest.length === 0 || !rules.foldRetries ? [] : findRetries(rest, calls, (call) => pairs.includes(call));
  const extras = retries.length === 0 ? rest : rest.filter((call) => !retries.includes(call));
  const forbidden = extras.filter((call) => isForbidden(call, rules));
  const counts = countPart(pairing, calls, retries);
  return {
    expected,
    items,
    pairs,
    isWhole,
    passed: isWhole && forbidden.length === 0,
    extras,
    retries,
    forbidden,
    misplaced,
    counts,
  };
}

/** Of several ways to fill a place, none was taken: it is told as all of them. */
function missingCall(choices: readonly CompiledCall[]): CompiledCall {
  const [first] = choices as readonly [CompiledCall];
  return choices.length === 1 ? first : { ...first, text: choices.map(({ text }) => text).join(' or ') };
}

function countPart<Call extends MadeCall>(
  { layout, matched, edited, editCost, credit }: LayoutPairing,
  calls: readonly Call[],
  retries: readonly Call[],
): PartCounts {
  let [required, optionalMatched, optionalEdited, missing, count] = [0, 0, 0, 0, 0];
  for (let slot = 0; slot < layout.slots.length; slot += 1) {
    if (isFilled(matched, slot)) count += 1;
    if (layout.slots[slot]?.required === true) {
      required += 1;
      if (!isFilled(edited, slot)) missing += 1;
    } else {
      if (isFilled(matched, slot)) optionalMatched += 1;
      if (isFilled(edited, slot)) optionalEdited += 1;
    }
  }
  const made = calls.length - retries.length;
  const surplus = Math.max(0, made - (required - missing) - optionalEdited);
  return {
    expected: required + optionalMatched,
    made,
    matched: count,
    credit,
    edits: editCost + missing + surplus,
    mostEdits: required + optionalEdited + made,
  };
}
