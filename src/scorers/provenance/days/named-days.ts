/**
 * Days that a piece of text names, `from` to `to`, in days since 1970-01-01. `exact`: the text names each of them, or
 * spans them; otherwise it only names the month, the week or about when.
 */
export type NamedDays = { from: number; to: number; exact: boolean; start: number; end: number };

/** A day and a month whose year nobody can tell, since no clock is known: `05-20`. */
export type YearlessDay = { monthDay: string; start: number; end: number };

const dayMs = 86_400_000;

/** Days since 1970-01-01; undefined when the calendar has no such day. */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.getTime() / dayMs : undefined;
}

/** The day of an ISO date or time; undefined for other texts. */
export function dayOfIso(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? [];
  return year === undefined ? undefined : dayNumber(Number(year), Number(month), Number(day));
}

/** `2026-01-15`. */
export function isoOfDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export type CalendarDay = { year: number; month: number; day: number; weekday: number };

/** The parts of a day; months and days of the month from 1, weekdays from 0, which is Sunday. */
export function partsOf(day: number): CalendarDay {
  const date = new Date(day * dayMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** The day `months` later; the last of the month where it has no such day. */
export function addMonths(day: number, months: number): number {
  const { year, month, day: dayOfMonth } = partsOf(day);
  const first = Date.UTC(year, month - 1 + months, 1) / dayMs;
  return first + Math.min(dayOfMonth, daysOfMonth(first)) - 1;
}

/** First and last day of the month that is `months` after that of `day`. */
export function monthAround(day: number, months = 0): { from: number; to: number } {
  const { year, month } = partsOf(day);
  const from = Date.UTC(year, month - 1 + months, 1) / dayMs;
  return { from, to: from + daysOfMonth(from) - 1 };
}

function daysOfMonth(first: number): number {
  const { year, month } = partsOf(first);
  return Date.UTC(year, month, 1) / dayMs - first;
}

/** What readers of days are handed. */
export type DayReading = {
  /** Lower-case text of the same length as the original, so that places are the same. */
  text: string;
  today: number | undefined;
  add(days: { from: number | undefined; to?: number | undefined; exact?: boolean }, match: RegExpMatchArray): void;
  addYearless(month: number, day: number, match: RegExpMatchArray, until?: { month: number; day: number }): void;
};
