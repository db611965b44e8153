/** In which order a date such as 04/03/2026 is written. */
export type DayOrder = 'day-first' | 'month-first';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?\\.?';
const year = '(?<year>\\d{4})';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? )?';
const time =
  '(?:[t ,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?: ?[ap]m)?(?: ?(?:z|utc|gmt|[+-]\\d{2}:?\\d{2}))?)?';

/** Spellings of one day, with its year; a time may follow and says nothing. */
const spellings: readonly RegExp[] = [
  `${year}(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})`,
  `${year}(?<month>\\d{2})(?<day>\\d{2})`,
  `${year} ?年 ?(?<month>\\d{1,2}) ?月 ?(?<day>\\d{1,2}) ?[日号]`,
  `${weekday}${month} ${day},? ${year}`,
  `${weekday}(?:the )?${day}(?: of)?[ -]${month},?[ -]${year}`,
].map((spelling) => new RegExp(`^${spelling}${time}$`));

const numeric = new RegExp(`^(?<first>\\d{1,2})(?<mark>[-/.])(?<second>\\d{1,2})\\k<mark>${year}${time}$`);

/** No spelling of a day is longer. */
const LONGEST = 80;

/**
 * The day that a text is, as `2026-01-15`; undefined when it is none, is more than that, or leaves open which one: a date
 * such as 04/03/2026 needs `order`.
 */
export function readDay(text: string, order?: DayOrder): string | undefined {
  if (text.length > LONGEST) return undefined;
  const folded = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  for (const spelling of spellings) {
    const parts = spelling.exec(folded)?.groups;
    if (parts === undefined) continue;
    const number = months.indexOf(parts.month?.slice(0, 3) ?? '') + 1;
    return dayOf(Number(parts.year), number === 0 ? Number(parts.month) : number, Number(parts.day));
  }
  const parts = numeric.exec(folded)?.groups;
  return parts === undefined
    ? undefined
    : readNumeric(Number(parts.first), Number(parts.second), Number(parts.year), order);
}

function readNumeric(first: number, second: number, inYear: number, order: DayOrder | undefined): string | undefined {
  const dayFirst = dayOf(inYear, second, first);
  const monthFirst = dayOf(inYear, first, second);
  if (order !== undefined) return order === 'day-first' ? dayFirst : monthFirst;
  if (dayFirst === undefined || monthFirst === undefined) return dayFirst ?? monthFirst;
  return dayFirst === monthFirst ? dayFirst : undefined;
}

function dayOf(inYear: number, inMonth: number, onDay: number): string | undefined {
  const date = new Date(Date.UTC(inYear, inMonth - 1, onDay));
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== inMonth - 1 || date.getUTCDate() !== onDay)
    return undefined;
  return date.toISOString().slice(0, 10);
}
