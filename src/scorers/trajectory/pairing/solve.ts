import { UsageError } from '../../../domain/errors.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallSlot, Layout } from '../specification/call-plan.ts';
import { align, type Columns } from './align.ts';
import { assignFreely } from './assign-freely.ts';
import { latticeOf, messagesIn, type Shape, slotsIn, waitingLattice } from './lattice.ts';
import { misplacedInRow } from './misplaced-in-row.ts';
import type { Weights } from './pair-table.ts';

type Problem = { layout: Layout; calls: readonly MadeCall[]; weights: Weights };

/**
 * The pairing of slots with calls that has the greatest sum of weights among those that keep the layout's order. Throws
 * `UsageError` when there are too many orders to try.
 */
export function solve({ layout, calls, weights }: Problem): Columns {
  const { slots, shape, waits } = layout;
  if (slots.length === 0 || calls.length === 0) return new Int32Array(slots.length).fill(-1);
  if (shape.kind !== 'par') return solveOrdered({ shape, calls, weights, layout });
  if (waits === undefined && shape.parts.every(({ kind }) => kind === 'slot')) {
    return assignFreely(weights, { preference: 'early' });
  }
  const columns: Columns = new Int32Array(slots.length).fill(-1);
  for (const part of independentParts(layout, shape)) {
    const one = part.isFree
      ? assignFreely(weights, { preference: 'early', only: part.slots })
      : solveOrdered({ shape: part.shape, calls, weights, layout, only: part.slots });
    for (const slot of part.slots) columns[slot] = one[slot] as number;
  }
  return columns;
}

type Ordered = Problem & { shape: Shape; only?: readonly number[] };

function solveOrdered({ shape, calls, weights, layout, only }: Ordered): Columns {
  const { waits } = layout;
  const members = only ?? [...layout.slots.keys()];
  const lattice = waits === undefined ? latticeOf(shape) : waitingLattice(members, waits, messagesIn(shape));
  const steps = stepsOf(calls, members, weights);
  const aligned = lattice === undefined ? undefined : align({ lattice, steps, weights });
  if (aligned !== undefined) return aligned;
  // What is best without any order is best with it when it happens to keep it.
  const free = assignFreely(weights, { preference: 'uncrossed' });
  const isRow = shape.kind === 'seq' && shape.parts.every(({ kind }) => kind === 'slot');
  if (isRow && misplacedInRow(free, calls).length === 0) return free;
  throw new UsageError(
    `${calls.length} calls and ${members.length} expected calls can be ordered in too many ways to compare: expect fewer of them in \`anyOrder\`, or write \`order: any\`.`,
  );
}

/** Columns of the calls of each message, without those that nothing can pair. */
function stepsOf(calls: readonly MadeCall[], members: readonly number[], { rows, values }: Weights): number[][] {
  const steps: number[][] = [];
  let last: number | undefined;
  for (let column = 0; column < calls.length; column += 1) {
    const base = column * rows;
    if (!members.some((slot) => (values[base + slot] as number) > 0)) continue;
    const { step } = calls[column] as MadeCall;
    if (step === last) steps.at(-1)?.push(column);
    else steps.push([column]);
    last = step;
  }
  return steps;
}

type Part = { slots: readonly number[]; shape: Shape; isFree: boolean };

/** Parts of a heap that share neither tools nor waits can be paired one by one. */
function independentParts({ slots, waits }: Layout, shape: Shape & { kind: 'par' | 'seq' | 'together' }): Part[] {
  const parts = shape.parts.map((part) => ({ shape: part, slots: slotsIn(part) }));
  const leader = parts.map((_, index) => index);
  const find = (index: number): number => {
    const up = leader[index] as number;
    return up === index ? index : find(up);
  };
  const seen = new Map<string | number, number>();
  const meet = (key: string | number, index: number) => {
    const other = seen.get(key);
    if (other === undefined) seen.set(key, index);
    else leader[find(index)] = find(other);
  };
  parts.forEach(({ slots: members }, index) => {
    for (const slot of members) {
      for (const { tool } of (slots[slot] as CallSlot).choices) meet(tool, index);
      meet(slot, index);
      for (const need of waits?.get(slot) ?? []) meet(need, index);
    }
  });
  const groups = new Map<number, typeof parts>();
  parts.forEach((part, index) => {
    const root = find(index);
    groups.set(root, [...(groups.get(root) ?? []), part]);
  });
  const isWaiting = (slot: number) => waits?.has(slot) ?? false;
  return [...groups.values()].map((group) => {
    const members = group.flatMap((part) => part.slots);
    const isFree = group.every((part) => part.shape.kind === 'slot') && !members.some(isWaiting);
    return { slots: members, shape: { kind: 'par', parts: group.map((part) => part.shape) }, isFree };
  });
}
