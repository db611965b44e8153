import { visibleText } from './visible-text.ts';

/**
 * A block of a prompt that holds the text as data, from `<fence>` to `</fence>`. The fence is a word that the writer
 * derived from a seed; where the text says it all the same, in any case, `[fence]` stands instead, so the block ends
 * once. Hidden characters are written out. Throws RangeError unless the fence has 8 to 64 letters, digits, `-` or `_`
 * and starts with a letter.
 */
export function forPrompt(text: string, fence: string): string {
  if (!/^[a-z][a-z0-9_-]{7,63}$/i.test(fence)) throw new RangeError(`\`${fence}\` cannot fence a prompt`);
  const shown = visibleText(text).replace(new RegExp(fence, 'giu'), '[fence]');
  return `<${fence}>\n${shown}\n</${fence}>`;
}
