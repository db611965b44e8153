import { readAbsoluteDays } from './absolute-days.ts';
import { composedDays, longestSpan } from './composed-days.ts';
import { type DayReading, dayNumber, type NamedDays, partsOf, type YearlessDay } from './named-days.ts';
import { readRelativeDays } from './relative-days.ts';

export type DaysInText = { days: readonly NamedDays[]; yearless: readonly YearlessDay[] };

/** What a text must hold to name a day. */
const mayNameDay =
  /\d[-/.]\d|\d{8}|[月日号周天]|星期|礼拜|圣诞|元旦|情人节|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|day\b|days\b|tomorrow|tonight|week|month|year|now\b|the \d|this (?:morning|afternoon|evening)|immediately|christmas|valentine|halloween|(?:first|second|third|th|ieth)\b/i;

/**
 * Days that a text names, in English and Chinese, against the clock where it leans on one. Where a text leaves the year
 * or the order of day and month open, all sensible readings: the next such day and the last. Only in talk do words such
 * as "Friday" lean on today.
 */
export function daysInText(
  original: string,
  { today, isTalk = true }: { today: number | undefined; isTalk?: boolean },
): DaysInText {
  const days: NamedDays[] = [];
  const yearless: YearlessDay[] = [];
  if (!mayNameDay.test(original)) return { days, yearless };
  const text = comparable(original);
  const place = (match: RegExpMatchArray) => ({
    start: match.index ?? 0,
    end: (match.index ?? 0) + match[0].trimEnd().length,
  });
  const reading: DayReading = {
    text,
    today,
    add({ from, to, exact = true }, match) {
      if (from === undefined) return;
      const isSpan = to !== undefined && to >= from && to - from <= longestSpan;
      days.push({ from, to: isSpan ? to : from, exact, ...place(match) });
      if (to !== undefined && !isSpan) days.push({ from: to, to, exact, ...place(match) });
    },
    addYearless(month, day, match, until) {
      if (today === undefined) {
        for (const one of until === undefined ? [{ month, day }] : [{ month, day }, until]) {
          yearless.push({ monthDay: `${pad(one.month)}-${pad(one.day)}`, ...place(match) });
        }
        return;
      }
      for (const from of nearestDays(today, month, day)) {
        const to = until && dayNumber(partsOf(from).year, until.month, until.day);
        reading.add({ from, to }, match);
      }
    },
  };
  readAbsoluteDays(reading);
  if (isTalk && today !== undefined) readRelativeDays(reading, today);
  return { days: [...days, ...composedDays(days, text)], yearless };
}

/** Lower case, dashes and widths made equal, without moving anything. */
function comparable(original: string): string {
  const lower = original.toLowerCase();
  const text = lower.length === original.length ? lower : original;
  return text
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/\s/g, ' ');
}

/** The next such day, and the last one before today. */
function nearestDays(today: number, month: number, day: number): number[] {
  const { year } = partsOf(today);
  // Eight years hold every day that there is, the 29th of February around 1900 and 2100 included.
  const shifts = Array.from({ length: 17 }, (_, index) => index - 8);
  const days = shifts.map((shift) => dayNumber(year + shift, month, day)).filter((one) => one !== undefined);
  const next = days.filter((one) => one >= today);
  const past = days.filter((one) => one < today);
  return [...(next.length === 0 ? [] : [Math.min(...next)]), ...(past.length === 0 ? [] : [Math.max(...past)])];
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
