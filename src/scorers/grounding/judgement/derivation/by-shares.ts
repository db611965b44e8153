import type { ValueClaim } from '../../claims/claim.ts';
import { relationAt } from '../../claims/shares-told.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf, type FoundValue } from '../../values/typed-value.ts';
import { type Table, tablesOf } from '../tables/tables.ts';
import type { Derivation } from './derivation.ts';
import { candidatesIn, columnsSpokenOf, isComparable, rowsNamed, type ShareCandidate } from './share-candidates.ts';

const ROUGH =
  /\b(?:about|around|roughly|some|nearly|almost|close to|approximately|just (?:over|under)|good|well over)\b|约|大概|左右|差不多|将近|近|上下/i;
/** So much of the range from nothing to all may be covered before a fit is chance. */
const MAX_CHANCE = 0.3;

/** A percentage that two amounts give: of records that are spoken of, or told right beside it. Likeliest first, as far as chance allows. */
export function byShares(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence, answer, at, text } = claim;
  if (value.kind !== 'percent') return undefined;
  const told = Number(value.decimal) / 100;
  const step = stepOf(value.decimal, sentence.text);
  const from = at - sentence.start;
  const relation = relationAt(sentence.text, from, from + text.length);
  const tried = new Set<number>();
  const tables = tablesOf(ledger, answer.seq);
  const pairs = tables.filter((table) => rowsNamed(sentence, table).length > 1);
  // Where two records are named, it is of those two and of nothing else.
  const isOfTwo = pairs.length > 0 || new Set(sentence.anchors.map(({ key }) => key)).size > 1;
  const within = (): readonly ShareCandidate[] =>
    (isOfTwo ? pairs : tables).flatMap((table) => candidatesIn(table, { sentence, answer }));
  const batches: readonly (() => readonly ShareCandidate[])[] = isOfTwo
    ? [within]
    : [() => toldBeside(claim), within, () => acrossTables(claim, tables)];
  for (const batch of batches) {
    const meant = batch().filter(
      (one) => one.relation === relation || (relation === 'part' && one.relation !== 'change'),
    );
    for (const { share, formula, entries } of [...meant].sort((a, b) => Number(b.isFirm) - Number(a.isFirm))) {
      const place = Math.round(share / step);
      if (share > 1.5 && relation !== 'change') continue;
      if (Math.abs(share - told) <= step) return { formula, holds: true, entries };
      tried.add(place);
      if (tried.size * step > MAX_CHANCE) return undefined;
    }
  }
  return undefined;
}

/** As exact as it was told; what is called rough may be rounded to the next five. */
function stepOf(decimal: string, text: string): number {
  const digits = decimal.split('.')[1]?.length ?? 0;
  if (!ROUGH.test(text)) return 0.0061 / 10 ** digits;
  return digits === 0 && Number(decimal) % 5 === 0 ? 0.026 : 0.011 / 10 ** digits;
}

const MAX_TOLD = 5;

/** Amounts of one kind that the answer tells in this sentence or the two before it; one of them in the sum of all as well. */
function toldBeside({ sentence, answer, at }: ValueClaim): readonly ShareCandidate[] {
  const near = answer.sentences
    .filter(({ index }) => index <= sentence.index && index >= sentence.index - 2)
    .flatMap(({ values }) => values)
    .filter(({ start }) => start !== at);
  const kinds = new Map<string, number[]>();
  for (const { value } of near) {
    const kind = kindOf(value);
    const amount = Number(amountOf(value) ?? 0);
    if (kind === undefined || amount <= 0) continue;
    const list = kinds.get(kind) ?? [];
    if (!list.includes(amount)) list.push(amount);
    kinds.set(kind, list);
  }
  return [...kinds.values()].flatMap((amounts) => (amounts.length > MAX_TOLD ? [] : sharesAmong(amounts)));
}

function kindOf(value: FoundValue['value']): string | undefined {
  if (value.kind === 'money') return `money ${value.currency}`;
  return value.kind === 'quantity' ? value.unit : undefined;
}

function sharesAmong(amounts: readonly number[]): readonly ShareCandidate[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const of = (a: number, b: number, relation: ShareCandidate['relation']): ShareCandidate => ({
    share: relation === 'change' ? Math.abs(a / b - 1) : a / b,
    relation,
    formula: `${a} / ${b}${relation === 'change' ? ' - 1' : ''}`,
    entries: [],
    isFirm: false,
  });
  return amounts.flatMap((a) => [
    ...amounts.flatMap((b) => (a === b ? [] : [of(a, b, 'change'), ...(a < b ? [of(a, b, 'part')] : [])])),
    of(a, sum, 'part'),
  ]);
}

/** The record that is named against the amounts of results that tell of one thing only. */
function acrossTables({ sentence }: ValueClaim, tables: readonly Table[]): readonly ShareCandidate[] {
  const singles = tables
    .filter(({ rows }) => rows.length === 1)
    .flatMap(({ rows: [row] }) => [...(row?.cells.values() ?? [])]);
  return tables.flatMap((table) => {
    const [row] = table.rows.length > 1 ? rowsNamed(sentence, table) : [];
    if (!row) return [];
    return columnsSpokenOf(sentence.text, table).flatMap(({ key }): ShareCandidate[] => {
      const own = row.cells.get(key);
      if (!own || own.number <= 0) return [];
      return singles
        .filter(({ entry, number }) => number > 0 && isComparable(entry, own.entry) && entry !== own.entry)
        .slice(0, 6)
        .flatMap(({ entry, number }): ShareCandidate[] => [
          { ...shareOf(own.number / number), entries: [own.entry, entry] },
          { ...shareOf(number / own.number), entries: [own.entry, entry] },
          {
            ...shareOf(own.number / number),
            share: Math.abs(own.number / number - 1),
            relation: 'change',
            entries: [own.entry, entry],
          },
          {
            ...shareOf(number / own.number),
            share: Math.abs(number / own.number - 1),
            relation: 'change',
            entries: [own.entry, entry],
          },
        ]);
    });
  });
}

function shareOf(share: number): Omit<ShareCandidate, 'entries'> {
  return { share, relation: 'part', formula: `a share of ${Number(share.toFixed(4))}`, isFirm: false };
}
