import {
  balancedAccuracy,
  balancedAccuracyInterval,
  sensitivity,
  specificity,
} from '../../../src/statistics/agreement-table.ts';
import { type Judged, judgeItem } from './judge-item.ts';
import type { Item } from './read-items.ts';

export type LabelledRow = {
  set: string;
  items: number;
  /** Share of unfaithful answers with a finding, 0 to 1. */
  recall: number | undefined;
  /** Share of faithful answers with a finding, 0 to 1. */
  falsePositives: number | undefined;
  balancedAccuracy: number | undefined;
  interval: { low: number; high: number } | undefined;
  /** Share of findings in unfaithful answers that touch a labelled span, 0 to 1; absent where spans are not labelled. */
  spanPrecision: number | undefined;
  judged: readonly Judged[];
};

/** Answers that people labelled: an answer is called unfaithful when it has a finding of at least this confidence. */
export function measureLabelled(
  items: readonly Item[],
  { minConfidence = 0, combiner = false }: { minConfidence?: number; combiner?: boolean } = {},
): LabelledRow[] {
  const sets = new Map<string, Item[]>();
  for (const item of items) sets.set(item.set, [...(sets.get(item.set) ?? []), item]);
  return [...sets].map(([set, members]) => {
    const judged = members.map((item) => judgeItem(item, { combiner }));
    const isFlagged = ({ findings }: Judged): boolean => findings.some(({ confidence }) => confidence >= minConfidence);
    const count = (label: Item['label'], flagged: boolean): number =>
      judged.filter((one) => one.item.label === label && isFlagged(one) === flagged).length;
    const table = {
      truePositives: count('unfaithful', true),
      falseNegatives: count('unfaithful', false),
      falsePositives: count('faithful', true),
      trueNegatives: count('faithful', false),
    };
    const spared = specificity(table);
    return {
      set,
      items: members.length,
      recall: sensitivity(table),
      falsePositives: spared === undefined ? undefined : 1 - spared,
      balancedAccuracy: balancedAccuracy(table),
      interval: balancedAccuracyInterval(table),
      spanPrecision: spanPrecisionOf(judged, minConfidence),
      judged,
    };
  });
}

function spanPrecisionOf(judged: readonly Judged[], minConfidence: number): number | undefined {
  const marked = judged.filter(({ item }) => item.spans.length > 0 || item.label === 'faithful');
  if (!marked.some(({ item }) => item.spans.length > 0)) return undefined;
  const findings = marked.flatMap(({ item, findings }) =>
    findings
      .filter(({ confidence }) => confidence >= minConfidence)
      .map((finding) => item.spans.some((span) => finding.start < span.end && span.start < finding.end)),
  );
  return findings.length === 0 ? undefined : findings.filter((touches) => touches).length / findings.length;
}
