const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };
const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const WORD = `(?:${[...VALUES.keys(), ...Object.keys(SCALES)].sort((a, b) => b.length - a.length).join('|')})`;
const ENGLISH = new RegExp(`\\b${WORD}(?:(?:[\\s-]+|\\s+and\\s+)${WORD})*\\b`, 'gi');
/** `one` counts only before something countable: "that one" is no number. */
const COUNTABLE =
  /^\s+(?:business |working |more |full )?(?:day|week|month|year|hour|minute|item|order|unit|piece|parcel|package|time|euro|dollar)/i;

const CHINESE = /[零〇一二两三四五六七八九十百千万亿]+/g;
const CHINESE_DIGITS = '零一二三四五六七八九';
const CHINESE_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
/** What follows a single numeral that is a count; without it the character is part of a word, as in 一定. */
const MEASURE = /^\s*(?:[个天元块件单次年月日号点位名条份人周折岁台箱斤分秒角]|小时|分钟|公斤|星期|工作日)/;
const NOT_COUNTS = /^十分(?!钟)/;

export type WrittenNumber = { value: number; start: number; end: number };

/** Numbers written in words, English below a thousand million and Chinese below 10^12, with their places in the text. */
export function findNumberWords(text: string): WrittenNumber[] {
  const english = Array.from(text.matchAll(ENGLISH), ({ 0: words, index }) => {
    const rest = text.slice(index + words.length, index + words.length + 40);
    const isCount =
      !/^(?:one|hundred|thousand|million)$/i.test(words) || (/^one$/i.test(words) && COUNTABLE.test(rest));
    return isCount ? { value: readEnglish(words), start: index, end: index + words.length } : undefined;
  });
  const chinese = Array.from(text.matchAll(CHINESE), ({ 0: numerals, index }) => {
    const value = isChineseCount(text, numerals, index) ? readChinese(numerals) : undefined;
    return value === undefined ? undefined : { value, start: index, end: index + numerals.length };
  });
  return [...english, ...chinese].filter((found) => found !== undefined);
}

function readEnglish(words: string): number {
  let total = 0;
  let group = 0;
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const scale = SCALES[word];
    if (scale === undefined) group += VALUES.get(word) ?? 0;
    else if (scale === 100) group = Math.max(group, 1) * scale;
    else {
      total += Math.max(group, 1) * scale;
      group = 0;
    }
  }
  return total + group;
}

function isChineseCount(text: string, numerals: string, index: number): boolean {
  if (text.charAt(index - 1) === '第' || NOT_COUNTS.test(text.slice(index, index + 3))) return false;
  return numerals.length > 1 || MEASURE.test(text.slice(index + 1, index + 5));
}

/** Undefined for characters that are numerals in other words, as in 万一. */
function readChinese(numerals: string): number | undefined {
  const plain = numerals.replaceAll('〇', '零').replaceAll('两', '二');
  if (/^[零一二三四五六七八九]+$/.test(plain)) {
    const isNumber = plain.length === 1 || plain.length > 2 || plain.includes('零');
    return isNumber ? Number(Array.from(plain, (digit) => CHINESE_DIGITS.indexOf(digit)).join('')) : undefined;
  }
  if (!/^[零一二三四五六七八九十]/.test(plain) || plain.length > 20) return undefined;
  const [high, low] = plain.includes('亿') ? splitAt(plain, '亿') : ['', plain];
  const [middle, rest] = low.includes('万') ? splitAt(low, '万') : ['', low];
  return readBelowTenThousand(high) * 100_000_000 + readBelowTenThousand(middle) * 10_000 + readBelowTenThousand(rest);
}

function splitAt(text: string, scale: string): [string, string] {
  const index = text.indexOf(scale);
  return [text.slice(0, index), text.slice(index + 1)];
}

/** 三百五 is 350: a last digit without its scale takes the one below the scale before it. */
function readBelowTenThousand(text: string): number {
  let total = 0;
  let digit: number | undefined;
  let lastScale = 0;
  for (const character of text) {
    const scale = CHINESE_SCALES[character];
    if (scale !== undefined) {
      total += (digit ?? 1) * scale;
      [digit, lastScale] = [undefined, scale];
    } else if (character === '零') {
      lastScale = 0;
    } else {
      digit = CHINESE_DIGITS.indexOf(character);
    }
  }
  return total + (digit ?? 0) * (lastScale > 10 ? lastScale / 10 : 1);
}
