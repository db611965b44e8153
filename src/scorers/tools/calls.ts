import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { mentionsOfCall, mentionsOfTurn } from '../mentions/mentions-in.ts';
import { talkOf } from '../trajectory/explanation/deviation.ts';
import { explainCalls } from '../trajectory/explanation/explain-calls.ts';
import { type CallsJudgement, judgeCalls } from '../trajectory/judge-calls.ts';
import { compilePlan } from '../trajectory/specification/compile-plan.ts';
import { ExpectedCall } from '../trajectory/specification/expected-call.ts';
import { metricsOf } from './calls-metrics.ts';
import { scoreArguments } from './score-arguments.ts';
import { scoreExecution } from './score-execution.ts';
import { scoreSelection } from './score-selection.ts';
import type { ExplainedCalls } from './score-stage.ts';

const Calls = z.strictObject({
  /** The calls that must be made. */
  calls: z.array(ExpectedCall).min(1, 'names no call: to say that nothing may be called, write `type: no-calls`'),
  /** `sequence`: in this order, others may come between · `exact`: these and nothing else · `any`: in any order. */
  order: z.enum(['sequence', 'exact', 'any']).default('sequence'),
  /** Calls that nothing asked for: `reads` lets tools pass that only read (the default), `allow` all, `forbid` none. */
  extra: z.enum(['reads', 'allow', 'forbid']).optional(),
});
type Calls = z.infer<typeof Calls>;

/** The expected calls, asked as three questions: the right tools, the right arguments, carried out in order. */
export const calls: AnyScorerDefinition = defineScorer({
  type: 'calls',
  summary: 'The expected tools were called, with the expected arguments, in order, and each call succeeded.',
  stages: ['selection', 'arguments', 'execution'],
  metrics: ['expected', 'paired', 'missing', 'extra', 'precision', 'recall', 'f1', 'credit', 'editSimilarity'],
  schema: Calls,
  create: createCalls,
  mentions: ({ calls: wanted }) =>
    wanted.flatMap((call, index) => [
      ...mentionsOfCall(call, `calls[${index}]`),
      ...mentionsOfTurn(call.turn, `calls[${index}].turn`),
    ]),
});

function createCalls({ calls: wanted, order, extra }: Calls): ScorerPart[] {
  if (order === 'exact' && extra !== undefined && extra !== 'forbid') {
    throw new UsageError(`\`order: exact\` leaves no room for other calls, and \`extra: ${extra}\` allows them.`);
  }
  const plan = compilePlan({ calls: wanted, order, extra });
  // The three questions are asked one after the other: the answer is kept until the last has had it.
  let latest: { input: ScoreInput; explained: ExplainedCalls } | undefined;
  const explain = (input: ScoreInput): ExplainedCalls => {
    if (latest?.input === input) return latest.explained;
    const judgement = judgeCalls(plan, input.trajectory.calls);
    const explained = explainJudgement(judgement, input);
    latest = { input, explained };
    return explained;
  };
  const part = (
    name: 'selection' | 'arguments' | 'execution',
    score: (explained: ExplainedCalls, input: ScoreInput) => ScoreOutcome,
  ): ScorerPart => ({
    part: name,
    stage: name,
    needs: { toolCalls: true },
    deterministic: true,
    score: (input) => {
      const explained = explain(input);
      if (name === 'execution') latest = undefined;
      return score(explained, input);
    },
  });
  return [part('selection', scoreSelection), part('arguments', scoreArguments), part('execution', scoreExecution)];
}

/** Words are only made where there is something to tell. */
function explainJudgement(judgement: CallsJudgement, input: ScoreInput): ExplainedCalls {
  const { isWhole, extras, retries, made } = judgement;
  const isParallel = made.some((pair, index) => pair.call.step === made[index + 1]?.call.step);
  const isQuiet = isWhole && extras.length === 0 && retries.length === 0 && !isParallel;
  const explanation = isQuiet ? undefined : explainCalls(judgement, talkOf(input));
  return { judgement, explanation, metrics: metricsOf(judgement) };
}
