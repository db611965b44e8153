import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { Holding } from '../../evidence/ledger-entry.ts';
import { push } from '../../evidence/ledger-indexes.ts';
import type { TypedValue } from '../../values/typed-value.ts';
import { baseAmount } from '../../values/units.ts';

/** What an amount measures, and how much of it in one unit: 2 hours and 120 minutes are both 7,200 of `time`. */
export type Measure = { of: string; amount: number };

const known = new WeakMap<EvidenceLedger, ReadonlyMap<string, readonly Holding[]>>();

/** The measure of a value that is an amount; people and bare numbers are counts. */
export function measureOf(value: TypedValue): Measure | undefined {
  if (value.kind === 'quantity') {
    if (value.unit === 'person') return { of: 'count', amount: Number(value.decimal) };
    const base = baseAmount(value.decimal, value.unit);
    if (base === undefined) return { of: value.unit, amount: Number(value.decimal) };
    const colon = base.lastIndexOf(':');
    return { of: base.slice(0, colon), amount: Number(base.slice(colon + 1)) };
  }
  if (value.kind === 'money') return { of: `money ${value.currency}`, amount: Number(value.decimal) };
  if (value.kind === 'percent') return { of: 'percent', amount: Number(value.decimal) };
  return value.kind === 'number' ? { of: 'count', amount: Number(value.decimal) } : undefined;
}

/** The amounts of all evidence by what they measure; read through once for a ledger. */
export function measuresIn(ledger: EvidenceLedger): ReadonlyMap<string, readonly Holding[]> {
  const found = known.get(ledger) ?? readMeasures(ledger);
  known.set(ledger, found);
  return found;
}

function readMeasures({ entries }: EvidenceLedger): ReadonlyMap<string, readonly Holding[]> {
  const measures = new Map<string, Holding[]>();
  for (const entry of entries) {
    if (entry.leaf === 'key' || entry.source === 'registry' || entry.source === 'clock' || entry.source === 'user')
      continue;
    for (const value of entry.values) {
      const of = measureWithKey(value.value, entry.unit, entry.currency);
      if (of !== undefined) push(measures, of, { entry, found: value });
    }
  }
  return measures;
}

/** A bare number is of the unit or currency that its key names. */
function measureWithKey(value: TypedValue, unit: string | undefined, currency: string | undefined): string | undefined {
  return measureOf(withUnit(value, unit, currency))?.of;
}

/** The value with what its key says of it. */
export function withUnit(value: TypedValue, unit: string | undefined, currency: string | undefined): TypedValue {
  if (value.kind !== 'number') return value;
  if (currency !== undefined) return { ...value, kind: 'money', currency };
  return unit === undefined ? value : { ...value, kind: 'quantity', unit };
}
