import { z } from 'zod';
import { foldedText } from '../../../text/fold-text.ts';

/** Which differences between two texts count for nothing. */
export const TextComparison = z.strictObject({
  /** Case, width of letters, and kinds of space, dash and quote. */
  case: z.enum(['ignore', 'exact']).optional(),
  /** Spaces at the beginning and the end. */
  trim: z.boolean().optional(),
  /** Punctuation, symbols and spaces; never a sign or a decimal point inside a number. */
  punctuation: z.enum(['ignore', 'exact']).optional(),
});
export type TextComparison = z.infer<typeof TextComparison>;

/** The text without what counts for nothing. */
export function comparableText(text: string, { case: letters, trim, punctuation }: TextComparison): string {
  const folded = letters === 'ignore' ? foldedText(text) : text.normalize('NFC');
  const trimmed = trim === true ? folded.trim() : folded;
  return punctuation === 'ignore' ? withoutPunctuation(trimmed) : trimmed;
}

/** What is said after a text in a message. */
export function comparisonWords({ case: letters, punctuation }: TextComparison): string {
  const parts = [
    ...(letters === 'ignore' ? ['in any case and width'] : []),
    ...(punctuation === 'ignore' ? ['with any punctuation'] : []),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

/** A run of what is neither letter, mark nor digit. */
const run = /[^\p{L}\p{M}\p{N}]+/gu;
const digit = /\p{Nd}/u;

/**
 * Between two digits a point stays, a comma that groups thousands goes and another one stays, and anything else becomes a
 * space, so that 10-20 is not 1020. A minus before a number stays unless it hangs on a word: -5 is not 5, A-1001 is A1001.
 */
function withoutPunctuation(text: string): string {
  return text.replace(run, (marks: string, at: number) => {
    const before = text[at - 1] ?? '';
    const after = text.slice(at + marks.length, at + marks.length + 4);
    if (!digit.test(after[0] ?? '')) return '';
    if (digit.test(before)) return betweenDigits(marks, after);
    const isPoint = /^[-\u2212]?\.$/.test(marks) || /\s[-\u2212]?\.$/.test(marks);
    const hasSign = /(?:^|[\s(:=])[-\u2212]\.?$/.test(marks) && (before === '' || !/^[-\u2212]/.test(marks));
    return `${hasSign ? '-' : ''}${isPoint ? '.' : ''}`;
  });
}

function betweenDigits(marks: string, after: string): string {
  if (marks === '.') return '.';
  if (marks === ',') return /^\d{3}(?!\d)/.test(after) ? '' : ',';
  return ' ';
}
