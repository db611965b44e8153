import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { wordsOf } from '../../evidence/words.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { type EvidenceTable, evidenceTables, isMoment, measureOf, type TableRecord } from './evidence-tables.ts';
import { fieldKinds } from './field-kinds.ts';
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
  { start, end }: Superlative,
  { sentence, answer, table }: { sentence: AnswerSentence; answer: Answer; table: EvidenceTable },
): Aim | undefined {
  const references = referencesIn(sentence, table).filter(
    (one) => one.end <= start || one.start >= end || one.start < start,
  );
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

type PickedField = { field: string; isNamed: boolean; directions: readonly ('max' | 'min')[] };

/**
 * The fields by which a sentence may compare: those that it names, else those of the kind that the adjective measures, else
 * for words of mere size any measure.
 */
function fieldsFor(superlative: Superlative, sentence: AnswerSentence, table: EvidenceTable): readonly PickedField[] {
  const measured = table.fields.filter((field) => {
    const cells = table.records.flatMap(({ cells }) => cells.get(field) ?? []);
    const filled = cells.filter(({ leaf }) => leaf !== 'null');
    // A column of which only some cells can be read as a number has an order of its own: `2h 10m`.
    return filled.length >= 2 && filled.every((cell) => measureOf(cell) !== undefined);
  });
  const near = new Set(wordsOf(`${superlative.words} ${sentence.text}`));
  const named = measured.filter((field) => wordsOf(field).some((word) => near.has(word) && word.length > 2));
  const kinds = fieldKinds(superlative.words);
  const alike = measured.filter((field) => [...kindsOf(field, table)].some((kind) => kinds.has(kind)));
  const picked =
    named.length > 0 ? named : alike.length > 0 ? alike : superlative.isGeneral ? sizesAmong(measured) : [];
  const both = ['max', 'min'] as const;
  return picked.map((field) => {
    const direction = directionFor(superlative, field);
    return {
      field,
      isNamed: named.length > 0 || (alike.length > 0 && !superlative.isGeneral),
      directions: direction === undefined ? both : [direction],
    };
  });
}

/** What a column measures, by its name or because it holds moments. */
function kindsOf(field: string, { records }: EvidenceTable): ReadonlySet<string> {
  const kinds = fieldKinds(field);
  const holdsMoments = records.some(({ cells }) => isMoment(cells.get(field)?.text ?? ''));
  return holdsMoments ? new Set([...kinds, 'date']) : kinds;
}

/** A date that is old is early, and a person who is old has many years; what is quick takes little time, and goes fast. */
function directionFor({ direction, words }: Superlative, field: string): 'max' | 'min' | undefined {
  const kinds = fieldKinds(lastKey(field));
  const [adjective = ''] = words.split(' ');
  if (adjective === 'old' && (kinds.has('age') || /age|years/i.test(field))) return 'max';
  if (/^(?:young)$/.test(adjective) && kinds.has('date')) return 'max';
  if (/^(?:fast|quick|slow|快|慢)$/.test(adjective) && /speed|rate|mbps|kmh|速/i.test(field))
    return direction === 'max' ? 'min' : 'max';
  if (/^(?:good|bad|好|差)$/.test(adjective) && !kinds.has('rating')) return undefined;
  return direction;
}

/** What is simply large or small is so by its price where it has one, else by any measure. */
function sizesAmong(measured: readonly string[]): readonly string[] {
  const priced = measured.filter((field) => fieldKinds(field).has('price') && !/(?:^|_)rate(?:$|_)/i.test(field));
  return priced.length > 0 ? priced : measured.filter((field) => !isNominal(field));
}

function lastKey(field: string): string {
  return field.split('/').findLast((part) => !/^\d+$/.test(part)) ?? field;
}

function isNominal(field: string): boolean {
  return /(?:^|_)(?:id|no|code|zip|phone|year|version|number)$|号$|编号|电话/i.test(lastKey(field));
}
