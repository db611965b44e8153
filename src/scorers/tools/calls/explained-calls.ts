import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Talk } from '../../trajectory/explanation/deviation.ts';
import type { CallsExplanation } from '../../trajectory/explanation/explain-calls.ts';
import type { CallsJudgement } from '../../trajectory/judge-calls.ts';

export type ExplainedCalls = {
  judgement: CallsJudgement;
  talk: Talk;
  /** Absent when there is nothing to tell. */
  explanation: CallsExplanation | undefined;
  /** The log holds no result of any call, and something was asked of what came of them: that was left out. */
  isOutcomeOpen: boolean;
  /** The same question, as if some calls had not been made. */
  judgeWithout(calls: ReadonlySet<TrajectoryCall>): CallsJudgement;
};
