import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';

type Problem = {
  rows: number;
  calls: readonly TrajectoryCall[];
  /** Weight of a pair; 0 when it is impossible. */
  weightAt(row: number, column: number): number;
  /** A good pairing without regard to order. */
  hint: readonly number[];
};
/** Calls (columns) that may be taken in any order among themselves. */
type Group = readonly number[];

/** What a group made of each state, so that the way can be walked back. */
type Taken = {
  group: Group;
  after: Float64Array;
  /** How state (row, mask) was reached: a call was taken (its bit), the row was skipped, or the group was entered. */
  reached: Int8Array;
  /** The mask that `after[row]` comes from. */
  bestMask: Uint8Array;
};

/** Subsets of a group are tried all, so a larger step is cut, in the order that the hint suggests. */
const maxGroup = 6;
const maxCells = 20_000_000;
const SKIPPED = -1;
const ENTERED = -2;

/**
 * Pairs rows with calls so that the sum of weights is greatest while steps never fall from row to row: a weighted longest
 * common subsequence in which the calls of one step are a set. Returns the column of each row, -1 for none; undefined
 * when the problem is too large to try (more than 20 million states).
 */
export function alignInOrder(problem: Problem): number[] | undefined {
  const groups = groupBySteps(problem);
  const cells = groups.reduce((sum, group) => sum + (problem.rows + 1) * 2 ** group.length, 0);
  if (cells > maxCells) return undefined;
  let best: Float64Array = new Float64Array(problem.rows + 1);
  const taken: Taken[] = [];
  for (const group of groups) {
    const next = takeGroup(best, group, problem);
    best = next.after;
    taken.push(next);
  }
  return traceBack(taken, problem.rows);
}

function groupBySteps({ calls, hint }: Problem): Group[] {
  const place = new Map(hint.map((column, row) => [column, row]));
  const groups: number[][] = [];
  let step = -1;
  calls.forEach((call, column) => {
    if (call.step !== step || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(column);
    step = call.step;
  });
  return groups.flatMap((group) => {
    if (group.length <= maxGroup) return [group];
    const sorted = group.toSorted((a, b) => (place.get(a) ?? a) - (place.get(b) ?? b));
    return Array.from({ length: Math.ceil(sorted.length / maxGroup) }, (_, at) =>
      sorted.slice(at * maxGroup, (at + 1) * maxGroup),
    );
  });
}

/**
 * State (row, mask): rows before `row` are decided and the calls in `mask` are taken. `before[row]` and `after[row]` are
 * the best sums with the groups up to here.
 */
function takeGroup(before: Float64Array, group: Group, { rows, weightAt }: Problem): Taken {
  const masks = 2 ** group.length;
  const reached = new Int8Array((rows + 1) * masks).fill(SKIPPED);
  const bestMask = new Uint8Array(rows + 1);
  const after = new Float64Array(rows + 1);
  let sums = new Float64Array(masks).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row <= rows; row += 1) {
    const entering = before[row] as number;
    if (entering > (sums[0] as number)) {
      sums[0] = entering;
      reached[row * masks] = ENTERED;
    }
    for (let mask = 1; mask < masks; mask += 1) {
      if ((sums[mask] as number) > (sums[bestMask[row] as number] as number)) bestMask[row] = mask;
    }
    after[row] = sums[bestMask[row] as number] as number;
    if (row < rows) sums = takeRow({ sums, row, masks, group, reached, weightAt });
  }
  return { group, after, reached, bestMask };
}

type RowState = {
  sums: Float64Array<ArrayBuffer>;
  row: number;
  masks: number;
  group: Group;
  reached: Int8Array;
  weightAt: Problem['weightAt'];
};

/** Sums of the next row, after this one was skipped or given one of the group's calls. */
function takeRow({ sums, row, masks, group, reached, weightAt }: RowState): Float64Array<ArrayBuffer> {
  const next = sums.slice();
  group.forEach((column, bit) => {
    const weight = weightAt(row, column);
    if (weight === 0) return;
    const flag = 1 << bit;
    for (let mask = 0; mask < masks; mask += 1) {
      const sum = (sums[mask] as number) + weight;
      if ((mask & flag) !== 0 || sum <= (next[mask | flag] as number)) continue;
      next[mask | flag] = sum;
      reached[(row + 1) * masks + (mask | flag)] = bit;
    }
  });
  return next;
}

function traceBack(taken: readonly Taken[], rows: number): number[] {
  const columns = new Array<number>(rows).fill(-1);
  let row = rows;
  for (const { group, reached, bestMask } of taken.toReversed()) {
    let mask = bestMask[row] as number;
    const masks = 2 ** group.length;
    for (let how = reached[row * masks + mask]; how !== ENTERED; how = reached[row * masks + mask]) {
      row -= 1;
      if (how === SKIPPED || how === undefined) continue;
      columns[row] = group[how] as number;
      mask ^= 1 << how;
    }
  }
  return columns;
}
