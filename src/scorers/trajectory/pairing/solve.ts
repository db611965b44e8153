import type { MadeCall } from '../made-call.ts';
import type { Layout } from '../specification/call-plan.ts';
import { align, alignWaiting } from './align.ts';
import { assignFreely } from './assign-freely.ts';
import type { Columns } from './columns.ts';
import { idealsOf } from './ideals.ts';
import type { OrderPart, WaitingPart } from './order-parts.ts';
import type { Weights } from './pair-table.ts';
import { messagesIn } from './shape.ts';
import type { Owner } from './share/owner.ts';
import { shareCalls } from './share-calls.ts';
import { solveHubs } from './solve-hubs.ts';
import { TooMuchToCompare } from './too-much-to-compare.ts';

type Problem = { layout: Layout; calls: readonly MadeCall[]; weights: Weights };

/**
 * The pairing of slots with calls that has the greatest sum of weights among those that keep the layout's order. Throws
 * `TooMuchToCompare` when there are too many orders to try.
 */
export function solve({ layout, calls, weights }: Problem): Columns {
  const { slots, order } = layout;
  if (slots.length === 0 || calls.length === 0) return new Int32Array(slots.length).fill(-1);
  const { free, parts } = order;
  if (parts.length === 0) return assignFreely(weights, { preference: 'early' });
  const owners = parts.map((part): Owner => {
    const states = isAround(part) ? Number.POSITIVE_INFINITY : (part.lattice()?.size ?? Number.POSITIVE_INFINITY);
    const work = calls.length * Math.min(states, 10 * part.slots.length ** 2);
    return { slots: part.slots, choose: (own) => solveOrdered(part, { calls, weights: own }), states, work };
  });
  if (free.length > 0) {
    const choose = (own: Weights) => assignFreely(own, { preference: 'early', only: free });
    owners.push({ slots: free, choose, states: 2 ** free.length, work: free.length * calls.length });
  }
  return shareCalls(owners, {
    weights,
    calls,
    chooseTogether: isOneOrder(layout) ? (together) => solveTogether(together, { layout, calls, weights }) : undefined,
  });
}

/** States of all slots in one order: more take too long. */
const mostTogether = 100_000;

/** Nothing but waits and messages is asked for. */
function isOneOrder({ shape }: Layout): boolean {
  return shape.kind === 'par' && shape.parts.every(({ kind }) => kind === 'slot' || kind === 'together');
}

/** All slots in one order. */
function solveTogether(slots: readonly number[], { layout, calls, weights }: Problem): Columns | undefined {
  const { waits = new Map<number, readonly number[]>(), shape } = layout;
  const messages = messagesIn(shape).filter((message) => message.some((slot) => slots.includes(slot)));
  const steps = stepsOf(calls, slots, weights);
  return withLattice(idealsOf(slots, waits, { groups: messages, most: mostTogether }), (lattice) =>
    alignWaiting({ lattice, steps, weights }),
  );
}

function solveOrdered(part: OrderPart, { calls, weights }: Omit<Problem, 'layout'>): Columns {
  const steps = stepsOf(calls, part.slots, weights);
  const aligned = part.isWaiting
    ? solveWaiting(part, { calls, weights, steps })
    : withLattice(part.lattice(), (lattice) => align({ lattice, steps, weights }));
  if (aligned !== undefined) return aligned;
  // What is best without any order is best with it when it happens to keep it.
  const free = assignFreely(weights, { preference: 'uncrossed', only: part.slots });
  if (part.isKept((slot) => calls[free[slot] as number]?.step)) return free;
  throw new TooMuchToCompare(
    `${calls.length} calls and ${part.slots.length} expected calls can be ordered in too many ways to compare: expect fewer of them in \`anyOrder\`, or write \`order: any\`.`,
  );
}

/** Around one or two slots, trying all calls for those is quicker than looking at all orders of more slots than these. */
const fewSlots = 10;

function isAround(part: OrderPart): boolean {
  return part.isWaiting && part.hubs.length > 0 && part.slots.length > fewSlots;
}

type Waiting = Omit<Problem, 'layout'> & { steps: readonly (readonly number[])[] };

function solveWaiting(part: WaitingPart, { calls, weights, steps }: Waiting): Columns | undefined {
  if (isAround(part)) return solveHubs(part, { calls, weights });
  return withLattice(part.lattice(), (lattice) => alignWaiting({ lattice, steps, weights }));
}

function withLattice<Order>(
  lattice: Order | undefined,
  use: (lattice: Order) => Columns | undefined,
): Columns | undefined {
  return lattice === undefined ? undefined : use(lattice);
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
