import type { AnswerSentence } from '../../claims/answer.ts';
import type { ValueClaim } from '../../claims/claim.ts';
import { tellsResult } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf } from '../../values/typed-value.ts';
import { filtersIn, mentionsIn } from '../tables/row-mentions.ts';
import { type Cell, type Column, type Row, SPAN, type Table, tablesOf } from '../tables/tables.ts';
import { fitterOf, isKindOf } from './amount-kinds.ts';
import type { Derivation } from './derivation.ts';
import type { RowScope } from './row-scope.ts';
import { shareIn } from './shares.ts';

const MAX_TABLE = 60;

/** Sums, differences, averages, multiples, counts and shares over the records that the sentence speaks of. */
export function byTables(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const told = Number(amountOf(claim.value) ?? Number.NaN);
  // Where records are named by their ids, `byRecords` has looked at just those.
  if (Number.isNaN(told) || new Set(claim.sentence.anchors.map(({ key }) => key)).size > 1) return undefined;
  for (const table of tablesOf(ledger, claim.answer.seq)) {
    if (table.rows.length > MAX_TABLE) continue;
    const scope = scopeOf(claim, table);
    const found =
      claim.value.kind === 'percent'
        ? shareIn(claim, scope)
        : (countIn(claim, scope, told) ?? overColumns(claim, scope, told));
    if (found) return found;
  }
  return undefined;
}

const scopes = new WeakMap<AnswerSentence, Map<Table, RowScope>>();

/** What a sentence speaks of in a table, read once for all of its values. */
function scopeOf(claim: ValueClaim, table: Table): RowScope {
  const known = scopes.get(claim.sentence) ?? new Map<Table, RowScope>();
  scopes.set(claim.sentence, known);
  const scope = known.get(table) ?? readScope(claim, table);
  known.set(table, scope);
  return scope;
}

const mentions = new WeakMap<AnswerSentence, Map<Table, readonly Row[]>>();

function rowsIn(sentence: AnswerSentence, table: Table): readonly Row[] {
  const known = mentions.get(sentence) ?? new Map<Table, readonly Row[]>();
  mentions.set(sentence, known);
  const rows = known.get(table) ?? [...new Set(mentionsIn(sentence, table).flatMap((one) => one.rows.slice(0, 1)))];
  known.set(table, rows);
  return rows;
}

function readScope({ answer, sentence }: ValueClaim, table: Table): RowScope {
  const here = rowsIn(sentence, table);
  const shown = [...new Set(answer.sentences.flatMap((other) => (other === sentence ? [] : rowsIn(other, table))))];
  const named = here.length > 0 ? here : shown.length === 1 ? shown : [];
  const [first] = here;
  const last = here.at(-1);
  const stretch = first && last ? table.rows.slice(table.rows.indexOf(first), table.rows.indexOf(last) + 1) : [];
  const filters = filtersIn(sentence.text, table).map((rows) => [...rows]);
  const both = table.rows.filter((row) => filters.length > 1 && filters.every((rows) => rows.includes(row)));
  const sets = [here, table.rows, ...filters, both, stretch, shown].filter(({ length }) => length > 1);
  return { table, named, sets };
}

const ADDS =
  /\b(?:makes?|made|comes?|came|adds?|added|averages?|sums?|took|takes?|lasts?|ran|run|spent|between them|all|both|each|every)\b|共|合|总|各|加|花|要/i;
const AVERAGE = /average|\bmean\b|平均/i;
const LIKE_LESS = /\b(?:difference|differ|more|less|fewer|cheaper|dearer|\w{3,12}er) ?|差|比|多|少|贵|便宜|省/i;

/** One column over a set of records; or one record times a number that the sentence tells. */
function overColumns(claim: ValueClaim, { table, named, sets }: RowScope, told: number): Derivation | undefined {
  const { text } = claim.sentence;
  if (!tellsResult(text) && !ADDS.test(text)) return undefined;
  for (const column of table.columns) {
    if (column.kind === 'moment' || !isKindOf(claim.value, column)) continue;
    const fits = fitterOf(claim.value, column, told);
    const tell = (what: string, cells: readonly Cell[]): Derivation => ({
      formula: `${what} of ${column.key === SPAN ? 'length' : column.key}`,
      holds: true,
      entries: cells.slice(0, 8).map(({ entry }) => entry),
    });
    for (const rows of sets) {
      const cells = cellsOf(rows, column);
      if (cells.length < 2) continue;
      const sum = cells.reduce((total, { number }) => total + number, 0);
      if (told >= MIN_SUM && fits(sum)) return tell('sum', cells);
      if (AVERAGE.test(text) && fits(sum / cells.length)) return tell('average', cells);
    }
    const own = cellsOf(named, column);
    const [one, two] = own;
    if (one && two && own.length === 2 && LIKE_LESS.test(text) && fits(one.number - two.number))
      return tell('difference', own);
    if (one && own.length === 1) {
      if (column.kind === 'span' && fits(one.number)) return tell('length', own);
    }
  }
  return undefined;
}

/** Smaller sums fit by chance. */
const MIN_SUM = 2;

function cellsOf(rows: readonly Row[], { key }: Column): readonly Cell[] {
  return rows.flatMap((row) => row.cells.get(key) ?? []);
}

const DEFINITE = /(?:\b(?:the|these|those|both|all|your|of) |[这那所]|^)$/i;

/** "Three physio slots", "the two": as many records as share a word of the sentence, or are named. */
function countIn(
  { value, sentence, at }: ValueClaim,
  { table, sets, named }: RowScope,
  told: number,
): Derivation | undefined {
  if (value.kind !== 'number' || !Number.isInteger(told) || told < 2 || told > MAX_TABLE) return undefined;
  const before = sentence.text.slice(Math.max(0, at - sentence.start - 8), at - sentence.start);
  const isDefinite = DEFINITE.test(before);
  const filtered = filtersIn(sentence.text, table);
  const fits =
    filtered.some(({ size }) => size === told) ||
    (isDefinite && (sets.some(({ length }) => length === told) || named.length === told));
  return fits ? { formula: `${told} records are meant`, holds: true, entries: [] } : undefined;
}
