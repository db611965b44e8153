import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import type { EventPattern, EventPatterns } from './rules/event-pattern.ts';
import type { ClosedRule, PolicyRule, Within } from './rules/policy-rule.ts';

type Words = NonNullable<EventPattern['user']>;
type CallOptions = Pick<EventPattern, 'ok' | 'result' | 'effect'>;
/** What every rule can have besides its form. */
export type RuleOptions = Pick<PolicyRule, 'id' | 'say' | 'values' | 'stop' | 'prevent'>;
type RequiresOptions = RuleOptions & Pick<ClosedRule, 'oneToOne' | 'since' | 'order'>;
type LeadsToOptions = RuleOptions & { within?: Within; unless?: EventPatterns };
type NoneAfterOptions = RuleOptions & { of?: EventPatterns; until?: EventPatterns; within?: Within };
type CountOptions = RuleOptions & { per?: string[] };

/**
 * The words of a policy in TypeScript; each makes the same plain object that stands in a file. Variables are texts such as
 * `'$id'`: `when(call('refund', { order_id: '$id' })).requires(call('lookup', { order_id: '$id' }, { ok: true }))`.
 */
export const policy = {
  /** A call of a tool, by name or glob, with these arguments. */
  call: (tool: string | string[], values?: JsonObject, options: CallOptions = {}): EventPattern => ({
    tool,
    ...(values === undefined ? {} : { arguments: values }),
    ...options,
  }),
  /** Any call of a tool that reads, or that writes. */
  effect: (effect: 'read' | 'write', options: Omit<CallOptions, 'effect'> = {}): EventPattern => ({
    effect,
    ...options,
  }),
  /** Words of the user that match a pattern, or in which a value stands. */
  user: (words: Words | RegExp): EventPattern => ({ user: wordsOf(words) }),
  /** Words of the agent to the user. */
  said: (words: Words | RegExp): EventPattern => ({ said: wordsOf(words) }),
  /** The user plainly agreed; with `false` any other words of the user. */
  agreed: (agreed = true): EventPattern => ({ agreed }),
  /** The agent asked the user something. */
  asked: (): EventPattern => ({ asked: true }),
  turnStart: (): EventPattern => ({ turnStart: true }),
  /** Something that the agent told of itself, such as `handed_off`. */
  event: (name: string): EventPattern => ({ event: name }),
  /** A value anywhere in a result or in words. */
  contains: <Value extends JsonValue>(value: Value): { contains: Value } => ({ contains: value }),

  when: (when: EventPatterns) => ({
    requires: (requires: EventPatterns, options: RequiresOptions = {}): PolicyRule => ({ when, requires, ...options }),
    leadsTo: (leadsTo: EventPatterns, options: LeadsToOptions = {}): PolicyRule => ({ when, leadsTo, ...options }),
    immediately: (immediately: EventPatterns, options: RuleOptions = {}): PolicyRule => ({
      when,
      immediately,
      ...options,
    }),
    immediatelyBefore: (immediatelyBefore: EventPatterns, options: RuleOptions = {}): PolicyRule => ({
      when,
      immediatelyBefore,
      ...options,
    }),
  }),
  never: (never: EventPatterns, options: RuleOptions = {}): PolicyRule => ({ never, ...options }),
  atMost: (atMost: number, of: EventPatterns, options: CountOptions = {}): PolicyRule => ({ atMost, of, ...options }),
  atLeast: (atLeast: number, of: EventPatterns, options: CountOptions = {}): PolicyRule => ({
    atLeast,
    of,
    ...options,
  }),
  exactly: (exactly: number, of: EventPatterns, options: CountOptions = {}): PolicyRule => ({
    exactly,
    of,
    ...options,
  }),
  noneAfter: (noneAfter: EventPatterns, options: NoneAfterOptions = {}): PolicyRule => ({ noneAfter, ...options }),
  only: (only: EventPatterns, options: RuleOptions = {}): PolicyRule => ({ only, ...options }),
  first: (first: EventPatterns, options: RuleOptions = {}): PolicyRule => ({ first, ...options }),
  last: (last: EventPatterns, options: RuleOptions = {}): PolicyRule => ({ last, ...options }),
  together: (one: EventPatterns, other: EventPatterns, options: RuleOptions = {}): PolicyRule => ({
    together: [one, other],
    ...options,
  }),
  notBoth: (one: EventPatterns, other: EventPatterns, options: RuleOptions = {}): PolicyRule => ({
    notBoth: [one, other],
    ...options,
  }),
  all: (rules: ClosedRule[], options: RuleOptions = {}): PolicyRule => ({ all: rules, ...options }),
  any: (rules: ClosedRule[], options: RuleOptions = {}): PolicyRule => ({ any: rules, ...options }),
  not: (rule: ClosedRule, options: RuleOptions = {}): PolicyRule => ({ not: rule, ...options }),
};

/** Flags beyond those of RE2 are refused when the rule is read. */
function wordsOf(words: Words | RegExp): Words {
  return words instanceof RegExp ? `/${words.source}/${words.flags.replaceAll(/[dgy]/g, '')}` : words;
}
