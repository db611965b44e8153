import type { Answer } from '../claims/answer.ts';
import { placeOf } from '../claims/claim.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { evidenceFor, type JudgedClaim } from '../judgement/judged-claim.ts';
import { answerFeatures, type MeasuredStatement, valuesOf } from './answer-features.ts';
import { COMBINER } from './combiner-weights.ts';
import { logitOf, probabilityOf } from './logistic.ts';

/**
 * Judged claims, and for an answer from documents a verdict of each statement by a small model of how its words, pairs of
 * words, names and numbers stand in the parts of the evidence nearest to it. The answer is judged as a whole, as its labels
 * were; where it is unfaithful, the statements that make it so are told. Sentences that rules found wrong are left to them.
 */
export function combineStatements(
  judged: readonly JudgedClaim[],
  { answer, ledger }: { answer: Answer; ledger: EvidenceLedger },
): readonly JudgedClaim[] {
  if (!readsDocuments(ledger, answer.seq)) return judged;
  const features = answerFeatures(answer, { ledger, judged });
  if (features === undefined) return judged;
  const logit = logitOf(COMBINER.answer, features.values);
  const probability = probabilityOf(logitOf(COMBINER.calibration, [logit, ...features.sizes]));
  const blamed = logit > 0 ? worstOf(features.statements, features.sizes[0] ?? 0) : new Set<MeasuredStatement>();
  const wrong = new Set(judged.filter(isFirmFault).map(({ claim }) => claim.sentence));
  const told = features.statements.flatMap((statement): JudgedClaim[] => {
    const { sentence } = statement;
    if (wrong.has(sentence) || sentence.layout === 'heading') return [];
    if (blamed.has(statement)) return [tell(statement, { answer, probability, isBlamed: true })];
    return logit > 0 || sentence.act !== 'statement' ? [] : [tell(statement, { answer, probability, isBlamed: false })];
  });
  return [...judged, ...told].sort((a, b) => a.claim.start - b.claim.start);
}

/** What the weights were learned on: texts that were handed over, or that a tool returned. Rules alone make no document. */
function readsDocuments(ledger: EvidenceLedger, seq: number): boolean {
  return ledger
    .chunks()
    .chunks.some(
      ({ entry, start, end, visibleFrom }) =>
        visibleFrom < seq &&
        start < end &&
        (entry.source === 'document' || (entry.source === 'tool' && isProse(entry.text))),
    );
}

/** Running text: a table or a list of fields has more digits and marks. */
function isProse(text: string): boolean {
  const head = text.slice(0, 2000);
  return head.length >= MIN_PROSE && (head.match(/[^\p{L}\s]/gu)?.length ?? 0) < head.length * MAX_MARKS;
}

const MIN_PROSE = 200;
const MAX_MARKS = 0.1;

/** The statements that are unfaithful by themselves, or else the one that is most so. */
function worstOf(statements: readonly MeasuredStatement[], size: number): ReadonlySet<MeasuredStatement> {
  const rated = statements.map((statement) => ({
    statement,
    logit: logitOf(COMBINER.answer, valuesOf([statement], size)),
  }));
  const most = Math.max(...rated.map(({ logit }) => logit));
  return new Set(rated.filter(({ logit }) => logit > 0 || logit === most).map(({ statement }) => statement));
}

function isFirmFault({ verdict, severity }: JudgedClaim): boolean {
  return verdict === 'contradicted' || (verdict === 'unsupported' && severity !== 'low');
}

function tell(
  { sentence, best }: MeasuredStatement,
  { answer, probability, isBlamed }: { answer: Answer; probability: number; isBlamed: boolean },
): JudgedClaim {
  const claim = {
    kind: 'statement' as const,
    answer,
    sentence,
    ...placeOf(answer, sentence.start, sentence.end),
  };
  const evidence = best === undefined ? [] : [evidenceFor(best.entry, best.end > best.start ? best : undefined)];
  const head = { claim, tier: 'local' as const, evidence };
  return isBlamed
    ? {
        ...head,
        verdict: 'unsupported',
        reason: 'not_covered',
        severity: 'low',
        confidence: probability,
        message: 'too little of it stands in the documents',
      }
    : {
        ...head,
        verdict: 'supported',
        reason: 'in_evidence',
        via: best?.entry.source,
        confidence: 1 - probability,
        message: 'its words stand in the documents',
      };
}
