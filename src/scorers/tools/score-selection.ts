import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { unscored } from '../outcome.ts';
import { type ExplainedCalls, scoreStage } from './score-stage.ts';

/** Were the right tools called, none missing and none too many? */
export function scoreSelection(explained: ExplainedCalls, input: ScoreInput): ScoreOutcome {
  const { expected, made, extras, forbidden, extra } = explained.judgement;
  const started = startOf(input.transcript);
  const unknown = extras.find(({ effect }) => effect === 'unknown');
  if (extra === 'reads' && unknown !== undefined && started?.origin.kind === 'import') {
    return unscored(`the log does not say whether \`${unknown.name}\`, which nothing asked for, only reads`);
  }
  return scoreStage('selection', explained, {
    right: made.length,
    judged: expected.length + forbidden.length,
    praise: expected.length === 1 ? 'the expected call was made' : `all ${expected.length} expected calls were made`,
  });
}
