import type { JsonValue } from '../../../domain/values/json-value.ts';

/** A text that holds a table, taken apart: its records, and the lines that belong to none. */
export type TextTable = { records: JsonValue; rest: string };

const MIN_ROWS = 2;
/** Longer cells are prose. */
const MAX_CELL = 300;
const MAX_KEY = 40;

/**
 * Reads a text that is mostly one table: comma, semicolon or tab separated rows under a header, a markdown table, or lines
 * of `key: value`. Undefined for anything else, which then stays one text.
 */
export function textTable(text: string): TextTable | undefined {
  if (!/[,;\t|:：]/.test(text) || !text.includes('\n')) return undefined;
  const lines = text.split('\n');
  return readMarkdown(lines) ?? readSeparated(lines) ?? readPairs(lines);
}

function readMarkdown(lines: readonly string[]): TextTable | undefined {
  const rule = lines.findIndex((line) =>
    /^\s*\|?(?:\s{0,9}:?-{2,99}:?\s{0,9}\|)+(?:\s{0,9}:?-{2,99}:?)?\s*$/.test(line),
  );
  if (rule < 1) return undefined;
  const header = cellsOfRow(lines[rule - 1] ?? '');
  let end = rule + 1;
  while ((lines[end] ?? '').includes('|')) end += 1;
  const rows = lines.slice(rule + 1, end).map(cellsOfRow);
  return rows.length === 0 || header.length < 2
    ? undefined
    : tableOf(header, rows, [...lines.slice(0, rule - 1), ...lines.slice(end)]);
}

function cellsOfRow(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replace(/^\*\*(.*)\*\*$/, '$1'));
}

/** The longest run of lines with the same number of cells; its first line names the columns. */
function readSeparated(lines: readonly string[]): TextTable | undefined {
  for (const mark of ['\t', ';', ',']) {
    const rows = lines.map((line) => splitRow(line, mark));
    const widths = rows.map((row) => row.length);
    let best = { start: 0, end: 0 };
    for (let start = 0; start < rows.length; ) {
      let end = start + 1;
      while (end < rows.length && widths[end] === widths[start]) end += 1;
      if ((widths[start] ?? 0) > 1 && end - start > best.end - best.start) best = { start, end };
      start = end;
    }
    const [header, ...body] = rows.slice(best.start, best.end);
    if (header === undefined || body.length < MIN_ROWS || !isHeader(header) || !body.every(isRow)) continue;
    return tableOf(header, body, [...lines.slice(0, best.start), ...lines.slice(best.end)]);
  }
  return undefined;
}

function splitRow(line: string, mark: string): readonly string[] {
  if (!line.includes(mark)) return [];
  if (!line.includes('"')) return line.split(mark).map((cell) => cell.trim());
  const cells: string[] = [''];
  let isQuoted = false;
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === mark && !isQuoted) cells.push('');
    else cells[cells.length - 1] += char;
  }
  return cells.map((cell) => cell.trim());
}

function isHeader(cells: readonly string[]): boolean {
  const names = new Set(cells);
  return (
    names.size === cells.length &&
    cells.every((cell) => cell !== '' && cell.length <= MAX_KEY && /^[^\d.!?]/.test(cell))
  );
}

/** Rows of a table hold figures, and no sentence. */
function isRow(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => /\d/.test(cell)) && cells.every((cell) => cell.length <= MAX_CELL && !/[.!?] [A-Z]/.test(cell))
  );
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[], rest: readonly string[]): TextTable {
  const records = rows.map((row) =>
    Object.fromEntries(header.flatMap((key, index) => (key === '' || !row[index] ? [] : [[key, row[index]]]))),
  );
  return { records, rest: rest.filter((line) => line.trim() !== '').join('\n') };
}

const PAIR = /^\s{0,8}(?:[-*•#]\s{1,3})?([\p{L}][^:：\n]{0,39})[:：]\s{1,3}(\S.{0,300})$/u;

/** Lines of `- capital: Tehran`: most lines must be so, since a colon alone is common in prose. A key may come again. */
function readPairs(lines: readonly string[]): TextTable | undefined {
  const written = lines.filter((line) => line.trim() !== '');
  if (written.length > 400) return undefined;
  const fields = new Map<string, string[]>();
  const rest: string[] = [];
  for (const line of written) {
    const [, key, value] = PAIR.exec(line) ?? [];
    if (key === undefined || value === undefined || key.split(' ').length > 6) rest.push(line);
    else fields.set(key.trim(), [...(fields.get(key.trim()) ?? []), value.trim()]);
  }
  if (
    fields.size < MIN_ROWS ||
    rest.length > 2 ||
    rest.length * 2 > written.length ||
    rest.some((line) => line.length > 80)
  )
    return undefined;
  const record = Object.fromEntries(
    [...fields].map(([key, values]) => [key, values.length > 1 ? values : (values[0] ?? '')]),
  );
  return { records: record, rest: rest.filter((line) => /\p{L}/u.test(line)).join('\n') };
}
