import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { notApplicable, unscored } from '../outcome.ts';
import { type CallPair, wasRefused } from '../trajectory/judge-calls.ts';
import type { ExplainedCalls } from './calls/explained-calls.ts';
import { openOutcomes } from './calls/open-outcomes.ts';
import { scoreStage } from './calls/score-stage.ts';

/** Did the calls that were made succeed, in the expected order and turn? */
export function scoreExecution(explained: ExplainedCalls): ScoreOutcome {
  const { made: pairs, wrongExecution, order } = explained.judgement;
  if (pairs.length === 0) return notApplicable('none of the expected calls was made');
  const isOrdered = order !== 'any' && pairs.length > 1;
  const judged = pairs.filter((pair) => isOrdered || isJudged(pair));
  if (judged.length === 0) {
    if (explained.isOutcomeOpen) return unscored(openOutcomes);
    return notApplicable(
      pairs.some(({ call }) => wasRefused(call))
        ? 'no call was carried out: the arguments were refused'
        : 'neither order, turn nor outcome of the calls that were made was asked for',
    );
  }
  const score = scoreStage('execution', explained, {
    right: judged.length - judged.filter((pair) => wrongExecution.has(pair)).length,
    judged: judged.length,
    praise: judged.length === 1 ? 'the call succeeded' : `all ${judged.length} calls came out as expected`,
  });
  const isTold = score.status === 'scored' && !score.passed;
  return explained.isOutcomeOpen && !isTold ? unscored(openOutcomes) : score;
}

function isJudged({ wanted, call }: CallPair): boolean {
  return wanted.turn !== undefined || (wanted.outcome !== 'any' && !(wasRefused(call) && wanted.outcome === 'ok'));
}
