import type { TypedValue } from './typed-value.ts';
import { type ValueReader, whole } from './value-reader.ts';

/** Addresses, numbers to call, and keys of records. They run before numbers, and `endings` before all of them. */
export const identifierReaders: readonly ValueReader[] = [
  {
    pattern: /https?:\/\/[^\s<>"')\]]+/gi,
    canMatch: /:\/\//,
    read: (match) => [{ value: { kind: 'name', key: match[0].toLowerCase() }, start: 0, end: match[0].length }],
  },
  {
    pattern: /(?<![\w.+-])[\w+-]{1,64}(?:\.[\w+-]{1,64}){0,8}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/gi,
    canMatch: /@/,
    read: (match) => whole(match, { kind: 'email', key: match[0].toLowerCase() }),
  },
  {
    pattern:
      /(?:\b(?:ending|ends|end)(?: (?:in|with|on))?:? [*x•.·]{0,12} ?|[•·*xX]{2,12}[ -]?|\blast (?:four|4)(?: digits)?(?: (?:are|is|of))?:? |尾号(?:为|是)?:?)["(]?(\d{3,12})(?!\d)/gi,
    canMatch: /end|last|尾号|[•·*xX]{2}/i,
    read: (match) => {
      const digits = match[1] ?? '';
      const start = match[0].length - digits.length;
      return [
        { value: { kind: 'identifier', key: digits, isStrong: true, isSuffix: true }, start, end: match[0].length },
      ];
    },
  },
];

/** `1.9.4` and `v2.0.1`; two parts alone are a number. */
export const versionReader: ValueReader = {
  pattern: /(?<![\w.])v?(\d{1,4}(?:\.\d{1,5}){2,3})(?![\w]|\.\d)/gi,
  canMatch: /\d\.\d{1,5}\.\d/,
  read: (match) => whole(match, { kind: 'identifier', key: match[1] ?? '', isStrong: false, isSuffix: false }),
};

export const phoneReader: ValueReader = {
  pattern: /(?<![\w#.$-])(?:\+\d{1,3}[ -]?)?(?:\(\d{2,4}\) ?|\d{2,4}[ -])\d{3,4}[ -]?\d{3,5}(?![\w-]|\.\d)/g,
  canMatch: /\d[ )-]+\d{3}/,
  read: (match) => whole(match, { kind: 'phone', key: match[0].replace(/\D/g, '') }),
};

/** Tokens of letters and digits, hash signs, and runs of five digits or more. */
export const tokenReader: ValueReader = {
  pattern: /(?<![\w@#-])#?[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![\w@])/g,
  canMatch: /\d/,
  read: (match) => whole(match, identifier(match[0])),
};

/** Names in quotes: 「…」, 《…》 or straight ones. */
export const quotedReader: ValueReader = {
  pattern: /[「『《]([^「」『』《》\n]{1,80})[」』》]|"([^"\n]{2,80})"/g,
  canMatch: /["「『《]/,
  read: (match) => {
    const text = (match[1] ?? match[2] ?? '').trim();
    return text === ''
      ? []
      : [{ value: { kind: 'name', key: text.toLowerCase() }, start: 1, end: match[0].length - 1 }];
  },
};

/** One form for `#w-123`, `W-123` and the like. */
export function identifierKey(text: string): string {
  return text.replace(/^#/, '').toUpperCase();
}

/** `1965-1972`, `mid-2021`: a span of years, or a part of one. */
const YEARS = /^(?:1[5-9]|20)\d\d-(?:1[5-9]|20)\d\d$|^(?:mid|early|late|pre|post)-(?:1[5-9]|20)\d\d$/i;

function identifier(token: string): TypedValue | undefined {
  if (!/\d/.test(token)) return undefined;
  const isPlainDigits = /^\d+$/.test(token);
  if (isPlainDigits && token.length < 5) return undefined;
  // Ordinals, "13-inch", "24-hour": a number glued to an English word.
  if (
    /^\d{1,4}(?:st|nd|rd|th|s|x|p|g)$/i.test(token) ||
    /^\d{1,4}-[a-z]+$/.test(token) ||
    /^\d{1,3}(?:-\d{1,3})+$/.test(token) ||
    YEARS.test(token)
  )
    return undefined;
  const key = identifierKey(token);
  const letters = key.replace(/[^A-Z]/g, '').length;
  const digits = key.replace(/\D/g, '').length;
  const isStrong =
    token.startsWith('#') ||
    isPlainDigits ||
    (key.length >= 4 &&
      digits >= 1 &&
      (token !== token.toLowerCase() || /[-_]\d{2,}/.test(token) || digits >= 3) &&
      letters + digits >= 4);
  return { kind: 'identifier', key, isStrong, isSuffix: false };
}
