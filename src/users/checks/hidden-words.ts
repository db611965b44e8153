import { normalizeText } from '../../domain/values/text.ts';
import { digitsOfWords } from '../language/spoken-digits.ts';
import { saysValue } from './says-value.ts';

/**
 * How surely words give a value away. `sure`: as it is written, spelled out, or in pieces that are long enough · `maybe`:
 * words or pieces that also come up by themselves.
 */
export type Telling = 'sure' | 'maybe' | 'no';

/** So few digits stand in many other values as well. */
const SHORT_NUMBER = /^[^\d@]{0,4}\d{1,2}[^\d@]{0,4}$/;
/** Digits that one message holds in pieces by accident. */
const MIN_PIECES_DIGITS = 6;
const SPELLED_SIGNS =
  /\s*[[({<]?\s*(?<![\p{L}\p{N}])(?:at|dot|dash|hyphen|underscore|slash|period|point|minus|space|艾特)(?![\p{L}\p{N}])\s*[\])}>]?\s*|艾特|(?<=[a-z\d])点(?=[a-z\d])/giu;
/** Words that everybody says. */
const FUNCTION_WORDS = new Set(
  'a an the yes no not ok on off in out of to at by it is as so or and if me my you he she we i do can may will all any now'.split(
    ' ',
  ),
);

/** Whether words tell a value that is to stay hidden, also with its digits or signs spelled out, or split over a message. */
export function tellsHidden(words: string, value: string): Telling {
  const sure: Telling = SHORT_NUMBER.test(value) ? 'maybe' : 'sure';
  if (saysValue(words, value)) return sure;
  const spoken = digitsOfWords(words);
  if (/\d/.test(value) && saysValue(spoken, value)) return sure;
  if (/[^\p{L}\p{N}\s]/u.test(value) && saysValue(spoken.replace(SPELLED_SIGNS, ' '), value)) return sure;
  // "The first two are 47": not every number word is a piece.
  const inPieces = [words, spoken].map((said) => tellsInPieces(said, value));
  return inPieces.find((telling) => telling !== 'no') ?? tellsShortWord(words, value);
}

/** "The first half is 4711, and 22 comes last." */
function tellsInPieces(words: string, value: string): Telling {
  const wanted = value.replace(/\D/g, '');
  if (/\p{L}/u.test(value) || wanted.length < 4) return 'no';
  const pieces = normalizeText(words).match(/\d+/g) ?? [];
  for (let from = 0; from < pieces.length; from += 1) {
    let joined = '';
    for (let at = from; at < pieces.length && joined.length < wanted.length; at += 1) joined += pieces[at];
    if (joined === wanted) return wanted.length >= MIN_PIECES_DIGITS ? 'sure' : 'maybe';
  }
  return 'no';
}

/** A short word is said as a name when it has its capital inside a sentence, or is all that is said. */
function tellsShortWord(words: string, value: string): Telling {
  const word = value.trim();
  const isShort = /^\p{L}{2,4}$/u.test(word) && !/\p{sc=Han}/u.test(word);
  if (!isShort || FUNCTION_WORDS.has(word.toLowerCase())) return 'no';
  const whole = new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'giu');
  const found = Array.from(words.matchAll(whole));
  if (found.length === 0) return 'no';
  if (normalizeText(words).replace(/[^\p{L}\p{N}]+/gu, '') === normalizeText(word)) return 'sure';
  const isNamed = found.some(({ index, 0: said }) => {
    const isInside = /[^\s.!?。！？"“]\s*["“]?$/u.test(words.slice(0, index));
    return /^\p{Lu}/u.test(word) && said === word && isInside;
  });
  return isNamed ? 'sure' : 'maybe';
}
