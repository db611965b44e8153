import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { notApplicable, unscored } from '../outcome.ts';
import { type CallPair, wantsRefusal, wasRefused } from '../trajectory/judge-calls.ts';
import type { ExplainedCalls } from './calls/explained-calls.ts';
import { scoreStage } from './calls/score-stage.ts';

/** Did the calls that were made carry the expected arguments? */
export function scoreArguments(explained: ExplainedCalls): ScoreOutcome {
  const { made: pairs, wrongArguments } = explained.judgement;
  if (pairs.length === 0) return notApplicable('none of the expected calls was made');
  const judged = pairs.filter(
    ({ wanted, call }) => wanted.asksArguments || (wasRefused(call) && !wantsRefusal(wanted)),
  );
  if (judged.length === 0) return notApplicable('the expected calls may have any arguments');
  const wrong = judged.filter((pair) => wrongArguments.has(pair));
  const problem = problemOf(wrong);
  if (problem !== undefined) return unscored(problem);
  return scoreStage('arguments', explained, {
    right: judged.length - wrong.reduce((sum, pair) => sum + 1 - creditOf(pair), 0),
    judged: judged.length,
    praise:
      judged.length === 1
        ? 'the arguments are as expected'
        : `the arguments of all ${judged.length} calls are as expected`,
  });
}

/** A refused call got nothing right, whatever its text holds. */
function creditOf({ wanted, call }: CallPair): number {
  return wasRefused(call) ? 0 : wanted.arguments.credit(call.arguments);
}

/** What makes an expectation one that nothing could meet: a mistake of its author, and no failure of the agent. */
function problemOf(pairs: readonly CallPair[]): string | undefined {
  for (const { wanted, call } of pairs) {
    const { problem } = wanted.arguments.compare(call.arguments);
    if (problem !== undefined) return `\`${wanted.text}\` cannot be compared: ${problem}`;
  }
  return undefined;
}
