import { displayWidth, isOneByOne } from '../../values/display-width.ts';

/** The text in at most `columns` columns of a terminal; a longer one ends with `…`. One line without control characters. */
export function fitColumns(text: string, columns: number): string {
  if (columns <= 0) return '';
  return takeColumns(text, columns) === text ? text : `${takeColumns(text, columns - 1)}…`;
}

/** The text filled up with spaces, or cut, to exactly so many columns. */
export function fillColumns(text: string, columns: number): string {
  const fitted = fitColumns(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - displayWidth(fitted)));
}

/** As much of the beginning as fits into so many columns, never half of a character. */
export function takeColumns(text: string, columns: number): string {
  // Nothing but marks takes less than a column, so a long text is cut before it is measured.
  const near = text.length > columns * 8 ? text.slice(0, columns * 8) : text;
  if (isOneByOne(near)) return text.slice(0, columns);
  if (near === text && displayWidth(text) <= columns) return text;
  let end = 0;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(near)) {
    width += displayWidth(segment);
    if (width > columns) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
