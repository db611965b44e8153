import type { ValueClaim } from '../../claims/claim.ts';
import { isSameAmount } from '../../claims/equations.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf, type FoundValue } from '../../values/typed-value.ts';
import { type Cell, type Row, SPAN, type Table, tablesOf } from '../tables/tables.ts';
import { isKindOf } from './amount-kinds.ts';
import type { Derivation } from './derivation.ts';
import { rowsNamed, spokenRows } from './share-candidates.ts';

const MAX_COUNT = 366;
const MAX_UNITS = 12;
const SHARED =
  /\b(?:per|each|a head|apiece|a (?:person|night|day|month|week|piece|unit)|every)\b|每|人均|均|一(?:人|晚|天|件|本|个|份|张)/i;

/** Nights times the rate, pieces times the price, with one more amount for each or on top; or a sum shared out. */
export function byProducts(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence } = claim;
  const told = Number(amountOf(value) ?? Number.NaN);
  if ((value.kind !== 'money' && value.kind !== 'quantity' && value.kind !== 'number') || !(told >= 2))
    return undefined;
  const counts = countsFor(claim, ledger);
  if (counts.length === 0) return undefined;
  const units = unitsFor(claim, ledger);
  const isShared = SHARED.test(sentence.text);
  for (const count of counts)
    for (const cell of units) {
      const tell = (formula: string, cells: readonly Cell[]): Derivation => ({
        formula,
        holds: true,
        entries: cells.map(({ entry }) => entry),
      });
      if (isSameAmount(cell.number * count, told)) return tell(`${cell.entry.text} × ${count}`, [cell]);
      if (isShared && isSameAmount(cell.number / count, told)) return tell(`${cell.entry.text} ÷ ${count}`, [cell]);
      if (value.kind !== 'money') continue;
      const extra = units.find(
        (other) =>
          other !== cell &&
          (isSameAmount((cell.number + other.number) * count, told) ||
            isSameAmount(cell.number * count + other.number, told)),
      );
      if (extra) return tell(`${cell.entry.text} and ${extra.entry.text}, × ${count}`, [cell, extra]);
    }
  return undefined;
}

/** How many: what the sentence or the one before counts, what the user asked for, and the nights or days of a stay. */
function countsFor({ sentence, answer, at }: ValueClaim, ledger: EvidenceLedger): readonly number[] {
  const counts = new Set<number>();
  const add = (values: readonly FoundValue[]): void => {
    for (const { value, start } of values) {
      const number = value.kind === 'number' || value.kind === 'quantity' ? Number(value.decimal) : 0;
      if (start !== at && Number.isInteger(number) && number > 1 && number <= MAX_COUNT) counts.add(number);
    }
  };
  add(sentence.values);
  if (/\b(?:year|annual\w*)\b|年/i.test(sentence.text)) counts.add(12);
  for (const table of tablesOf(ledger, answer.seq))
    for (const row of table.rows.slice(0, 12)) {
      const days = (row.cells.get(SPAN)?.number ?? 0) / 1440;
      if (Number.isInteger(days) && days > 1 && days <= MAX_COUNT) counts.add(days);
    }
  add(answer.sentences[sentence.index - 1]?.values ?? []);
  for (const entry of ledger.entries)
    if (entry.source === 'user' && entry.turn === answer.turn && entry.visibleFrom < answer.seq) add(entry.values);
  return [...counts].slice(0, 8);
}

/** The amounts that can be meant: of the records that are named, else of those that the answer speaks of, else of lone ones. */
function unitsFor({ sentence, answer, value }: ValueClaim, ledger: EvidenceLedger): readonly Cell[] {
  const here: Cell[] = [];
  const near: Cell[] = [];
  for (const table of tablesOf(ledger, answer.seq)) {
    const rows = spokenRows(answer, sentence, table);
    const named = rowsNamed(sentence, table);
    // A product is of one thing; of several it is their sum.
    if (named.length > 1) return [];
    here.push(...amountsOf(named, table, value));
    const talk =
      rows.shown.length > 0 && rows.shown.length < 3 ? rows.shown : table.rows.length === 1 ? table.rows : [];
    near.push(...amountsOf(talk, table, value));
  }
  return [...here, ...near].slice(0, MAX_UNITS);
}

function amountsOf(rows: readonly Row[], table: Table, value: ValueClaim['value']): readonly Cell[] {
  const columns = table.columns.filter((column) => column.kind === 'amount' && isKindOf(value, column));
  return rows.flatMap((row) =>
    columns.flatMap(({ key }) => row.cells.get(key) ?? []).filter(({ number }) => number > 0),
  );
}
