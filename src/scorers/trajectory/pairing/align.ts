import type { Lattice } from './lattice.ts';
import type { Weights } from './pair-table.ts';

/** Column of each slot, -1 for none. */
export type Columns = Int32Array;

/** What can be tried at once: states times ways to take the calls of one message. */
const maxCells = 8_000_000;
/** A byte or two for each state and message, to walk back. */
const maxTable = 64_000_000;
const NONE = Number.NEGATIVE_INFINITY;

type Step = {
  columns: readonly number[];
  /** One call: for each state 0 = as before, 1 + 2 * edge = edge skipped, 2 + 2 * edge = edge taken. */
  choices?: Uint8Array | Uint16Array;
  /** Several calls: the sums before the message, from which the way is found again. */
  before?: Float64Array;
};
type Problem = { lattice: Lattice; steps: readonly (readonly number[])[]; weights: Weights };

/**
 * Pairs slots with calls so that the sum of weights is greatest while the order of the lattice is kept; calls of one
 * message (`steps` holds the columns of each) are in no order among themselves. A weighted longest common subsequence,
 * over order ideals in place of prefixes. O(states * calls) where messages launch single calls. Of equal sums the one with
 * earlier calls is taken. Undefined when there is too much to try.
 */
export function align({ lattice, steps, weights }: Problem): Columns | undefined {
  if (lattice.size * steps.length > maxTable) return undefined;
  let sums = new Float64Array(lattice.size);
  const played: Step[] = [];
  const isNarrow = maxIndegree(lattice) < 127;
  for (const columns of steps) {
    if (columns.length === 0) continue;
    if (columns.length === 1) {
      const choices = isNarrow ? new Uint8Array(lattice.size) : new Uint16Array(lattice.size);
      sums = takeOne({ lattice, sums, column: columns[0] as number, weights, choices });
      played.push({ columns, choices });
    } else {
      const ways = lattice.strict === undefined ? 1 : lattice.size;
      if (lattice.size * ways * 2 ** columns.length > maxCells) return undefined;
      const before = sums;
      sums = takeSeveral({ lattice, before, columns, weights }).after;
      played.push({ columns, before });
    }
  }
  return traceBack({ lattice, played, weights });
}

function maxIndegree({ size, starts }: Lattice): number {
  let most = 0;
  for (let state = 0; state < size; state += 1)
    most = Math.max(most, (starts[state + 1] as number) - (starts[state] as number));
  return most;
}

type One = {
  lattice: Lattice;
  sums: Float64Array;
  column: number;
  weights: Weights;
  choices: Uint8Array | Uint16Array;
};

function takeOne({ lattice, sums, column, weights, choices }: One): Float64Array<ArrayBuffer> {
  const { size, starts, from, slot, open } = lattice;
  const next = new Float64Array(size);
  const base = column * weights.rows;
  for (let state = 0; state < size; state += 1) {
    let best = sums[state] as number;
    let choice = 0;
    const start = starts[state] as number;
    const end = starts[state + 1] as number;
    for (let edge = start; edge < end; edge += 1) {
      const source = from[edge] as number;
      const skipped = next[source] as number;
      if (skipped > best) {
        best = skipped;
        choice = 1 + 2 * (edge - start);
      }
      const weight = weights.values[base + (slot[edge] as number)] as number;
      if (weight > 0 && (sums[source] as number) + weight > best) {
        best = (sums[source] as number) + weight;
        choice = 2 + 2 * (edge - start);
      }
    }
    next[state] = best;
    choices[state] = choice;
  }
  // What is open needs its other calls from this same message, and there are none: they are missing.
  if (open !== undefined) closeStates(next, open);
  return next;
}

function closeStates(sums: Float64Array, open: Uint8Array): void {
  for (let state = 0; state < sums.length; state += 1) if (open[state] === 1) sums[state] = NONE;
}

type Several = {
  lattice: Lattice;
  before: Float64Array;
  columns: readonly number[];
  weights: Weights;
  /** Only from this state. */
  only?: number | undefined;
};
/** `reached[state * masks + mask]`: 0 = entered, 1 + edge * (calls + 1) + 0 = skipped, … + 1 + bit = taken. */
type Taken = { after: Float64Array<ArrayBuffer>; bestMask: Int32Array; reached: Int32Array; origin?: Int32Array };

function takeSeveral(several: Several): Taken {
  const { lattice, before, only } = several;
  if (lattice.strict === undefined || only !== undefined) return takeFrom(several);
  // A call that waits for another may not be launched with it, so each start is tried for itself.
  const after = new Float64Array(lattice.size).fill(NONE);
  const origin = new Int32Array(lattice.size).fill(-1);
  for (let start = 0; start < lattice.size; start += 1) {
    if (before[start] === NONE) continue;
    const one = takeFrom({ ...several, only: start });
    for (let state = start; state < lattice.size; state += 1) {
      if ((one.after[state] as number) > (after[state] as number)) {
        after[state] = one.after[state] as number;
        origin[state] = start;
      }
    }
  }
  return { after, origin, bestMask: origin, reached: origin };
}

function takeFrom({ lattice, before, columns, weights, only }: Several): Taken {
  const { size, starts, from, slot, open, strict } = lattice;
  const masks = 2 ** columns.length;
  const kinds = columns.length + 1;
  const sums = new Float64Array(size * masks).fill(NONE);
  const reached = new Int32Array(size * masks);
  const bestMask = new Int32Array(size);
  const after = new Float64Array(size).fill(NONE);
  const decided = only === undefined || strict === undefined ? undefined : decidedIn(lattice, only);
  for (let state = only ?? 0; state < size; state += 1) {
    const base = state * masks;
    if (only === undefined || state === only) sums[base] = before[state] as number;
    for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
      const source = (from[edge] as number) * masks;
      const code = 1 + edge * kinds;
      const waits = decided !== undefined && strict?.get(slot[edge] as number)?.some((need) => !decided.has(need));
      for (let mask = 0; mask < masks; mask += 1) {
        const sum = sums[source + mask] as number;
        if (sum === NONE) continue;
        if (sum > (sums[base + mask] as number)) {
          sums[base + mask] = sum;
          reached[base + mask] = code;
        }
      }
      if (waits === true) continue;
      for (let bit = 0; bit < columns.length; bit += 1) {
        const weight = weights.values[(columns[bit] as number) * weights.rows + (slot[edge] as number)] as number;
        if (weight === 0) continue;
        const flag = 1 << bit;
        for (let mask = 0; mask < masks; mask += 1) {
          const sum = (sums[source + mask] as number) + weight;
          if ((mask & flag) !== 0 || sum <= (sums[base + (mask | flag)] as number)) continue;
          sums[base + (mask | flag)] = sum;
          reached[base + (mask | flag)] = code + 1 + bit;
        }
      }
    }
    for (let mask = 0; mask < masks; mask += 1) {
      if ((sums[base + mask] as number) > (after[state] as number)) {
        after[state] = sums[base + mask] as number;
        bestMask[state] = mask;
      }
    }
  }
  if (open !== undefined) closeStates(after, open);
  return { after, bestMask, reached };
}

/** The slots that are decided in a state. */
function decidedIn({ starts, from, slot }: Lattice, state: number): Set<number> {
  const decided = new Set<number>();
  for (let at = state; at > 0; ) {
    const edge = starts[at] as number;
    decided.add(slot[edge] as number);
    at = from[edge] as number;
  }
  return decided;
}

type Way = { lattice: Lattice; played: readonly Step[]; weights: Weights };

function traceBack({ lattice, played, weights }: Way): Columns {
  const { starts, from, slot } = lattice;
  const columns: Columns = new Int32Array(weights.rows).fill(-1);
  let state = lattice.size - 1;
  for (let index = played.length - 1; index >= 0; index -= 1) {
    const step = played[index] as Step;
    if (step.choices !== undefined) {
      for (let choice = step.choices[state] as number; choice !== 0; choice = step.choices[state] as number) {
        const edge = (starts[state] as number) + ((choice - 1) >> 1);
        state = from[edge] as number;
        if (choice % 2 === 1) continue;
        columns[slot[edge] as number] = step.columns[0] as number;
        break;
      }
    } else state = backThrough({ lattice, step, weights, columns, state });
  }
  return columns;
}

type Back = { lattice: Lattice; step: Step; weights: Weights; columns: Columns; state: number };

/** Plays a message of several calls again and notes what was taken; returns the state before it. */
function backThrough({ lattice, step, weights, columns, state: end }: Back): number {
  const several = { lattice, before: step.before as Float64Array, columns: step.columns, weights };
  const { origin } = lattice.strict === undefined ? { origin: undefined } : takeSeveral(several);
  const { reached, bestMask } = takeFrom({ ...several, only: origin?.[end] });
  const masks = 2 ** step.columns.length;
  const kinds = step.columns.length + 1;
  let state = end;
  let mask = bestMask[state] as number;
  for (let code = reached[state * masks + mask] as number; code !== 0; code = reached[state * masks + mask] as number) {
    const edge = Math.floor((code - 1) / kinds);
    const kind = (code - 1) % kinds;
    if (kind > 0) {
      columns[lattice.slot[edge] as number] = step.columns[kind - 1] as number;
      mask ^= 1 << (kind - 1);
    }
    state = lattice.from[edge] as number;
  }
  return state;
}
