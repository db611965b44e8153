import { tokensOf } from '../index/tokens.ts';
import { descriptionOf } from '../leaf-schema.ts';
import type { LeafContext } from './leaf-context.ts';

const offering =
  /\b(?:one of|either|must be|should be|has to be|can be|may be|allowed|options?|values?|choices?|choose|supported)\b|只能|可选|之一/i;
const showing =
  /\b(?:such as|e\.?g\.?|for example|for instance|example|like|format|looks? like)\b|例如|比如|如：|格式/i;

/**
 * Whether the description of the argument lists the value among its choices, in words: `must be either "late" or
 * "damaged"`. What stands behind "such as" or "for example" is no choice, and neither is anything with a digit.
 */
export function isDocumentedChoice(leaf: string, { schema }: LeafContext): boolean {
  if (/\d/.test(leaf)) return false;
  const wanted = tokensOf(leaf).words.join(' ');
  return descriptionOf(schema)
    .split(/(?<!\be\.?g)[.;\n](?=\s|$)/i)
    .some((sentence) => {
      const { words, starts } = tokensOf(sentence);
      const at = ` ${words.join(' ')} `.indexOf(` ${wanted} `);
      if (at < 0) return false;
      const index = ` ${words.join(' ')} `.slice(0, at).split(' ').length - 1;
      const before = sentence.slice(0, starts[index]);
      return offering.test(before) && !showing.test(before);
    });
}
