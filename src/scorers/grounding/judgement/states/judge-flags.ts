import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { clauseAt, denies } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';
import { relateToAny } from '../binding.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { evidenceTables } from '../tables/evidence-tables.ts';
import { placedWords, referencesIn } from '../tables/references.ts';

/** Words of keys that say how something is, and not what. */
const BARE = new Set(
  wordsOf(
    'is has have can was are allow allowed include included including require required need needed ok available possible supported support provide provided offered',
  ),
);
/** What takes back, narrows or puts off what is said. */
const HEDGED =
  /\b(?:if|unless|except|only|but|may|might|could|would|should|whether|when|until|once|ask|check)\b|如果|若|除非|只有|但|可能|是否|[吗？?]/i;

type Flag = { key: string; entries: readonly LedgerEntry[]; words: readonly string[] };

/**
 * Flags of records told the other way round: `photography_allowed: false` as "photography is allowed", `card_blocked: true`
 * as "your card is not blocked". Where records differ, the sentence has to name one of them.
 */
export function judgeFlags(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const flags = flagsOf(ledger, answer.seq);
  if (flags.length === 0) return [];
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement' || sentence.layout === 'row') return [];
    return flags.flatMap((flag) => judgeFlag(flag, { sentence, answer, ledger }) ?? []);
  });
}

function flagsOf(ledger: EvidenceLedger, seq: number): readonly Flag[] {
  const byKey = new Map<string, LedgerEntry[]>();
  for (const entry of ledger.entries)
    if (entry.source === 'tool' && entry.leaf === 'boolean' && stateAt(entry, seq) === 'live')
      byKey.set(entry.key, [...(byKey.get(entry.key) ?? []), entry]);
  return [...byKey].flatMap(([key, entries]) => {
    const words = wordsOf(key).filter((word) => !BARE.has(word) && word.length > 2);
    const isNegative = /(?:^|[_-])(?:no|not|non|un|dis)(?:[_-]|$)|不|无|非/i.test(key);
    return words.length === 0 || words.length > 3 || isHan(key) || isNegative ? [] : [{ key, entries, words }];
  });
}

function judgeFlag(
  flag: Flag,
  { sentence, answer, ledger }: { sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger },
): JudgedClaim | undefined {
  if (!flag.words.every((word) => sentence.words.has(word))) return undefined;
  const places = placedWords(sentence.text).filter(({ word }) => flag.words.includes(word));
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const clause = clauseAt(sentence.text, first.start).text;
  const told = new Set(wordsOf(clause));
  if (HEDGED.test(clause) || !flag.words.every((word) => told.has(word))) return undefined;
  const entry = flagOfTalk(flag, { sentence, answer, ledger });
  if (entry === undefined) return undefined;
  const isDenied = denies(clause);
  // One word alone is told of many things; the flag must be spoken of as one.
  const isSpoken =
    flag.words.length > 1 || [...told].some((word) => BARE.has(word)) || /\b(?:with|includes?|offers?)\b/i.test(clause);
  if (!isSpoken || (entry.text === 'true') === !isDenied) return undefined;
  const claim = {
    kind: 'status' as const,
    status: flag.key,
    isNegative: isDenied,
    answer,
    sentence,
    ...placeOf(answer, sentence.start + first.start, sentence.start + last.end),
  };
  return {
    claim,
    verdict: 'contradicted',
    reason: 'polarity',
    message: `\`${claim.text}\` is ${isDenied ? 'denied' : 'told'}, and \`${flag.key}\` is ${entry.text}`,
    evidence: [evidenceFor(entry)],
    nearest: nearestOf(entry),
  };
}

/** The flag of the record that the sentence names; where it names none, the one value that all records agree on. */
function flagOfTalk(
  { entries }: Flag,
  { sentence, answer, ledger }: { sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger },
): LedgerEntry | undefined {
  const ids = new Set(entries.map(({ id }) => id));
  const named = evidenceTables(ledger, answer.seq).flatMap((table) =>
    referencesIn(sentence, table).flatMap(({ record }) => [...record.cells.values()].filter(({ id }) => ids.has(id))),
  );
  const anchored =
    named.length > 0
      ? named
      : entries.filter((entry) => relateToAny(entry, sentence.anchors, ledger) === 'same_record');
  const meant = anchored.length > 0 ? anchored : entries;
  return new Set(meant.map(({ text }) => text)).size === 1 ? meant[0] : undefined;
}
