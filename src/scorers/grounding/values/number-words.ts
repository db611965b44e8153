const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const BIG: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1e6 };
const VALUES = new Map<string, number>([
  ...SMALL.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ['dozen', 12],
]);
const WORD = [...VALUES.keys(), ...Object.keys(BIG)].sort((a, b) => b.length - a.length).join('|');

/** A pattern of one spelled number, such as `one hundred and eight` or `twenty-five`. */
export const NUMBER_WORDS = `(?:${WORD})(?:(?:[ -]|,? and )(?:${WORD})){0,9}`;

/** The number that English words spell; undefined for a lone `one`, which is mostly a pronoun, and for word salad. */
export function readNumberWords(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,-]+/)
    .filter((word) => word !== '' && word !== 'and');
  if (words.length === 1 && (words[0] === 'one' || words[0] === 'zero' || (words[0] ?? '') in BIG)) return undefined;
  let total = 0;
  let section = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const value = VALUES.get(word);
    if (value !== undefined) {
      const fits =
        last === Number.POSITIVE_INFINITY || (last >= 20 && last < 100 && value > 0 && value < 10) || last === 100;
      if (!fits) return undefined;
      section += value;
      last = value;
    } else if (word === 'hundred') {
      section = (section || 1) * 100;
      last = 100;
    } else {
      total += (section || 1) * (BIG[word] ?? 1);
      section = 0;
      last = Number.POSITIVE_INFINITY;
    }
  }
  return String(total + section);
}
