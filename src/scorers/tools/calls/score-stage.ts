import type { Stage } from '../../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../../domain/verdicts/score.ts';
import { scoreFindings } from '../../outcome.ts';
import { explanationDetails } from '../../trajectory/explanation/explain-calls.ts';
import { reasonLine } from '../../trajectory/explanation/reason-line.ts';
import type { ExplainedCalls } from './explained-calls.ts';

/** The score of one question: its own findings, the numbers of the whole comparison, its faults in one line, and the whole table where the first fault is. */
export function scoreStage(
  stage: Stage,
  { judgement, explanation }: ExplainedCalls,
  { right, judged, praise }: { right: number; judged: number; praise: string },
): ScoreOutcome {
  const own = (explanation?.deviations ?? []).filter(({ finding }) => finding.stage === stage);
  const isTold = explanation?.stage === stage;
  const outcome = scoreFindings({
    right,
    judged,
    findings: own.map(({ finding }) => finding),
    praise,
    metrics: { ...judgement.numbers },
    ...(isTold ? { details: explanationDetails(explanation) } : {}),
  });
  return outcome.status === 'scored' && !outcome.passed ? { ...outcome, reason: reasonLine(own) } : outcome;
}
