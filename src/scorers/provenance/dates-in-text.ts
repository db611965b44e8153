const dayMs = 86_400_000;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthWord = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const shifts: Readonly<Record<string, number>> = {
  today: 0,
  tonight: 0,
  tomorrow: 1,
  yesterday: -1,
  今天: 0,
  明天: 1,
  昨天: -1,
  后天: 2,
};

/** Days that a text may mean, as `2026-01-15`. Where a text leaves the year or the order of day and month open, all readings. */
export function datesInText(folded: string, now: string | undefined): ReadonlySet<string> {
  const days = new Set<string>();
  const reader: Reader = { days, today: now === undefined ? undefined : Date.parse(now.slice(0, 10)) };
  readNumeric(folded, reader);
  readMonthNames(folded, reader);
  if (reader.today !== undefined) readRelative(folded, reader.today, days);
  return days;
}

type Reader = { days: Set<string>; today: number | undefined };

function addDay({ days }: Reader, year: number, month: number, day: number): void {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== month - 1) return;
  days.add(date.toISOString().slice(0, 10));
}

/** Without a year: this year, the one before and the one after. */
function addYearless(reader: Reader, month: number, day: number): void {
  if (reader.today === undefined) return;
  const year = new Date(reader.today).getUTCFullYear();
  for (const shift of [-1, 0, 1]) addDay(reader, year + shift, month, day);
}

function readNumeric(text: string, reader: Reader): void {
  for (const [, year, month, day] of text.matchAll(/(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/g)) {
    addDay(reader, Number(year), Number(month), Number(day));
  }
  for (const [, month, day] of text.matchAll(/(?<![\d年])(\d{1,2})月(\d{1,2})[日号]/g)) {
    addYearless(reader, Number(month), Number(day));
  }
  for (const [, first, second, year] of text.matchAll(
    /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?(?![\d/])/g,
  )) {
    for (const [month, day] of [
      [first, second],
      [second, first],
    ]) {
      if (year === undefined) addYearless(reader, Number(month), Number(day));
      else addDay(reader, year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day));
    }
  }
}

function readMonthNames(text: string, reader: Reader): void {
  const dayFirst = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? ${monthWord}(?:,? (\\d{4}))?`, 'g');
  const monthFirst = new RegExp(
    `(?<![a-z])${monthWord} (\\d{1,2})(?:st|nd|rd|th)?(?: ?- ?(\\d{1,2}))?(?:,? (\\d{4}))?(?!\\d)`,
    'g',
  );
  const add = (month: string, day: string, year: string | undefined): void => {
    const number = months.indexOf(month) + 1;
    if (year === undefined) addYearless(reader, number, Number(day));
    else addDay(reader, Number(year), number, Number(day));
  };
  for (const [, day, month, year] of text.matchAll(dayFirst)) add(month as string, day as string, year);
  for (const [, month, day, until, year] of text.matchAll(monthFirst)) {
    add(month as string, day as string, year);
    if (until !== undefined) add(month as string, until, year);
  }
}

function readRelative(text: string, today: number, days: Set<string>): void {
  const add = (shift: number): void => {
    days.add(new Date(today + shift * dayMs).toISOString().slice(0, 10));
  };
  for (const [word, shift] of Object.entries(shifts)) if (text.includes(word)) add(shift);
  const weekday = new Date(today).getUTCDay();
  for (const [word] of text.matchAll(/(?<![a-z])(?:sun|mon|tues|wednes|thurs|fri|satur)day/g)) {
    const ahead = (weekdays.indexOf(word.slice(0, 3)) - weekday + 7) % 7;
    for (const shift of [ahead - 7, ahead, ahead + 7]) add(shift);
  }
  for (const [, count, unit] of text.matchAll(/(?<!\d)in (\d{1,3}) (day|week)s?/g))
    add(Number(count) * (unit === 'week' ? 7 : 1));
  for (const [, day] of text.matchAll(/(?<!\d)the (\d{1,2})(?:st|nd|rd|th)/g)) addOrdinal(today, Number(day), days);
}

/** "The 6th": of this month or the next. */
function addOrdinal(today: number, day: number, days: Set<string>): void {
  const now = new Date(today);
  for (const ahead of [0, 1]) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, day));
    if (date.getUTCDate() === day) days.add(date.toISOString().slice(0, 10));
  }
}
