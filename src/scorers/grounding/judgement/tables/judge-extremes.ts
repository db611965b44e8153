import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { datedReferences } from './dated-references.ts';
import { type EvidenceTable, evidenceTables, measureOf, type TableRecord } from './evidence-tables.ts';
import { fieldsFor } from './picked-fields.ts';
import { type Reference, referencesIn } from './references.ts';
import { scopesOf } from './scopes.ts';
import { type Superlative, superlativesIn } from './superlatives.ts';

/** "The cheapest is X", 最早的是…: whether the record that is named is the first or last of those it is compared with. */
export function judgeExtremes(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const judged: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement') continue;
    for (const superlative of superlativesIn(sentence.text)) {
      if (sentence.start + superlative.start >= sentence.exampleFrom) continue;
      const verdict = judgeExtreme(superlative, { sentence, answer, ledger });
      if (verdict !== undefined) judged.push(verdict);
    }
  }
  return judged;
}

type Context = { sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger };
type Comparison = {
  field: string;
  target: LedgerEntry;
  holds: boolean;
  best: LedgerEntry;
  isNamed: boolean;
  named: { start: number; end: number } | undefined;
};

function judgeExtreme(superlative: Superlative, context: Context): JudgedClaim | undefined {
  const { sentence, answer, ledger } = context;
  const comparisons = evidenceTables(ledger, answer.seq).flatMap((table) => compareIn(table, superlative, context));
  if (comparisons.length === 0) return undefined;
  const named = comparisons.filter(({ isNamed }) => isNamed);
  const relevant = named.length > 0 ? named : comparisons;
  const fitting = relevant.find(({ holds }) => holds !== superlative.isNegated);
  const [first] = relevant as [Comparison, ...Comparison[]];
  const shown = fitting ?? first;
  if (fitting === undefined && isNarrowedUnseen(superlative, sentence, evidenceTables(ledger, answer.seq)))
    return undefined;
  // What is wrong is the record that is called so.
  const place = fitting === undefined ? (first.named ?? superlative) : superlative;
  const claim = {
    kind: 'extreme' as const,
    answer,
    sentence,
    ...placeOf(answer, sentence.start + place.start, sentence.start + place.end),
  };
  const derivation = `${shown.field} of all: ${shown.best.text} is ${superlative.direction === 'min' ? 'the least' : 'the most'}`;
  if (fitting !== undefined)
    return {
      claim,
      verdict: 'supported',
      reason: 'derived',
      message: `\`${fitting.field}\` bears it out: ${fitting.target.text}`,
      via: 'derivation',
      derivation,
      evidence: [evidenceFor(fitting.target)],
    };
  return {
    claim,
    verdict: 'contradicted',
    reason: 'wrong_extreme',
    message: `by \`${first.field}\` it is another one: \`${first.best.text}\` against \`${first.target.text}\``,
    derivation,
    confidence: named.length > 0 ? 0.9 : 0.75,
    evidence: [evidenceFor(first.target), evidenceFor(first.best)],
    nearest: nearestOf(first.best),
  };
}

/** "The lowest price that lets you …", 强度最低: compared by, or among, what no column tells. */
function isNarrowedUnseen(
  { end, start }: Superlative,
  { text }: AnswerSentence,
  tables: readonly EvidenceTable[],
): boolean {
  if (
    /^(?: [a-z]+){0,3} (?:that|which|who|where|without)\b(?! (?:remains?|is left|are left|exists?)\b)/i.test(
      text.slice(end),
    )
  )
    return true;
  const before = /([\u3400-\u9fff]{2})最?$/.exec(text.slice(0, start))?.[1];
  return (
    before !== undefined &&
    tables.some(({ records }) =>
      records.some(({ cells }) =>
        [...cells].some(([field, cell]) => field.endsWith(before) && measureOf(cell) === undefined),
      ),
    )
  );
}

function compareIn(
  table: EvidenceTable,
  superlative: Superlative,
  { sentence, answer }: Context,
): readonly Comparison[] {
  if (table.records.length < 2) return [];
  const aim = aimOf(superlative, { sentence, answer, table });
  if (aim === undefined) return [];
  const fields = fieldsFor(superlative, sentence, table);
  return fields.flatMap(({ field, isNamed, directions }): Comparison[] => {
    const target = aim.target.cells.get(field);
    const value = measureOf(target);
    if (target === undefined || value === undefined) return [];
    const scopes = scopesOf(table, { aim, answer, sentence });
    const ranked = scopes.flatMap((scope) => {
      const entries = scope.flatMap((record) => record.cells.get(field) ?? []);
      const measured = entries.flatMap((entry) => {
        const measure = measureOf(entry);
        return measure === undefined ? [] : [{ entry, measure }];
      });
      return measured.length < 2 ? [] : [measured];
    });
    if (ranked.length === 0) return [];
    const holds = ranked.some((measured) =>
      directions.some((direction) =>
        isRanked(
          value,
          measured.map(({ measure }) => measure),
          { direction, rank: superlative.rank },
        ),
      ),
    );
    const [widest] = ranked.toSorted((a, b) => b.length - a.length) as [{ entry: LedgerEntry; measure: number }[]];
    const [direction = 'max'] = directions;
    const [best] = widest.toSorted((a, b) => (direction === 'max' ? b.measure - a.measure : a.measure - b.measure));
    return best === undefined ? [] : [{ field, target, holds, best: best.entry, isNamed, named: aim.place }];
  });
}

function isRanked(
  value: number,
  all: readonly number[],
  { direction, rank }: { direction: 'max' | 'min'; rank: number },
): boolean {
  const distinct = [...new Set(all)].sort((a, b) => (direction === 'max' ? b - a : a - b));
  return distinct[rank - 1] === value;
}

export type Aim = {
  target: TableRecord;
  others: readonly TableRecord[];
  /** Where the target is named in the sentence; absent where another sentence names it. */
  place?: { start: number; end: number } | undefined;
};

/**
 * Which record is called the extreme, and which are named beside it as those that it is compared with: of several, the one
 * that is named twice, or that stands alone on its side of the superlative.
 */
function aimOf(
  { start, end, pairFrom }: Superlative,
  { sentence, answer, table }: { sentence: AnswerSentence; answer: Answer; table: EvidenceTable },
): Aim | undefined {
  const outside = (one: Reference): boolean =>
    one.end <= start || one.start >= end || one.start < start || pairFrom !== undefined;
  const named = referencesIn(sentence, table).filter(outside);
  const references = named.length > 0 ? named : datedReferences(sentence, table).filter(outside);
  if (pairFrom !== undefined) return pairAt(references, { start, pairFrom });
  const records = [...new Set(references.map(({ record }) => record))];
  const [only] = records;
  if (only === undefined) return pointedAt(sentence, { answer, table });
  const aimAt = (target: TableRecord, others: readonly TableRecord[] = records): Aim => ({
    target,
    others,
    place: references.findLast(({ record }) => record === target),
  });
  if (records.length === 1) return aimAt(only, []);
  const times = (record: TableRecord): number => references.filter((one) => one.record === record).length;
  const twice = records.filter((record) => times(record) > 1);
  const [repeated] = twice;
  if (twice.length === 1 && repeated !== undefined && references.at(-1)?.record === repeated) return aimAt(repeated);
  const before = distinct(references.filter((one) => one.start < start));
  const after = distinct(references.filter((one) => one.start >= start));
  if (before.length === 1 && after.length !== 1) return aimAt(before[0] as TableRecord);
  if (after.length === 1 && before.length > 1) return aimAt(after[0] as TableRecord);
  return undefined;
}

/** What is compared stands before, what it is compared with right behind. */
function pairAt(
  references: readonly Reference[],
  { start, pairFrom }: { start: number; pairFrom: number },
): Aim | undefined {
  const subject = references.findLast((one) => one.end <= start + 1);
  const other = references.find((one) => one.start >= pairFrom && one.start - pairFrom <= 30);
  if (!subject || !other || subject.record === other.record) return undefined;
  return { target: subject.record, others: [subject.record, other.record], place: subject };
}

function distinct(references: readonly Reference[]): readonly TableRecord[] {
  return [...new Set(references.map(({ record }) => record))];
}

/** "It is the cheapest": the one record that the sentence before speaks of. */
function pointedAt(
  sentence: AnswerSentence,
  { answer, table }: { answer: Answer; table: EvidenceTable },
): Aim | undefined {
  if (!/^(?:and |but )?(?:it|this|that|he|she|这|那|该|它|此)\b|^(?:这|那|该|它|此)/i.test(sentence.text))
    return undefined;
  for (let index = sentence.index - 1; index >= Math.max(0, sentence.index - 2); index -= 1) {
    const before = answer.sentences[index];
    const records = before === undefined ? [] : distinct(referencesIn(before, table));
    if (records.length > 1) return undefined;
    if (records[0] !== undefined) return { target: records[0], others: [] };
  }
  return undefined;
}
