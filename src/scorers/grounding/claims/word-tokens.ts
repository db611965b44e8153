import { isFactless } from './factless-words.ts';

/** A word, a number or a mark of a sentence. */
export type WordToken = {
  start: number;
  end: number;
  text: string;
  lower: string;
  kind: 'word' | 'number' | 'mark';
  /** States nothing that a record could hold. */
  isFactless: boolean;
};

const TOKEN = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|[#$€£¥]?\d+(?:[.,:/-]\d+)*%?| - |[^\s\p{L}\p{M}\d]/gu;

/** Takes a sentence apart. A genitive `'s` is no part of its word. */
export function tokensIn(sentence: string): readonly WordToken[] {
  return [...sentence.matchAll(TOKEN)].map((match): WordToken => {
    const text = match[0].replace(/['’]s$/, '');
    const lower = text.toLowerCase().replace('’', "'");
    const kind = /^\p{L}/u.test(text) ? 'word' : /\d/.test(text) ? 'number' : 'mark';
    return {
      start: match.index,
      end: match.index + text.length,
      text,
      lower,
      kind,
      isFactless: kind === 'word' && isFactless(lower),
    };
  });
}
