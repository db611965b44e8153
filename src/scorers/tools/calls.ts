import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf } from '../last-turn.ts';
import { unscored } from '../outcome.ts';
import { talkOf } from '../trajectory/explanation/deviation.ts';
import { explainCalls } from '../trajectory/explanation/explain-calls.ts';
import { type CallsJudgement, judgeCalls } from '../trajectory/judge-calls.ts';
import { TooMuchToCompare } from '../trajectory/pairing/too-much-to-compare.ts';
import type { CallPlan } from '../trajectory/specification/call-plan.ts';
import { CallsSpecification } from '../trajectory/specification/calls-specification.ts';
import { compilePlan, planWithoutOutcomes, planWithSchemas } from '../trajectory/specification/compile-plan.ts';
import { mentionsOfCalls } from './calls/calls-mentions.ts';
import type { ExplainedCalls } from './calls/explained-calls.ts';
import { scoreShare } from './calls/score-share.ts';
import { withUndoneCalls } from './calls/undone-calls.ts';
import { scoreArguments } from './score-arguments.ts';
import { scoreExecution } from './score-execution.ts';
import { scoreSelection } from './score-selection.ts';

/**
 * The expected calls, asked as three questions: the right tools, the right arguments, carried out in order. With a share
 * as `score` it is one question, how much of it is so.
 */
export const calls: AnyScorerDefinition = defineScorer({
  type: 'calls',
  summary: 'The expected tools were called, with the expected arguments, in order, and each call succeeded.',
  stages: ['selection', 'arguments', 'execution'],
  metrics: [
    'expected',
    'made',
    'paired',
    'matched',
    'missing',
    'extra',
    'recall',
    'precision',
    'f1',
    'credit',
    'editSimilarity',
  ],
  schema: CallsSpecification,
  create: createCalls,
  mentions: mentionsOfCalls,
});

function createCalls(specification: CallsSpecification): ScorerPart[] {
  const explain = explainer(compilePlan(specification));
  const { score = 'pass', atLeast = 1 } = specification;
  const head = { needs: { toolCalls: true }, deterministic: true } as const;
  if (score !== 'pass' || atLeast < 1) {
    const stage = score === 'credit' ? 'arguments' : 'selection';
    return [
      {
        ...head,
        stage,
        score: (input: ScoreInput) => scoreWith(explain(input), (all) => scoreShare(all, { score, atLeast })),
      },
    ];
  }
  // The three questions are asked one after the other: the answer is kept until the last has had it.
  let latest: { input: ScoreInput; explained: ExplainedCalls | TooMuchToCompare } | undefined;
  const part = (
    name: 'selection' | 'arguments' | 'execution',
    scorePart: (explained: ExplainedCalls, input: ScoreInput) => ScoreOutcome,
  ): ScorerPart => ({
    ...head,
    part: name,
    stage: name,
    score: (input: ScoreInput) => {
      const explained = latest?.input === input ? latest.explained : explain(input);
      latest = name === 'execution' ? undefined : { input, explained };
      return scoreWith(explained, (all) => scorePart(all, input));
    },
  });
  return [
    part('selection', scoreSelection),
    part('arguments', scoreArguments),
    part('execution', (explained, input) => withUndoneCalls(scoreExecution(explained), explained, input)),
  ];
}

/** What nobody can tell within reason is no mistake of the agent. */
function scoreWith(
  explained: ExplainedCalls | TooMuchToCompare,
  score: (explained: ExplainedCalls) => ScoreOutcome,
): ScoreOutcome {
  return explained instanceof TooMuchToCompare ? unscored(explained.message) : score(explained);
}

function explainer(plan: CallPlan): (input: ScoreInput) => ExplainedCalls | TooMuchToCompare {
  const boundTo = planBinder(plan);
  return (input) => {
    try {
      return explainWith(boundTo(input), input);
    } catch (error) {
      if (error instanceof TooMuchToCompare) return error;
      throw error;
    }
  };
}

function explainWith(plan: CallPlan, input: ScoreInput): ExplainedCalls {
  const open = hasNoResults(input) ? planWithoutOutcomes(plan) : undefined;
  const bound = open ?? plan;
  const judge = (made: readonly TrajectoryCall[]): CallsJudgement =>
    judgeCalls(bound, made, { turns: lastTurnOf(input) + 1 });
  const judgement = judge(input.trajectory.calls);
  const talk = talkOf(input);
  // Words are only made where there is something to tell.
  const explanation = isQuiet(judgement) ? undefined : explainCalls(judgement, talk, { plan: bound });
  const judgeWithout: ExplainedCalls['judgeWithout'] = (left) =>
    judge(input.trajectory.calls.filter((call) => !left.has(call)));
  return { judgement, talk, explanation, isOutcomeOpen: open !== undefined, judgeWithout };
}

/** A log from elsewhere that holds calls and no result at all: results were not recorded. */
function hasNoResults({ transcript, trajectory: { calls } }: ScoreInput): boolean {
  return startOf(transcript)?.origin.kind === 'import' && calls.every(({ outcome }) => outcome === 'none');
}

/** The plan with what the tools of a transcript say of their arguments. */
function planBinder(plan: CallPlan): (input: ScoreInput) => CallPlan {
  let latest: { tools: readonly ToolDescription[]; bound: CallPlan } | undefined;
  return ({ transcript }) => {
    const started = startOf(transcript);
    if (started === undefined || started.tools === 'unknown') return plan;
    const { tools } = started;
    if (latest?.tools === tools) return latest.bound;
    const schemas = new Map(tools.map(({ name, parameters }) => [name, parameters]));
    latest = { tools, bound: planWithSchemas(plan, (tool) => schemas.get(tool)) };
    return latest.bound;
  };
}

function isQuiet({ passed, fault, extras, retries, made, pairs }: CallsJudgement): boolean {
  const isParallel = made.some((pair, index) => pair.call.step === made[index + 1]?.call.step);
  const isWhole = passed && fault === undefined && made.length === pairs.length;
  return isWhole && extras.length === 0 && retries.length === 0 && !isParallel;
}
