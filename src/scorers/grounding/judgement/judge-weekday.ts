import type { ValueClaim } from '../claims/claim.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { DateParts, FoundValue } from '../values/typed-value.ts';
import type { JudgedClaim } from './judged-claim.ts';
import { contradicted } from './value-verdicts.ts';

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A weekday that stands beside a date and is not that date's: "Friday, 15 January 2026" is wrong whatever is known. */
export function judgeWeekday(claim: ValueClaim, ledger: EvidenceLedger): JudgedClaim | undefined {
  const { value, sentence } = claim;
  if (value.kind !== 'date' || value.date.weekday === undefined) return undefined;
  const beside = sentence.values.find((found) => isBeside(found, claim));
  if (beside?.value.kind !== 'date') return undefined;
  const date = dateOf(beside.value.date, ledger);
  if (date === undefined || date.getUTCDay() === value.date.weekday) return undefined;
  const told = date.toISOString().slice(0, 10);
  return contradicted(
    claim,
    'value_mismatch',
    `\`${claim.text}\` is told, but ${told} is a ${NAMES[date.getUTCDay()]}`,
  );
}

function isBeside({ value, start, end }: FoundValue, { at, answer, end: to, start: from }: ValueClaim): boolean {
  if (value.kind !== 'date' || value.date.day === undefined || value.date.month === undefined) return false;
  const { text } = answer.normalised;
  const between = end <= at ? text.slice(end, at) : text.slice(at + (to - from), start);
  return (start > at || end <= at) && /^[ ,(（]{0,3}(?:the )?$/.test(between);
}

/** A date without a year means a date of the evidence, else the one nearest to today; without either nothing is said. */
function dateOf({ year, month = 1, day = 1 }: DateParts, { byKey, today }: EvidenceLedger): Date | undefined {
  const years = new Set<number>();
  for (const { found } of byKey.get(`d:${month}-${day}`) ?? [])
    if (found.value.kind === 'date' && found.value.date.year !== undefined) years.add(found.value.date.year);
  const [known] = years;
  const at =
    year ?? (years.size === 1 ? known : undefined) ?? (years.size === 0 ? nearestYear(month, day, today) : undefined);
  return at === undefined ? undefined : new Date(Date.UTC(at, month - 1, day));
}

function nearestYear(month: number, day: number, today: EvidenceLedger['today']): number | undefined {
  if (!today) return undefined;
  const now = Date.UTC(today.year, today.month - 1, today.day);
  const distance = (year: number): number => Math.abs(Date.UTC(year, month - 1, day) - now);
  return [today.year - 1, today.year, today.year + 1].sort((a, b) => distance(a) - distance(b))[0];
}
