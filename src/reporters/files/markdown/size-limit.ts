/** How much room a document has left. What does not fit is left out whole, so that no table or block is torn. */
export type SizeLimit = {
  /** Whether all of these pieces fit; then their room is taken. */
  take(...pieces: readonly string[]): boolean;
  left(): number;
};

export function sizeLimit(max: number, measure: (text: string) => number): SizeLimit {
  let left = max;
  return {
    take(...pieces) {
      const size = pieces.reduce((sum, piece) => sum + measure(piece), 0);
      if (size > left) return false;
      left -= size;
      return true;
    },
    left: () => left,
  };
}
