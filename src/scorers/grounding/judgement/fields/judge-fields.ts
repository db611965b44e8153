import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { readNumberWords } from '../../values/number-words.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { type DataRecord, type DataRecords, dataRecords } from './data-records.ts';
import type { FieldClash, Named } from './field-clash.ts';
import { isShortFor, keyParts, ordinalOf } from './key-words.ts';
import { clashOfPairs } from './pairs.ts';

const NUMBER = '\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?pair of';
/** `17 points`, `an assist`, `12 - rebound`, `three goals in the first period`, `two in the second`. */
const COUNTED = new RegExp(
  `(?<![\\w.$€£-])(?<![-–] )(${NUMBER})(?: ?- ?| )(?:(?!in\\b)([a-z]{2,20})(?![a-z]))?(?:(?<= )| )?(?:in the ([a-z\\d]{3,8})(?: ([a-z]{3,12}))?)?`,
  'gi',
);
const ROOM =
  /\b(?:over|more than|at least|nearly|almost|about|around|under|less than|up to|combined|total of|averag\w*|last|past|season|straight|consecutive|career|between|each|both|lead|margin|deficit)\b/i;

/** Counts and scores told of a named record whose own field says otherwise, in answers that do nothing but describe data. */
export function judgeFields(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  if (!ledger.data.isDataOnly || ledger.truncatedFrom < answer.seq) return [];
  const data = dataRecords(ledger);
  if (data.records.length < 2 || data.byName.size === 0) return [];
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement') return [];
    const named = namedIn(sentence.text, data);
    const clashes = [...clashesOfCounts(sentence, named, data), ...clashOfPairs(sentence.text, named, data)];
    return clashes.map((clash) => tell(clash, sentence, answer));
  });
}

function namedIn(text: string, { byName }: DataRecords): readonly Named[] {
  const named: Named[] = [];
  const lower = text.toLowerCase();
  const starts = [...lower.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)].map(({ index }) => index);
  const longest = Math.max(...[...byName.keys()].map((name) => name.length));
  let from = 0;
  for (const start of starts) {
    if (start < from) continue;
    for (let end = Math.min(lower.length, start + longest); end > start + 2; end -= 1) {
      if (/[\p{L}\d]/u.test(lower[end] ?? '') || !/[\p{L}\d]/u.test(lower[end - 1] ?? '')) continue;
      const records = byName.get(lower.slice(start, end));
      if (!records) continue;
      named.push({ start, end, records });
      from = end;
      break;
    }
  }
  return named;
}

function clashesOfCounts(sentence: AnswerSentence, named: readonly Named[], data: DataRecords): readonly FieldClash[] {
  const { text } = sentence;
  let lastNoun = '';
  return [...text.matchAll(COUNTED)].flatMap((match): FieldClash[] => {
    const [whole, number = '', noun, ordinal, period] = match;
    const order = ordinal === undefined ? undefined : ordinalOf(ordinal);
    if (period !== undefined) lastNoun = period;
    const value = amountTold(number);
    if (value === undefined || (noun === undefined && order === undefined)) return [];
    if (ordinal !== undefined && order === undefined) return [];
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const clause = before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf(';')) + 1);
    if (
      ROOM.test(clause) ||
      /^(?: ?- ?| )?(?:lead|margin|deficit|win|victory|run|game)\b/i.test(text.slice(match.index + whole.length))
    )
      return [];
    const isPart =
      order === undefined && /\b(?:quarter|half|period|inning|set|season|games?|career|averag\w*|per)\b/i.test(text);
    // "three-point range" counts nothing.
    if (isPart || (/[a-z] ?- /i.test(whole) && !/^\d/.test(number))) return [];
    const isArticle = /^an?$/i.test(number);
    if (isArticle && /^ of\b/i.test(text.slice(match.index + whole.length))) return [];
    const asked = { isArticle, noun, order, period: order === undefined ? undefined : (period ?? lastNoun) };
    const clash = clashWith({ value, asked, at: match.index }, named, data);
    const length = whole.trimEnd().length;
    return clash ? [{ ...clash, start: match.index, end: match.index + length }] : [];
  });
}

function amountTold(number: string): number | undefined {
  const told = number.toLowerCase();
  if (/^\d/.test(told)) return Number(told);
  if (told === 'a' || told === 'an' || told === 'one') return 1;
  if (told.endsWith('pair of')) return 2;
  const words = readNumberWords(told);
  return words === undefined ? undefined : Number(words);
}

type Asked = { isArticle: boolean; noun: string | undefined; order: number | undefined; period: string | undefined };
type Told = { value: number; asked: Asked; at: number };

/** None of the records named before has the value in the one field that the words mean; or, where none is named, no record. */
function clashWith({ value, asked, at }: Told, named: readonly Named[], data: DataRecords): FieldClash | undefined {
  const before = named.filter(({ end, records }) => end <= at && records.length === 1);
  const isNameless = named.length === 0;
  const asks = isNameless ? data.named : before.flatMap(({ records }) => records);
  const fields = asks.flatMap((record) => fieldsOf(record, asked, data));
  if (fields.length === 0 || (isNameless && fields.length < 2)) return undefined;
  if (fields.some(({ text }) => Number(text) === value)) return undefined;
  // "a temperature" is no count of temperatures.
  if (asked.isArticle && fields.some(({ text }) => !/^\d{1,2}$/.test(text))) return undefined;
  const field = fields.at(-1);
  if (isNameless || field === undefined)
    return { start: 0, end: 0, message: `no record has ${value} under \`${field?.key}\`` };
  return {
    start: 0,
    end: 0,
    message: `${value} is told; the result says \`${field.text}\` of \`${field.key}\``,
    field,
  };
}

/** The field that the words mean, where it is one. */
function fieldsOf(
  record: DataRecord,
  { noun, order, period }: Asked,
  { commonWords }: DataRecords,
): readonly LedgerEntry[] {
  const common = commonWords.get(record.kind) ?? new Set<string>();
  const found = [...record.fields].filter(([key, { text }]) => {
    if (!/^-?\d+(?:\.\d+)?$/.test(text)) return false;
    const parts = keyParts(key, common);
    if (parts.ordinal !== order || parts.words.length === 0) return false;
    if (order === undefined)
      return parts.words.length === 1 && noun !== undefined && isShortFor(parts.words[0] ?? '', noun);
    return parts.words.every((word) =>
      [noun, period].some((told) => told !== undefined && told !== '' && isShortFor(word, told)),
    );
  });
  return found.length === 1 ? found.map(([, entry]) => entry) : [];
}

function tell({ start, end, message, field }: FieldClash, sentence: AnswerSentence, answer: Answer): JudgedClaim {
  const place = placeOf(answer, sentence.start + start, sentence.start + end);
  return {
    claim: { kind: 'comparison', answer, sentence, ...place },
    verdict: 'contradicted',
    reason: 'value_mismatch',
    message: `\`${place.text}\`: ${message}`,
    evidence: field === undefined ? [] : [evidenceFor(field)],
    ...(field === undefined ? {} : { nearest: nearestOf(field) }),
  };
}
