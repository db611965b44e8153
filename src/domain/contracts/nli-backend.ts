/** Says whether a premise supports a statement, for claims that rules leave open. */
export type NliBackend = {
  name: string;
  /** Probabilities, each 0 to 1, adding up to 1. */
  classify(
    pairs: readonly { premise: string; statement: string }[],
    options: { signal: AbortSignal },
  ): Promise<readonly { entailment: number; neutral: number; contradiction: number }[]>;
};
