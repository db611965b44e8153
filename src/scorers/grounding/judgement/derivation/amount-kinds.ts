import { isSameAmount } from '../../claims/equations.ts';
import { isCounting } from '../../evidence/ledger-entry.ts';
import type { TypedValue } from '../../values/typed-value.ts';
import type { Column } from '../tables/tables.ts';

/** Units of time, in minutes. */
export const MINUTES: Readonly<Record<string, number>> = {
  second: 1 / 60,
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
};

/** Whether a number of the column is what was told; "2 hours 55 minutes" are told as two values. */
export function fitterOf(value: TypedValue, { kind, cells }: Column, told: number): (number: number) => boolean {
  const unit = value.kind === 'quantity' ? value.unit : '';
  const per = MINUTES[unit];
  const entry = cells.find((cell) => cell !== undefined)?.entry;
  const known = entry?.values[0]?.value;
  const from = kind === 'span' ? 1 : MINUTES[known?.kind === 'quantity' ? known.unit : (entry?.unit ?? '')];
  if (per === undefined || from === undefined) return (number) => isSameAmount(number, told);
  return (number) => {
    const minutes = Math.abs(number) * from;
    if (isSameAmount(minutes / per, told)) return true;
    return unit === 'hour' ? Math.floor(minutes / 60) === told : unit === 'minute' && Math.round(minutes % 60) === told;
  };
}

/** Amounts add up with amounts of their kind: money with money, hours with hours. */
export function isKindOf(value: TypedValue, { kind, cells, key }: Column): boolean {
  const entry = cells.find((cell) => cell !== undefined)?.entry;
  const known = entry?.values[0]?.value;
  if (!entry || !known) return false;
  if (kind === 'span') return value.kind === 'quantity' && MINUTES[value.unit] !== undefined;
  if (value.kind === 'money')
    return known.kind === 'money' || ((entry.currency !== undefined || !isCounting(entry)) && !COUNTS.test(key));
  if (value.kind === 'quantity') {
    const unit = known.kind === 'quantity' ? known.unit : entry.unit;
    return (
      unit === undefined || value.unit === unit || (MINUTES[value.unit] !== undefined && MINUTES[unit] !== undefined)
    );
  }
  return true;
}

const COUNTS = /seats?\b|seats?_|stock|quantity|qty|count|pieces|units?\b|rating|score|stars?\b|库存|数量|评分/i;
const RATES =
  /rating|score|stars?\b|temp|percent|pct|(?:^|_)rate\b|year|\bage\b|lat\b|lon|lng|version|humid|speed|limit|rank|place|position|number\b|(?:^|_)no\b|评分|温度|率|年份|排名|速度|湿度/i;

/** Ratings, temperatures and shares have a mean, but no sum. */
export function isAdditive({ key }: Column): boolean {
  return !RATES.test(key);
}
