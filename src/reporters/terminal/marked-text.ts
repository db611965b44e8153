import { withoutLogCommands } from '../../domain/display/log-commands.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { countOf } from './numbers.ts';
import { graphemesOf, graphemeWidth, PLAIN_TEXT } from './text-width.ts';

/** Longest name that makes a command, with its signs. */
const MAX_COMMAND = 16;

/** Part of a text, in UTF-16 code units. */
export type Span = { start: number; end: number };

/** A part with the sign that stands below it; `^` where it has none. */
export type MarkedSpan = Span & { mark?: string };

/** A line as it is shown, and the line of carets below it where a part is marked. */
export type MarkedLine = { text: string; carets?: string | undefined };

export type MarkedTextOptions = {
  columns: number;
  spans?: readonly MarkedSpan[];
  /** Code units that are shown of a long text: from its beginning, or around the first span. */
  maxLength?: number;
};

/** One character as a reader counts them, made safe to show. */
type Cell = { text: string; width: number; mark: string | undefined; isBreak: boolean };

/**
 * A text that nobody vouches for, made safe, wrapped at words where there are words, with carets below every span. What a
 * long text leaves out is told in a line of its own.
 */
export function markedText(text: string, { columns, spans = [], maxLength = 1200 }: MarkedTextOptions): MarkedLine[] {
  const { start, end } = windowOf(text, spans, maxLength);
  const cells = cellsOf(text.slice(start, end), start, spans);
  const lines = wrap(cells, Math.max(columns, 10)).map(showLine);
  return [
    ...(start > 0 ? [{ text: `… ${countOf(start, 'character')} before` }] : []),
    ...lines,
    ...(end < text.length ? [{ text: `… ${countOf(text.length - end, 'more character')}` }] : []),
  ];
}

function windowOf(text: string, spans: readonly Span[], maxLength: number): Span {
  if (text.length <= maxLength) return { start: 0, end: text.length };
  const first = spans.length === 0 ? 0 : Math.min(...spans.map((span) => span.start));
  const wanted = first < maxLength * 0.75 ? 0 : Math.min(first - Math.floor(maxLength / 3), text.length - maxLength);
  const start = beforePair(text, wanted);
  return { start, end: beforePair(text, start + maxLength) };
}

/** A place that does not cut a surrogate pair in two. */
function beforePair(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return place > 0 && code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}

function cellsOf(text: string, offset: number, spans: readonly MarkedSpan[]): Cell[] {
  const cells: Cell[] = [];
  for (const { segment, index } of graphemesOf(text)) {
    const start = offset + index;
    const end = start + segment.length;
    const span = spans.find((one) => one.start < end && start < one.end);
    const mark = span === undefined ? undefined : (span.mark ?? '^');
    if (segment === '\n' || segment === '\r\n') {
      cells.push({ text: '', width: 0, mark: undefined, isBreak: true });
      continue;
    }
    const shown = forTerminal(segment, { newlines: 'escape' });
    if (shown === segment) cells.push({ text: shown, width: graphemeWidth(segment), mark, isBreak: false });
    // An escape is longer than its character and may be wrapped like any text.
    else
      for (const part of shown) cells.push({ text: part, width: PLAIN_TEXT.test(part) ? 1 : 2, mark, isBreak: false });
  }
  return cells;
}

function wrap(cells: readonly Cell[], columns: number): Cell[][] {
  const lines: Cell[][] = [];
  let line: Cell[] = [];
  let width = 0;
  /** Where the line could be broken last: between words, and inside what has no spaces. */
  let place = { words: 0, parts: 0 };
  const endAt = (count: number): void => {
    const rest = line.splice(count);
    lines.push(line);
    line = rest;
    width = rest.reduce((sum, cell) => sum + cell.width, 0);
    // A long part that goes on in the next line may be broken there again.
    place = { words: 0, parts: 0 };
  };
  for (const cell of cells) {
    if (cell.isBreak) {
      endAt(line.length);
      continue;
    }
    const mayBreak = canBreakBetween(line.at(-1), cell);
    if (width + cell.width > columns) {
      const best = [place.words, place.parts].find((one) => one > line.length / 2);
      endAt(mayBreak || best === undefined ? line.length : best);
      if (cell.text === ' ') continue;
    } else if (mayBreak) place.words = line.length;
    else if (canBreakInside(line, cell)) place.parts = line.length;
    line.push(cell);
    width += cell.width;
  }
  if (line.length > 0 || lines.length === 0) lines.push(line);
  return lines;
}

/** After a space, and around the wide characters of scripts without spaces, but never before closing punctuation. */
function canBreakBetween(before: Cell | undefined, after: Cell): boolean {
  if (before === undefined || /^[\p{Pe}\p{Pf}、。，．：；？！…ー]/u.test(after.text)) return false;
  return before.text === ' ' || after.text === ' ' || before.width === 2 || after.width === 2;
}

/** After what divides a value, a path or an address; never inside a number, an escape or a row of signs. */
function canBreakInside(line: readonly Cell[], after: Cell): boolean {
  const [last, before] = [line.at(-1), line.at(-2)];
  if (last === undefined || !/[,;:/&?=|]/.test(last.text) || /[,;:/&?=|.!)\]}>]/.test(after.text)) return false;
  const isInNumber = /\d/.test(after.text) && before !== undefined && /\d/.test(before.text);
  return !isInNumber && before?.text !== '\\';
}

/** A command to a build server is written out, which makes its line longer than the columns. */
function withoutCommands(cells: readonly Cell[]): readonly Cell[] {
  const line = cells.map(({ text }) => text).join('');
  if (withoutLogCommands(line) === line) return cells;
  return cells.map((cell, index) => {
    const rest = cells
      .slice(index, index + MAX_COMMAND)
      .map(({ text }) => text)
      .join('');
    const isInFront = cells.slice(0, index).every(({ text }) => text.trim() === '');
    const shown = cell.text === '#' || (cell.text === ':' && isInFront) ? withoutLogCommands(rest) : rest;
    const added = shown.length - rest.length;
    return added <= 0 ? cell : { ...cell, text: shown.slice(0, added + 1), width: added + 1 };
  });
}

function showLine(whole: readonly Cell[]): MarkedLine {
  const cells = withoutCommands(whole);
  const text = cells
    .map((cell) => cell.text)
    .join('')
    .trimEnd();
  if (!cells.some(({ mark }) => mark !== undefined)) return { text };
  const carets = cells.map(({ mark = ' ', width }) => mark.repeat(width)).join('');
  return { text, carets: carets.trimEnd() };
}
