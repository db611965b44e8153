import type { ValueClaim } from '../../claims/claim.ts';
import { wordSet } from '../../evidence/words.ts';
import { amountOf } from '../../values/typed-value.ts';
import { filtersIn } from '../tables/row-mentions.ts';
import type { Cell, Column, Row } from '../tables/tables.ts';
import type { Derivation } from './derivation.ts';
import type { RowScope } from './row-scope.ts';

const CHANGE =
  /\b(?:more|less|fewer|above|below|over|under|off|sav\w+|drop\w*|rose|ris\w+|fell|fall\w*|grew|grow\w*|increas\w*|decreas\w*|reduc\w*|up|down|apart|[a-z]{3,12}er)\b|比|超|高出|多|少|贵|便宜|涨|跌|降|省/i;
const ROUGH =
  /\b(?:about|around|roughly|some|nearly|almost|close to|approximately|just|over|well)\b|约|大概|左右|差不多|将近|近/i;
/** Shares of so many records are too many to prove anything. */
const MAX_COUNTED = 24;

/** A share that two numbers of the records give: of one in all, of one to another, of one field to another, or of records. */
export function shareIn(claim: ValueClaim, scope: RowScope): Derivation | undefined {
  const { value, sentence } = claim;
  const told = Number(amountOf(value)) / 100;
  const digits = (amountOf(value) ?? '').split('.')[1]?.length ?? 0;
  const step = ROUGH.test(sentence.text) ? 0.016 : 0.0061 / 10 ** digits;
  const isChange = CHANGE.test(sentence.text);
  const fits = (share: number): boolean => Math.abs(Math.abs(share) - told) <= step;
  const tell = (formula: string, cells: readonly Cell[]): Derivation => ({
    formula,
    holds: true,
    entries: cells.map(({ entry }) => entry),
  });
  for (const column of columnsTold(sentence.text, scope)) {
    for (const row of scope.named) {
      const own = row.cells.get(column.key);
      if (!own) continue;
      const others =
        scope.named.length > 1 ? scope.named : scope.table.rows.length <= MAX_RIVALS ? scope.table.rows : [];
      for (const other of others) {
        const cell = other === row ? undefined : other.cells.get(column.key);
        if (cell && fitsPair(own.number, cell.number, { fits, isChange }))
          return tell(`${own.entry.text} to ${cell.entry.text}`, [own, cell]);
      }
      if (isChange || scope.named.length > 1) continue;
      const whole = sumsWith(row, column.key, scope).find((sum) => fits(own.number / sum));
      if (whole !== undefined) return tell(`${own.entry.text} of ${whole}`, [own]);
    }
  }
  if (scope.named.length > 1) return undefined;
  return insideRecord(scope, { fits, isChange, tell }) ?? ofRecords(claim, scope, { fits, tell });
}

/** With more records, one of them gives any share. */
const MAX_RIVALS = 2;
const PRICED = /\b(?:costs?|price[sd]?|dear\w*|cheap\w*|expensive|pay)\b|贵|便宜|价|费/i;
const PRICE = /price|cost|fee|fare|amount|rate(?!d)|limit|\btotal\b|价|费|金额/i;

/** The columns that the sentence names, or those of prices where it speaks of cost; else all. */
function columnsTold(text: string, { table }: RowScope): readonly Column[] {
  const columns = table.columns.filter(({ kind }) => kind !== 'moment');
  const told = wordSet(text);
  const named = columns.filter(({ words }) => [...words].some((word) => word.length > 2 && told.has(word)));
  if (named.length > 0) return named;
  const priced = PRICED.test(text) ? columns.filter(({ key }) => PRICE.test(key)) : [];
  return priced.length > 0 ? priced : columns;
}

function sumsWith(row: Row, key: string, { sets }: RowScope): readonly number[] {
  return sets.flatMap((rows) => {
    const cells = rows.includes(row) ? rows.flatMap((one) => one.cells.get(key) ?? []) : [];
    return cells.length > 1 ? [cells.reduce((total, { number }) => total + number, 0)] : [];
  });
}

type Fit = {
  fits(share: number): boolean;
  isChange: boolean;
  tell(formula: string, cells: readonly Cell[]): Derivation;
};

function fitsPair(a: number, b: number, { fits, isChange }: Pick<Fit, 'fits' | 'isChange'>): boolean {
  if (a === 0 || b === 0) return false;
  return isChange ? fits(a / b - 1) || fits(b / a - 1) : fits(a / b) || fits(b / a);
}

/** Used of limit, taken of seats: two fields of one record. */
function insideRecord({ named, table }: RowScope, { fits, isChange, tell }: Fit): Derivation | undefined {
  for (const row of named.length > 0 ? named : table.rows.length === 1 ? table.rows : []) {
    const cells = [...row.cells.values()].filter(({ number }) => number > 0);
    for (const [index, a] of cells.entries())
      for (const b of cells.slice(index + 1))
        if (a.entry.unit === b.entry.unit && fitsPair(a.number, b.number, { fits, isChange }))
          return tell(`${a.entry.text} to ${b.entry.text}`, [a, b]);
  }
  return undefined;
}

/** So many of the records: those that share a word of the sentence; where none does, those of one state. */
function ofRecords(
  { sentence }: ValueClaim,
  { table, sets }: RowScope,
  { fits, tell }: Pick<Fit, 'fits' | 'tell'>,
): Derivation | undefined {
  const all = table.rows.length;
  if (all < 2 || all > MAX_COUNTED) return undefined;
  const told = filtersIn(sentence.text, table, 1).map(({ size }) => size);
  const counts = told.length > 0 ? told : statesOf(table.rows);
  const wholes = [all, ...sets.map(({ length }) => length)];
  const found = counts.find((count) => wholes.some((whole) => count <= whole && fits(count / whole)));
  return found === undefined ? undefined : tell(`${found} records of ${all}`, []);
}

/** How many records have each value of a field with few values. */
function statesOf(rows: readonly Row[]): readonly number[] {
  const sizes = new Map<string, number>();
  for (const { entries } of rows)
    for (const { key, text, leaf } of entries)
      if ((leaf === 'string' || leaf === 'boolean') && text.length < 24)
        sizes.set(`${key} ${text}`, (sizes.get(`${key} ${text}`) ?? 0) + 1);
  return [...new Set(sizes.values())].filter((size) => size < rows.length);
}
