import { CHINESE_NUMERAL, readChineseNumeral } from './chinese-numerals.ts';
import { CURRENCY_AFTER, CURRENCY_BEFORE, currencyOf } from './currencies.ts';
import { canonicalDecimal, shiftDecimal } from './decimals.ts';
import { NUMBER_WORDS, readNumberWords } from './number-words.ts';
import type { TypedValue } from './typed-value.ts';
import { UNIT_NAMES, unitOf } from './units.ts';
import { type ReadValue, type ValueReader, whole } from './value-reader.ts';

const DIGITS =
  "(?:\\d{1,3}(?:[. ']\\d{3}){1,6},\\d{1,2}(?![\\d,])|\\d{1,3}(?:'\\d{3}){1,6}(?:\\.\\d{1,2})?(?!\\d)|\\d{1,3}(?:,\\d{3}){1,8}(?:\\.\\d{1,20})?|\\d{1,30}(?:\\.\\d{1,20})?)";
const HAS_DIGIT = /\d/;
const HAS_CURRENCY = /[$€£₹₩¥₽₺฿₫₱₪₴美欧英人日韩卢港台加澳新瑞泰元块]|zł|kč|\d ?[a-z]{2}|[a-z]{3} ?-?\d/i;
const HAS_WORD = /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|hundred|dozen)/i;
const HAS_NUMERAL = /[零〇一二两三四五六七八九十百千万亿]/;
/** A glued `k` or `M` multiplies; a letter that stands apart is a unit. */
const SCALE =
  '(?:(?:k|m|bn)(?![A-Za-z0-9/])| ?(?:million|billion|thousand|mn|bn)(?![A-Za-z])|[百千]?[万亿]|[百千](?!克|米|瓦|卡))';
const AMOUNT = `${DIGITS}${SCALE}?`;
/** With a currency beside it a comma before two last digits parts cents. */
const PRICE = `(?:\\d{1,6},\\d{2}(?![\\d,])|${AMOUNT})`;
const FREE = '(?<![\\w.]|\\d,)';
const HAN_AMOUNT = `(?<!${CHINESE_NUMERAL})${CHINESE_NUMERAL}{1,20}(?:点[零〇一二三四五六七八九]{1,10})?`;
const POWERS: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  million: 6,
  bn: 9,
  billion: 9,
  百: 2,
  千: 3,
  万: 4,
  百万: 6,
  千万: 7,
  亿: 8,
  百亿: 10,
  千亿: 11,
};
/** What an amount is counted by: `km/h`, `mg/mL`, `10 miles per hour`. Spans of months and such say how it is billed. */
const PER =
  '(?:(?: ?/ ?| per | an )(h|hr|hour|min|minute|s|sec|second|km|mile|m2|m3|kg|g|L|mL|litre|liter|dL|kWh|mol)(?![A-Za-z0-9]))?';
/** Words that ask a Chinese numeral of one character to be a number. */
const COUNTERS = '[个件张条份次名位台套间晚杯本家种单票岁颗楼层路桌席]';

/** Shares, sums of money, measured amounts and bare numbers, most specific first. */
export const numberReaders: readonly ValueReader[] = [
  {
    pattern: new RegExp(`${FREE}-?(${DIGITS}) ?(?:%|percent\\b|per cent\\b|个百分点)`, 'gi'),
    canMatch: /%|per ?cent|百分/i,
    read: (match) => whole(match, percent(canonicalDecimal(match[1] ?? ''))),
  },
  {
    pattern: new RegExp(`百分之(${AMOUNT}|${HAN_AMOUNT})`, 'g'),
    canMatch: /百分/,
    read: (match) => whole(match, percent(amountFrom(match[1]))),
  },
  {
    pattern: new RegExp(`(${DIGITS}|[一二三四五六七八九](?:点?[一二三四五六七八九])?)折`, 'g'),
    canMatch: /折/,
    read: (match) => whole(match, discount(match[1])),
  },
  {
    pattern: new RegExp(`-?(${CURRENCY_BEFORE}) ?-?(${PRICE})(?: ?(?:USD|EUR|GBP|CNY)\\b)?(?![\\d])`, 'gi'),
    canMatch: HAS_CURRENCY,
    read: (match) => whole(match, money(match[2], match[1])),
  },
  {
    // 一块四 and 十五块五: the digit behind counts tenths.
    pattern: new RegExp(
      `(${DIGITS}|${HAN_AMOUNT})块([1-9一二三四五六七八九])(?![\\d零一二三四五六七八九十百千万个张件条])[毛角]?`,
      'g',
    ),
    canMatch: /块/,
    read: (match) => whole(match, yuanAndTenths(match[1], match[2])),
  },
  {
    pattern: /(?<![\w.])(\d{1,2}) ?(?:¢|cents?\b|pence\b)/gi,
    canMatch: /¢|cent|pence/i,
    read: (match) => whole(match, hundredths(match[1], match[0])),
  },
  {
    pattern: new RegExp(`${FREE}-?(${PRICE}) ?(${CURRENCY_AFTER})`, 'gi'),
    canMatch: HAS_CURRENCY,
    read: (match) => whole(match, money(match[1], match[2])),
  },
  {
    pattern: new RegExp(`(${HAN_AMOUNT})(${CURRENCY_AFTER})`, 'g'),
    canMatch: /[元块币金镑]/,
    read: (match) => whole(match, money(match[1], match[2])),
  },
  {
    pattern: new RegExp(`\\b(${NUMBER_WORDS}) (dollars|euros|pounds|yuan|percent|per cent)\\b`, 'gi'),
    canMatch: HAS_WORD,
    read: (match) => whole(match, spelled(match[1], match[2])),
  },
  {
    pattern: new RegExp(`${FREE}(${DIGITS})( ?(?:-|to|~|至|到) ?)(${DIGITS})( ?-?)(${UNIT_NAMES}|${COUNTERS})`, 'gi'),
    canMatch: HAS_DIGIT,
    read: readRange,
  },
  {
    pattern: new RegExp(`${FREE}-?(${AMOUNT})( ?-?)(${UNIT_NAMES})${PER}`, 'gi'),
    canMatch: HAS_DIGIT,
    read: (match) => (isDecade(match) ? [] : whole(match, quantity(amountFrom(match[1]), match[3], match[4]))),
  },
  {
    pattern: new RegExp(`(${HAN_AMOUNT})(${UNIT_NAMES})`, 'g'),
    canMatch: HAS_NUMERAL,
    read: (match) => (match[0].startsWith('十分') ? [] : whole(match, quantity(hanAmount(match[1], false), match[2]))),
  },
  {
    pattern: new RegExp(`${FREE}-?(${DIGITS}(?:[kKM]|bn))(?![A-Za-z0-9])`, 'g'),
    canMatch: /\d(?:[kKM]|bn)/,
    read: (match) => whole(match, number(amountFrom(match[1]))),
  },
  {
    pattern: /(?<![\w.,/])(\d{1,2}\.\d{1,2})(?= ?\/ ?(?:5|10|100)(?![\d/.]))/g,
    canMatch: /\d ?\/ ?(?:5|10)/,
    read: (match) => whole(match, number(canonicalDecimal(match[1] ?? ''))),
  },
  {
    pattern: new RegExp(`\\b(${NUMBER_WORDS})[ -](${UNIT_NAMES})`, 'gi'),
    canMatch: HAS_WORD,
    read: (match) => whole(match, quantity(readNumberWords(match[1] ?? ''), match[2])),
  },
  {
    // "within the hour", "in a week": one of them.
    pattern:
      /(?<=\b(?:within|in|inside) )(?:the next|the|an?|one|half an?|the next half) (hour|day|week|month|minute)\b/gi,
    canMatch: /hour|day|week|month|minute/i,
    read: (match) => whole(match, oneOf(match[0], match[1])),
  },
  {
    pattern:
      /(?<![\d零〇一二两三四五六七八九十第])([一半])个?(小时|钟头|天|周|星期|礼拜|月)(?=之?内|以内|后|左右|就|到)/g,
    canMatch: /[一半]/,
    read: (match) => whole(match, oneOf(match[1], match[2] === '月' ? '个月' : match[2])),
  },
  {
    // Both ends of a range without a unit, lower first; scores, phones and parts of longer numbers are none.
    pattern: /(?<![\w.:/#-])(\d{1,4}(?:\.\d{1,4})?)( ?- ?| to )(\d{1,4}(?:\.\d{1,4})?)(?![\w]|[-:/.]\d)/g,
    canMatch: /\d ?(?:-|to) ?\d/,
    read: (match) => (Number(match[1]) < Number(match[3]) ? readRange(match) : []),
  },
  {
    pattern: new RegExp(`${FREE}-?(${AMOUNT})(?![\\w]|[-:/.]\\d)`, 'g'),
    canMatch: HAS_DIGIT,
    read: (match) => (/^\d{5,}$/.test(match[1] ?? '') ? [] : whole(match, number(amountFrom(match[1])))),
  },
  {
    pattern: new RegExp(`\\b(${NUMBER_WORDS})\\b`, 'gi'),
    canMatch: HAS_WORD,
    read: (match) => whole(match, number(readNumberWords(match[1] ?? ''))),
  },
  {
    pattern: new RegExp(`(?<![第周期几])(?!十分)(${HAN_AMOUNT})(?=${COUNTERS}|分(?!之))`, 'g'),
    canMatch: HAS_NUMERAL,
    read: (match) => whole(match, number(hanAmount(match[1], true))),
  },
  {
    pattern: new RegExp(`(?<![第周期几])(${HAN_AMOUNT})`, 'g'),
    canMatch: HAS_NUMERAL,
    read: (match) => (match[0].length > 1 ? whole(match, number(hanAmount(match[1], false))) : []),
  },
];

function amountFrom(text = ''): string | undefined {
  const parts = /^(\d[\d,.']*(?: \d{3})*(?:,\d{1,2})?) ?(.*)$/.exec(text);
  if (!parts) return readChineseNumeral(text);
  const decimal = canonicalDecimal(parts[1] ?? '');
  const scale = parts[2] ?? '';
  return decimal && scale !== '' ? shiftDecimal(decimal, POWERS[scale] ?? POWERS[scale.toLowerCase()] ?? 0) : decimal;
}

/** A lone 一 is mostly an article, and runs such as 千万 or 万一 are words. */
function hanAmount(text = '', isCounted: boolean): string | undefined {
  if (text === '一' || /^[百千万亿]/.test(text) || text.startsWith('十分')) return undefined;
  return !isCounted && text.length > 1 && /^[一二三四五六七八九]{2}$/.test(text) ? undefined : readChineseNumeral(text);
}

function percent(decimal: string | undefined): TypedValue | undefined {
  return decimal === undefined
    ? undefined
    : { kind: 'percent', decimal, readings: [decimal, shiftDecimal(decimal, -2)], approximate: false };
}

function discount(text = ''): TypedValue | undefined {
  const digits = /^\d/.test(text) ? text : digitsOfDiscount(text);
  const decimal = digits && canonicalDecimal(digits);
  if (!decimal) return undefined;
  const share = shiftDecimal(decimal, decimal.includes('.') || Number(decimal) < 10 ? 1 : 0);
  const off = canonicalDecimal(String(Number((100 - Number(share)).toFixed(4)))) ?? '0';
  return {
    kind: 'percent',
    decimal: share,
    readings: [share, off, shiftDecimal(share, -2), shiftDecimal(off, -2), decimal],
    approximate: false,
  };
}

function digitsOfDiscount(text: string): string | undefined {
  const [first, ...rest] = text.replace('点', '');
  const places = rest.map((char) => readChineseNumeral(char)).join('');
  return first && `${readChineseNumeral(first)}${places && `.${places}`}`;
}

function money(amount: string | undefined, name = ''): TypedValue | undefined {
  const decimal = amountFrom(amount);
  const currency = isWord(name) ? undefined : currencyOf(name);
  return decimal && currency ? { kind: 'money', decimal, currency, approximate: false } : undefined;
}

/** "try 5" and "isk 3" in small letters are words. */
function isWord(name: string): boolean {
  return (
    /^[a-z]{3}$/i.test(name) && name !== name.toUpperCase() && !/^(?:usd|eur|gbp|cny|rmb|jpy|inr|chf|yen)$/i.test(name)
  );
}

function spelled(words = '', name = ''): TypedValue | undefined {
  const decimal = readNumberWords(words) ?? (words.toLowerCase() === 'one' ? '1' : undefined);
  if (decimal === undefined) return undefined;
  const currency = currencyOf(name);
  return currency ? { kind: 'money', decimal, currency, approximate: false } : percent(decimal);
}

function quantity(decimal: string | undefined, name = '', per?: string): TypedValue | undefined {
  const of = unitOf(name);
  if (!decimal || !of) return undefined;
  const unit = per === undefined ? of : `${of}/${unitOf(per) ?? per}`;
  return { kind: 'quantity', decimal, unit, approximate: false };
}

/** "the 1990s", "in the 40s", "the 5 s": no seconds. */
function isDecade({ 0: text, input, index }: RegExpExecArray): boolean {
  return (
    /^-?\d+s$/.test(text) &&
    (/^-?\d{4}s$/.test(text) || /\b(?:the|early|mid|late)[ -]?$/i.test(input.slice(Math.max(0, index - 6), index)))
  );
}

function yuanAndTenths(amount = '', tenth = ''): TypedValue | undefined {
  const yuan = amountFrom(amount);
  const digit = amountFrom(tenth);
  if (yuan === undefined || digit === undefined || yuan.includes('.')) return undefined;
  return { kind: 'money', decimal: `${yuan}.${digit}`, currency: 'CNY', approximate: false };
}

function hundredths(amount = '', name = ''): TypedValue | undefined {
  const decimal = canonicalDecimal(amount);
  const currency = /pence/i.test(name) ? currencyOf('£') : `${currencyOf('$')}/EUR`;
  return decimal && currency
    ? { kind: 'money', decimal: shiftDecimal(decimal, -2), currency, approximate: false }
    : undefined;
}

function oneOf(text = '', unit = ''): TypedValue | undefined {
  if (!/half|半/.test(text)) return quantity('1', unit);
  return /hour|小时|钟头/.test(unit) ? quantity('30', 'minutes') : quantity('0.5', unit);
}

function number(decimal: string | undefined): TypedValue | undefined {
  return decimal === undefined ? undefined : { kind: 'number', decimal, approximate: false };
}

function readRange(match: RegExpExecArray): readonly ReadValue[] {
  const [text, first = '', between = '', last = '', , unit = ''] = match;
  const build = (amount: string): TypedValue | undefined =>
    quantity(amountFrom(amount), unit) ?? number(amountFrom(amount));
  const low = build(first);
  const high = build(last);
  if (!low || !high) return [];
  return [
    { value: low, start: 0, end: first.length },
    { value: high, start: first.length + between.length, end: text.length },
  ];
}
