import { isSameCurrency } from './currencies.ts';
import { scaledOf } from './decimals.ts';
import type { DateParts, TypedValue } from './typed-value.ts';
import { baseAmount, isLooserUnit, isSameDimension } from './units.ts';

/** Under which keys evidence with this value is filed, and looked up. Two equal values share at least one key. */
export function keysOf(value: TypedValue): readonly string[] {
  switch (value.kind) {
    case 'number':
    case 'money':
      return [`n:${value.decimal}`];
    case 'quantity': {
      const base = baseAmount(value.decimal, value.unit);
      return base === undefined ? [`n:${value.decimal}`] : [`n:${value.decimal}`, `b:${base}`];
    }
    case 'percent':
      return value.readings.map((reading) => `n:${reading}`);
    case 'date':
      return dateKeys(value.date);
    case 'time':
      return value.minutes.map((minutes) => `t:${minutes}`);
    case 'identifier':
      return /^\d+$/.test(value.key)
        ? [`i:${value.key}`, `n:${value.key}`, `n:${value.key.replace(/^0+(?=\d)/, '')}`]
        : identifierKeys(value.key);
    case 'email':
    case 'phone':
    case 'name':
      return [`${value.kind}:${value.key}`];
    default:
      return value satisfies never;
  }
}

/** The whole key, and its last part where that alone is telling: `gift card_8541487` means `gift_card_8541487`. */
function identifierKeys(key: string): readonly string[] {
  const tail = /[_-](?:[A-Z]+[_-])?(\d{5,})$/.exec(key)?.[1];
  return tail ? [`i:${key}`, `tail:${tail}`] : [`i:${key}`];
}

function dateKeys({ year, month, day, weekday }: DateParts): readonly string[] {
  if (month !== undefined && day !== undefined)
    return [`d:${month}-${day}`, `dd:${day}`, ...(year === undefined ? [] : [`m:${year}-${month}`])];
  if (month !== undefined && year !== undefined) return [`m:${year}-${month}`];
  if (day !== undefined) return [`dd:${day}`];
  return weekday === undefined ? [] : [`w:${weekday}`];
}

/** How a value that was told relates to one of the evidence that shares a key with it. */
export type Agreement = 'same' | 'other_unit' | 'different';

/** Compares a value of an answer with one of the evidence. Evidence without a unit agrees with any unit. */
export function compareValues(told: TypedValue, known: TypedValue): Agreement {
  if (told.kind === 'date' || known.kind === 'date')
    return told.kind === known.kind && agreeDates(told, known) ? 'same' : 'different';
  if (told.kind === 'time' || known.kind === 'time')
    return sharesKey(told, known) && told.kind === known.kind ? 'same' : 'different';
  if (!sharesKey(told, known)) return 'different';
  if (told.kind === 'money' && known.kind === 'money')
    return isSameCurrency(told.currency, known.currency) ? 'same' : 'other_unit';
  if (told.kind === 'quantity' && known.kind === 'quantity') return agreeQuantities(told, known);
  const kinds = new Set([told.kind, known.kind]);
  if (kinds.has('money') && (kinds.has('quantity') || kinds.has('percent'))) return 'different';
  if (kinds.has('percent') && kinds.has('quantity')) return 'different';
  return 'same';
}

function sharesKey(a: TypedValue, b: TypedValue): boolean {
  const keys = keysOf(b);
  return keysOf(a).some((key) => keys.includes(key));
}

type Quantity = Extract<TypedValue, { kind: 'quantity' }>;

function agreeQuantities(told: Quantity, known: Quantity): Agreement {
  if (told.unit === known.unit || isLooserUnit(told.unit, known.unit))
    return told.decimal === known.decimal ? 'same' : 'different';
  if (isSameDimension(told.unit, known.unit)) {
    const toldBase = baseAmount(told.decimal, told.unit);
    return toldBase !== undefined && toldBase === baseAmount(known.decimal, known.unit) ? 'same' : 'other_unit';
  }
  return told.decimal === known.decimal ? 'other_unit' : 'different';
}

function agreeDates(told: TypedValue, known: TypedValue): boolean {
  if (told.kind !== 'date' || known.kind !== 'date') return false;
  const a = told.date;
  const b = known.date;
  if (a.weekday !== undefined) return a.weekday === (b.weekday ?? weekdayOf(b));
  const parts = ['year', 'month', 'day'] as const;
  return parts.every((part) => a[part] === undefined || b[part] === undefined || a[part] === b[part]);
}

function weekdayOf({ year, month, day }: DateParts): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** True when an approximate amount may stand for an exact one: within a twentieth of it. Small whole numbers need no rounding. */
export function isNear(told: string, known: string): boolean {
  const a = scaledOf(told);
  const b = scaledOf(known);
  return a !== undefined && b !== undefined && (known.includes('.') || b >= 1e8) && Math.abs(a - b) * 20 <= b;
}
