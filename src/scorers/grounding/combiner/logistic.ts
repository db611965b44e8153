/** Weights of standardised features; the first weight stands alone. */
export type Logistic = { weights: readonly number[]; means: readonly number[]; deviations: readonly number[] };

/** The logarithm of the odds. */
export function logitOf({ weights, means, deviations }: Logistic, values: readonly number[]): number {
  return values.reduce(
    (sum, value, at) =>
      sum + ((weights[at + 1] as number) * (value - (means[at] as number))) / (deviations[at] as number),
    weights[0] as number,
  );
}

/** Odds as a probability, 0 to 1. */
export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
