import { displayWidth, fitWidth, graphemesOf, graphemeWidth } from './text-width.ts';

/** A quoted stretch keeps at least so many columns, with its `…`. */
const MIN_QUOTE = 16;
/** A quote and what is between its marks; the other marks may stand inside it. */
const QUOTED = /`[^`]+`|"(?:[^"\\]|\\.)+"|“[^”]+”/g;

/**
 * A sentence in at most `columns` columns. What it quotes is shortened first, in the middle and the longest quote first,
 * since a sentence often ends with what it is about; then what follows a semicolon is left out. Only a sentence that is
 * still too long loses its end.
 */
export function fitSentence(sentence: string, columns: number): string {
  // Measuring costs time with every character, and nobody reads a line of a megabyte.
  let text = sentence.length > columns * 40 ? `${sentence.slice(0, columns * 40)}…` : sentence;
  while (true) {
    const shorter = shortenQuotes(text, columns);
    if (displayWidth(shorter) <= columns) return shorter;
    const clause = text.lastIndexOf('; ');
    if (clause <= 0) return fitWidth(shorter, columns);
    text = text.slice(0, clause);
  }
}

function shortenQuotes(text: string, columns: number): string {
  let excess = displayWidth(text) - columns;
  if (excess <= 0) return text;
  const quotes = [...text.matchAll(QUOTED)]
    .map((match) => ({ start: match.index, quote: match[0], width: displayWidth(match[0]) }))
    .filter(({ width }) => width > MIN_QUOTE);
  const shortened = new Map<number, { from: string; to: string }>();
  for (const { start, quote, width } of quotes.toSorted((a, b) => b.width - a.width)) {
    if (excess <= 0) break;
    const to = cutMiddle(quote, Math.max(MIN_QUOTE, width - excess));
    excess -= width - displayWidth(to);
    shortened.set(start, { from: quote, to });
  }
  return replaceAt(text, shortened);
}

/** The beginning and the end of a text around `…`, in at most `columns` columns. */
function cutMiddle(text: string, columns: number): string {
  const cells = Array.from(graphemesOf(text), ({ segment }) => segment);
  const half = (columns - 1) / 2;
  const head = take(cells, Math.ceil(half));
  const tail = take(cells.toReversed(), Math.floor(half)).toReversed();
  return `${head.join('')}…${tail.join('')}`;
}

function take(cells: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let width = 0;
  for (const cell of cells) {
    width += graphemeWidth(cell);
    if (width > columns) break;
    taken.push(cell);
  }
  return taken;
}

function replaceAt(text: string, parts: ReadonlyMap<number, { from: string; to: string }>): string {
  let result = '';
  let end = 0;
  for (const [start, { from, to }] of [...parts].sort(([a], [b]) => a - b)) {
    result += text.slice(end, start) + to;
    end = start + from.length;
  }
  return result + text.slice(end);
}
