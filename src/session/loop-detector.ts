/** Counts how often the same call is made in a row. */
export type LoopDetector = {
  /** How many times in a row this call has now been made, this one included. */
  count(name: string, canonicalArguments: string): number;
  beginTurn(): void;
};

export function createLoopDetector(): LoopDetector {
  let last: string | undefined;
  let run = 0;
  return {
    count(name, canonicalArguments) {
      const call = `${name}\u0000${canonicalArguments}`;
      run = call === last ? run + 1 : 1;
      last = call;
      return run;
    },
    beginTurn() {
      last = undefined;
      run = 0;
    },
  };
}
