import type { PartJudgement } from './pairing/pair-part.ts';
import type { CallPlan, ScoreKind } from './specification/call-plan.ts';

/** The figures of a comparison. Shares are from 0 to 1. */
export type CallsNumbers = {
  /** Calls that had to be made, and optional ones that were. */
  expected: number;
  /** Calls that were made; attempts that were tried again are one with what came after. */
  made: number;
  /** Expectations that a call of their tool stands for. */
  paired: number;
  /** Expectations that a call fits in everything, in order: as many as can be. */
  matched: number;
  /** Expected calls that are told as missing. */
  missing: number;
  /** Calls that nothing asked for, whether they are let pass or not. */
  extra: number;
  /** `matched / expected`; 1 when nothing is expected. */
  recall: number;
  /** `matched / made`; when nothing is made, 1 if nothing is expected and else 0. */
  precision: number;
  /** Harmonic mean of the two. */
  f1: number;
  /** Sum of the credits of calls that keep the order, over `expected`: how much of the arguments is right. */
  credit: number;
  /**
   * `1 - cost / (expected + made)`: leaving out or adding a call costs 1, other arguments cost what is wrong of them, at
   * least 0.1.
   */
  editSimilarity: number;
};

/** The figures of all parts together. */
export function countCalls(
  parts: readonly Pick<PartJudgement, 'counts' | 'expected' | 'extras'>[],
  paired: number,
  { unit }: Pick<CallPlan, 'unit'>,
): CallsNumbers {
  let [expected, made, matched, credits, edits, mostEdits, told, extra] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const { counts, expected: rows, extras } of parts) {
    expected += counts.expected;
    made += counts.made;
    matched += counts.matched;
    credits += counts.credit;
    edits += counts.edits;
    mostEdits += counts.mostEdits;
    told += rows.length;
    extra += extras.length;
  }
  const recall = share(matched, expected);
  const precision = made === 0 ? (expected === 0 ? 1 : 0) : matched / made;
  // A message that is wrong as a whole has no call that counts, however well its calls fit.
  const credit = unit === 'step' && matched === expected ? 1 : share(credits, expected);
  return {
    expected,
    made,
    paired,
    matched,
    missing: told - paired,
    extra,
    recall,
    precision,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    credit,
    editSimilarity: mostEdits === 0 ? 1 : Math.max(0, 1 - edits / mostEdits),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.min(1, part / whole);
}

/** What a specification asks for as its value; `pass` is the share of its parts that are all as expected. */
export function scoreValue(score: ScoreKind, numbers: CallsNumbers, parts: readonly { passed: boolean }[]): number {
  if (score === 'pass') return parts.length === 0 ? 1 : parts.filter(({ passed }) => passed).length / parts.length;
  return numbers[score];
}
