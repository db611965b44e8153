import type { AnswerSentence } from '../../claims/answer.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { wordsOf } from '../../evidence/words.ts';
import { type EvidenceTable, measureOf } from './evidence-tables.ts';
import { fieldKinds } from './field-kinds.ts';
import { isMoment } from './moments.ts';
import type { Superlative } from './superlatives.ts';

export type PickedField = { field: string; isNamed: boolean; directions: readonly ('max' | 'min')[] };

/**
 * The fields by which a sentence may compare: those that it names, else those of the kind that the adjective measures, else
 * for words of mere size any measure.
 */
export function fieldsFor(
  superlative: Superlative,
  sentence: AnswerSentence,
  table: EvidenceTable,
): readonly PickedField[] {
  const measured = table.fields.filter((field) => {
    const cells = table.records.flatMap(({ cells }) => cells.get(field) ?? []);
    const filled = cells.filter(({ leaf }) => leaf !== 'null');
    // A column of which only some cells can be read as a number has an order of its own: `2h 10m`.
    return filled.length >= 2 && filled.every((cell) => measureOf(cell) !== undefined);
  });
  const near = new Set(wordsOf(`${superlative.words} ${sentence.text}`));
  const kinds = fieldKinds(superlative.words);
  const said = measured.filter((field) => wordsOf(field).some((word) => near.has(word) && word.length > 1));
  const alike = measured.filter((field) => [...kindsOf(field, table)].some((kind) => kinds.has(kind)));
  const agreed = said.filter((field) => alike.includes(field));
  // What an adjective measures is no field that the sentence happens to name.
  const named = agreed.length > 0 ? agreed : alike.length > 0 && !superlative.isGeneral ? [] : said;
  const picked =
    named.length > 0
      ? named
      : alike.length > 0
        ? alike
        : superlative.isGeneral
          ? sizesAmong(measured, table)
          : !kinds.has('date')
            ? onlyOne(measured, table)
            : [];
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

/** Where only one column holds amounts that tell of no name or place, any adjective measures it. */
function onlyOne(measured: readonly string[], table: EvidenceTable): readonly string[] {
  const amounts = measured.filter((field) => !isNominal(field) && !holdsMoments(field, table) && field !== 'duration');
  return amounts.length === 1 ? amounts : [];
}

function holdsMoments(field: string, { records }: EvidenceTable): boolean {
  return records.some(({ cells }) => isMoment(cells.get(field)?.text ?? ''));
}

const KIND_OF_UNIT: readonly (readonly [RegExp, string])[] = [
  [/^(?:second|minute|hour|day|week|month|year|millisecond)$/, 'duration'],
  [/^(?:kilo)?met(?:re|er)|^mile|^feet|^foot/, 'distance'],
  [/gram|pound|ounce|tonne/, 'weight'],
  [/celsius|fahrenheit|degree/, 'temperature'],
];

/** What a column measures: by its name, its unit or currency, or because it holds moments. */
function kindsOf(field: string, table: EvidenceTable): ReadonlySet<string> {
  const kinds = new Set(fieldKinds(field));
  const entry = table.records
    .map(({ cells }) => cells.get(field))
    .find((cell) => cell !== undefined && cell.leaf !== 'null');
  if (holdsMoments(field, table)) return new Set([...kinds, 'date'].filter((kind) => kind !== 'price'));
  const unit = entry?.unit ?? '';
  const unitKinds = KIND_OF_UNIT.flatMap(([pattern, kind]) => (pattern.test(unit) ? [kind] : []));
  if (isPrice(field, entry)) kinds.add('price');
  // `min` of a class is a length, whatever else the word may mean.
  return unitKinds.length > 0 ? new Set(unitKinds) : kinds;
}

function isPrice(field: string, entry: LedgerEntry | undefined): boolean {
  if (entry?.values[0]?.value.kind === 'money') return true;
  return entry?.unit === undefined && /(?:^|_|\/)(?:day|night|hour|week|month|monthly)$/i.test(field);
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
function sizesAmong(measured: readonly string[], table: EvidenceTable): readonly string[] {
  const priced = measured.filter((field) => fieldKinds(field).has('price') && !/(?:^|_)rate(?:$|_)/i.test(field));
  return priced.length > 0
    ? priced
    : measured.filter((field) => !isNominal(field) && !holdsMoments(field, table) && field !== 'duration');
}

function lastKey(field: string): string {
  return field.split('/').findLast((part) => !/^\d+$/.test(part)) ?? field;
}

function isNominal(field: string): boolean {
  return /(?:^|_)(?:id|no|code|zip|phone|year|version|number|address\d?|address_?line\d?|floor|room|suite|line)$|号$|编号|电话/i.test(
    lastKey(field),
  );
}
