import type { JsonValue } from '../../../domain/values/json-value.ts';
import type { CallMoment, Moment, MomentKind } from '../monitor/moment.ts';
import type { Binding } from './bound-values.ts';

/** How the values of variables stand in a message; undefined leaves the variable's name. */
export type Bound = ReadonlyMap<string, string> | undefined;

/** The value that a variable has in the event that asks. */
export type LookUp = (variable: string) => JsonValue | undefined;

/** A pattern of events, read once. */
export type EventTest = {
  kind: Exclude<MomentKind, 'step'>;
  /** In the order of every binding. */
  variables: readonly string[];
  /** Variables that get their value from another pattern of the rule, and are looked for in a result or in words. */
  borrowed: readonly string[];
  /** Whether it depends on what came of a call. */
  asksOutcome: boolean;
  /** Whether it depends on what a tool does to the world. */
  asksEffect: boolean;
  /** Whether calls of this tool may fit. */
  names(tool: string): boolean;
  /** The values that the event gives to the variables, some of which may be missing; undefined when it does not fit. */
  match(moment: Moment): Binding | undefined;
  /** As `match`, whatever came of a call: who nearly fits is worth a word. */
  matchAttempt(moment: Moment): Binding | undefined;
  /** As `match`, and a call with arguments that nobody can read fits as well, with no values: it may be what is meant. */
  trigger(moment: Moment): Binding | undefined;
  /** Why nobody can tell whether the event fits; undefined where it is plain. */
  doubt(moment: Moment): string | undefined;
  /** Whether an event that fits holds the values of the borrowed variables. */
  holds(moment: Moment, lookUp: LookUp): boolean;
  /** Where in the result of a call a variable stands; undefined where it stands in the arguments. */
  placeInResult?(variable: string): string | undefined;
  /** What in the result of a call is not as it should be, in words. */
  missInResult?(moment: Moment): string | undefined;
  /** What in the arguments of a call is not as it should be, in words; only of calls that the pattern names. */
  missInArguments?(moment: Moment): string | undefined;
  /** How the last such event is told of, where that is another phrase: `the agent's last question`. */
  asLast?: string | undefined;
  /** What a reader should know of an event that does not fit, where there is something. */
  remark?(moment: Moment): string | undefined;
  /** In words: `lookup(order_id="A-1") that succeeded`. */
  describe(bound?: Bound): string;
};

/** What an author wrote in one place: one pattern, or several of which one must fit. */
export type EventTests = {
  alternatives: readonly EventTest[];
  variables: readonly string[];
  borrowed: readonly string[];
  match(moment: Moment): Binding | undefined;
  matchAttempt(moment: Moment): Binding | undefined;
  trigger(moment: Moment): Binding | undefined;
  doubt(moment: Moment): string | undefined;
  holds(moment: Moment, lookUp: LookUp): boolean;
  /** Fits so far, but it is not known yet what came of the call. */
  isPending(moment: Moment): boolean;
  describe(bound?: Bound): string;
};

/** Whether every variable has a value. */
export function isComplete(binding: Binding): boolean {
  for (const value of binding) if (value === undefined) return false;
  return true;
}

/** A pattern that fits only where every variable has a value: what answers a rule cannot leave anything open. */
export function matchWhole(tests: EventTests, moment: Moment): Binding | undefined {
  const binding = tests.match(moment);
  return binding !== undefined && isComplete(binding) ? binding : undefined;
}

export function isCall(moment: Moment): moment is CallMoment {
  return moment.kind === 'call';
}
