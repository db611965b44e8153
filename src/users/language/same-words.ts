import { normalizeText } from '../../domain/values/text.ts';

/** A message as it is compared with others: without case, punctuation and symbols. */
export function wordsOnly(text: string): string {
  const letters = normalizeText(text)
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // A message of nothing but signs is compared by them.
  return letters === '' ? text.trim() : letters;
}

/** Words of a text, lower case; each Chinese, Japanese or Korean character is one. */
export function tokensOf(text: string): string[] {
  return (
    wordsOnly(text).match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu,
    ) ?? []
  );
}

/** The text without what somebody else is quoted with. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]{0,2000}"|“[^”]{0,2000}”|«[^»]{0,2000}»|「[^」]{0,2000}」|『[^』]{0,2000}』/g, ' ');
}
