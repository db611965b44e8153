import { readChineseNumeral } from './chinese-numerals.ts';
import type { DateParts, TypedValue } from './typed-value.ts';
import { type ReadValue, type Today, type ValueReader, whole } from './value-reader.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const ORDINAL_DAY = '(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const CHINESE_WEEKDAYS = '日一二三四五六';
const RELATIVE: Readonly<Record<string, number>> = {
  'day after tomorrow': 2,
  'day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  前天: -2,
  昨天: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};

/** Dates with all or some of their parts, and words that lean on today. */
export const dateReaders: readonly ValueReader[] = [
  {
    pattern: /(?<![\d.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d%]|[-.]\d)/g,
    canMatch: /\d{4}[-/.]/,
    read: (match) => whole(match, dateFrom(match[1], match[3], match[4])),
  },
  {
    pattern:
      /(?:(\d{4}|[零〇一二三四五六七八九]{4})年)?(\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份)?(?:(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?/g,
    canMatch: /月/,
    read: (match) => (match[1] || match[3] ? whole(match, dateFrom(match[1], match[2], match[3])) : []),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTH}) (${ORDINAL_DAY})( ?(?:-|to|through|and|&) ?(${ORDINAL_DAY}))?(?!\\d|:\\d)(?:,? (\\d{4})\\b)?`,
      'gi',
    ),
    canMatch: /[a-z.] \d/i,
    read: readMonthFirst,
  },
  {
    pattern: new RegExp(`\\b(${ORDINAL_DAY})(?: of)?[ -](${MONTH})(?:,?[ -](\\d{4}))?\\b`, 'gi'),
    canMatch: /\d/,
    read: (match) => whole(match, dateFrom(match[3], monthNumber(match[2]), match[1])),
  },
  {
    pattern: new RegExp(`\\b(${MONTH}),? (\\d{4})\\b`, 'gi'),
    canMatch: /\d{4}/,
    read: (match) => whole(match, dateFrom(match[2], monthNumber(match[1]), undefined)),
  },
  {
    pattern: /(?<![\d.])(0?[1-9]|[12]\d|3[01])\. ?(0?[1-9]|1[0-2])\. ?((?:19|20)\d{2})(?![\d.]\d)/g,
    canMatch: /\d\. ?\d{1,2}\. ?\d{4}/,
    read: (match) => whole(match, dateFrom(match[3], match[2], match[1])),
  },
  {
    pattern: new RegExp(`\\b(\\d{4}), (${MONTH})(?![A-Za-z])(?: (${ORDINAL_DAY})(?!\\d))?`, 'gi'),
    canMatch: /\d{4}, [a-z]/i,
    read: (match) => whole(match, dateFrom(match[1], monthNumber(match[2]), match[3])),
  },
  {
    pattern: /(?<![\d/.#$-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g,
    canMatch: /\//,
    read: (match) => whole(match, slashDate(match)),
  },
  {
    pattern:
      /\b(?:the )?((?:3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th))(?= (?:at|of (?:this|next) month|this month|next month)\b|[.,;!?]|$)/gi,
    canMatch: /\d(?:st|nd|rd|th)/,
    read: (match) => whole(match, dateFrom(undefined, undefined, match[1])),
  },
  {
    pattern:
      /(?<=\b(?:on|by|until|till|before|after|since|due) )(?:the )?((?:3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th))(?= (?:with|for|from|until|to|is|was|if|as|in|but|because|when|unless|between)\b|[,:)])/gi,
    canMatch: /\d(?:st|nd|rd|th)/,
    read: (match) => whole(match, dateFrom(undefined, undefined, match[1])),
  },
  {
    pattern:
      /(?:(?<=[本这]月|这个月)|(?<![\d月.-]))(3[01]|[12]\d|[1-9])(?:日(?![元志常本期语游程内后])|号(?=[之以]?前|到|[,。;；、!?)]|$))/g,
    canMatch: /[日号]/,
    read: (match) => whole(match, dateFrom(undefined, undefined, match[1])),
  },
  {
    pattern:
      /\b((?:the )?day after tomorrow|(?:the )?day before yesterday|yesterday|today|tonight|tomorrow)\b|大后天|前天|昨天|今[天日]|明[天日]|后天/gi,
    canMatch: /day|tonight|tomorrow|[天日]/i,
    read: (match, today) => whole(match, relativeDate(match[0].toLowerCase(), today)),
  },
  {
    pattern:
      /\b(?:(?:the )?end of (?:the|this|next) (?:day|week|month|year)|end of (?:day|week|month)|(?:later )?(?:this|next) (?:week|month|weekend)|close of business)\b|[本这下](?:个)?(?:周末|周|星期|月)(?![一二三四五六日天\d])(?:底|末|内)?|(?:今晚|月底|年底|周末)/gi,
    canMatch: /week|month|day|year|business|[周星月晚底]/i,
    read: (match) => whole(match, { kind: 'date', date: {}, isRelative: true }),
  },
  {
    // 下周三 and 本周五 have a date where today is known.
    pattern: /(下|本|这)个?(?:周|星期|礼拜)([一二三四五六日天])/g,
    canMatch: /[下本这]个?(?:周|星期|礼拜)/,
    read: (match, today) => whole(match, dayOfWeek(match, today)),
  },
  {
    pattern:
      /\b(?:(Sun)|(Mon)|(Tue)s?|(Wed)|(Thu)(?:rs?)?|(Fri)|(Sat))\b\.?(?=,? (?:\d{1,2}\b|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))/g,
    canMatch: /(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)/,
    read: (match) => whole(match, weekdayOf(match)),
  },
  {
    pattern:
      /\b(?:(sun)day|(mon)day|(tue)sday|(wed)nesday|(thu)rsday|(fri)day|(sat)urday)s?\b|(?:周|星期|礼拜)([一二三四五六日天])/gi,
    canMatch: /day|周|星期|礼拜/i,
    read: (match) => whole(match, weekdayOf(match)),
  },
];

function dateFrom(year?: string, month?: string | number, day?: string): TypedValue | undefined {
  const parts: DateParts = {
    year: partOf(year),
    month: typeof month === 'number' ? month : partOf(month),
    day: partOf(day),
  };
  const fits = (parts.month ?? 1) >= 1 && (parts.month ?? 1) <= 12 && (parts.day ?? 1) >= 1 && (parts.day ?? 1) <= 31;
  return fits ? { kind: 'date', date: parts, isRelative: false } : undefined;
}

function partOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const digits = /^\d+/.exec(text);
  if (digits) return Number(digits[0]);
  const numeral = readChineseNumeral(text);
  return numeral === undefined ? undefined : Number(numeral);
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function readMonthFirst(match: RegExpExecArray): readonly ReadValue[] {
  const [text, month = '', day = '', range, lastDay, year] = match;
  const first = dateFrom(year, monthNumber(month), day);
  if (!first) return [];
  if (!range || !lastDay) return whole(match, first);
  const last = dateFrom(year, monthNumber(month), lastDay);
  const firstEnd = month.length + 1 + day.length;
  const lastStart = firstEnd + range.length - lastDay.length;
  const values: ReadValue[] = [{ value: first, start: 0, end: firstEnd }];
  if (last) values.push({ value: last, start: lastStart, end: text.length });
  return values;
}

function slashDate(match: RegExpExecArray): TypedValue | undefined {
  const [, first = '', second = '', yearText = ''] = match;
  const year = yearText.length === 2 ? `20${yearText}` : yearText;
  return dateFrom(year, first, second) ?? dateFrom(year, second, first);
}

function relativeDate(word: string, today: Today | undefined): TypedValue {
  const shift = RELATIVE[word.replace(/^the /, '')] ?? 0;
  if (!today) return { kind: 'date', date: {}, isRelative: true };
  const date = new Date(Date.UTC(today.year, today.month - 1, today.day + shift));
  return {
    kind: 'date',
    date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    isRelative: true,
  };
}

function dayOfWeek(match: RegExpExecArray, today: Today | undefined): TypedValue {
  const weekday = CHINESE_WEEKDAYS.indexOf(match[2] === '天' ? '日' : (match[2] ?? ''));
  if (!today) return { kind: 'date', date: { weekday }, isRelative: true };
  const now = new Date(Date.UTC(today.year, today.month - 1, today.day));
  // Weeks begin on Monday here.
  const shift = ((weekday + 6) % 7) - ((now.getUTCDay() + 6) % 7) + (match[1] === '下' ? 7 : 0);
  const date = new Date(Date.UTC(today.year, today.month - 1, today.day + shift));
  return {
    kind: 'date',
    date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    isRelative: true,
  };
}

function weekdayOf(match: RegExpExecArray): TypedValue {
  const chinese = match[8];
  const english = match.slice(1, 8).find((part) => part !== undefined) ?? '';
  const weekday = chinese
    ? CHINESE_WEEKDAYS.indexOf(chinese === '天' ? '日' : chinese)
    : WEEKDAYS.indexOf(english.toLowerCase());
  return { kind: 'date', date: { weekday }, isRelative: true };
}
