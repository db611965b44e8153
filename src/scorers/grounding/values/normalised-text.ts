/** A text in one form of digits, dashes, blanks and quotes, with the way back to the original. */
export type NormalisedText = {
  original: string;
  text: string;
  /** Position in the original of the character at `index`; `text.length` gives the end. */
  originalStart(index: number): number;
  /** Position in the original just after the part that ends before `index`. */
  originalEnd(index: number): number;
};

const QUOTES: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
};

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

/**
 * Folds full-width forms (NFKC), dashes, minus signs, unusual blanks and curly quotes, and drops the marks of Markdown
 * and LaTeX that stand inside values (`**`, `\$`, `{,}`). Circled numbers and key caps, which number lists, become blanks.
 */
export function normaliseText(original: string): NormalisedText {
  if (isPlain(original)) {
    return { original, text: original, originalStart: (index) => index, originalEnd: (index) => index };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let at = 0;
  while (at < original.length) {
    const { length, form } = foldAt(original, at);
    for (let unit = 0; unit < form.length; unit += 1) {
      starts.push(at);
      ends.push(at + length);
    }
    parts.push(form);
    at += length;
  }
  starts.push(original.length);
  return {
    original,
    text: parts.join(''),
    originalStart: (index) => starts[index] ?? original.length,
    originalEnd: (index) => (index <= 0 ? 0 : (ends[index - 1] ?? original.length)),
  };
}

function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text) && !/\*\*|\\|\{,\}|`/.test(text);
}

function foldAt(text: string, at: number): { length: number; form: string } {
  const code = text.codePointAt(at) ?? 0;
  const length = code > 0xffff ? 2 : 1;
  const char = text.slice(at, at + length);
  if (code < 0x80) return foldAscii(text, at, char);
  if (code === 0x2014 || code === 0x2015) return { length, form: ' - ' };
  // `A-1001–shipped`: what follows is no part of the id.
  if (code === 0x2013 && /[0-9]/.test(text[at - 1] ?? '') && /[A-Za-z]/.test(text[at + 1] ?? ''))
    return { length, form: ' - ' };
  if (code === 0x2212 || (code >= 0x2010 && code <= 0x2013)) return { length, form: '-' };
  // Circled numbers, key caps and what makes a digit a picture only number a list.
  if ((code >= 0x2460 && code <= 0x24ff) || (code >= 0x2776 && code <= 0x2793)) return { length, form: ' ' };
  if (code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0xa0)
    return { length, form: ' ' };
  if (code === 0x200b || code === 0xfeff || code === 0x200d || code === 0x2060) return { length, form: '' };
  const part = FRACTIONS[char];
  if (part) return { length, form: /[0-9]/.test(text[at - 1] ?? '') ? part : `0${part}` };
  const quote = QUOTES[char];
  if (quote) return { length, form: quote };
  return { length, form: code >= 0xff00 || code < 0x3000 ? char.normalize('NFKC') : char };
}

function foldAscii(text: string, at: number, char: string): { length: number; form: string } {
  if (char === '*' && text.startsWith('****', at)) return { length: 4, form: '****' };
  if (char === '*' && text[at + 1] === '*') return { length: 2, form: '' };
  if (char === '\\' && /[$%#_{}]/.test(text[at + 1] ?? '')) return { length: 1, form: '' };
  if (char === '{' && text.startsWith('{,}', at)) return { length: 3, form: ',' };
  if (char === '`') return { length: 1, form: ' ' };
  if (/[0-9]/.test(char) && /^\uFE0F?\u20E3/.test(text.slice(at + 1, at + 3))) return { length: 1, form: ' ' };
  return { length: 1, form: char };
}
