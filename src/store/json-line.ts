/**
 * One value as one line of JSON Lines, without its line break. Lone surrogates come out escaped, so the text is always
 * valid UTF-8; so do U+2028 and U+2029, which some readers of lines take for a line break.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, escapeSeparator);
}

function escapeSeparator(separator: string): string {
  return separator === '\u2028' ? '\\u2028' : '\\u2029';
}
