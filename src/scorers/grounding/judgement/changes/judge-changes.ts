import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { clauseAt, speaksOfFuture, speaksOfPastAt } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { recordsOf } from '../../evidence/records.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { type Change, changesAt } from './changes.ts';
import { type Stretch, speaksOf } from './subject-of.ts';
import { isState, toldOfNow, toldOfOld } from './told-of-old.ts';

/**
 * What a field of a record held before it was read again, told of that record as if it still did: a state, a name, a flag
 * or a value. Where the sentence tells the new one too, it tells the change.
 */
export function judgeChanges(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const changes = changesAt(ledger, answer.seq);
  if (changes.length === 0) return [];
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement' && sentence.layout !== 'row' && sentence.layout !== 'bullet') return [];
    if (/^(?:question|offer|request)$/.test(sentence.act)) return [];
    return changes.flatMap((change) => {
      if (CHANGE.test(sentence.text) && !isState(change.old)) return [];
      const isMeant = (stretch: Stretch): boolean => speaksOf(change, stretch, { answer, sentence, ledger });
      const told = toldOfOld(sentence, change).filter(
        (stretch) => isCurrent(stretch, sentence) && !isHeldStill(change, ledger) && isMeant(stretch),
      );
      if (told.length === 0 || toldOfNow(sentence, change).some(isMeant)) return [];
      return told.map((stretch) => tell(change, stretch, { answer, sentence }));
    });
  });
}

/** A change names what was and what is. */
const CHANGE =
  /\b(?:instead|exchang\w*|swap\w*|replac\w*|chang\w*|modif\w*|upgrad\w*|downgrad\w*|switch\w*|updat\w*|mov(?:ed|ing)|reschedul\w*|renam\w*|correct\w*)\b|[换改]|升级|更新/i;

const GONE = /\b(?:no longer|any ?more|formerly|used to|gone|until then)\b|不再/i;

function isCurrent({ start, end }: Stretch, { text, start: from, exampleFrom }: AnswerSentence): boolean {
  if (from + start >= exampleFrom || speaksOfPastAt(text, start, { length: end - start })) return false;
  if (GONE.test(clauseAt(text, start).text)) return false;
  return !(speaksOfFuture(text.slice(Math.max(0, start - 24), start)) && /[a-z]/i.test(text.slice(start, end)));
}

/** Another field of the same record says the same now. */
function isHeldStill({ old, now }: Change, ledger: EvidenceLedger): boolean {
  const node = recordsOf(ledger).of(now);
  return (
    now.source === 'tool' &&
    old.leaf !== 'boolean' &&
    node?.own.some((entry) => entry.id !== now.id && entry.supersededAt === undefined && entry.text === old.text) ===
      true
  );
}

function tell(
  { old, now }: Change,
  { start, end }: Stretch,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): JudgedClaim {
  const place = placeOf(answer, sentence.start + start, sentence.start + end);
  const was = old.leaf === 'boolean' ? `\`${old.key}\` was ${old.text}` : `\`${place.text}\` was so`;
  return {
    claim: { kind: 'status', answer, sentence, status: place.text, isNegative: false, ...place },
    verdict: 'contradicted',
    reason: 'stale',
    message: `${was} before; a later result says \`${now.text.slice(0, 80)}\``,
    evidence: [evidenceFor(old), evidenceFor(now)],
    nearest: nearestOf(now),
  };
}
