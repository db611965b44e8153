import { isHan, wordsOf } from '../../evidence/words.ts';
import type { FoundValue } from '../../values/typed-value.ts';
import type { Row, Table } from './tables.ts';

/** A place of a sentence that speaks of one thing, and its records: more than one where it was read twice or has variants. */
export type Mention = { rows: readonly Row[]; start: number; end: number };

/** Words of a table by the records that have them; what all have tells none apart. */
type Names = {
  byWord: ReadonlyMap<string, readonly Row[]>;
  /** Whole texts; `isName` where one is the name of its record and not one of its features. */
  byText: ReadonlyMap<string, { rows: Row[]; isName: boolean }>;
  keys: ReadonlySet<string>;
  /** Rows by the currency or unit that they name. */
  measures: ReadonlyMap<string, readonly Row[]>;
};

const MEASURES = /^(?:currency|curr|ccy|unit|units|币种|货币|单位)$/i;

const cache = new WeakMap<Table, Names>();
/** Longer texts describe and do not name. */
const MAX_NAME = 40;

function namesOf(table: Table): Names {
  const known = cache.get(table);
  if (known) return known;
  const byWord = new Map<string, Row[]>();
  const byText = new Map<string, { rows: Row[]; isName: boolean }>();
  const keys = new Set<string>();
  const measures = new Map<string, Row[]>();
  for (const row of table.rows) {
    const words = new Set<string>();
    for (const { text, leaf, key, isIdentity, words: named } of row.entries) {
      for (const word of named) keys.add(word);
      if (leaf === 'boolean' && text === 'true') for (const word of wordsOf(key)) words.add(word);
      if ((leaf !== 'string' && leaf !== 'key') || text.length > MAX_NAME || /^\d{4}-\d|^\d{1,2}:\d{2}/.test(text))
        continue;
      // What all amounts are measured in sorts records, but names none.
      if (MEASURES.test(key)) {
        for (const word of wordsOf(text)) measures.set(word, [...(measures.get(word) ?? []), row]);
        continue;
      }
      if (text.length > 1) addText(byText, { text: text.toLowerCase(), row, isName: isIdentity });
      for (const word of wordsOf(text)) if (word.length > 2 || isHan(word) || /\d/.test(word)) words.add(word);
    }
    for (const word of words) {
      const rows = byWord.get(word);
      if (rows) rows.push(row);
      else byWord.set(word, [row]);
    }
  }
  const names = { byWord, byText, keys, measures };
  cache.set(table, names);
  return names;
}

/** The text of a sentence and where it begins, with the values in it. */
export type Stretch = { text: string; start: number; values: readonly FoundValue[] };

/** Where a sentence speaks of records of a table: by whole texts of theirs, by words that only they have, or by dates. */
export function mentionsIn({ text, start, values }: Stretch, table: Table): readonly Mention[] {
  const { byWord, byText, keys } = namesOf(table);
  const found: Weighed[] = [];
  const lower = text.toLowerCase();
  for (const [name, { rows, isName }] of byText) {
    if (!isName && !isOne(rows)) continue;
    const at = rows.length === table.rows.length && table.rows.length > 1 ? -1 : placeOf(lower, name);
    if (at >= 0) found.push({ rows, start: start + at, end: start + at + name.length, weight: isName ? 4 : 3 });
  }
  for (const { word, at, length } of tokensOf(text)) {
    const rows = byWord.get(word) ?? [];
    if (rows.length > 0 && isOne(rows) && !keys.has(word))
      found.push({ rows, start: start + at, end: start + at + length, weight: 2 });
  }
  for (const { month, at, length } of monthsIn(text)) {
    const rows = table.rows.filter((row) => hasDate(row, { month }));
    if (rows.length > 0 && isOne(rows)) found.push({ rows, start: start + at, end: start + at + length, weight: 1 });
  }
  for (const { value, start: from, end } of values) {
    if (value.kind !== 'date' && value.kind !== 'identifier') continue;
    const rows = table.rows.filter((row) =>
      value.kind === 'date'
        ? hasDate(row, value.date)
        : row.entries.some(
            ({ isIdentity, text: id }) => isIdentity && id.toLowerCase().endsWith(value.key.toLowerCase()),
          ),
    );
    if (rows.length > 0 && isOne(rows)) found.push({ rows, start: from, end, weight: 2 });
  }
  return strongest(found);
}

type Weighed = Mention & { weight: number };

function isOne(rows: readonly Row[]): boolean {
  return rows.every(({ name }) => name === rows[0]?.name);
}

function addText(
  byText: Map<string, { rows: Row[]; isName: boolean }>,
  { text, row, isName }: { text: string; row: Row; isName: boolean },
): void {
  const known = byText.get(text);
  if (!known) byText.set(text, { rows: [row], isName });
  else {
    if (!known.rows.includes(row)) known.rows.push(row);
    known.isName ||= isName;
  }
}

function strongest(found: readonly Weighed[]): readonly Mention[] {
  const byStrength = [...found].sort((a, b) => b.weight - a.weight || b.end - b.start - (a.end - a.start));
  const kept: Weighed[] = [];
  for (const one of byStrength)
    if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  const sorted = kept.sort((a, b) => a.start - b.start);
  // Words of one record in a row are one mention.
  return sorted.filter((one, index) => sorted[index - 1]?.rows[0] !== one.rows[0]);
}

/** Rows that share a word of the sentence which some rows have and others lack: "vegan", "overdue". */
export function filtersIn(text: string, table: Table, minRows = 2): readonly ReadonlySet<Row>[] {
  const { byWord, measures } = namesOf(table);
  const filters: ReadonlySet<Row>[] = [];
  for (const { word } of tokensOf(text)) {
    const rows = byWord.get(word) ?? (minRows > 1 ? measures.get(word) : undefined);
    if (rows && rows.length >= minRows && rows.length < table.rows.length) filters.push(new Set(rows));
  }
  return filters;
}

function placeOf(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isGlued = /[a-z0-9]/.test(name[0] ?? '') && /[a-z0-9]/.test(text[at - 1] ?? '');
    const isCut = /[a-z0-9]/.test(name.at(-1) ?? '') && /[a-z0-9]/.test(text[at + name.length] ?? '');
    if (!isGlued && !isCut) return at;
  }
  return -1;
}

function tokensOf(text: string): readonly { word: string; at: number; length: number }[] {
  const tokens: { word: string; at: number; length: number }[] = [];
  for (const { 0: part, index } of text.matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    if (isHan(part)) {
      for (let at = 0; at + 1 < part.length; at += 1)
        tokens.push({ word: part.slice(at, at + 2), at: index + at, length: 2 });
      if (part.length === 1) tokens.push({ word: part, at: index, length: 1 });
    } else for (const word of wordsOf(part)) tokens.push({ word, at: index, length: part.length });
  }
  return tokens;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|(?:十[一二]?|[一二三四五六七八九]|(?<!\d)\d{1,2})月(?!\d)/g;
const CHINESE_MONTHS = '一二三四五六七八九';

/** Months that are named without a day. */
function monthsIn(text: string): readonly { month: number; at: number; length: number }[] {
  return [...text.matchAll(MONTH)].map(({ 0: found, index }) => {
    const number = found.slice(0, -1);
    const month = /\d/.test(number)
      ? Number(number)
      : found.endsWith('月')
        ? (number.startsWith('十') ? 10 : 0) + CHINESE_MONTHS.indexOf(number.at(-1) ?? '') + 1
        : MONTHS.indexOf(found.slice(0, 3).toLowerCase()) + 1;
    return { month, at: index, length: found.length };
  });
}

function hasDate(
  row: Row,
  told: { month?: number | undefined; day?: number | undefined; weekday?: number | undefined },
): boolean {
  return row.entries.some(({ text }) => {
    const match = /^\d{4}-(\d{1,2})(?:-(\d{1,2}))?(?:$|[T ])/.exec(text);
    if (!match) return false;
    if (told.month !== undefined && Number(match[1]) !== told.month) return false;
    if (told.day !== undefined && Number(match[2]) !== told.day) return false;
    if (told.month !== undefined || told.day !== undefined) return true;
    return told.weekday !== undefined && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() === told.weekday;
  });
}
