import { closeStates, type Message, NONE, type Played, type Sums } from './message.ts';

/**
 * A message of several calls, where nothing in it has to wait: every set of calls that may have been taken, at every
 * state. Undefined where there are more than `maxCells` of them.
 */
export function playMasks(message: Message, maxCells: number): Played | undefined {
  const { lattice, columns } = message;
  if (columns.length > 24 || lattice.size * 2 ** columns.length > maxCells) return undefined;
  // Only what it began with is kept: the way back is found by playing the message again.
  const sums = takeMasks(message).after;
  return { sums, back: (state, filled) => walkBack(message, state, filled) };
}

/** `reached[state * masks + mask]`: 0 = entered, 1 + edge * (calls + 1) + 0 = skipped, … + 1 + bit = taken. */
type Taken = { after: Sums; bestMask: Int32Array; reached: Int32Array };

function takeMasks({ lattice, sums: before, columns, weights }: Message): Taken {
  const { size, starts, from, slot } = lattice;
  const masks = 2 ** columns.length;
  const kinds = columns.length + 1;
  const sums = new Float64Array(size * masks).fill(NONE);
  const reached = new Int32Array(size * masks);
  const bestMask = new Int32Array(size);
  const after: Sums = new Float64Array(size).fill(NONE);
  for (let state = 0; state < size; state += 1) {
    const base = state * masks;
    sums[base] = before[state] as number;
    for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
      const source = (from[edge] as number) * masks;
      const code = 1 + edge * kinds;
      for (let mask = 0; mask < masks; mask += 1) {
        const sum = sums[source + mask] as number;
        if (sum > (sums[base + mask] as number)) {
          sums[base + mask] = sum;
          reached[base + mask] = code;
        }
      }
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
  closeStates(after, lattice);
  return { after, bestMask, reached };
}

function walkBack(message: Message, end: number, filled: Int32Array): number {
  const { lattice, columns } = message;
  const { reached, bestMask } = takeMasks(message);
  const masks = 2 ** columns.length;
  const kinds = columns.length + 1;
  let state = end;
  let mask = bestMask[state] as number;
  for (let code = reached[state * masks + mask] as number; code !== 0; code = reached[state * masks + mask] as number) {
    const edge = Math.floor((code - 1) / kinds);
    const kind = (code - 1) % kinds;
    if (kind > 0) {
      filled[lattice.slot[edge] as number] = columns[kind - 1] as number;
      mask ^= 1 << (kind - 1);
    }
    state = lattice.from[edge] as number;
  }
  return state;
}
