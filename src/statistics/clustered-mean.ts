import { randomFrom } from '../domain/values/random.ts';
import type { Interval } from './bootstrap-interval.ts';

/** A mean over groups, each of which counts alike however many values it has. */
export type ClusteredMean = {
  /** In the unit of the values. */
  mean: number;
  /** Groups that have a value. */
  clusters: number;
  /** Absent for a single group, and where all groups are equal: then nothing says how far another sample might lie. */
  interval?: Interval;
  /** How likely a mean at least so far from 0 is by chance alone, 0 to 1; absent as the interval is. */
  pValue?: number;
};

const UNBOUNDED: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

export type ClusteredMeanOptions = {
  /** The same seed gives the same interval. */
  seed: number;
  /** How often a sample is drawn; default 2,000. */
  resamples?: number;
  /** Default 0.95. */
  confidence?: number;
  /** What a mean cannot go beyond, such as 0 and 1 for a share; ends of the interval stay inside. */
  bounds?: Interval;
};

/**
 * Mean of the groups' means, with a studentised bootstrap interval that draws whole groups: trials of one scenario resemble
 * each other, so that they are no news of their own. It covers the true mean as often as it says from about 30 groups on;
 * with fewer it is a little too narrow. Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter
 * 12.5 (bootstrap-t). Returns undefined where no group has a value. Throws RangeError for a value that is no number, unless
 * 0 < confidence < 1, and unless resamples is a whole number from 1.
 */
export function clusteredMean(
  clusters: readonly (readonly number[])[],
  { seed, resamples = 2_000, confidence = 0.95, bounds = UNBOUNDED }: ClusteredMeanOptions,
): ClusteredMean | undefined {
  checkOptions(resamples, confidence);
  const means = clusters.filter(({ length }) => length > 0).map(meanOf);
  const [first] = means;
  if (first === undefined) return undefined;
  const mean = meanOf(means);
  const error = standardError(means, mean);
  const whole = { mean, clusters: means.length };
  if (!(error > 0)) return whole;
  const drawn = drawStudentised(means, { mean, error, seed, resamples });
  const tail = (1 - confidence) / 2;
  // A sample of equal groups has no error of its own and no place on the scale.
  if (drawn.length * 2 <= resamples) return whole;
  const own = Math.abs(mean / error);
  const asFar = drawn.filter((value) => Math.abs(value) >= own).length;
  return {
    ...whole,
    interval: {
      low: Math.max(bounds.low, mean - quantileOf(drawn, 1 - tail) * error),
      high: Math.min(bounds.high, mean - quantileOf(drawn, tail) * error),
    },
    pValue: (asFar + 1) / (drawn.length + 1),
  };
}

/** Distances of drawn means from the mean, each in its own standard errors, in ascending order. */
function drawStudentised(
  means: readonly number[],
  { mean, error: whole, seed, resamples }: { mean: number; error: number; seed: number; resamples: number },
): Float64Array {
  const random = randomFrom(seed);
  const drawn = new Float64Array(resamples);
  const size = means.length;
  let count = 0;
  for (let round = 0; round < resamples; round += 1) {
    let sum = 0;
    let squares = 0;
    for (let index = 0; index < size; index += 1) {
      const distance = (means[random.integer(size)] as number) - mean;
      sum += distance;
      squares += distance * distance;
    }
    const ofSample = sum / size;
    const error = Math.sqrt(Math.max(0, squares - size * ofSample * ofSample) / (size * (size - 1)));
    // Rounding leaves a little of equal values.
    if (error > whole * 1e-6) {
      drawn[count] = ofSample / error;
      count += 1;
    }
  }
  return drawn.subarray(0, count).sort();
}

function standardError(means: readonly number[], mean: number): number {
  if (means.length < 2) return 0;
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (means.length * (means.length - 1)));
  return error > 1e-12 ? error : 0;
}

function meanOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (!Number.isFinite(mean)) throw new RangeError('a mean is taken of numbers, and one of these is none');
  return mean;
}

/** Between the two nearest of the sorted values. */
function quantileOf(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

function checkOptions(resamples: number, confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
  if (!Number.isInteger(resamples) || resamples < 1) throw new RangeError(`${resamples} resamples cannot be drawn`);
}
