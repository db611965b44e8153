import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { unscored } from '../outcome.ts';
import { isOpen } from '../trajectory/explanation/deviation.ts';
import type { ExplainedCalls } from './calls/explained-calls.ts';
import { openCalls } from './calls/open-calls.ts';
import { scoreStage } from './calls/score-stage.ts';

/** Were the right tools called, none missing and none too many? */
export function scoreSelection(explained: ExplainedCalls): ScoreOutcome {
  const { judgement, talk } = explained;
  const { expected, made, forbidden, missing } = judgement;
  const [open] = openCalls(explained);
  if (open !== undefined) {
    return unscored(`the log does not say whether \`${open.name}\`, which nothing asked for, only reads`);
  }
  const wanted = missing === 'forbid' ? expected.length : made.length;
  const judged = wanted + forbidden.filter((call) => !isOpen(call, judgement, talk)).length;
  return scoreStage('selection', explained, {
    right: judged === 0 ? 1 : made.length,
    judged: Math.max(1, judged),
    praise: praiseOf(made.length),
  });
}

function praiseOf(made: number): string {
  if (made === 0) return 'no call had to be made, and none was that may not be';
  return made === 1 ? 'the expected call was made' : `all ${made} expected calls were made`;
}
