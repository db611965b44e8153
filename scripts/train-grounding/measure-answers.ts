import { createHash } from 'node:crypto';
import { checkAnswer } from '../../src/scorers/grounding/check/check-grounding.ts';
import { answerFeatures } from '../../src/scorers/grounding/combiner/answer-features.ts';
import type { Item } from '../conformance/grounding/read-items.ts';

/** An answer that people labelled, measured. */
export type Example = {
  set: string;
  /** Examples of one document or dialogue stay on one side of a split. */
  group: string;
  isUnfaithful: boolean;
  /** Absent where the answer states nothing. */
  features: { values: readonly number[]; sizes: readonly number[] } | undefined;
};

export function measureAnswer(item: Item): Example {
  const { answer, judged, ledger } = checkAnswer({
    evidence: [...item.evidence],
    answer: item.answer,
    language: item.language,
  });
  const features = answerFeatures(answer, { ledger, judged });
  return {
    set: item.set,
    group: `${item.set}:${groupOf(item)}`,
    isUnfaithful: item.label === 'unfaithful',
    features: features && { values: features.values, sizes: features.sizes },
  };
}

/** The dialogue where the id names one, else the documents. */
function groupOf({ id, task, evidence }: Item): string {
  if (task === 'rag_dialogue') return id.split(':')[1] ?? id;
  const documents = evidence.filter(({ kind }) => kind === 'document').map(({ content }) => String(content));
  return createHash('sha256').update(documents.join('\n')).digest('hex').slice(0, 16);
}

/** The fold of a group, 0 to `folds` - 1; the same in every run. */
export function foldOf(group: string, folds: number): number {
  return createHash('sha256').update(group).digest().readUInt32BE(0) % folds;
}
