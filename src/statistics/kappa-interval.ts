import type { Random } from '../domain/values/random.ts';
import type { AgreementTable } from './agreement-table.ts';
import { type BootstrapOptions, bootstrapInterval, type Interval } from './bootstrap-interval.ts';
import { cohensKappa } from './cohens-kappa.ts';

/** Cohen's kappa of answers against known truth; undefined when one class is all there is. */
export function kappaOf({
  truePositives,
  falseNegatives,
  trueNegatives,
  falsePositives,
}: AgreementTable): number | undefined {
  return cohensKappa([
    [truePositives, falseNegatives],
    [falsePositives, trueNegatives],
  ]);
}

/**
 * Interval of kappa by a bootstrap that draws each class apart, since the labels were chosen and the answers were not. The
 * rates it draws from count half an answer more on either side: drawn from the table alone, ten answers without a mistake
 * would claim an interval of no width. Undefined when one class is empty.
 */
export function kappaInterval(table: AgreementTable, options: BootstrapOptions): Interval | undefined {
  const positives = table.truePositives + table.falseNegatives;
  const negatives = table.trueNegatives + table.falsePositives;
  if (positives === 0 || negatives === 0) return undefined;
  const found = (table.truePositives + 0.5) / (positives + 1);
  const spared = (table.trueNegatives + 0.5) / (negatives + 1);
  return bootstrapInterval((random) => {
    const truePositives = drawCount(positives, found, random);
    const trueNegatives = drawCount(negatives, spared, random);
    const falseNegatives = positives - truePositives;
    const falsePositives = negatives - trueNegatives;
    return kappaOf({ truePositives, falseNegatives, trueNegatives, falsePositives });
  }, options);
}

function drawCount(trials: number, chance: number, random: Random): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random.next() < chance) count += 1;
  return count;
}
