import { foldGap, tokensOf } from './tokens.ts';

/** A value to look for, read once. */
export type Needle = {
  /** Its letters and digits without what stands between them. */
  compact: string;
  words: readonly string[];
  /** By position in `compact`: separators that must stand there as well, such as the dots of an e-mail address. */
  tight: ReadonlyMap<number, string>;
  /** Neither end may touch what addresses are made of. */
  isAddress: boolean;
  beginsWithDigit: boolean;
  endsWithDigit: boolean;
};

export function needleOf(value: string): Needle {
  const { words, starts, ends } = tokensOf(value);
  const tight = new Map<number, string>();
  let length = 0;
  for (const [index, word] of words.entries()) {
    length += word.length;
    const gap = foldGap(value.slice(ends[index], starts[index + 1]));
    if (index + 1 < words.length && gap !== '') tight.set(length, gap);
  }
  const compact = words.join('');
  return {
    compact,
    words,
    tight,
    isAddress: value.includes('@') || value.includes('://'),
    beginsWithDigit: /^\p{Nd}/u.test(compact),
    endsWithDigit: /\p{Nd}$/u.test(compact),
  };
}
