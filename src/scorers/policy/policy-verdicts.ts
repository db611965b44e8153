import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { eventsOf } from '../trajectory/explanation/describe-call.ts';
import type { CallMoment, Moment } from './monitor/moment.ts';
import type { CompiledRule, RuleOutcome } from './monitor/policy-monitor.ts';
import type { Violation } from './monitor/rule-monitor.ts';

/** One way in which a session broke a rule. */
export type PolicyViolation = {
  /** `seq` of the event that broke it, or of the one that was owed something; absent for what never came. */
  seq?: number | undefined;
  turn: number;
  /** Place of the call among all calls, from 0; absent when it was no call. */
  call?: number | undefined;
  /** Only what was still owed when the session ended. */
  isOwed: boolean;
  /** What happened, and what nearly would have done. */
  message: string;
  evidence: readonly Evidence[];
};

/** What a rule says of a session. */
export type PolicyVerdict = {
  /** Name of the rule. */
  rule: string;
  status: 'satisfied' | 'violated' | 'open' | 'unscored';
  /** How many events the rule spoke about. */
  activations: number;
  /** How many of them were as they should be. */
  fulfilled: number;
  /** A rule with a condition that never came up. A prohibition is never vacuous: that nothing happened is what it asks. */
  vacuous: boolean;
  violations: readonly PolicyViolation[];
  /** Why it could not be told, or what a reader should know of it. */
  reason?: string | undefined;
};

/** Tells how a rule fared; `turn` is the session's last one. */
export function verdictOf(outcome: RuleOutcome, turn: number): PolicyVerdict {
  const { rule, status, activations, fulfilled, undecided } = outcome;
  const violations = outcome.violations.map((violation) => tellViolation(rule, violation, turn));
  const isUnknown = undecided.length > 0 && violations.length === 0;
  return {
    rule: rule.id,
    status: isUnknown ? 'unscored' : status,
    activations,
    fulfilled,
    vacuous: activations === 0 && !rule.form.isProhibition && violations.length === 0 && !isUnknown,
    violations,
    ...(isUnknown ? { reason: unknownText(undecided) } : {}),
  };
}

export function tellViolation(
  rule: CompiledRule,
  { moment, isOwed, explain }: Violation,
  turn: number,
): PolicyViolation {
  const { text, near } = explain();
  return {
    ...(moment === undefined ? {} : { seq: moment.seq }),
    turn: moment?.turn ?? turn,
    ...(moment?.kind === 'call' ? { call: moment.callsBefore } : {}),
    isOwed,
    message: rule.say === undefined ? text : `${rule.say.replace(/[.!]\s*$/, '')}: ${text}`,
    evidence: [moment, near].flatMap(evidenceOf),
  };
}

function evidenceOf(moment: Moment | undefined): Evidence[] {
  if (moment === undefined) return [];
  if (moment.kind === 'call') return eventsOf({ ...moment, call: moment.call });
  const quote = moment.kind === 'user' || moment.kind === 'said' ? { quote: moment.text.slice(0, 200) } : {};
  return [{ kind: 'event', seq: moment.seq, ...quote }];
}

function unknownText(undecided: readonly CallMoment[]): string {
  const names = [...new Set(undecided.map(({ name }) => `\`${name}\``))].slice(0, 3);
  return `nothing says whether ${names.join(', ')} ${names.length === 1 ? 'reads or writes' : 'read or write'}`;
}
