import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MadeCall } from '../../../../src/scorers/trajectory/made-call.ts';
import { addSlot } from '../../../../src/scorers/trajectory/pairing/align/add-slot.ts';
import { playMasks } from '../../../../src/scorers/trajectory/pairing/align/play-masks.ts';
import { playSets } from '../../../../src/scorers/trajectory/pairing/align/play-sets.ts';
import { alignWaiting } from '../../../../src/scorers/trajectory/pairing/align.ts';
import { idealsOf } from '../../../../src/scorers/trajectory/pairing/ideals.ts';
import { sumPairs } from '../../../../src/scorers/trajectory/pairing/layout-pairing.ts';
import { orderParts, type WaitingPart } from '../../../../src/scorers/trajectory/pairing/order-parts.ts';
import type { Weights } from '../../../../src/scorers/trajectory/pairing/pair-table.ts';
import { latticeOf, type Shape } from '../../../../src/scorers/trajectory/pairing/shape.ts';
import { solve } from '../../../../src/scorers/trajectory/pairing/solve.ts';
import { solveHubs } from '../../../../src/scorers/trajectory/pairing/solve-hubs.ts';

type Waits = Map<number, number[]>;

const slotsOf = (count: number) => Array.from({ length: count }, (_, slot) => slot);
const parShape = (count: number): Shape => ({
  kind: 'par',
  parts: slotsOf(count).map((slot) => ({ kind: 'slot', slot })),
});
const layoutOf = (count: number, shape: Shape, waits: Waits) => ({
  slots: slotsOf(count).map((item) => ({ choices: [], required: true, item })),
  shape,
  waits,
  order: orderParts(shape, waits),
  isPlain: false,
});
/** Calls of some messages; `isNext` begins another. */
const callsIn = (isNext: readonly boolean[]): MadeCall[] => {
  let step = 0;
  return isNext.map((one, index) => {
    if (one && index > 0) step += 1;
    return { name: 'a', arguments: {}, turn: 0, step, index, outcome: 'ok', effect: 'read', result: undefined };
  });
};
const stepsOf = (calls: readonly MadeCall[]) =>
  [...new Set(calls.map(({ step }) => step))].map((step) =>
    calls.flatMap((call, at) => (call.step === step ? [at] : [])),
  );

/** The greatest sum of all pairings, one after the other. */
function bestOfAll(weights: Weights, isKept: (columns: readonly number[]) => boolean): number {
  const width = weights.values.length / weights.rows;
  let best = 0;
  const go = (columns: readonly number[], sum: number): void => {
    const slot = columns.length;
    if (slot === weights.rows) {
      if (sum > best && isKept(columns)) best = sum;
      return;
    }
    go([...columns, -1], sum);
    for (let column = 0; column < width; column += 1) {
      const weight = weights.values[column * weights.rows + slot]!;
      if (weight > 0 && !columns.includes(column)) go([...columns, column], sum + weight);
    }
  };
  go([], 0);
  return best;
}

/** A slot that stays empty still stands between the others. */
const hasWaited = (waits: Waits, calls: readonly MadeCall[], columns: ArrayLike<number>) => {
  const needsOf = (slot: number): number[] => (waits.get(slot) ?? []).flatMap((need) => [need, ...needsOf(need)]);
  return [...waits.keys()].every((slot) =>
    needsOf(slot).every((need) => {
      const [here, there] = [calls[columns[slot]!]?.step, calls[columns[need]!]?.step];
      return here === undefined || there === undefined || there < here;
    }),
  );
};

const weight = fc.oneof(fc.constant(0), fc.constantFrom(1, 2), fc.double({ min: 0.1, max: 9, noNaN: true }));
/** Slots, some of which wait for earlier ones, with weights for some calls. */
const waiting = (mostSlots: number, mostCalls: number) =>
  fc
    .record({ rows: fc.integer({ min: 1, max: mostSlots }), width: fc.integer({ min: 1, max: mostCalls }) })
    .chain(({ rows, width }) =>
      fc.record({
        weights: fc
          .array(weight, { minLength: rows * width, maxLength: rows * width })
          .map((list): Weights => ({ rows, values: Float64Array.from(list) })),
        calls: fc.array(fc.boolean(), { minLength: width, maxLength: width }).map(callsIn),
        waits: fc.array(fc.tuple(fc.nat(rows - 1), fc.nat(rows - 1)), { maxLength: 4 }).map((edges): Waits => {
          const waits: Waits = new Map();
          for (const [one, other] of edges) {
            if (one < other) waits.set(other, [...new Set([...(waits.get(other) ?? []), one])]);
          }
          return waits;
        }),
      }),
    );

describe('the best pairing of calls that wait for others', () => {
  test('is the best of all pairings', () => {
    fc.assert(
      fc.property(waiting(4, 5), ({ weights, calls, waits }) => {
        const columns = solve({ layout: layoutOf(weights.rows, parShape(weights.rows), waits), calls, weights });
        expect(hasWaited(waits, calls, columns)).toBe(true);
        const best = bestOfAll(weights, (all) => hasWaited(waits, calls, all));
        expect(sumPairs(columns, weights)).toBeCloseTo(best, 9);
      }),
      { numRuns: 1500 },
    );
  });

  test('is the same when all slots are decided in one order, and when each part chooses and shares', () => {
    fc.assert(
      fc.property(waiting(8, 9), ({ weights, calls, waits }) => {
        const columns = solve({ layout: layoutOf(weights.rows, parShape(weights.rows), waits), calls, weights });
        const lattice = idealsOf(slotsOf(weights.rows), waits)!;
        const joint = alignWaiting({ lattice, steps: stepsOf(calls), weights })!;
        expect(hasWaited(waits, calls, columns) && hasWaited(waits, calls, joint)).toBe(true);
        expect(new Set([...columns].filter((column) => column >= 0)).size).toBe(
          [...columns].filter((column) => column >= 0).length,
        );
        expect(sumPairs(columns, weights)).toBeCloseTo(sumPairs(joint, weights), 6);
      }),
      { numRuns: 1500 },
    );
  });

  test('around one or two slots is the same when all calls are tried for those', () => {
    const around = waiting(7, 7).map(({ weights, calls }) => {
      const last = weights.rows - 1;
      const waits: Waits = new Map();
      for (let slot = 1; slot <= last; slot += 1) waits.set(slot, [0]);
      if (last > 2) waits.set(last, slotsOf(last));
      return { weights, calls, waits };
    });
    fc.assert(
      fc.property(around, ({ weights, calls, waits }) => {
        const [part] = orderParts(parShape(weights.rows), waits).parts as WaitingPart[];
        if (part === undefined) return;
        expect(part.hubs.length).toBeGreaterThan(0);
        const tried = solveHubs(part, { calls, weights });
        const joint = alignWaiting({ lattice: part.lattice()!, steps: stepsOf(calls), weights })!;
        expect(hasWaited(waits, calls, tried)).toBe(true);
        expect(sumPairs(tried, weights)).toBeCloseTo(sumPairs(joint, weights), 6);
      }),
      { numRuns: 800 },
    );
  });
});

test('a message of many calls comes to the same when sets of slots are paired, and when sets of calls are', () => {
  const shapes: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
    { kind: 'seq', parts: slotsOf(5).map((slot) => ({ kind: 'slot', slot })) },
    {
      kind: 'seq',
      parts: [
        { kind: 'slot', slot: 0 },
        { kind: 'par', parts: [1, 2, 3].map((slot) => ({ kind: 'slot', slot })) },
        { kind: 'slot', slot: 4 },
      ],
    },
    {
      kind: 'par',
      parts: [
        { kind: 'together', parts: [0, 1, 2].map((slot) => ({ kind: 'slot', slot })) },
        { kind: 'seq', parts: [3, 4].map((slot) => ({ kind: 'slot', slot })) },
      ],
    },
  );
  const rows = 5;
  const values = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(weight, { minLength: rows * width, maxLength: rows * width }));
  fc.assert(
    fc.property(shapes, values, values, (shape, first, second) => {
      const lattice = latticeOf(shape)!;
      const play = (way: (message: Parameters<typeof playSets>[0]) => ReturnType<typeof playSets>) => {
        let sums = new Float64Array(lattice.size);
        lattice.open?.forEach((isOpen, state) => {
          if (isOpen === 1) sums[state] = Number.NEGATIVE_INFINITY;
        });
        const weights = { rows, values: Float64Array.from([...first, ...second]) };
        const width = first.length / rows;
        const messages = [slotsOf(width), slotsOf(second.length / rows).map((at) => width + at)];
        const played = messages.map((columns) => {
          const one = way({ lattice, sums, columns, weights })!;
          sums = one.sums;
          return one;
        });
        const columns = new Int32Array(rows).fill(-1);
        const middle = played[1]!.back(lattice.size - 1, columns);
        played[0]!.back(middle, columns);
        return { sums: [...sums].map((sum) => sum.toFixed(6)), pairs: sumPairs(columns, weights) };
      };
      const [sets, masks] = [play(playSets), play((message) => playMasks(message, 1e6))];
      expect(sets.sums).toEqual(masks.sums);
      expect(sets.pairs).toBeCloseTo(masks.pairs, 6);
      expect(sets.pairs).toBeCloseTo(Number(sets.sums.at(-1)), 5);
    }),
    { numRuns: 800 },
  );
});

test('slots that are added one by one come to the heaviest pairing', () => {
  const matrix = fc.array(fc.array(weight, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(matrix, (rows) => {
      let [slots, sum] = [[-1, -1, -1, -1] as readonly number[], 0];
      rows.forEach((_, slot) => {
        const more = addSlot(slots, slot, (one, at) => rows[one]![at]!);
        slots = more.slots;
        sum += more.gain;
      });
      const values = Float64Array.from(slotsOf(4).flatMap((at) => rows.map((row) => row[at]!)));
      expect(sum).toBeCloseTo(
        bestOfAll({ rows: rows.length, values }, () => true),
        6,
      );
      expect(slots.reduce((all, slot, at) => all + (slot < 0 ? 0 : rows[slot]![at]!), 0)).toBeCloseTo(sum, 6);
    }),
    { numRuns: 800 },
  );
});
