import { UsageError } from '../../../domain/errors.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallSlot, Layout } from '../specification/call-plan.ts';
import { align, type Columns, type WeightAt } from './align.ts';
import { assignPairs } from './assign.ts';
import { latticeOf, messagesIn, type Shape, slotsIn, waitingLattice } from './lattice.ts';
import { misplacedInRow } from './misplaced-in-row.ts';

/** How equally good pairings are told apart: early calls first, or the one in which fewest pairs cross. */
export type Preference = 'early' | 'uncrossed';
type Problem = { layout: Layout; calls: readonly MadeCall[]; weightAt: WeightAt };

/**
 * The pairing of slots with calls that has the greatest sum of weights among those that keep the layout's order. Throws
 * `UsageError` when there are too many orders to try.
 */
export function solve({ layout, calls, weightAt }: Problem): Columns {
  const { slots, shape, waits } = layout;
  if (slots.length === 0 || calls.length === 0) return new Int32Array(slots.length).fill(-1);
  if (shape.kind !== 'par') return solveOrdered({ shape, calls, weightAt, slots: slots.length, layout });
  if (waits === undefined && shape.parts.every(({ kind }) => kind === 'slot')) {
    return assignByTool({ slots, calls, weightAt, preference: 'early' });
  }
  const columns: Columns = new Int32Array(slots.length).fill(-1);
  for (const part of independentParts(layout, shape)) {
    const one = part.isFree
      ? assignByTool({ slots, calls, weightAt, preference: 'early', only: part.slots })
      : solveOrdered({ shape: part.shape, calls, weightAt, slots: slots.length, layout, only: part.slots });
    for (const slot of part.slots) columns[slot] = one[slot] as number;
  }
  return columns;
}

type Ordered = Problem & { shape: Shape; slots: number; only?: readonly number[] };

function solveOrdered({ shape, calls, weightAt, slots, layout, only }: Ordered): Columns {
  const { waits } = layout;
  const members = only ?? [...layout.slots.keys()];
  const lattice = waits === undefined ? latticeOf(shape) : waitingLattice(members, waits, messagesIn(shape));
  const aligned =
    lattice === undefined ? undefined : align({ lattice, steps: stepsOf(calls, members, weightAt), weightAt, slots });
  if (aligned !== undefined) return aligned;
  // What is best without any order is best with it when it happens to keep it.
  const free = assignByTool({ slots: layout.slots, calls, weightAt, preference: 'uncrossed' });
  const isRow = shape.kind === 'seq' && shape.parts.every(({ kind }) => kind === 'slot');
  if (isRow && misplacedInRow(free, calls).length === 0) return free;
  throw new UsageError(
    `${calls.length} calls and ${slots} expected calls can be ordered in too many ways to compare: expect fewer of them in \`anyOrder\`, or write \`order: any\`.`,
  );
}

/** Columns of the calls of each message, without those that nothing can pair. */
function stepsOf(calls: readonly MadeCall[], members: readonly number[], weightAt: WeightAt): number[][] {
  const steps: number[][] = [];
  let last: number | undefined;
  for (let column = 0; column < calls.length; column += 1) {
    if (!members.some((slot) => weightAt(slot, column) > 0)) continue;
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
  const isWaiting = (slot: number) => waits !== undefined && waits.has(slot);
  return [...groups.values()].map((group) => {
    const members = group.flatMap((part) => part.slots);
    const isFree = group.every((part) => part.shape.kind === 'slot') && !members.some(isWaiting);
    return { slots: members, shape: { kind: 'par', parts: group.map((part) => part.shape) }, isFree };
  });
}

type Assigning = {
  slots: readonly CallSlot[];
  calls: readonly MadeCall[];
  weightAt: WeightAt;
  preference: Preference;
  only?: readonly number[];
};

/** The heaviest pairing without regard to order. Tools that share no slot are independent of each other. */
export function assignByTool({ slots, calls, weightAt, preference, only }: Assigning): Columns {
  const assigned: Columns = new Int32Array(slots.length).fill(-1);
  const prefer = preferenceOf(preference, slots.length, calls.length);
  for (const { rows, columns } of toolGroups(slots, calls, only)) {
    if (columns.length === 0) continue;
    const chosen = assignPairs(rows.length, columns.length, (row, column) => {
      const [slot, at] = [rows[row] as number, columns[column] as number];
      return weightAt(slot, at) - prefer(slot, at);
    });
    for (let row = 0; row < rows.length; row += 1) {
      const column = columns[chosen[row] as number];
      if (column !== undefined && weightAt(rows[row] as number, column) > 0) assigned[rows[row] as number] = column;
    }
  }
  return assigned;
}

/** Too small to outweigh anything that a weight says. */
function preferenceOf(preference: Preference, rows: number, columns: number): (row: number, column: number) => number {
  // Of equally good pairings the one that crosses least is wanted: distance squared is least when nothing crosses.
  const crossing = (row: number, column: number) => (row / rows - column / columns) ** 2;
  if (preference === 'uncrossed') return (row, column) => crossing(row, column) * 1e-4;
  return (row, column) => (column / columns) * 1e-5 + crossing(row, column) * 1e-8;
}

type Group = { rows: number[]; columns: number[] };

function toolGroups(slots: readonly CallSlot[], calls: readonly MadeCall[], only?: readonly number[]): Group[] {
  const groupOf = new Map<string, Group>();
  const members = only ?? slots.keys();
  for (const slot of members) {
    const tools = (slots[slot] as CallSlot).choices;
    const first = groupOf.get((tools[0] as { tool: string }).tool) ?? { rows: [], columns: [] };
    first.rows.push(slot);
    for (const { tool } of tools) {
      const other = groupOf.get(tool);
      if (other === first) continue;
      if (other !== undefined) {
        first.rows.push(...other.rows);
        for (const [name, group] of groupOf) if (group === other) groupOf.set(name, first);
      }
      groupOf.set(tool, first);
    }
  }
  for (let column = 0; column < calls.length; column += 1) {
    groupOf.get((calls[column] as MadeCall).name)?.columns.push(column);
  }
  return [...new Set(groupOf.values())];
}
