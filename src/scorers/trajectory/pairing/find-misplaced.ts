import type { MadeCall } from '../made-call.ts';
import type { Layout } from '../specification/call-plan.ts';
import type { Columns } from './columns.ts';
import { misplacedInRow } from './misplaced-in-row.ts';
import { solve } from './solve.ts';

/** The fewest slots that must move so that the rest stand in the order of the layout. */
export function findMisplaced(layout: Layout, columns: Columns, calls: readonly MadeCall[]): number[] {
  const { shape, waits } = layout;
  if (shape.kind === 'slot') return [];
  const isPlain = shape.parts.every(({ kind }) => kind === 'slot');
  if (isPlain && waits === undefined && shape.kind === 'par') return [];
  if (isPlain && shape.kind === 'seq') return misplacedInRow(columns, calls);
  if (isKept(layout, columns, calls)) return [];
  const weights = { rows: layout.slots.length, values: new Float64Array(layout.slots.length * calls.length) };
  for (let slot = 0; slot < columns.length; slot += 1) {
    const column = columns[slot] as number;
    if (column >= 0) weights.values[column * weights.rows + slot] = 1;
  }
  const kept = solve({ layout, calls, weights });
  return [...layout.slots.keys()].filter((slot) => (columns[slot] as number) >= 0 && kept[slot] !== columns[slot]);
}

function isKept({ order }: Layout, columns: Columns, calls: readonly MadeCall[]): boolean {
  return order.parts.every((part) => part.isKept((slot) => calls[columns[slot] as number]?.step));
}
