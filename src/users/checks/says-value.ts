import { normalizeText } from '../../domain/values/text.ts';

/**
 * Whether a value stands in the words as a whole, however it is written: "a 1001" for `A-1001`. Short words without a
 * digit are too common to be given away by accident.
 */
export function saysValue(words: string, value: string): boolean {
  const wanted = lettersOf(value);
  const isTelling = /\d/.test(wanted) ? wanted.length > 1 : wanted.length > 4 || /\p{sc=Han}{2}/u.test(wanted);
  if (!isTelling) return false;
  const { letters, breaks } = spacedLetters(words);
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isStart = breaks.has(at) || isUnspaced(letters.charAt(at)) || isUnspaced(letters.charAt(at - 1));
    const isEnd = breaks.has(end) || isUnspaced(letters.charAt(end)) || isUnspaced(letters.charAt(end - 1));
    if (isStart && isEnd) return true;
  }
  return false;
}

function lettersOf(text: string): string {
  return normalizeText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The letters and digits of a text, and the positions where something else stood between them. */
function spacedLetters(text: string): { letters: string; breaks: ReadonlySet<number> } {
  const breaks = new Set<number>([0]);
  let letters = '';
  for (const [part] of normalizeText(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    breaks.add(letters.length);
    letters += part;
    breaks.add(letters.length);
  }
  return { letters, breaks };
}

function isUnspaced(character: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(character);
}
