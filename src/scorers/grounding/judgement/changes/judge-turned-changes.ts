import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { tellsFailure } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { compareValues } from '../../values/value-keys.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { changePairs } from './change-pairs.ts';
import type { Change } from './changes.ts';
import type { Stretch } from './subject-of.ts';

const MAX_BETWEEN = 70;
const FROM = /(?:\bfrom|[从由自])\s?[*`"“]*$/i;
const TO = /\b(?:to|into)\b|->|→|=>|[改换调挪移][到至为成]/i;
const ARROW = /^[*`"”)）\s]*(?:->|→|=>)\s*[*`"“]*$/;
/** "A (was B)", "A instead of B", A（原B）: what stands first is so now. */
const WAS =
  /^[^.;。；()（）?？]{0,28}[(（,，]?\s?(?:it |that |this |which )?(?:was|were|before|previously|formerly|used to be|instead of|rather than|(?:up|down) from|原[来为是先定]?|之前|此前)[是为:：]?\s?(?:at |on |the )?[*`"“]*$/i;

/** A change that is told the wrong way round: "from B to A", "now A, it was B", where A became B. */
export function judgeTurnedChanges(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const pairs = changePairs(ledger, answer.seq);
  if (pairs.length === 0) return [];
  return answer.sentences.flatMap((sentence) => {
    if (/^(?:question|offer|request)$/.test(sentence.act) || tellsFailure(sentence.text)) return [];
    const told = pairs.map((pair) => ({ pair, ...waysTold(sentence, pair) }));
    // Two that change places make either way right.
    if (told.some(({ right }) => right !== undefined)) return [];
    const first = told.find(({ turned }) => turned !== undefined);
    return first?.turned === undefined ? [] : [tell(first.pair, first.turned, { answer, sentence })];
  });
}

/** Where a sentence tells a change as it was, and where the other way round. */
function waysTold(
  { text, values, start: from }: AnswerSentence,
  { old, now }: Change,
): { right: Stretch | undefined; turned: Stretch | undefined } {
  const placesOf = (entry: LedgerEntry): readonly Stretch[] => {
    const [only] = entry.values;
    if (only === undefined || only.end - only.start < entry.text.trim().length) return literal(text, entry.text);
    const found = values
      .filter(({ value }) => entry.values.some((known) => compareValues(value, known.value) === 'same'))
      .map(({ start, end }) => ({ start: start - from, end: end - from }));
    return found.length > 0 ? found : literal(text, entry.text);
  };
  let right: Stretch | undefined;
  let turned: Stretch | undefined;
  const news = placesOf(now);
  for (const was of placesOf(old))
    for (const is of news) {
      const [first, second] = was.start < is.start ? [was, is] : [is, was];
      const order = orderOf(text, first, second);
      if (order === undefined) continue;
      const whole = { start: first.start, end: second.end };
      if ((order === 'old_first') === (first === was)) right = whole;
      else turned = whole;
    }
  return { right, turned };
}

function orderOf(text: string, first: Stretch, second: Stretch): 'old_first' | 'new_first' | undefined {
  const between = text.slice(first.end, second.start);
  if (first.end > second.start || between.length > MAX_BETWEEN) return undefined;
  if (ARROW.test(between)) return 'old_first';
  if (FROM.test(text.slice(Math.max(0, first.start - 12), first.start)))
    return TO.test(between) ? 'old_first' : undefined;
  return WAS.test(between) ? 'new_first' : undefined;
}

function literal(text: string, said: string): readonly Stretch[] {
  const at = said.length < 3 && /^[\x20-\x7e]*$/.test(said) ? -1 : text.toLowerCase().indexOf(said.toLowerCase());
  return at < 0 ? [] : [{ start: at, end: at + said.length }];
}

function tell(
  { old, now }: Change,
  { start, end }: Stretch,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): JudgedClaim {
  const place = placeOf(answer, sentence.start + start, sentence.start + end);
  return {
    claim: { kind: 'route', answer, sentence, ...place },
    verdict: 'contradicted',
    reason: 'direction_reversed',
    message: `\`${place.text}\` is told the wrong way round: it was \`${old.text}\` and is \`${now.text}\` since`,
    evidence: [evidenceFor(old), evidenceFor(now)],
    nearest: nearestOf(now),
  };
}
