import { isList, isObject } from '../../../src/domain/values/json-shape.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { compileArguments } from '../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { ExpectedValue } from '../../../src/scorers/trajectory/arguments/expected-arguments.ts';
import { isMatcher } from '../../../src/scorers/trajectory/arguments/key-matcher.ts';
import type { CompileOptions } from '../../../src/scorers/trajectory/arguments/match-options.ts';
import type { ArgumentMatcher } from '../../../src/scorers/trajectory/arguments/matcher.ts';
import { type CallsJudgement, judgeCalls } from '../../../src/scorers/trajectory/judge-calls.ts';
import type { MadeCall } from '../../../src/scorers/trajectory/made-call.ts';
import type { CallPlan, PlanNode, PlanPart } from '../../../src/scorers/trajectory/specification/call-plan.ts';
import type { CompiledCall } from '../../../src/scorers/trajectory/specification/expected-call.ts';
import { layOut } from '../../../src/scorers/trajectory/specification/lay-out.ts';
import type { Answer, CaseCall } from './case.ts';

/** The settings of the core that modes of other tools are written in. */
export type Settings = Pick<CallPlan, 'order' | 'extra'> & Partial<Pick<CallPlan, 'missing' | 'unit'>>;

/** An expectation whose arguments are compared in a way of its own. */
export function wantedCall(tool: string, matcher: ArgumentMatcher | undefined): CompiledCall {
  const asksArguments = matcher !== undefined;
  return { tool, arguments: matcher ?? compileArguments(undefined), asksArguments, text: tool, outcome: 'ok' };
}

export function wantedArguments(
  tool: string,
  expected: ExpectedValue | undefined,
  options: CompileOptions,
): CompiledCall {
  return wantedCall(tool, expected === undefined ? undefined : compileArguments(expected, options));
}

/** A matcher that answers with a function; what is not right as a whole earns no credit. */
export function matcherOf(matches: (actual: JsonValue) => boolean): ArgumentMatcher {
  const test = (actual: JsonValue | undefined) => actual !== undefined && matches(actual);
  const matcher: ArgumentMatcher = {
    matches: test,
    credit: (actual) => (test(actual) ? 1 : 0),
    compare: (actual) => ({ matched: test(actual), credit: test(actual) ? 1 : 0, differences: [] }),
    withSchema: () => matcher,
    text: '',
  };
  return matcher;
}

/** What was called: turns and steps as they are grouped, arguments that are not given as none. */
export function madeCalls(groups: readonly (readonly CaseCall[])[], unit: 'step' | 'turn' | 'session'): MadeCall[] {
  const calls: MadeCall[] = [];
  groups.forEach((group, at) => {
    for (const { name, arguments: given } of group) {
      const index = calls.length;
      const step = unit === 'step' ? at : index;
      const turn = unit === 'turn' ? at : 0;
      calls.push({
        name,
        arguments: given ?? {},
        turn,
        step,
        index,
        outcome: 'ok',
        effect: 'unknown',
        result: undefined,
      });
    }
  });
  return calls;
}

/** One expectation of each group by itself; groups are messages, or turns, or one for the whole session. */
export function planOf(groups: readonly (readonly CompiledCall[])[], settings: Settings): CallPlan {
  const { order, extra, missing = 'forbid', unit = 'session' } = settings;
  const kind = order === 'any' ? 'par' : 'seq';
  const slots = groups.map((group, item) =>
    group.map((call): PlanNode => ({ kind: 'slot', slot: { choices: [call], required: true, item } })),
  );
  const part = (nodes: readonly PlanNode[], turn?: number): PlanPart => {
    const node: PlanNode = { kind, nodes };
    return { turn, node, layouts: layOut(node, order, []), limits: [] };
  };
  const message = (nodes: readonly PlanNode[]): PlanNode => ({ kind: 'together', nodes });
  const parts =
    unit === 'turn'
      ? slots.map((nodes, turn) => part(nodes, turn))
      : [part(unit === 'step' ? slots.map(message) : slots.flat())];
  return { parts, order, unit, extra, missing, foldRetries: false, score: 'pass', atLeast: 1 };
}

export function judgeFlat(
  wanted: readonly CompiledCall[],
  actual: readonly CaseCall[],
  settings: Settings,
): CallsJudgement<MadeCall> {
  return judgeCalls(planOf([wanted], settings), madeCalls([actual], 'session'));
}

export function verdict(pass: boolean): Answer {
  return { pass, score: pass ? 1 : 0 };
}

/** A score that passes from a threshold on. */
export function scored(score: number, threshold = 1): Answer {
  return { pass: score >= threshold - 1e-9, score };
}

/** Values of cases are values, also where they look like our matchers. */
export function equalTo(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member)]));
}

function inside(value: JsonValue): JsonValue {
  return isObject(value) && isMatcher(value) ? { equals: value } : equalTo(value);
}
