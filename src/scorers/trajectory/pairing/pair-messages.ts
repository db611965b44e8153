import type { MadeCall } from '../made-call.ts';
import type { Layout } from '../specification/call-plan.ts';
import { align } from './align.ts';
import { assignPairs } from './assign.ts';
import { assignFreely } from './assign-freely.ts';
import type { Columns } from './columns.ts';
import { isFilled, type LayoutPairing, type PairProblem, type PairRules, pairProblem } from './layout-pairing.ts';
import { orderParts } from './order-parts.ts';
import { pairLayout } from './pair-layout.ts';
import { FITS, type PairTable, pairTable } from './pair-table.ts';
import { latticeOf, type Shape, slotsIn } from './shape.ts';
import { TooMuchToCompare } from './too-much-to-compare.ts';

/** How the calls of one message stand to an expected message: columns by slot, where all is as it should be. */
type MessageFit = Columns | undefined;

/**
 * Pairs expected messages with messages: the calls of one are in no order, and nothing may be missing in it, nor too much.
 * Where not all messages are found, calls are told as in a session, and those that fit but stand in a message that does
 * not are at the wrong place.
 */
export function pairMessages(layout: Layout, calls: readonly MadeCall[], rules: PairRules): LayoutPairing {
  const problem = pairProblem(layout, calls, rules);
  const table = pairTable(layout.slots, calls);
  const { shape } = layout;
  const units = shape.kind === 'slot' ? [[shape.slot]] : shape.parts.map(slotsIn);
  const steps = stepsOf(calls);
  const fits = units.map((unit) => steps.map((step) => fitMessage(unit, step, { problem, table })));
  const found = pairUnits(fits, { steps, wrong: problem.wrong, isAnyOrder: rules.order === 'any', rules });
  const columns: Columns = new Int32Array(layout.slots.length).fill(-1);
  units.forEach((unit, index) => {
    const fit = fits[index]?.[found[index] as number];
    for (const slot of unit) columns[slot] = fit?.[slot] ?? -1;
  });
  const told = pairLayout(flatLayout(layout), calls, rules);
  const isAll = units.every(
    (unit, index) => (found[index] as number) >= 0 || unit.every((slot) => layout.slots[slot]?.required === false),
  );
  const isCovered = steps.every(
    (step, at) => found.includes(at) || step.every((column) => problem.wrong[column] === 0),
  );
  if (isAll || (rules.missing === 'allow' && isCovered)) {
    return { ...told, layout, columns, isWhole: true, misplaced: [], matched: columns, edited: columns, editCost: 0 };
  }
  // A call that fits is not what is wrong, unless its message is.
  const misplaced = layout.slots.flatMap((_, slot) => {
    const column = told.columns[slot] as number;
    return column >= 0 && !isFilled(columns, slot) && table.kinds[column * table.rows + slot] === FITS ? [slot] : [];
  });
  const editCost = told.editCost + misplaced.length;
  return { ...told, layout, isWhole: false, misplaced, matched: columns, editCost, choice: table.choice };
}

/** Messages taken apart. */
function flatLayout({ slots, shape, isPlain }: Layout): Layout {
  const flat = (inner: Shape): Shape =>
    inner.kind === 'slot'
      ? inner
      : { kind: inner.kind === 'together' ? 'par' : inner.kind, parts: inner.parts.map(flat) };
  const flattened = flat(shape);
  return { slots, shape: flattened, order: orderParts(flattened), isPlain };
}

function stepsOf(calls: readonly MadeCall[]): number[][] {
  const steps: number[][] = [];
  calls.forEach(({ step }, column) => {
    if (column > 0 && step === calls[column - 1]?.step) steps.at(-1)?.push(column);
    else steps.push([column]);
  });
  return steps;
}

type Context = { problem: PairProblem; table: PairTable };

function fitMessage(unit: readonly number[], step: readonly number[], { problem, table }: Context): MessageFit {
  if (unit.length > step.length) return undefined;
  const { layout, wrong } = problem;
  const { rows, kinds } = table;
  const weightAt = (row: number, at: number) => {
    const column = step[at] as number;
    return kinds[column * rows + (unit[row] as number)] === FITS ? step.length + (wrong[column] as number) : 0;
  };
  const chosen = assignPairs(unit.length, step.length, weightAt);
  if (chosen.some((at, row) => at < 0 || weightAt(row, at) === 0)) return undefined;
  const used = new Set(chosen);
  if (step.some((column, at) => wrong[column] === 1 && !used.has(at))) return undefined;
  const columns: Columns = new Int32Array(layout.slots.length).fill(-1);
  unit.forEach((slot, row) => {
    columns[slot] = step[chosen[row] as number] as number;
  });
  return columns;
}

type Units = { steps: readonly (readonly number[])[]; wrong: Uint8Array; isAnyOrder: boolean; rules: PairRules };

/** Index of the message of each unit, -1 for none: as many units as can be, then as many messages that need one. */
function pairUnits(fits: readonly (readonly MessageFit[])[], { steps, wrong, isAnyOrder, rules }: Units): Columns {
  const most = fits.length + steps.length + 1;
  const [ofUnit, ofStep] = rules.missing === 'allow' ? [most, most * most] : [most * most, most];
  const weightAt = (unit: number, step: number): number => {
    if (fits[unit]?.[step] === undefined) return 0;
    return ofUnit + (steps[step]?.some((column) => wrong[column] === 1) ? ofStep : 0) + 1;
  };
  const rowCount = fits.length;
  const values = Float64Array.from({ length: rowCount * steps.length }, (_, at) =>
    weightAt(at % rowCount, Math.floor(at / rowCount)),
  );
  const weights = { rows: rowCount, values };
  if (isAnyOrder) return assignFreely(weights, { preference: 'early' });
  const row: Shape = { kind: 'seq', parts: fits.map((_, slot) => ({ kind: 'slot', slot })) };
  const lattice = latticeOf(row);
  const inOrder = steps.map((_, step) => [step]);
  const aligned = lattice === undefined ? undefined : align({ lattice, steps: inOrder, weights });
  if (aligned === undefined)
    throw new TooMuchToCompare(`${rowCount} expected messages and ${steps.length} messages are too many to compare.`);
  return aligned;
}
