import type { Answer, AnswerSentence } from '../claims/answer.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';
import { STATEMENT_FEATURES, type StatementFeatures, statementFeatures } from './statement-features.ts';

/** What is measured of an answer: the means of its statements, its worst statement, and how much there was to read. */
export const ANSWER_FEATURES: readonly string[] = [
  ...STATEMENT_FEATURES,
  'leastPairCoverage',
  'mostNovelWords',
  'evidenceSize',
];

const PAIRS = STATEMENT_FEATURES.indexOf('pairCoverage');
const NOVEL = STATEMENT_FEATURES.indexOf('novelWords');

export type MeasuredStatement = StatementFeatures & { sentence: AnswerSentence };

export type AnswerFeatures = {
  /** In the order of `ANSWER_FEATURES`. */
  values: readonly number[];
  /** Logarithms of the sizes of evidence and answer, on which the share of unfaithful answers depends. */
  sizes: readonly number[];
  statements: readonly MeasuredStatement[];
};

/** Measures an answer; undefined where it states nothing. */
export function answerFeatures(
  answer: Answer,
  { ledger, judged }: { ledger: EvidenceLedger; judged: readonly JudgedClaim[] },
): AnswerFeatures | undefined {
  const statements = answer.sentences.flatMap((sentence): MeasuredStatement[] => {
    const features = statementFeatures(sentence, { answer, ledger, judged });
    return features === undefined ? [] : [{ ...features, sentence }];
  });
  if (statements.length === 0) return undefined;
  const size = Math.log1p(ledger.chunks().chunks.length);
  return { values: valuesOf(statements, size), sizes: [size, Math.log1p(statements.length)], statements };
}

/** The same of some statements only, beside evidence of this size. */
export function valuesOf(statements: readonly StatementFeatures[], size: number): readonly number[] {
  const means = STATEMENT_FEATURES.map(
    (_, at) => statements.reduce((sum, { values }) => sum + (values[at] as number), 0) / statements.length,
  );
  const least = Math.min(...statements.map(({ values }) => values[PAIRS] as number));
  const most = Math.max(...statements.map(({ values }) => values[NOVEL] as number));
  return [...means, least, most, size];
}
