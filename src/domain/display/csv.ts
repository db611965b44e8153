import { visibleText } from './visible-text.ts';

/**
 * One cell of a CSV file (RFC 4180), quoted where needed. A text that a spreadsheet would compute gets an apostrophe in
 * front; plain numbers do not. Line breaks stay, inside quotes.
 */
export function forCsv(cell: string | number | boolean): string {
  const text = visibleText(String(cell));
  const isFormula = /^\s*[=+\-@\t\n＝＋－＠]/u.test(text) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return isFormula || /["\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
