import type { ValueClaim } from '../../claims/claim.ts';
import { tellsResult } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { identityKey } from '../../evidence/ledger-indexes.ts';
import { amountOf } from '../../values/typed-value.ts';
import { filtersIn } from '../tables/row-mentions.ts';
import { type Cell, type Column, type Row, SPAN, type Table, tablesOf } from '../tables/tables.ts';
import { fitterOf, isAdditive, isKindOf } from './amount-kinds.ts';
import type { Derivation } from './derivation.ts';
import { isComparable, rowsNamed, spokenRows } from './share-candidates.ts';

/** Rows that a sentence can mean together. `isTold`: its words say so. */
type RowSet = { rows: readonly Row[]; isTold: boolean };

const MAX_ROWS = 60;
const MAX_COLUMNS = 12;
/** Smaller totals come out of too many sets. */
const PRECISE = 100;

/** A total, an average or a difference of one column over rows that are meant together, in whatever words. */
export function bySums(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, answer } = claim;
  const told = Number(amountOf(value) ?? Number.NaN);
  if (Number.isNaN(told) || value.kind === 'percent' || told < 2) return undefined;
  const isPrecise = told >= PRECISE || (value.kind !== 'number' && told >= 20) || String(told).includes('.');
  for (const table of tablesOf(ledger, answer.seq)) {
    if (table.rows.length > MAX_ROWS || table.rows.length < 2) continue;
    const columns = table.columns.filter(
      (column) => column.kind !== 'moment' && isKindOf(value, column) && isAdditive(column) && isMeant(claim, column),
    );
    const sets = setsOf(claim, table, ledger).filter(({ isTold }) => isTold || isPrecise);
    for (const column of columns.slice(0, MAX_COLUMNS)) {
      const found = overColumn(sets, { column, given: givenFor(column, ledger) }, fitterOf(value, column, told));
      if (found) return found;
    }
  }
  return overNamed(claim, ledger, told);
}

const TOTALS =
  /\b(?:makes?|made|comes?|came|adds?|added|sums?|amounts?|stands? for|together|both|all|combined|between them|run|ran|spent)\b|共|合|总|加/i;

const IN_ALL = /\b(?:in total|total|in all|altogether|adds? up|sum|stands? for)\b|共|合计|总计|加起来/i;

/** Money speaks for itself; other numbers are totals of what the sentence names, or where it says that they are totals. */
function isMeant({ value, sentence }: ValueClaim, { words }: Column): boolean {
  if (value.kind === 'money' && (tellsResult(sentence.text) || TOTALS.test(sentence.text))) return true;
  const isNamed = [...words].some((word) => word.length > 1 && sentence.words.has(word));
  if (value.kind === 'number' && Number(value.decimal) >= 10 && IN_ALL.test(sentence.text)) return true;
  if (value.kind === 'number') return isNamed && (tellsResult(sentence.text) || TOTALS.test(sentence.text));
  return isNamed || tellsResult(sentence.text) || TOTALS.test(sentence.text) || value.kind === 'quantity';
}

/** What a call was given under the name of the column: "with this one". */
function givenFor({ key, kind }: Column, { entries }: EvidenceLedger): readonly number[] {
  if (kind !== 'amount') return [];
  return entries
    .filter((entry) => entry.source === 'argument' && entry.key === key && entry.leaf === 'number')
    .slice(0, 2)
    .map(({ text }) => Number(text));
}

function overColumn(
  sets: readonly RowSet[],
  { column, given }: { column: Column; given: readonly number[] },
  fits: (number: number) => boolean,
): Derivation | undefined {
  for (const { rows } of sets) {
    const cells = rows.flatMap((row) => row.cells.get(column.key) ?? []);
    const [first] = cells;
    if (!first || cells.length < 2 || !cells.every(({ entry }) => isComparable(entry, first.entry))) continue;
    const sum = sumOf(cells);
    if (fits(sum) || given.some((number) => fits(sum + number)))
      return {
        formula: `sum of ${column.key === SPAN ? 'length' : column.key} over ${cells.length}`,
        holds: true,
        entries: cells.slice(0, 8).map(({ entry }) => entry),
      };
  }
  return undefined;
}

function sumOf(cells: readonly Cell[]): number {
  return cells.reduce((total, { number }) => total + number, 0);
}

/** All rows, those with a word of the sentence or without it, those that are named and the others, and those of one state. */
function setsOf({ answer, sentence }: ValueClaim, table: Table, ledger: EvidenceLedger): readonly RowSet[] {
  const { here, shown } = spokenRows(answer, sentence, table);
  const touched = touchedRows(table, ledger);
  const filters = filtersIn(sentence.text, table).map((rows) => [...rows]);
  const others = (rows: readonly Row[]): readonly Row[] => table.rows.filter((row) => !rows.includes(row));
  const unions = pairsOf(filters).map(([a, b]) => [...new Set([...a, ...b])]);
  const states = statesOf(table.rows);
  const less =
    (out: readonly Row[]) =>
    (rows: readonly Row[]): readonly Row[] =>
      rows.filter((row) => !out.includes(row));
  const told = [
    here,
    table.rows,
    ...filters,
    ...filters.map((rows) => rows.filter((row) => !here.includes(row))),
    ...pairsOf(filters).map(([a, b]) => a.filter((row) => b.includes(row))),
    ...(here.length > 0 ? [others(here)] : []),
    ...stretchesOf(sentence.text, table.rows, here),
    ...stretchesOf(sentence.text, shown, []),
    ...unions,
    ...(touched.length > 0 ? [table.rows, ...filters, ...unions, ...states].map(less(touched)) : []),
  ];
  const free = [shown, [...here, ...shown], others(shown), ...filters.map(others), ...states, ...homesOf(table.rows)];
  return [...told.map((rows) => ({ rows, isTold: true })), ...free.map((rows) => ({ rows, isTold: false }))].filter(
    ({ rows }) => rows.length > 1,
  );
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  const few = all.slice(0, 4);
  return few.flatMap((a, index) => few.slice(index + 1).map((b) => [a, b] as const));
}

const RANKS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
};

/** "From January to April", "the first two", 前三: rows beside each other. */
function stretchesOf(text: string, rows: readonly Row[], here: readonly Row[]): readonly (readonly Row[])[] {
  const [first] = here;
  const last = here.at(-1);
  const stretches: (readonly Row[])[] = [];
  if (first && last && first !== last) {
    const ends = [rows.indexOf(first), rows.indexOf(last)].sort((a, b) => a - b);
    stretches.push(rows.slice(ends[0], (ends[1] ?? 0) + 1));
  }
  const front = /\b(?:first|top) (two|three|four|five)\b|前([两二三四五])/i.exec(text);
  if (front) stretches.push(rows.slice(0, RANKS[(front[1] ?? front[2] ?? '').toLowerCase()] ?? 0));
  const back = /\blast (two|three|four|five)\b|[后末]([两二三四五])/i.exec(text);
  if (back) stretches.push(rows.slice(-(RANKS[(back[1] ?? back[2] ?? '').toLowerCase()] ?? 1)));
  return stretches;
}

/** Rows that a call which changes something was about: what is left beside them is meant by "the others". */
function touchedRows({ rows }: Table, ledger: EvidenceLedger): readonly Row[] {
  const ids = new Set(
    ledger.calls.filter(({ effect, outcome }) => effect !== 'read' && outcome === 'ok').flatMap(({ ids: own }) => own),
  );
  const touched = rows.filter(({ entries }) =>
    entries.some(({ isIdentity, text }) => isIdentity && ids.has(identityKey(text))),
  );
  return touched.length < rows.length ? touched : [];
}

/** Rows of one list of many. */
function homesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return groupsOf(rows, ({ home }) => [home]);
}

/** Rows that have one value of a field with few values, and those that have another. */
function statesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups = groupsOf(rows, ({ entries }) =>
    entries.flatMap(({ key, text, leaf, isIdentity }) =>
      (leaf === 'string' || leaf === 'boolean') && text.length < 24 && !isIdentity ? [`${key} ${text}`] : [],
    ),
  );
  return groups.flatMap((group) => [group, rows.filter((row) => !group.includes(row))]);
}

function groupsOf(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (!group) groups.set(key, [row]);
      else if (group.at(-1) !== row) group.push(row);
    }
  return [...groups.values()].filter(({ length }) => length > 1 && length < rows.length).slice(0, 24);
}

/** Things of different lists that the sentence names: one amount of each. */
function overNamed(
  { sentence, answer, value }: ValueClaim,
  ledger: EvidenceLedger,
  told: number,
): Derivation | undefined {
  const amounts: Cell[][] = [];
  for (const table of tablesOf(ledger, answer.seq)) {
    const columns = table.columns.filter((column) => column.kind === 'amount' && isKindOf(value, column));
    for (const row of rowsNamed(sentence, table).slice(0, 4)) {
      const cells = columns.flatMap(({ key }) => row.cells.get(key) ?? []);
      if (cells.length > 0) amounts.push(cells.slice(0, 3));
    }
  }
  if (amounts.length < 2 || amounts.length > 4) return undefined;
  const ways = amounts.reduce<readonly (readonly Cell[])[]>(
    (all, cells) => all.flatMap((way) => cells.map((cell) => [...way, cell])),
    [[]],
  );
  const found = ways.find((cells) => Math.abs(sumOf(cells) - told) < 0.005);
  return (
    found && {
      formula: found.map(({ entry }) => entry.text).join(' + '),
      holds: true,
      entries: found.map(({ entry }) => entry),
    }
  );
}
