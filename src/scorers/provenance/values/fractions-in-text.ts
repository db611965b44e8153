/** A share in words, and where it stands: 0.5 of "half of it". */
export type FractionInText = { value: number; start: number; end: number };

const named: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  fifth: 1 / 5,
  一半: 1 / 2,
  半价: 1 / 2,
  三分之一: 1 / 3,
  三分之二: 2 / 3,
  四分之一: 1 / 4,
  四分之三: 3 / 4,
};
/** Neither a time, such as `half past`, nor a place in a row, such as `the third`. */
const fraction =
  /\bhalf\b(?! (?:past|an? )|-)|\b(?:an?|one|two|three|four) (?:third|quarter|fifth)s?\b(?! (?:past|to)\b)|一半|半价|[三四]分之[一二三]/gi;
const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

export function fractionsInText(text: string): FractionInText[] {
  return [...text.matchAll(fraction)].flatMap(({ 0: match, index }) => {
    const words = match.toLowerCase().split(' ');
    const value = named[words.at(-1)?.replace(/s$/, '') ?? ''];
    if (value === undefined) return [];
    const times = words.length === 1 ? 1 : (counts[words[0] ?? ''] ?? 1);
    return [{ value: value * times, start: index, end: index + match.length }];
  });
}
