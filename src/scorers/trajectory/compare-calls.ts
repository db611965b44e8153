import { UsageError } from '../../domain/errors.ts';
import { jsonProblem } from '../../domain/values/json-shape.ts';
import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import type { CallsNumbers } from './count-calls.ts';
import { type CallsExplanation, explainCalls } from './explanation/explain-calls.ts';
import { judgeCalls } from './judge-calls.ts';
import type { MadeCall } from './made-call.ts';
import { matchQuickly } from './match-quickly.ts';
import type { CallPlan } from './specification/call-plan.ts';
import type { CallsSpecificationInput } from './specification/calls-specification.ts';
import { isPlainSpecification } from './specification/plain-specification.ts';
import { type CallsCheck, planCalls } from './specification/plan-calls.ts';

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
  readonly passed: boolean;
  /** What `score` asks for, 0 to 1. */
  readonly value: number;
  /** All figures, whichever of them decides. */
  readonly metrics: CallsNumbers;
  /** Expected calls, each with its index in `calls` of the specification, and index of the call that stands for it. */
  readonly pairs: readonly ComparedPair[];
  /** Indexes of calls that nothing asked for; attempts that were tried again are not among them. */
  readonly extras: readonly number[];
  /** Why it is not as expected: a line, and a table of expected beside made calls. */
  explain(options?: { columns?: number }): CallsExplanation;
};
export type ComparedPair = { expected: string; item: number; call?: number | undefined };

/**
 * Compares calls with a specification, as the scorer `calls` does: the words are the same. Made for lists from anywhere and
 * for many of them: what is used again and again can be read once with `planCalls`. Throws `UsageError` for a specification
 * that cannot be used.
 */
export function compareCalls(
  specification: CallsSpecificationInput | CallsCheck | CallPlan,
  calls: readonly (ComparedCall | MadeCall)[],
): CallsComparison {
  const made = toMadeCalls(calls);
  if ('parts' in specification) return compareWithPlan(specification, made);
  if (isPlainSpecification(specification)) {
    const columns = matchQuickly(specification, made);
    if (columns !== undefined) return quickComparison(specification, made, columns);
  }
  return compareWithPlan(planCalls(specification), made);
}

function compareWithPlan(plan: CallPlan, calls: readonly MadeCall[]): CallsComparison {
  const judgement = judgeCalls(plan, calls);
  const { passed, value, numbers, expected, items, pairs, extras } = judgement;
  return {
    passed,
    value,
    metrics: numbers,
    get pairs() {
      return expected.map(({ text }, row) => ({ expected: text, item: items[row] as number, call: pairs[row]?.index }));
    },
    get extras() {
      return extras.map(({ index }) => index);
    },
    explain: (options = {}) => explainCalls(judgement, { calls, turns: [] }, { ...options, plan }),
  };
}

/** Everything is there; words are only made for those who ask, and their getters are shared, because this runs often. */
function quickComparison(
  specification: CallsSpecificationInput,
  calls: readonly MadeCall[],
  columns: readonly number[],
): CallsComparison {
  const [expected, made] = [columns.length, calls.length];
  const precision = expected / made;
  const metrics = {
    expected,
    made,
    paired: expected,
    matched: expected,
    missing: 0,
    extra: made - expected,
    recall: 1,
    precision,
    f1: (2 * precision) / (precision + 1),
    credit: 1,
    editSimilarity: 1 - (made - expected) / (made + expected),
  };
  const quick: Quick & { passed: true; value: 1; metrics: CallsNumbers } = {
    __proto__: quickWords,
    passed: true,
    value: 1,
    metrics,
    specification,
    calls,
    columns,
  };
  return quick as typeof quick & CallsComparison;
}

type Quick = {
  __proto__: object;
  specification: CallsSpecificationInput;
  calls: readonly MadeCall[];
  columns: readonly number[];
};

const quickWords = {
  get pairs(): CallsComparison['pairs'] {
    return withCare(this).pairs;
  },
  get extras(): CallsComparison['extras'] {
    const { calls, columns } = this as unknown as Quick;
    return [...calls.keys()].filter((column) => !columns.includes(column));
  },
  get explain(): CallsComparison['explain'] {
    return (options) => withCare(this).explain(options);
  },
};

function withCare(quick: unknown): CallsComparison {
  const { specification, calls } = quick as Quick;
  return compareWithPlan(planCalls(specification), calls);
}

/** Calls that are already what a comparison looks at are taken as they are. */
function toMadeCalls(calls: readonly (ComparedCall | MadeCall)[]): readonly MadeCall[] {
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index] as ComparedCall | MadeCall;
    if (!('index' in call) || call.index !== index) return calls.map(toMadeCall);
  }
  return calls as readonly MadeCall[];
}

function toMadeCall(call: ComparedCall | MadeCall, index: number): MadeCall {
  const { name, turn = 0, step = index, outcome = 'ok', effect = 'unknown' } = call;
  if (typeof name !== 'string') throw new UsageError(`calls[${index}].name: expected the name of a tool.`);
  return { name, arguments: jsonOf(call.arguments), turn, step, index, outcome, effect };
}

function jsonOf(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  return jsonProblem(value) === undefined ? (value as JsonValue) : toJsonValue(value).value;
}
