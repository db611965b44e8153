type Options = {
  /** `keep` leaves line breaks, written as `\n`; `escape` shows them as the two characters `\n`. */
  newlines?: 'keep' | 'escape';
};

/**
 * What a person or parser would not see, or would be led astray by: control codes, surrogates without a partner,
 * noncharacters, line separators other than `\n`, annotations, and all that Unicode calls ignorable in display (zero
 * width, bidirectional, tags, fillers).
 */
const HIDDEN =
  /[\p{Control}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;
const EVERY_HIDDEN = new RegExp(HIDDEN.source, 'gu');

/** Scripts that need a joiner or its absence for their letters. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/**
 * The same text with every hidden character written out, U+202E as `\u{202e}`, so that it can be seen and does nothing.
 * Tabs stay, line breaks on demand, and so do joiners where an emoji or a script needs them.
 */
export function visibleText(text: string, { newlines = 'keep' }: Options = {}): string {
  if (!HIDDEN.test(text)) return text;
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replace(EVERY_HIDDEN, (character, index: number) => {
    if (character === '\t') return character;
    if (character === '\n') return newlines === 'keep' ? character : '\\n';
    return isNeeded(character, lines, index) ? character : escapeOf(character);
  });
}

function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function isNeeded(character: string, text: string, index: number): boolean {
  const before = codePointBefore(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  if (character === '\ufe0e' || character === '\ufe0f') return /^[\p{Emoji}\p{Extended_Pictographic}]$/u.test(before);
  if (character === '\u200d' && isPictograph(after)) return isPictograph(before) || /^[\ufe0f\p{EMod}]$/u.test(before);
  return (character === '\u200c' || character === '\u200d') && JOINING.test(before) && JOINING.test(after);
}

function isPictograph(character: string): boolean {
  return /^\p{Extended_Pictographic}$/u.test(character);
}

function codePointBefore(text: string, index: number): string {
  const pair = text.slice(Math.max(index - 2, 0), index);
  return [...pair].at(-1) ?? '';
}
