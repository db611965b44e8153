import { UsageError } from '../../domain/errors.ts';
import { jsonProblem } from '../../domain/values/json-shape.ts';
import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import type { CallsNumbers } from './count-calls.ts';
import { type CallsExplanation, explainCalls } from './explanation/explain-calls.ts';
import { type CallsJudgement, judgeCalls } from './judge-calls.ts';
import type { MadeCall } from './made-call.ts';
import type { CallPlan } from './specification/call-plan.ts';
import type { CallsSpecificationInput } from './specification/calls-specification.ts';
import { planCalls } from './specification/plan-calls.ts';

/** A call that an agent made, from wherever it is known. What is left out: turn 0, a message of its own, success. */
export type ComparedCall = {
  name: string;
  /** Parsed; left out when they could not be parsed, and then the call matches nothing. */
  arguments?: unknown;
  turn?: number | undefined;
  /** Number of the agent's message; calls of one message are in no order. */
  step?: number | undefined;
  outcome?: 'ok' | 'error' | 'none' | undefined;
  /** `extra: reads` lets pass what only reads. */
  effect?: 'read' | 'write' | 'unknown' | undefined;
};

export type CallsComparison = {
  passed: boolean;
  /** What `score` asks for, 0 to 1. */
  value: number;
  /** All figures, whichever of them decides. */
  metrics: CallsNumbers;
  /** Expected calls, each with its index in `calls` of the specification, and index of the call that stands for it. */
  pairs: readonly { expected: string; item: number; call?: number | undefined }[];
  /** Indexes of calls that nothing asked for; attempts that were tried again are not among them. */
  extras: readonly number[];
  /** Why it is not as expected: a line, and a table of expected beside made calls. */
  explain(options?: { columns?: number }): CallsExplanation;
};

/**
 * Compares calls with a specification, as the scorer `calls` does: the words are the same. Made for lists from anywhere and
 * for many of them: what is used again and again can be read once with `planCalls`. Throws `UsageError` for a specification
 * that cannot be used.
 */
export function compareCalls(
  specification: CallsSpecificationInput | CallPlan,
  calls: readonly (ComparedCall | MadeCall)[],
): CallsComparison {
  const plan = 'parts' in specification ? specification : planCalls(specification);
  const made = calls.map(toMadeCall);
  const judgement: CallsJudgement<MadeCall> = judgeCalls(plan, made);
  const { passed, value, numbers, expected, items, pairs, extras } = judgement;
  return {
    passed,
    value,
    metrics: numbers,
    pairs: expected.map((wanted, row) => ({
      get expected() {
        return wanted.text;
      },
      item: items[row] as number,
      call: pairs[row]?.index,
    })),
    extras: extras.map(({ index }) => index),
    explain: (options = {}) => explainCalls(judgement, { calls: made, turns: [] }, { ...options, plan }),
  };
}

function toMadeCall(call: ComparedCall | MadeCall, index: number): MadeCall {
  if ('index' in call && call.index === index) return call;
  const { name, turn = 0, step = index, outcome = 'ok', effect = 'unknown' } = call;
  if (typeof name !== 'string') throw new UsageError(`calls[${index}].name: expected the name of a tool.`);
  return { name, arguments: jsonOf(call.arguments), turn, step, index, outcome, effect, result: undefined };
}

function jsonOf(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  return jsonProblem(value) === undefined ? (value as JsonValue) : toJsonValue(value).value;
}
