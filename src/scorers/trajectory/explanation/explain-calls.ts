import { type CallDiffLine, callDiffLines } from '../../../domain/display/call-diff/call-diff-lines.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { CallDiff } from '../../../domain/verdicts/call-diff.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import { callDiff } from './call-diff.ts';
import type { Deviation, Talk } from './deviation.ts';
import { missingCalls } from './missing-calls.ts';
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
  /** Each deviation by itself, failures and notes. */
  deviations: readonly Deviation[];
};

/** Tells what a comparison found. `columns` is the width of the table, 40 and more. */
export function explainCalls(
  judgement: CallsJudgement,
  talk: Talk,
  { columns = 100 }: { columns?: number } = {},
): CallsExplanation {
  const deviations = findDeviations(judgement, talk);
  const diff = callDiff(judgement, talk, deviations);
  const lines = callDiffLines(diff, { columns });
  return { line: reasonLine(deviations), table: lines.map(textOf).join('\n'), diff, deviations };
}

/** Everything that is not as the specification asks: selection first, then arguments, then execution. */
export function findDeviations(judgement: CallsJudgement, talk: Talk): Deviation[] {
  return [
    ...missingCalls(judgement, talk),
    ...surplusCalls(judgement, talk),
    ...wrongArguments(judgement),
    ...wrongExecution(judgement),
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
