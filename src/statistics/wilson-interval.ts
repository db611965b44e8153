/** Both ends of an interval for a share, each from 0 to 1. */
export interface ShareInterval {
  low: number;
  high: number;
}

/**
 * The range that a true share plausibly lies in, when `successes` out of `trials` were seen: Wilson's score interval
 * without continuity correction, two-sided. `confidence` lies between 0 and 1, both excluded. No trial at all says
 * nothing, which is the interval from 0 to 1.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 * Throws RangeError unless `successes` and `trials` are whole numbers with 0 <= successes <= trials.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  { confidence = 0.95 }: { confidence?: number } = {},
): ShareInterval {
  checkCounts(successes, trials);
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`A confidence lies between 0 and 1, and ${confidence} does not.`);
  }
  if (trials === 0) {
    return { low: 0, high: 1 };
  }
  const z = normalQuantile((1 + confidence) / 2);
  const share = successes / trials;
  const weight = z ** 2 / trials;
  const centre = (share + weight / 2) / (1 + weight);
  const reach = (z / (1 + weight)) * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - reach),
    high: successes === trials ? 1 : Math.min(1, centre + reach),
  };
}

function checkCounts(successes: number, trials: number): void {
  const areWhole = Number.isSafeInteger(successes) && Number.isSafeInteger(trials);
  if (!areWhole || successes < 0 || successes > trials) {
    throw new RangeError(
      `${successes} of ${trials} is no share: whole numbers are needed, and 0 <= successes <= trials.`,
    );
  }
}

/**
 * The `z` below which a standard normal variable lies with `probability`, from 0.5 on. Newton's method from 0: the
 * distribution is concave there, so that no step goes past the answer and each one comes closer.
 */
function normalQuantile(probability: number): number {
  let z = 0;
  for (let round = 0; round < 100; round += 1) {
    const step = (probability - normalDistribution(z)) / normalDensity(z);
    if (step <= 1e-15) {
      break;
    }
    z += step;
  }
  return z;
}

/** Source: G. Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11 (2004). */
function normalDistribution(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= z ** 2 / odd;
    sum += term;
  }
  return 0.5 + sum * normalDensity(z);
}

function normalDensity(z: number): number {
  return Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
}
