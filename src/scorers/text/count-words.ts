const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** Words of a text; in Chinese and Japanese every character counts as one. */
export function countWords(text: string): number {
  const characters = text.match(unspaced)?.length ?? 0;
  const words =
    text.replaceAll(unspaced, ' ').match(/[\p{L}\p{M}\p{N}]+(?:['’.,:/-][\p{L}\p{M}\p{N}]+)*/gu)?.length ?? 0;
  return characters + words;
}
