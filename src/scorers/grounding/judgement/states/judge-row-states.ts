import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { speaksOfPast } from '../../claims/polarity.ts';
import { compareSides, type FoundSide, sidesIn } from '../../claims/state-axes.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { wordsOf } from '../../evidence/words.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { mentionsIn } from '../tables/row-mentions.ts';
import { type Row, type Table, tablesOf } from '../tables/tables.ts';
import { againstFlag } from './flags.ts';
import { isOutdated } from './outdated.ts';
import type { Against, Passage } from './passage.ts';
import { isDeniedBefore, isToldOf } from './predicate.ts';

/**
 * States told of a record of a result, which a sentence names by any words that only this record has: the record's own
 * state answers the same question the other way, or is denied.
 */
export function judgeRowStates(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const tables = tablesOf(ledger, answer.seq).filter(({ rows }) => rows.some((row) => statesOf(row).length > 0));
  if (tables.length === 0) return [];
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement') return [];
    return passagesIn(sentence, { tables, ledger, answer }).flatMap((passage) => {
      const against = againstSides(passage) ?? againstFlag(passage);
      return against && !isOutdated(against.entry, passage, { seq: answer.seq, ledger })
        ? [contradicted(against, passage, { answer, sentence })]
        : [];
    });
  });
}

type KnownState = { entry: LedgerEntry; sides: ReadonlyMap<string, string>; isDenied: boolean };

const MAX_STATE = 30;
const byRow = new WeakMap<Row, readonly KnownState[]>();
const byEntry = new WeakMap<LedgerEntry, readonly KnownState[]>();

function statesOf(row: Row): readonly KnownState[] {
  const states = byRow.get(row) ?? statesIn(row.entries);
  byRow.set(row, states);
  return states;
}

function statesIn(entries: readonly LedgerEntry[]): readonly KnownState[] {
  return entries.flatMap((entry) => {
    if (entry.isIdentity || entry.source !== 'tool') return [];
    const states = byEntry.get(entry) ?? readStates(entry);
    byEntry.set(entry, states);
    return states;
  });
}

/** Short texts that are a state and little else, and flags. */
function readStates(entry: LedgerEntry): readonly KnownState[] {
  const isFlag = entry.leaf === 'boolean';
  if (!isFlag && (entry.leaf !== 'string' || entry.text.length > MAX_STATE || /\d/.test(entry.text))) return [];
  const text = isFlag ? entry.key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : entry.text.toLowerCase();
  const found = sidesIn(text);
  const [state] = found;
  if (!state || found.length > 1 || text.length > (state.end - state.start) * 3) return isFlag ? [flagOf(entry)] : [];
  const isDenied = isDeniedBefore(text.replace(/[_-]/g, ' '), state.start) !== (isFlag && entry.text === 'false');
  return [{ entry, sides: state.sides, isDenied }];
}

function flagOf(entry: LedgerEntry): KnownState {
  return { entry, sides: new Map(), isDenied: entry.text === 'false' };
}

type Place = { tables: readonly Table[]; ledger: EvidenceLedger; answer: Answer };

/** From each record's name to that of another one. */
function passagesIn(sentence: AnswerSentence, { tables, ledger, answer }: Place): readonly Passage[] {
  const mentions = tables
    .flatMap((table) => mentionsIn(sentence, table))
    .filter(({ rows, start, end }) => {
      const text = sentence.text.slice(start - sentence.start, end - sentence.start);
      return rows.some((row) => statesOf(row).length > 0) && sidesIn(text).length === 0;
    })
    .sort((a, b) => a.start - b.start);
  if (mentions.length === 0) return soleIn(sentence, { tables, ledger, answer });
  return mentions.flatMap((mention, index): Passage[] => {
    const next = mentions[index + 1];
    const isAlone = mentions.every(({ rows }) => rows[0] === mention.rows[0]);
    const from = mention.end;
    const text = sentence.text.slice(from - sentence.start, next && next.start - sentence.start);
    if (text.trim().length < 2 || (isAlone && next && next.rows[0] === mention.rows[0])) return [];
    const entries = mention.rows.flatMap((row) => row.entries);
    const lead = sentence.text.slice(0, from - sentence.start);
    const head = /^[*_]*[^:：]{2,30}[:：][*_]* ?/.exec(lead);
    const label =
      head && mention.start - sentence.start - head[0].length < 3
        ? [{ text: head[0], start: sentence.start, lead: '', entries }]
        : [];
    return [...label, { text, start: from, lead, entries }];
  });
}

/** No record is named, and only one has a state: the sentence is of it when it shares a word with it. */
function soleIn(sentence: AnswerSentence, { tables, ledger }: Place): readonly Passage[] {
  const rows = tables.flatMap((table) => table.rows.filter((row) => statesOf(row).some(({ sides }) => sides.size > 0)));
  const [row] = rows;
  const [entry] = row?.entries ?? [];
  if (!row || rows.length > 1 || entry?.call === undefined || sentence.anchors.length > 0) return [];
  const call = ledger.calls[entry.call];
  const words = new Set([...(call?.nameWords ?? []), ...row.entries.flatMap(({ key }) => wordsOf(key))]);
  if (![...words].some((word) => word.length > 2 && sentence.words.has(word))) return [];
  return [{ text: sentence.text, start: sentence.start, lead: '', entries: row.entries }];
}

function againstSides({ text, lead, entries }: Passage): Against | undefined {
  if (speaksOfPast(text.replace(/\b(?:not|was|were|no longer)\b|不再|不是/gi, ''))) return undefined;
  const states = statesIn(entries).filter(({ sides }) => sides.size > 0);
  const told = sidesIn(text);
  if (told.length === 0) return undefined;
  for (const state of states) {
    const against = againstState(state, told, { text, lead });
    if (against) return against;
  }
  return undefined;
}

function againstState(
  { entry, sides, isDenied }: KnownState,
  told: readonly FoundSide[],
  { text, lead }: { text: string; lead: string },
): Against | undefined {
  const compared = told.flatMap((found) => {
    const relation = compareSides(found.sides, sides);
    return relation ? [{ found, relation, isNegated: isDeniedBefore(text, found.start) }] : [];
  });
  const agrees = compared.some(({ relation, isNegated }) => (relation === 'same') === (isNegated === isDenied));
  if (agrees) return undefined;
  for (const { found, relation, isNegated } of compared) {
    const isAgainst = relation === 'same' ? isNegated !== isDenied : !isNegated && !isDenied;
    if (isAgainst && isToldOf(text, found.start, lead))
      return {
        entry,
        start: found.start,
        end: found.end,
        reason: relation === 'same' ? 'polarity' : 'status_mismatch',
      };
  }
  return undefined;
}

function contradicted(
  { entry, start, end, reason }: Against,
  passage: Passage,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): JudgedClaim {
  const place = placeOf(answer, passage.start + start, passage.start + end);
  const says = entry.leaf === 'boolean' ? `${entry.key}: ${entry.text}` : entry.text;
  return {
    claim: { kind: 'status', answer, sentence, status: place.text, isNegative: reason === 'polarity', ...place },
    verdict: 'contradicted',
    reason,
    message: `\`${place.text}\` is told${reason === 'polarity' ? ' the other way round' : ''}; the record says \`${says}\``,
    evidence: [evidenceFor(entry)],
    nearest: nearestOf(entry),
  };
}
