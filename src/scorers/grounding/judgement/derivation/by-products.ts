import type { ValueClaim } from '../../claims/claim.ts';
import { isSameAmount } from '../../claims/equations.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { isCounting } from '../../evidence/ledger-entry.ts';
import { sharesWord, wordsOf } from '../../evidence/words.ts';
import { amountOf, type FoundValue } from '../../values/typed-value.ts';
import { type Cell, type Row, SPAN, type Table, tablesOf } from '../tables/tables.ts';
import { isKindOf } from './amount-kinds.ts';
import type { Derivation } from './derivation.ts';
import { isComparable, rowsNamed, spokenRows } from './share-candidates.ts';

const MAX_COUNT = 366;
const MAX_UNITS = 12;
const TOTAL = /\b(?:in total|total|in all|altogether|together|sum)\b|共|合计|总/i;
const SHARED =
  /\b(?:per|each|a head|apiece|a (?:person|night|day|month|week|piece|unit)|every)\b|每|人均|均|一(?:人|晚|天|件|本|个|份|张)/i;

/** Nights times the rate, pieces times the price, with one more amount for each or on top; or a sum shared out. */
export function byProducts(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence } = claim;
  const told = Number(amountOf(value) ?? Number.NaN);
  if (!isProduct(claim) || !(told >= 2)) return undefined;
  const counts = countsFor(claim, ledger);
  const units = unitsFor(claim, ledger);
  const isShared = SHARED.test(sentence.text);
  for (const count of counts.length > 0 ? counts : [1])
    for (const cell of units) {
      const tell = (formula: string, cells: readonly Cell[]): Derivation => ({
        formula,
        holds: true,
        entries: cells.map(({ entry }) => entry),
      });
      if (count > 1 && isSameAmount(cell.number * count, told)) return tell(`${cell.entry.text} × ${count}`, [cell]);
      if (isShared && count > 1 && isSameAmount(cell.number / count, told))
        return tell(`${cell.entry.text} ÷ ${count}`, [cell]);
      if (value.kind !== 'money') continue;
      const extra = units.find(
        (other) =>
          other !== cell &&
          isComparable(other.entry, cell.entry) &&
          (isSameAmount((cell.number + other.number) * count, told) ||
            isSameAmount(cell.number * count + other.number, told)),
      );
      if (extra) return tell(`${cell.entry.text} and ${extra.entry.text}, × ${count}`, [cell, extra]);
    }
  return undefined;
}

/** Money is; a measure where the sentence says that it is a total or a share. */
function isProduct({ value, sentence }: ValueClaim): boolean {
  if (value.kind === 'money') return true;
  return value.kind === 'quantity' && (TOTAL.test(sentence.text) || SHARED.test(sentence.text));
}

/** A count that turns an amount of the evidence into another one that the sentence tells: "in twelve months that is …". */
export function byMultiplier(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence, at } = claim;
  const count = value.kind === 'number' || value.kind === 'quantity' ? Number(value.decimal) : 0;
  if (!Number.isInteger(count) || count < 2 || count > 60) return undefined;
  for (const found of sentence.values) {
    if (found.start === at || found.value.kind !== 'money') continue;
    const told = Number(found.value.decimal);
    const unit = unitsFor({ ...claim, value: found.value }, ledger).find(({ number }) =>
      isSameAmount(number * count, told),
    );
    if (unit) return { formula: `${unit.entry.text} × ${count} = ${told}`, holds: true, entries: [unit.entry] };
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
    for (const row of table.rows.slice(0, 12)) for (const days of daysIn(row)) counts.add(days);
  add(answer.sentences[sentence.index - 1]?.values ?? []);
  for (const entry of ledger.entries)
    if (entry.source === 'user' && entry.turn === answer.turn && entry.visibleFrom < answer.seq) add(entry.values);
  return [...counts].slice(0, 8);
}

/** The days between two dates of one record. */
function daysIn({ cells }: Row): readonly number[] {
  const dates = [...cells]
    .flatMap(([key, { entry, number }]) =>
      key !== SPAN && /^\d{4}-\d{2}-\d{2}/.test(entry.text) ? [Math.floor(number / 1440)] : [],
    )
    .slice(0, 4);
  return dates
    .flatMap((from, index) => dates.slice(index + 1).map((to) => Math.abs(to - from)))
    .filter((days) => days > 1 && days <= MAX_COUNT);
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
  return [...here, ...near, ...givenAmounts(value, ledger), ...ruledAmounts(sentence, ledger)].slice(0, MAX_UNITS);
}

function amountsOf(rows: readonly Row[], table: Table, value: ValueClaim['value']): readonly Cell[] {
  const columns = table.columns.filter((column) => column.kind === 'amount' && isKindOf(value, column));
  return rows.flatMap((row) =>
    columns.flatMap(({ key }) => row.cells.get(key) ?? []).filter(({ number }) => number > 0),
  );
}

/** Amounts that calls were given. */
function givenAmounts(value: ValueClaim['value'], { entries }: EvidenceLedger): readonly Cell[] {
  if (value.kind !== 'money') return [];
  return entries
    .filter(
      (entry) =>
        entry.source === 'argument' &&
        entry.leaf === 'number' &&
        !isCounting(entry) &&
        !entry.isIdentity &&
        Number(entry.text) > 0,
    )
    .slice(0, 4)
    .map((entry) => ({ entry, number: Number(entry.text) }));
}

/** Money that a rule tells close to a word of the sentence: a fee for a dog, a tax for a night. */
function ruledAmounts({ words }: ValueClaim['sentence'], { entries }: EvidenceLedger): readonly Cell[] {
  const cells: Cell[] = [];
  for (const entry of entries) {
    if (entry.source !== 'policy' && entry.source !== 'document') continue;
    for (const { value, start, end } of entry.values) {
      if (value.kind !== 'money' || cells.length >= 4) continue;
      const beside = `${entry.text.slice(Math.max(0, start - 50), start)} ${entry.text.slice(end, end + 50)}`;
      if (sharesWord(wordsOf(beside), words)) cells.push({ entry, number: Number(value.decimal) });
    }
  }
  return cells;
}
