import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { isOpen } from '../../trajectory/explanation/deviation.ts';
import type { ExplainedCalls } from './explained-calls.ts';

/**
 * Calls that decide, and of which nobody can tell whether they may pass: a log from elsewhere does not say what their tools
 * do, and nothing else is wrong. Empty where the verdict does not depend on them.
 */
export function openCalls({ judgement, talk }: ExplainedCalls): readonly TrajectoryCall[] {
  const { forbidden, expected, made, missing } = judgement;
  const open = forbidden.filter((call) => isOpen(call, judgement, talk));
  const isMissing = missing === 'forbid' && made.length < expected.length;
  return open.length === forbidden.length && !isMissing ? open : [];
}
