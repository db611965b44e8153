import type { Answer, AnswerSentence } from '../claims/answer.ts';
import { placeOf } from '../claims/claim.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';

/** What rules left open, or called unsupported only because no evidence has its words: one statement of an answer. */
export type OpenClaim = {
  judged: JudgedClaim;
  /** The sentence that is asked about; several open claims of one sentence are asked about once. */
  sentence: AnswerSentence;
  statement: string;
};

/** A longer sentence is asked about by its first words. */
const MAX_STATEMENT = 600;
/** Fewer words that mean something make no statement: "All set." */
const MIN_WORDS = 2;

/**
 * The statements that other tiers may decide: sentences that state something and that rules could not settle, whether they
 * found a claim there or none. What rules contradicted, or missed as a value, a deed or an ability, is theirs alone.
 */
export function openClaims(answer: Answer, judged: readonly JudgedClaim[]): readonly OpenClaim[] {
  const bySentence = new Map<AnswerSentence, JudgedClaim[]>();
  for (const one of judged) {
    const { sentence } = one.claim;
    bySentence.set(sentence, [...(bySentence.get(sentence) ?? []), one]);
  }
  return answer.sentences.flatMap((sentence): OpenClaim[] => {
    if (sentence.act !== 'statement' || sentence.layout === 'heading') return [];
    const own = bySentence.get(sentence) ?? [];
    const open = own.find(isOpen);
    const isSettled = own.some(({ verdict }) => verdict !== 'not_checkable');
    if (open === undefined && (isSettled || sentence.words.size < MIN_WORDS)) return [];
    const statement = sentence.text.trim().slice(0, MAX_STATEMENT);
    return [{ judged: open ?? untouched(answer, sentence), sentence, statement }];
  });
}

function isOpen({ verdict, reason, severity }: JudgedClaim): boolean {
  if (verdict === 'unsupported') return severity === 'low';
  return verdict === 'not_checkable' && reason !== 'example' && reason !== 'presupposed';
}

/** A sentence in which rules found nothing to check. */
function untouched(answer: Answer, sentence: AnswerSentence): JudgedClaim {
  return {
    claim: { kind: 'statement', answer, sentence, ...placeOf(answer, sentence.start, sentence.end) },
    verdict: 'not_checkable',
    reason: 'not_a_fact_of_records',
    message: 'rules find nothing in it to check',
    evidence: [],
  };
}

/** Puts what was decided about open claims in the place of what they were. */
export function withSettled(
  judged: readonly JudgedClaim[],
  settled: ReadonlyMap<JudgedClaim, JudgedClaim>,
): readonly JudgedClaim[] {
  const known = new Set(judged);
  const fresh = [...settled].flatMap(([before, after]) => (known.has(before) ? [] : [after]));
  const kept = judged.map((one) => settled.get(one) ?? one);
  return [...kept, ...fresh].sort((a, b) => a.claim.start - b.claim.start);
}
