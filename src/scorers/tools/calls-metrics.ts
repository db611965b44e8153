import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { CallsJudgement } from '../trajectory/judge-calls.ts';
import type { CompiledCall } from '../trajectory/specification/expected-call.ts';

export function metricsOf({
  expected,
  extras,
  pairs,
  made: pairsMade,
  misplaced,
  isWhole,
}: CallsJudgement): Record<string, number> {
  const paired = pairsMade.length;
  const made = paired + extras.length;
  const precision = made === 0 ? 0 : paired / made;
  const recall = paired / expected.length;
  const missing = expected.length - paired;
  const different = isWhole ? 0 : expected.reduce((sum, wanted, row) => sum + distance(wanted, pairs[row]), 0);
  const cost = missing + extras.length + different + 2 * misplaced.length;
  return {
    expected: expected.length,
    paired,
    missing,
    extra: extras.length,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    editSimilarity: Math.max(0, 1 - cost / (expected.length + made)),
  };
}

function distance(wanted: CompiledCall, call: TrajectoryCall | undefined): number {
  if (call === undefined || !wanted.asksArguments || wanted.arguments.matches(call.arguments)) return 0;
  return Math.max(0.1, 1 - wanted.arguments.credit(call.arguments));
}
