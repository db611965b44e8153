/** Longer names are not compared: what is typed by hand is short. */
const maxLength = 100;

/**
 * The known name that `wanted` was probably meant to be, for "did you mean"; undefined when none is close. Case and the
 * choice of `-`, `_` or space count for nothing; one letter added, left out, changed or swapped with its neighbour is
 * one mistake, and a third of the letters may be mistaken. The first of several equally near names wins.
 */
export function nearestName(wanted: string, known: readonly string[]): string | undefined {
  const from = simplify(wanted);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const to = simplify(name);
    const allowed = Math.floor(Math.max(from.length, to.length) / 3);
    if (to.length > maxLength || Math.abs(from.length - to.length) > allowed) continue;
    const mistakes = editDistance(from, to);
    if (mistakes <= allowed && mistakes < fewest) [nearest, fewest] = [name, mistakes];
  }
  return nearest;
}

function simplify(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[-_ ]+/g, '-');
}

/** Optimal string alignment: Levenshtein's distance with swaps of neighbours (Wagner-Fischer, three rows kept). */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + change,
        isSwap && row > 1 && column > 1 ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
