import type { Anchor } from '../../claims/answer.ts';
import type { ValueClaim } from '../../claims/claim.ts';
import { combine, isSameAmount, type Operand } from '../../claims/equations.ts';
import { tellsResult } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { isCounting, type LedgerEntry } from '../../evidence/ledger-entry.ts';
import { scaledOf } from '../../values/decimals.ts';
import { amountOf, type FoundValue, type TypedValue } from '../../values/typed-value.ts';
import { bindingAt, entriesOf } from '../binding.ts';
import { byMultiplier, byProducts } from './by-products.ts';
import { byShares } from './by-shares.ts';
import { bySpans } from './by-spans.ts';
import { bySums } from './by-sums.ts';
import { byTables } from './by-tables.ts';
import { byClock } from './clock-days.ts';
import type { Derivation } from './derivation.ts';
import { byCount } from './derived-counts.ts';
import { byEvidence } from './evidence-amounts.ts';
import { byRemainder } from './remainders.ts';

/** Of a longer answer the first amounts count. */
const MAX_OPERANDS = 200;

/** Tries to get a value from typed operands: a written equation, records named beside it, the lines above, or a count. */
export function derive(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  return (
    byEquation(claim) ??
    byClock(claim, ledger) ??
    byCount(claim, ledger) ??
    byRecords(claim, ledger) ??
    byAnswer(claim) ??
    byEvidence(claim, ledger) ??
    byRemainder(claim, ledger) ??
    byTables(claim, ledger) ??
    byShares(claim, ledger) ??
    bySums(claim, ledger) ??
    bySpans(claim, ledger) ??
    byProducts(claim, ledger) ??
    byMultiplier(claim, ledger)
  );
}

function byEquation({ sentence, at, value }: ValueClaim): Derivation | undefined {
  const amount = amountOf(value);
  if (amount === undefined) return undefined;
  const end = at - sentence.start;
  const equation = sentence.equations.find((found) => found.end > end && found.end <= end + 16);
  return equation && { formula: equation.text.trim(), holds: equation.holds, entries: [] };
}

/** Sums, differences and shares of one field over the records that the sentence names. */
function byRecords(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { answer, sentence, at, value } = claim;
  const amount = amountOf(value);
  if (amount === undefined) return undefined;
  const own =
    sentence.anchors.length > 0
      ? uniqueAnchors(sentence.anchors)
      : uniqueAnchors(bindingAt(answer, sentence, at).anchors);
  const before = own.filter(({ end }) => end <= at);
  const groups = [own, ...before.map((_, index) => before.slice(index))].filter(
    ({ length }) => length > 1 && length <= 8,
  );
  for (const group of groups) {
    const found = overFields(claim, group, ledger);
    if (found) return found;
  }
  if (own.length !== 1) return undefined;
  // Several amounts inside one record: its items add up to its total.
  const inside = new Map<string, LedgerEntry[]>();
  for (const anchor of own)
    for (const entry of numericEntries(anchor, { ledger, seq: answer.seq })) collect(inside, entry.key, entry);
  for (const [field, entries] of inside) {
    const total = entries.reduce((sum, entry) => sum + numberOf(entry), 0);
    if (entries.length > 1 && entries.every((entry) => isSameKind(value, entry)) && isSameAmount(total, Number(amount)))
      return { formula: `sum of ${field}`, holds: true, entries };
  }
  return undefined;
}

/** Named records in a row, and one field of each. */
function overFields(
  { answer, sentence, value }: ValueClaim,
  group: readonly Anchor[],
  ledger: EvidenceLedger,
): Derivation | undefined {
  const fields = fieldsOf(group, { ledger, seq: answer.seq });
  for (const [field, lists] of fields) {
    for (const entries of lists.length > 1 ? combinationsOf(lists) : []) {
      if (!entries.every((entry) => isSameKind(value, entry))) continue;
      const found = ofNumbers(value, {
        numbers: entries.map(numberOf),
        isAverage: /average|平均/i.test(sentence.text),
      });
      if (found) return { formula: `${found} of ${field}`, holds: true, entries };
    }
  }
  return undefined;
}

function uniqueAnchors(anchors: readonly Anchor[]): readonly Anchor[] {
  return [...new Map(anchors.map((anchor) => [anchor.key, anchor])).values()];
}

type At = { ledger: EvidenceLedger; seq: number };

function numericEntries(anchor: Anchor, at: At): readonly LedgerEntry[] {
  return entriesOf(anchor, at).filter(
    (entry) =>
      entry.values.length === 1 &&
      entry.leaf !== 'count' &&
      entry.key !== '' &&
      amountOf(entry.values[0]?.value as TypedValue) !== undefined,
  );
}

function numberOf(entry: LedgerEntry): number {
  return Number(amountOf(entry.values[0]?.value as TypedValue));
}

/** Amounts follow from amounts of their kind: money from money, hours from hours, counts from counts. */
function isSameKind(value: TypedValue, entry: LedgerEntry): boolean {
  const known = entry.values[0]?.value;
  if (value.kind === 'quantity' && known?.kind === 'quantity') return value.unit === known.unit;
  if (value.kind === 'money') return !isCounting(entry);
  return value.kind === 'percent' || known?.kind !== 'quantity' || value.kind === 'number';
}

/** For each field that all records have: up to four different numbers of each record. */
function fieldsOf(anchors: readonly Anchor[], at: At): ReadonlyMap<string, LedgerEntry[][]> {
  const fields = new Map<string, LedgerEntry[][]>();
  for (const [index, anchor] of anchors.entries()) {
    for (const entry of numericEntries(anchor, at)) {
      const field = entry.path
        .filter((part) => !/^\d+$/.test(part))
        .slice(-2)
        .join('/');
      const lists = fields.get(field) ?? anchors.map(() => []);
      const list = lists[index] ?? [];
      if (list.length < 4 && !list.some((other) => other.text === entry.text)) list.push(entry);
      fields.set(field, lists);
    }
  }
  return new Map([...fields].filter(([, lists]) => lists.every((list) => list.length > 0)));
}

/** One entry of each list, in all ways; only the first of each where there are too many ways. */
function combinationsOf(lists: readonly LedgerEntry[][]): readonly (readonly LedgerEntry[])[] {
  const ways = lists.reduce((product, list) => product * list.length, 1);
  if (ways > 64) return [lists.map((list) => list[0] as LedgerEntry)];
  return lists.reduce<readonly (readonly LedgerEntry[])[]>(
    (all, list) => all.flatMap((way) => list.map((entry) => [...way, entry])),
    [[]],
  );
}

function collect(map: Map<string, LedgerEntry[]>, key: string, entry: LedgerEntry): void {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}

function ofNumbers(
  value: TypedValue,
  { numbers, isAverage }: { numbers: readonly number[]; isAverage: boolean },
): string | undefined {
  const told = Number(amountOf(value));
  const [first = Number.NaN, second = Number.NaN] = numbers;
  if (value.kind === 'percent') {
    if (numbers.length !== 2) return undefined;
    const shares = [
      (first / second - 1) * 100,
      (second / first - 1) * 100,
      (first / second) * 100,
      (second / first) * 100,
    ];
    const step = value.decimal.includes('.') ? 0.06 : 0.6;
    return shares.some((share) => Math.abs(Math.abs(share) - told) <= step) ? 'share' : undefined;
  }
  if (
    isSameAmount(
      numbers.reduce((sum, number) => sum + number, 0),
      told,
    )
  )
    return 'sum';
  if (numbers.length === 2 && isSameAmount(first - second, told)) return 'difference';
  return isAverage && isSameAmount(numbers.reduce((sum, number) => sum + number, 0) / numbers.length, told)
    ? 'average'
    : undefined;
}

/** Two or three amounts of the same kind that the answer tells: near by, or anywhere above when the words speak of a result. */
function byAnswer({ answer, sentence, at, value }: ValueClaim): Derivation | undefined {
  const amount = amountOf(value);
  const target = amount === undefined ? undefined : scaledOf(amount);
  if (target === undefined || value.kind === 'percent' || Number(amount) < 5 || isFewThings(value)) return undefined;
  const scope = tellsResult(sentence.text)
    ? answer.sentences
    : answer.sentences.filter(({ line }) => Math.abs(line - sentence.line) <= 1);
  const operands = scope
    .flatMap(({ values }) => values)
    .slice(0, MAX_OPERANDS)
    .filter((found) => found.start !== at && isOperand(found, value))
    .map((found) => operandOf(found, { text: answer.normalised.text, target: value }));
  const distinct = [
    ...new Map(operands.map((operand) => [`${operand.scaled} ${operand.isCount}`, operand])).values(),
  ].filter(({ scaled }) => scaled !== target && scaled > 0);
  const block = operands.filter(({ start, isCount }) => start < at && !isCount);
  const sum = block.reduce((total, { scaled }) => total + scaled, 0);
  if (block.length > 1 && sum === target)
    return { formula: block.map(({ label }) => label).join(' + '), holds: true, entries: [] };
  const formula = combine(target, distinct, { withProducts: value.kind === 'money' });
  return formula === undefined ? undefined : { formula, holds: true, entries: [] };
}

/** Small counts are the sum of almost anything. */
function isFewThings(value: TypedValue): boolean {
  return value.kind === 'number' && !value.decimal.includes('.') && Number(value.decimal) < 20;
}

function isOperand({ value }: FoundValue, target: TypedValue): boolean {
  if (value.kind === target.kind)
    return value.kind !== 'quantity' || (target.kind === 'quantity' && value.unit === target.unit);
  return target.kind === 'money' && value.kind === 'number' && Number(value.decimal) > 1 && Number(value.decimal) <= 20;
}

function operandOf(
  { value, start, end }: FoundValue,
  { text, target }: { text: string; target: TypedValue },
): Operand & { start: number } {
  return {
    scaled: scaledOf(amountOf(value) ?? '0') ?? 0,
    label: text.slice(start, end),
    isCount: value.kind !== target.kind,
    start,
  };
}
