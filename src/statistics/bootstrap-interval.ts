import { type Random, randomFrom } from '../domain/values/random.ts';

/** Both ends of an interval, in the unit of what it is about. */
export type Interval = { low: number; high: number };

export type BootstrapOptions = {
  /** The same seed gives the same interval. */
  seed: number;
  /** How often a sample is drawn; default 2,000. */
  resamples?: number;
  confidence?: number;
};

/**
 * Percentile interval of a statistic, from samples that `draw` makes: the middle `confidence` of what it came to.
 * Samples of which there is no statistic are left out; undefined when that is more than half of them. Source: Efron and
 * Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13. Throws RangeError unless 0 < confidence < 1 and
 * resamples is a whole number from 1.
 */
export function bootstrapInterval(
  draw: (random: Random) => number | undefined,
  { seed, resamples = 2_000, confidence = 0.95 }: BootstrapOptions,
): Interval | undefined {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
  if (!Number.isInteger(resamples) || resamples < 1) throw new RangeError(`${resamples} resamples cannot be drawn`);
  const random = randomFrom(seed);
  const drawn: number[] = [];
  for (let count = 0; count < resamples; count += 1) {
    const value = draw(random);
    if (value !== undefined) drawn.push(value);
  }
  if (drawn.length * 2 <= resamples) return undefined;
  drawn.sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return { low: quantileOf(drawn, tail), high: quantileOf(drawn, 1 - tail) };
}

/** A sample of the same size, each item drawn from all of them: what a bootstrap of single items draws. */
export function resample<Item>(items: readonly Item[], random: Random): Item[] {
  return items.map(() => random.pick(items));
}

/** The smallest value that at least this share of the sorted list does not exceed. */
function quantileOf(sorted: readonly number[], share: number): number {
  const position = Math.ceil(sorted.length * share - 1e-9) - 1;
  return sorted[Math.min(Math.max(position, 0), sorted.length - 1)] ?? Number.NaN;
}
