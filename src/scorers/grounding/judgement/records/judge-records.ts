import type { Answer } from '../../claims/answer.ts';
import { placeOf, type ValueClaim } from '../../claims/claim.ts';
import { clauseAt, speaksOfPastAt, tellsFailure } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { recordsOf } from '../../evidence/records.ts';
import { roleOf } from '../../evidence/roles.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import type { Clash } from './clash.ts';
import { clashOf, namesOne } from './clash-of.ts';
import { isFieldName, type Mention, mentionsIn, topicOf } from './mentions-in.ts';

/**
 * Names, values and words that belong to another record than the one that most of what stands around them belongs to. The
 * record need not be named: what is told together belongs together.
 */
export function judgeRecords(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  // What was reckoned is no field of a record.
  const reckoned = new Set(judged.filter(({ reason }) => reason === 'derived').map(({ claim }) => claim.at));
  const mentions = mentionsIn(answer, ledger).filter(({ claim, start }) => !claim || !reckoned.has(start));
  const topic = topicOf(answer, ledger);
  const records = recordsOf(ledger);
  const said = ledger.entries.flatMap(({ source, visibleFrom, text }) =>
    source === 'user' && visibleFrom < answer.seq ? [text.toLowerCase()] : [],
  );
  const told = new Set(judged.filter(({ reason }) => reason === 'wrong_record').map(({ claim }) => claim.sentence));
  return withoutTwins(
    mentions.flatMap((mention, index) => {
      if (!isTold(mention) || isFieldName(mention, ledger)) return [];
      // Whose values are strange is decided where they are.
      if (mention.isDenied || (mention.isName && told.has(mention.sentence))) return [];
      const clash = clashOf(mention, { mentions, topic, index, answer, records, said });
      return clash ? [tell(clash, answer)] : [];
    }),
  );
}

/** Two that stand against each other are found once. */
function withoutTwins(judged: readonly JudgedClaim[]): readonly JudgedClaim[] {
  const kept: JudgedClaim[] = [];
  for (const one of judged)
    if (!kept.some(({ claim }) => claim.start < one.claim.end && one.claim.start < claim.end)) kept.push(one);
  return kept;
}

function isTold({ start, end, sentence, claim, keys }: Mention): boolean {
  if (
    sentence.act !== 'statement' &&
    sentence.layout !== 'row' &&
    (sentence.layout !== 'bullet' || /^(?:question|offer|request)$/.test(sentence.act))
  )
    return false;
  const at = start - sentence.start;
  if (start >= sentence.exampleFrom) return false;
  // The start of a way has an arrow behind it, as an old value has.
  if (![...keys].some(roleOf) && speaksOfPastAt(sentence.text, at, { length: end - start })) return false;
  if (tellsFailure(clauseAt(sentence.text, at).text)) return false;
  if (claim)
    return claim.value.kind !== 'number' || claim.value.decimal.includes('.') || Number(claim.value.decimal) >= 20;
  return true;
}

/** What only one other mention speaks against is told with it: either of the two may be the stranger. */
function spanOf({ mention, by }: Clash): { start: number; end: number } {
  const [only, ...more] = by;
  if (!only || more.length > 0 || only.start < 0) return mention;
  const start = Math.min(mention.start, only.start);
  const end = Math.max(mention.end, only.end);
  return end - start <= MAX_SPAN && only.sentence.line === mention.sentence.line ? { start, end } : mention;
}

const MAX_SPAN = 100;

/** The day that a sentence opens with is what it is about: what is told of it is the stranger, unless a name says whose it is. */
function blamed({ mention, by }: Clash): Mention {
  const { claim, start, sentence } = mention;
  if (claim?.value.kind !== 'date' || !OPENS.test(sentence.text.slice(0, Math.max(0, start - sentence.start))))
    return mention;
  if (by.some((other) => namesOne(other, mention))) return mention;
  return by.find((other) => other.sentence === sentence && other.claim !== undefined) ?? mention;
}

const OPENS = /^\W*(?:(?:on|by|for|starting|until|and|then|finally) )?(?:[a-z]{3,9}day,? )?(?:the )?$/i;

function tell(clash: Clash, answer: Answer): JudgedClaim {
  const { held, rival } = clash;
  const mention = blamed(clash);
  const { start, end } = mention === clash.mention ? spanOf(clash) : mention;
  const place = placeOf(answer, start, end);
  const said = answer.normalised.text.slice(mention.start, mention.end);
  const claim: ValueClaim = {
    kind: 'value',
    answer,
    sentence: mention.sentence,
    value: mention.claim?.value ?? { kind: 'name', key: mention.key },
    force: 'stated',
    isPromise: false,
    ...place,
  };
  return {
    claim,
    verdict: 'contradicted',
    reason: 'wrong_record',
    message: `\`${said}\` belongs to another record than what stands around it, which has \`${rival.text.slice(0, 80)}\``,
    evidence: [evidenceFor(held), evidenceFor(rival)],
    nearest: nearestOf(rival),
  };
}
