import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { Moment } from './monitor/moment.ts';
import { compilePolicy, rulesOf } from './rules/compile-policy.ts';
import { type PolicyRule, PolicySpec } from './rules/policy-rule.ts';

/** A rule as a check of its own. `isForbidding`: more calls can only break it. */
export type RuleOfCalls = { expectation: Expectation; isForbidding: boolean };

const OTHER_KINDS: readonly Moment['kind'][] = ['user', 'said', 'turn', 'event', 'step'];

/**
 * The rules of a `policy` that speak of calls and of nothing else, so that calls can be held against them without the talk
 * around them. Rules of a pack read what users say.
 */
export function rulesOfCalls({ type, id: _id, required, ...specification }: Expectation): RuleOfCalls[] {
  const parsed = PolicySpec.safeParse(specification);
  if (!parsed.success) return [];
  const { reads, writes } = parsed.data;
  return rulesOf(parsed.data).flatMap(({ rule }): RuleOfCalls[] => {
    const { stop: _stop, prevent: _prevent, ...asked } = rule;
    const { rules } = compilePolicy({ ...asked, reads, writes });
    const isOfCalls = rules.every(({ form }) => form.asksCalls && !OTHER_KINDS.some((kind) => form.concerns(kind)));
    if (!isOfCalls) return [];
    const { id: _name, ...keys } = asked;
    return [{ expectation: { type, required, ...keys, reads, writes }, isForbidding: isForbidding(rule) }];
  });
}

function isForbidding({ never, atMost, only, notBoth }: PolicyRule): boolean {
  return [never, atMost, only, notBoth].some((form) => form !== undefined);
}
