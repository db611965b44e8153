import { type CallDiffLine, callDiffLines } from '../../../domain/display/call-diff/call-diff-lines.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { CallDiff } from '../../../domain/verdicts/call-diff.ts';
import { Stage } from '../../../domain/verdicts/evidence.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallPlan } from '../specification/call-plan.ts';
import { callDiff } from './call-diff.ts';
import type { Deviation, Talk } from './deviation.ts';
import { missingCalls } from './missing-calls.ts';
import { type PlanView, viewPlan } from './plan-view.ts';
import { reasonLine } from './reason-line.ts';
import { surplusCalls } from './surplus-calls.ts';
import { wrongArguments } from './wrong-arguments.ts';
import { wrongExecution } from './wrong-execution.ts';

/** Why calls are not what was expected. */
export type CallsExplanation = {
  /** All faults in one line, for a test runner: the first in words, the rest counted. Empty when there is none. */
  line: string;
  /** Expected beside made calls, ready to print: every hidden character is written out. */
  table: string;
  /** The same as data, as it was said. */
  diff: CallDiff;
  /** The first question that was answered with no; undefined when none was. */
  stage: Stage | undefined;
  /** Each deviation by itself, failures and notes. */
  deviations: readonly Deviation[];
};

/**
 * Tells what a comparison found. `columns` is the width of the table, 40 and more; the plan says how expected calls stand
 * to each other, which without it are one after the other.
 */
export function explainCalls(
  judgement: CallsJudgement<MadeCall>,
  talk: Talk,
  { columns = 100, plan }: { columns?: number; plan?: CallPlan | undefined } = {},
): CallsExplanation {
  const view = viewPlan(judgement, plan);
  const found = findDeviations(judgement, talk, view);
  const deviations = [...found, ...unexplained(judgement, talk, found)];
  const diff = callDiff(judgement, { talk, deviations, view });
  const lines = callDiffLines(diff, { columns });
  const stage = Stage.options.find((one) =>
    deviations.some(({ finding }) => finding.stage === one && finding.severity === 'failure'),
  );
  return { line: reasonLine(deviations), table: lines.map(textOf).join('\n'), diff, stage, deviations };
}

/** Something must be told of what did not pass, also where no call by itself is wrong. */
function unexplained(judgement: CallsJudgement<MadeCall>, talk: Talk, found: readonly Deviation[]): Deviation[] {
  const { passed, value } = judgement;
  if (passed || found.some(({ finding }) => finding.severity !== 'note')) return [];
  const message =
    value < 1
      ? `the calls come to ${Math.floor(value * 1000) / 1000}, which is less than was asked for, though none of them is wrong by itself`
      : 'a turn for which calls were expected never took place';
  const turn = talk.turns.at(-1)?.turn ?? talk.calls.at(-1)?.turn ?? 0;
  const finding = { turn, stage: 'selection', code: 'not_as_expected', severity: 'failure', message } as const;
  return [{ finding: { ...finding, evidence: [] }, noun: ['other fault', 'other faults'], brief: message }];
}

/** Everything that is not as the specification asks: selection first, then arguments, then execution. */
export function findDeviations(judgement: CallsJudgement<MadeCall>, talk: Talk, view: PlanView): Deviation[] {
  return [
    ...missingCalls(judgement, talk, view),
    ...surplusCalls(judgement, talk),
    ...wrongArguments(judgement),
    ...wrongExecution(judgement, view),
  ];
}

/** What a score keeps of an explanation. */
export function explanationDetails({ line, table, diff }: CallsExplanation): JsonValue {
  // Plain data without undefined: what the types cannot say of optional fields.
  return { line, diff: table.split('\n'), ...(diff as unknown as JsonObject) };
}

function textOf({ text }: CallDiffLine): string {
  return text;
}
