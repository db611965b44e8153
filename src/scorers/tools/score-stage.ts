import type { Stage } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { scoreFindings } from '../outcome.ts';
import { type CallsExplanation, explanationDetails } from '../trajectory/explanation/explain-calls.ts';
import { reasonLine } from '../trajectory/explanation/reason-line.ts';
import type { CallsJudgement } from '../trajectory/judge-calls.ts';

/** A judgement with its words; without them when there is nothing to tell. */
export type ExplainedCalls = {
  judgement: CallsJudgement;
  explanation: CallsExplanation | undefined;
  /** All numbers of the comparison. */
  metrics: Readonly<Record<string, number>>;
};

/** The score of one question: its own findings, its faults in one line, and the whole table where the first fault is. */
export function scoreStage(
  stage: Stage,
  { judgement, explanation, metrics }: ExplainedCalls,
  { right, judged, praise }: { right: number; judged: number; praise: string },
): ScoreOutcome {
  const own = (explanation?.deviations ?? []).filter(({ finding }) => finding.stage === stage);
  const isTold = explanation !== undefined && judgement.fault === stage;
  const outcome = scoreFindings({
    right,
    judged,
    findings: own.map(({ finding }) => finding),
    praise,
    metrics: metricsFor(stage, metrics),
    ...(isTold ? { details: explanationDetails(explanation) } : {}),
  });
  return outcome.status === 'scored' && !outcome.passed ? { ...outcome, reason: reasonLine(own) } : outcome;
}

/** The numbers of the whole comparison stand with the first question. */
function metricsFor(stage: Stage, metrics: ExplainedCalls['metrics']): Record<string, number> {
  if (stage === 'selection') return { ...metrics };
  return stage === 'arguments' && metrics.credit !== undefined ? { credit: metrics.credit } : {};
}
