import type { JsonValue } from '../../../src/domain/values/json-value.ts';

/** A call as the cases write it. */
export type CaseCall = {
  name: string;
  arguments?: JsonValue;
  arguments_any?: { readonly [name: string]: readonly JsonValue[] };
  output?: JsonValue;
  type?: string;
  compare_args?: readonly string[];
};
export type CaseCalls =
  | readonly CaseCall[]
  | { steps: readonly (readonly CaseCall[])[] }
  | { turns: readonly (readonly CaseCall[])[] };

export type CaseAnswer = { pass?: boolean; score?: number; approx?: number; error?: string };

export type TrajectoryCase = {
  id: string;
  peer: string;
  mode: string;
  args_mode: string;
  options?: { readonly [name: string]: JsonValue };
  tools?: readonly { name: string; parameters: JsonValue }[];
  /** Calls; with promptfoo, what an assertion says. */
  expected: unknown;
  actual: CaseCalls;
  expect: CaseAnswer;
  ours?: CaseAnswer;
};

/** What we say of a case; `error` is a mistake of its author. */
export type Answer = { pass: boolean; score: number } | { error: string };

/** The calls of a side without their grouping. */
export function flatCalls(side: unknown): readonly CaseCall[] {
  const calls = side as CaseCalls;
  if ('steps' in calls) return calls.steps.flat();
  if ('turns' in calls) return calls.turns.flat();
  return calls;
}

/** The calls of a side in the groups that it has, or in one. */
export function groupedCalls(side: unknown, key: 'steps' | 'turns'): readonly (readonly CaseCall[])[] {
  const groups = (side as { [name: string]: readonly (readonly CaseCall[])[] })[key];
  return groups ?? [flatCalls(side)];
}

export function optionOf<T extends JsonValue>({ options }: TrajectoryCase, name: string, otherwise: T): T {
  return (options?.[name] ?? otherwise) as T;
}
