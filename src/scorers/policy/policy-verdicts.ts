import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { eventsOf } from '../trajectory/explanation/describe-call.ts';
import type { CallMoment, Moment } from './monitor/moment.ts';
import type { CompiledRule, RuleOutcome } from './monitor/policy-monitor.ts';
import type { Doubt, Violation } from './monitor/rule-monitor.ts';

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
  /** A rule with a condition that never came up, or an `any` that only such rules keep. A prohibition is never vacuous: that nothing happened is what it asks. */
  vacuous: boolean;
  violations: readonly PolicyViolation[];
  /** Why it could not be told, or what a reader should know of it. */
  reason?: string | undefined;
};

/** Tells how a rule fared; `turn` is the session's last one. */
export function verdictOf(outcome: RuleOutcome, turn: number): PolicyVerdict {
  const { rule, status, activations, fulfilled, undecided, doubts } = outcome;
  const violations = outcome.violations.map((violation) => tellViolation(rule, violation, turn));
  const open = doubts.filter(({ moment }) => !hasFailed(moment));
  const isUnknown = undecided.length + open.length > 0 && violations.length === 0;
  const reason = isUnknown ? unknownText(undecided, open) : doubts.length === 0 ? undefined : doubtText(doubts);
  return {
    rule: rule.id,
    status: isUnknown ? 'unscored' : status,
    activations,
    fulfilled,
    vacuous: outcome.isVacuous && !isUnknown,
    violations,
    ...(reason === undefined ? {} : { reason }),
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

/** Nothing came of such a call, whatever it was. */
function hasFailed(moment: Moment): boolean {
  return moment.kind === 'call' && moment.outcome === 'error';
}

function unknownText(undecided: readonly CallMoment[], doubts: readonly Doubt[]): string {
  return [
    ...(undecided.length === 0 ? [] : [effectText(undecided)]),
    ...(doubts.length === 0 ? [] : [doubtText(doubts)]),
  ].join('; ');
}

function effectText(undecided: readonly CallMoment[]): string {
  const names = [...new Set(undecided.map(({ name }) => `\`${name}\``))].slice(0, 3);
  return `nothing says whether ${names.join(', ')} ${names.length === 1 ? 'reads or writes' : 'read or write'}`;
}

function doubtText(doubts: readonly Doubt[]): string {
  const texts = [...new Set(doubts.map(({ why }) => why))];
  const more = texts.length > 3 ? `; and ${texts.length - 3} more` : '';
  return `nobody can tell whether it was kept: ${texts.slice(0, 3).join('; ')}${more}`;
}
