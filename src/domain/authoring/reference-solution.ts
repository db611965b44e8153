import type { JsonValue } from '../values/json-value.ts';

/** What an expected call is made with: one value, or why nobody can tell. */
export type ReferenceArguments = { status: 'known'; value: JsonValue } | { status: 'open'; why: string };

/** One call that a scenario expects, ready to be carried out. */
export type ReferenceStep = {
  tool: string;
  arguments: ReferenceArguments;
  /** What must come of it. */
  outcome: 'ok' | 'error' | 'any';
  /** Turn, from 0, where the expectation says so. */
  turn?: number | undefined;
  /** Where it stands in the scenario, in author's notation: `expect[1].calls[0]`. */
  path: string;
  /** Calls with the same number are launched by one message. */
  message: number;
  /** `needed`: no expectation names it, and a tool of an expected write requires it. */
  origin: 'calls' | 'writes' | 'needed';
};

/** One way to do what a scenario expects. */
export type ReferenceWay = {
  steps: readonly ReferenceStep[];
  /** What sets it apart from the first way, as a clause: `with \`expect[0].calls[1].oneOf[1]\``. */
  choice?: { kind: 'other' | 'without'; path: string } | undefined;
};
