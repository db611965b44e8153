import type { Talk } from '../../trajectory/explanation/deviation.ts';
import type { CallsExplanation } from '../../trajectory/explanation/explain-calls.ts';
import type { CallsJudgement } from '../../trajectory/judge-calls.ts';

/** A judgement with its words; without them when there is nothing to tell. */
export type ExplainedCalls = { judgement: CallsJudgement; talk: Talk; explanation: CallsExplanation | undefined };
