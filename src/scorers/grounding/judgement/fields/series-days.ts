import type { ValueClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';

const DAY_MS = 86_400_000;
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.5, year: 365.25 };

/** The days that dated records tell of, as days since 1970, in order. */
export function daysOfData(ledger: EvidenceLedger): readonly number[] {
  return ledger.data.days();
}

/** "Over the next five days", "in six weeks": as long as the dated records of the data reach, give or take one. */
export function isSpanOfDays({ value }: ValueClaim, ledger: EvidenceLedger): boolean {
  const days = daysOfData(ledger);
  const first = days[0];
  const last = days.at(-1);
  if (value.kind !== 'quantity' || first === undefined || last === undefined) return false;
  if (value.unit === 'hour' || value.unit === 'minute')
    return isStepOfSeries(Number(value.decimal), value.unit, ledger);
  const length = DAYS_OF[value.unit];
  return (
    length !== undefined &&
    Math.abs((last - first) / length - Number(value.decimal)) <= Math.max(1, Number(value.decimal) * 0.05)
  );
}

/** "every six hours", "in a 3-hour period" */
function isStepOfSeries(told: number, unit: string, ledger: EvidenceLedger): boolean {
  const minutes = unit === 'hour' ? told * 60 : told;
  return ledger.data.keyTexts().some((key) => key === `${told}h`) || ledger.data.steps().has(minutes);
}

/** A weekday on which a dated record of the data falls. */
export function isWeekdayOfData({ value }: ValueClaim, ledger: EvidenceLedger): boolean {
  if (value.kind !== 'date' || value.date.weekday === undefined) return false;
  return daysOfData(ledger).some((day) => weekdayOfDay(day) === value.date.weekday);
}

/** Days of another weekday than is told: of the date beside it, or the only day that the data knows. */
export function otherWeekday({ value, sentence, at, text }: ValueClaim, ledger: EvidenceLedger): string | undefined {
  if (value.kind !== 'date' || value.date.weekday === undefined) return undefined;
  const days = daysOfData(ledger);
  const beside = sentence.values.find((other) => other.start > at && other.start - at - text.length <= MAX_GAP)?.value;
  const date = beside?.kind === 'date' ? beside.date : undefined;
  const meant =
    date?.day === undefined || date.month === undefined
      ? days
      : days.filter((day) => {
          const known = new Date(day * DAY_MS);
          return known.getUTCMonth() + 1 === date.month && known.getUTCDate() === date.day;
        });
  const [only] = meant;
  if (meant.length !== 1 || only === undefined || weekdayOfDay(only) === value.date.weekday) return undefined;
  return new Date(only * DAY_MS).toISOString().slice(0, 10);
}

/** No weekday that the answer tells before it is another than its date has. */
export function isFirstWeekday(claim: ValueClaim, ledger: EvidenceLedger): boolean {
  if (daysOfData(ledger).length < 2) return true;
  return !claim.answer.sentences.some((sentence) =>
    sentence.values.some(({ value, start, end }) => {
      if (start >= claim.at || value.kind !== 'date' || value.date.weekday === undefined) return false;
      const text = claim.answer.normalised.text.slice(start, end);
      return otherWeekday({ ...claim, value, sentence, at: start, text }, ledger) !== undefined;
    }),
  );
}

/** `Tuesday, January 3rd`, `Tuesday the 3rd` */
const MAX_GAP = 6;

/** 0 is Sunday; day 0 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
