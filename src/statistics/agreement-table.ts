import { type ShareInterval, wilsonInterval } from './wilson-interval.ts';

/** Answers against known truth: how many of each class were told right (`true…`) and wrong (`false…`). */
export type AgreementTable = {
  truePositives: number;
  falseNegatives: number;
  trueNegatives: number;
  falsePositives: number;
};

/** Share of the positives that were told as such, 0 to 1; undefined without positives. */
export function sensitivity({ truePositives, falseNegatives }: AgreementTable): number | undefined {
  return shareOf(truePositives, truePositives + falseNegatives);
}

/** Share of the negatives that were told as such, 0 to 1; undefined without negatives. */
export function specificity({ trueNegatives, falsePositives }: AgreementTable): number | undefined {
  return shareOf(trueNegatives, trueNegatives + falsePositives);
}

/**
 * Mean of sensitivity and specificity, 0 to 1; guessing comes to 0.5 however uneven the classes are. Undefined when one
 * class is empty. Source: Brodersen and others, "The balanced accuracy and its posterior distribution", ICPR 2010.
 */
export function balancedAccuracy(table: AgreementTable): number | undefined {
  const [found, spared] = [sensitivity(table), specificity(table)];
  return found === undefined || spared === undefined ? undefined : (found + spared) / 2;
}

/**
 * Interval of the balanced accuracy, from the Wilson intervals of its two halves by the method of variance estimates
 * recovery; it stays open for a table without a mistake. Undefined when one class is empty. Source: Zou and Donner,
 * "Construction of confidence limits about effect measures", Statistics in Medicine 27 (2008), equation for a sum.
 */
export function balancedAccuracyInterval(
  table: AgreementTable,
  { confidence = 0.95 }: { confidence?: number } = {},
): ShareInterval | undefined {
  const { truePositives, falseNegatives, trueNegatives, falsePositives } = table;
  const middle = balancedAccuracy(table);
  if (middle === undefined) return undefined;
  const found = wilsonInterval(truePositives, truePositives + falseNegatives, { confidence });
  const spared = wilsonInterval(trueNegatives, trueNegatives + falsePositives, { confidence });
  const [a = 0, b = 0] = [sensitivity(table), specificity(table)];
  return {
    low: Math.max(0, middle - Math.hypot(a - found.low, b - spared.low) / 2),
    high: Math.min(1, middle + Math.hypot(found.high - a, spared.high - b) / 2),
  };
}

function shareOf(count: number, all: number): number | undefined {
  return all === 0 ? undefined : count / all;
}
