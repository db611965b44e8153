import { remembered } from './remembered.ts';

const HAN = /[\u3400-\u9fff]/;

/** True where a text holds Chinese characters. */
export function isHan(text: string): boolean {
  return HAN.test(text);
}

/** Words that carry no meaning of their own in keys, tool names and sentences. */
const EMPTY = new Set(
  'the a an of to in on at for and or by with from is are was were be been has have had this that it its as your you i we my our their his her not no do does did can will would could please here there if so but then than'.split(
    ' ',
  ),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/;
const ASCII_WORDS = /[a-z]+|\d+/g;
const WORDS = /[\p{L}\p{M}]+|\d+/gu;

/** Splits `data_used_gb`, `getOrderDetails`, `order-id` and sentences into lower-case stems; Chinese into pairs of characters. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  // The classes of Unicode cost twice as much, and most texts need none.
  const isPlain = !BEYOND_ASCII.test(spaced);
  for (const part of spaced.match(isPlain ? ASCII_WORDS : WORDS) ?? []) {
    if (!isPlain && HAN.test(part)) for (const pair of pairsOf(part)) words.push(pair);
    else if (!EMPTY.has(part)) words.push(stemOf(part));
  }
  return words;
}

function pairsOf(text: string): readonly string[] {
  const chars = [...text];
  return chars.length < 2 ? chars : chars.slice(1).map((char, index) => `${chars[index]}${char}`);
}

/** Last letters of what is cut below. */
const ENDINGS = 'dsgneyt';

const cutWord = remembered(cutEndings);

/** Cuts the endings of English inflection, so that `cancelled`, `cancellation` and `cancels` meet. */
export function stemOf(word: string): string {
  return word.length < 4 ? word : cutWord(word);
}

function cutEndings(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  const last = word.at(-1) ?? '';
  if (!ENDINGS.includes(last) && last !== word.at(-2)) return word;
  const stem = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ellations?|elling|elled)$/, 'el')
    .replace(/(?:ations?|ating|ated|ates?)$/, 'at')
    .replace(/(?:tions?|ting|ted|tes?)$/, 't')
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|e|ment|ments|ly)$/, '')
    .replace(/(?<=[a-z]{2}[^s])s$/, '');
  return /([bdglmnprt])\1$/.test(stem) && stem.length > 4 ? stem.slice(0, -1) : stem;
}

const IRREGULAR = new Map([
  ['sent', 'send'],
  ['paid', 'pay'],
  ['made', 'mak'],
  ['found', 'find'],
  ['took', 'tak'],
  ['taken', 'tak'],
  ['gave', 'giv'],
  ['given', 'giv'],
  ['bought', 'buy'],
  ['sold', 'sell'],
  ['wrote', 'writ'],
  ['written', 'writ'],
  ['left', 'leav'],
  ['held', 'hold'],
  ['booked', 'book'],
  ['shipped', 'ship'],
]);

/** The words of a text as a set, for overlaps. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}

/** True when the two share a word of two characters or more that is no number. */
export function sharesWord(words: readonly string[], others: ReadonlySet<string>): boolean {
  return words.some((word) => word.length > 1 && others.has(word) && !/^\d+$/.test(word));
}
