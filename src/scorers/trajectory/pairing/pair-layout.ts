import type { MadeCall } from '../made-call.ts';
import type { CallSlot, Layout } from '../specification/call-plan.ts';
import { type CompiledCall, fitsCall } from '../specification/expected-call.ts';
import type { Columns } from './columns.ts';
import { isForbidden, isTriedAgain } from './extra-calls.ts';
import {
  hasAllRequired,
  isCountedInPlace,
  isFilled,
  type LayoutPairing,
  type PairProblem,
  type PairRules,
  pairInPlace,
  pairProblem,
  sumPairs,
} from './layout-pairing.ts';
import { pairPartly } from './pair-partly.ts';
import { FITS, type PairTable, pairTable, weighPairs } from './pair-table.ts';
import { solve } from './solve.ts';

/**
 * Pairs the slots of a layout with calls. The pairing that satisfies everything is found whenever there is one, however
 * the slots are listed. Throws `TooMuchToCompare` when there are too many orders to try.
 */
export function pairLayout(layout: Layout, calls: readonly MadeCall[], rules: PairRules): LayoutPairing {
  const quick = layout.isPlain ? pairQuickly(layout, calls, rules) : undefined;
  if (quick !== undefined) return wholePairing(layout, quick, firstChoice(layout));
  const problem = pairProblem(layout, calls, rules);
  const table = pairTable(layout.slots, calls);
  const fit = pairFitting(problem, table);
  const isAll = hasAllRequired(layout.slots, fit);
  if (!isAll && (rules.missing === 'forbid' || !coversWrong(problem, fit))) return pairPartly(problem, table, fit);
  const whole = wholePairing(layout, fit, table.choice);
  if (!isCountedInPlace(problem)) return whole;
  const weights = weighPairs(table, (_slot, _column, at) => (table.kinds[at] === FITS ? 1 : 0));
  const matched = pairInPlace({ ...problem, columns: fit, weights });
  return { ...whole, matched, credit: sumPairs(matched, weights) };
}

function wholePairing(layout: Layout, columns: Columns, choice: LayoutPairing['choice']): LayoutPairing {
  let credit = 0;
  for (let slot = 0; slot < columns.length; slot += 1) if (isFilled(columns, slot)) credit += 1;
  return {
    layout,
    columns,
    isWhole: true,
    misplaced: [],
    matched: columns,
    edited: columns,
    editCost: 0,
    credit,
    choice,
  };
}

function firstChoice({ slots }: Layout): LayoutPairing['choice'] {
  return (slot) => slots[slot]?.choices[0] as CompiledCall;
}

/** The usual case, in one pass: each expectation takes the next call, or in a heap any call, that is all it asks for. */
function pairQuickly({ slots, shape }: Layout, calls: readonly MadeCall[], rules: PairRules): Columns | undefined {
  if (slots.length > calls.length) return undefined;
  const columns = inRow(slots, calls) ?? (shape.kind === 'par' ? inHeap(slots, calls) : undefined);
  if (columns === undefined || columns.length === calls.length) return columns;
  if (rules.order === 'exact') return undefined;
  const used = new Uint8Array(calls.length);
  for (const column of columns) used[column] = 1;
  for (let column = 0; column < calls.length; column += 1) {
    const call = calls[column] as MadeCall;
    if (used[column] === 1 || (rules.foldRetries && isTriedAgain(call, calls))) continue;
    // Another pairing may leave another call over.
    if (isForbidden(call, rules)) return undefined;
  }
  return columns;
}

function inRow(slots: readonly CallSlot[], calls: readonly MadeCall[]): Columns | undefined {
  const columns: Columns = new Int32Array(slots.length);
  let next = 0;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const wanted = (slots[slot] as CallSlot).choices[0] as CompiledCall;
    while (next < calls.length && !fitsCall(wanted, calls[next] as MadeCall)) next += 1;
    if (calls.length - next < slots.length - slot) return undefined;
    columns[slot] = next;
    next += 1;
  }
  return columns;
}

function inHeap(slots: readonly CallSlot[], calls: readonly MadeCall[]): Columns | undefined {
  const columns: Columns = new Int32Array(slots.length);
  const used = new Uint8Array(calls.length);
  for (let slot = 0; slot < slots.length; slot += 1) {
    const wanted = (slots[slot] as CallSlot).choices[0] as CompiledCall;
    let column = 0;
    while (column < calls.length && (used[column] === 1 || !fitsCall(wanted, calls[column] as MadeCall))) column += 1;
    if (column === calls.length) return undefined;
    used[column] = 1;
    columns[slot] = column;
  }
  return columns;
}

/** As many required slots as can be, then as many calls that need one; the other way round when slots may stay empty. */
function pairFitting({ layout, calls, rules, wrong }: PairProblem, table: PairTable): Columns {
  const { slots } = layout;
  const most = slots.length + calls.length + 1;
  const [ofSlot, ofCall] = rules.missing === 'allow' ? [most, most * most] : [most * most, most];
  const weights = weighPairs(table, (slot, column, at) => {
    if (table.kinds[at] !== FITS) return 0;
    return (slots[slot]?.required === true ? ofSlot : 0) + (wrong[column] === 1 ? ofCall : 0) + 1;
  });
  return solve({ layout, calls, weights });
}

function coversWrong({ wrong }: PairProblem, columns: Columns): boolean {
  const used = new Set(columns);
  return wrong.every((isWrong, column) => isWrong === 0 || used.has(column));
}
