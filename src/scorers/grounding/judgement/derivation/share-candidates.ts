import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import type { ShareRelation } from '../../claims/shares-told.ts';
import { isCounting, type LedgerEntry } from '../../evidence/ledger-entry.ts';
import { wordSet } from '../../evidence/words.ts';
import { filtersIn, mentionsIn } from '../tables/row-mentions.ts';
import { type Cell, type Column, type Row, SPAN, type Table } from '../tables/tables.ts';

/** One share that two numbers give. `isFirm`: the sentence itself names both of them. */
export type ShareCandidate = {
  share: number;
  relation: ShareRelation;
  formula: string;
  entries: readonly LedgerEntry[];
  isFirm: boolean;
};

/** Records that an answer speaks of, in one table. */
export type SpokenRows = { here: readonly Row[]; shown: readonly Row[] };

const MAX_ROWS = 40;
const MAX_COLUMNS = 8;

const read = new WeakMap<AnswerSentence, Map<Table, readonly Row[]>>();

/** The records that one sentence names, each once, in order. */
export function rowsNamed(sentence: AnswerSentence, table: Table): readonly Row[] {
  const known = read.get(sentence) ?? new Map<Table, readonly Row[]>();
  read.set(sentence, known);
  const rows =
    known.get(table) ??
    distinctRows(mentionsIn(sentence, table).flatMap(({ rows: [first] }) => (first === undefined ? [] : [first])));
  known.set(table, rows);
  return rows;
}

function distinctRows(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

/** Those that the sentence names, and those that the other sentences name. */
export function spokenRows(answer: Answer, sentence: AnswerSentence, table: Table): SpokenRows {
  const here = rowsNamed(sentence, table);
  const shown = distinctRows(
    answer.sentences.flatMap((other) => (other === sentence ? [] : rowsNamed(other, table))),
  ).filter((row) => !here.includes(row));
  return { here, shown };
}

/** Every share that the records of a table can be meant to give, the likeliest first. */
export function candidatesIn(
  table: Table,
  { sentence, answer }: { sentence: AnswerSentence; answer: Answer },
): readonly ShareCandidate[] {
  if (table.rows.length > MAX_ROWS) return [];
  const { here, shown } = spokenRows(answer, sentence, table);
  const columns = columnsSpokenOf(sentence.text, table);
  const [only] = here;
  const found: ShareCandidate[] = [];
  if (here.length > 1) return columns.flatMap(({ key }) => pairsOf(here, key, true));
  if (only) {
    const rivals = shown.length > 0 && shown.length < 4 ? shown : table.rows;
    for (const { key } of columns) {
      found.push(...partsOf(only, key, { table, shown, text: sentence.text }));
      found.push(...against(only, rivals, key));
      if (rivals !== table.rows) found.push(...against(only, table.rows, key).map(loose));
    }
    found.push(...insideOf(only, sentence.text), ...countsOf(table, sentence.text).map(loose));
    return found;
  }
  found.push(...countsOf(table, sentence.text));
  const singles = table.rows.length === 1 ? table.rows : shown.slice(0, 1);
  for (const row of singles) found.push(...insideOf(row, sentence.text));
  const talk = shown.length > 1 && shown.length < 4 ? shown : table.rows.length === 2 ? table.rows : [];
  for (const { key } of columns) found.push(...pairsOf(talk, key, false));
  return found;
}

function loose(candidate: ShareCandidate): ShareCandidate {
  return { ...candidate, isFirm: false };
}

const PRICED = /\b(?:costs?|price[sd]?|dear\w*|cheap\w*|expensive|pay|paid|bill|fare|fee|spend\w*)\b|贵|便宜|价|费|花/i;
const PRICE = /price|cost|fee|fare|amount|rate(?!d)|total|rent|charge|价|费|金额/i;
const LONG = /\b(?:long(?:er)?|short(?:er)?|quick\w*|slow\w*|fast\w*|last\w*|tak\w+|time|takes)\b|时长|耗时|久|快|慢/i;

/** The columns that a sentence names or whose measure it speaks of; all where it speaks of none. */
export function columnsSpokenOf(text: string, { columns }: Table): readonly Column[] {
  const numeric = columns.filter(({ kind }) => kind !== 'moment');
  const told = wordSet(text);
  const named = numeric.filter(({ words }) => [...words].some((word) => word.length > 1 && told.has(word)));
  if (named.length > 0) return named.slice(0, MAX_COLUMNS);
  const priced = PRICED.test(text) ? numeric.filter(({ key }) => PRICE.test(key)) : [];
  if (priced.length > 0) return priced.slice(0, MAX_COLUMNS);
  const timed = LONG.test(text)
    ? numeric.filter(({ kind, cells }) => kind === 'span' || isTimed(cells.find((cell) => cell)?.entry))
    : [];
  return (timed.length > 0 ? timed : numeric).slice(0, MAX_COLUMNS);
}

function isTimed(entry: LedgerEntry | undefined): boolean {
  return /^(?:second|minute|hour|day|week|month|year)$/.test(entry?.unit ?? '');
}

function ratioOf(a: Cell, b: Cell, isFirm: boolean): readonly ShareCandidate[] {
  if (a.number <= 0 || b.number <= 0 || !isComparable(a.entry, b.entry)) return [];
  const entries = [a.entry, b.entry];
  const formula = `${tellCell(a)} / ${tellCell(b)}`;
  const share = a.number / b.number;
  return [
    { share, relation: 'ratio', formula, entries, isFirm },
    { share: Math.abs(share - 1), relation: 'change', formula: `${formula} - 1`, entries, isFirm },
    ...(share <= 1 ? [{ share, relation: 'part' as const, formula, entries, isFirm }] : []),
  ];
}

function tellCell({ entry, number }: Cell): string {
  return entry.text.length <= 24 ? entry.text : String(number);
}

/** Two amounts of one kind: money of one currency, measures of one unit. */
export function isComparable(a: LedgerEntry, b: LedgerEntry): boolean {
  if ((a.unit ?? '') !== (b.unit ?? '')) return false;
  if (a.currency !== undefined && b.currency !== undefined && a.currency !== b.currency) return false;
  return isCounting(a) === isCounting(b) || a.key === b.key;
}

function pairsOf(rows: readonly Row[], key: string, isFirm: boolean): readonly ShareCandidate[] {
  return rows
    .slice(0, 4)
    .flatMap((row, index) =>
      rows.slice(0, 4).flatMap((other, place) => (place === index ? [] : between(row, other, { key, isFirm }))),
    );
}

function between(a: Row, b: Row, { key, isFirm }: { key: string; isFirm: boolean }): readonly ShareCandidate[] {
  const first = a.cells.get(key);
  const second = b.cells.get(key);
  return first && second ? ratioOf(first, second, isFirm) : [];
}

function against(row: Row, rivals: readonly Row[], key: string): readonly ShareCandidate[] {
  const others = rivals.filter((other) => other !== row && other.name !== row.name && other.cells.has(key));
  const isFirm = others.length > 0 && others.length < 4;
  return others
    .slice(0, 8)
    .flatMap((other) => [...between(row, other, { key, isFirm }), ...between(other, row, { key, isFirm })])
    .filter(({ relation }) => relation !== 'part');
}

/** One record's amount in the sum of those that can be meant by the whole. */
function partsOf(
  row: Row,
  key: string,
  { table, shown, text }: { table: Table; shown: readonly Row[]; text: string },
): readonly ShareCandidate[] {
  const own = row.cells.get(key);
  if (!own || own.number <= 0) return [];
  const home = table.rows.filter((other) => other.home === row.home);
  const sets = [table.rows, home, [row, ...shown], ...filtersIn(text, table).map((rows) => [...rows])];
  const sums = new Map<number, ShareCandidate>();
  for (const rows of sets) {
    if (!rows.includes(row)) continue;
    const cells = rows
      .flatMap((other) => other.cells.get(key) ?? [])
      .filter(({ entry }) => isComparable(entry, own.entry));
    const sum = cells.reduce((total, { number }) => total + number, 0);
    if (cells.length < 2 || sum <= own.number) continue;
    sums.set(Math.round(sum * 1e6), {
      share: own.number / sum,
      relation: 'part',
      formula: `${tellCell(own)} of ${Number(sum.toFixed(2))} in all`,
      entries: [own.entry],
      isFirm: table.columns.find((column) => column.key === key)?.kind !== 'span',
    });
  }
  return [...sums.values()];
}

/** Used of limit, paid of asked: two fields of one record. Firm where the sentence names them. */
function insideOf(row: Row, text: string): readonly ShareCandidate[] {
  const told = wordSet(text);
  const cells = [...row.cells].filter(([key, { number }]) => key !== SPAN && number > 0).slice(0, 10);
  const isNamed = ({ entry }: Cell): boolean => entry.words.some((word) => word.length > 1 && told.has(word));
  return cells.flatMap(([, a], index) =>
    cells.slice(index + 1).flatMap(([, b]) => {
      if (a.entry.text === b.entry.text && a.number === b.number) return [];
      return ratioOf(a, b, isNamed(a) && isNamed(b)).concat(ratioOf(b, a, isNamed(a) && isNamed(b)));
    }),
  );
}

/** So many records of all: those that share a word with the sentence. */
function countsOf(table: Table, text: string): readonly ShareCandidate[] {
  const all = table.rows.length;
  if (all < 2) return [];
  const sizes = new Set(filtersIn(text, table, 1).map(({ size }) => size));
  return [...sizes].map((size) => ({
    share: size / all,
    relation: 'part',
    formula: `${size} records of ${all}`,
    entries: [],
    isFirm: true,
  }));
}
