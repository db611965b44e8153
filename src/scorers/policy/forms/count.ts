import type { JsonValue } from '../../../domain/values/json-value.ts';
import { listText, valueText } from '../../text/value-text.ts';
import type { Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  HELD,
  OPEN,
  type RuleMonitor,
  type RuleStatus,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { ABSENT, type Binding, type Equality, keyOf, type ValueKey } from '../patterns/bound-values.ts';
import type { EventTests } from '../patterns/event-test.ts';
import { describeMoment } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

export type Count = {
  of: EventTests;
  least: number;
  /** Infinity where there is no limit. */
  most: number;
  per: readonly string[];
  equality: Equality;
};

type Group = { count: number; first: Moment; binding: Binding };

/** How many events there are: in the session, or for each value of `per`. */
export function countForm(rule: Count): CompiledForm {
  return createForm({ patterns: [rule.of], isProhibition: rule.least === 0, open: () => openCount(rule) });
}

function openCount({ of, least, most, per, equality }: Count): RuleMonitor {
  const keyOfGroup = keyOf(of.variables, per, equality);
  const groups = new Map<ValueKey, Group>();
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  let [activations, surplus, reached, highest] = [0, 0, 0, 0];
  /** Without groups an empty session has none of what is wanted; groups are only those that came up. */
  const isEnough = (): boolean => least === 0 || (per.length === 0 ? reached === 1 : reached === groups.size);
  const add = (moment: Moment, binding: Binding): void => {
    activations += 1;
    // A value that is not there groups what lacks it: leaving it out is no way around a limit.
    const key = keyOfGroup(binding) ?? ABSENT;
    const group = groups.get(key) ?? { count: 0, first: moment, binding };
    groups.set(key, group);
    group.count += 1;
    highest = Math.max(highest, group.count);
    if (group.count === least) reached += 1;
    if (group.count <= most) return;
    surplus += 1;
    const { count, first } = group;
    const whose = groupText(per, { of, binding });
    violations.push({ moment, isOwed: false, explain: () => explainSurplus({ moment, count, first, most, whose }) });
  };
  const state = (): RuleStatus => {
    if (violations.length > 0) return VIOLATED;
    if (!isEnough()) return OPEN;
    return per.length === 0 && most === Number.POSITIVE_INFINITY ? HELD : SATISFIED;
  };
  return {
    violations,
    doubts: () => (highest + doubts.length > most ? doubts : []),
    take(moment) {
      const binding = of.match(moment);
      if (binding !== undefined) add(moment, binding);
      else noteDoubt(doubts, of, moment);
    },
    finish() {
      if (isEnough()) return;
      const short = per.length === 0 ? [groups.get('')] : [...groups.values()].filter(({ count }) => count < least);
      for (const group of short) violations.push(shortOf(group, { of, least, per }));
    },
    state,
    counts: () => ({ activations, fulfilled: activations - surplus }),
  };
}

function shortOf(group: Group | undefined, { of, least, per }: Pick<Count, 'of' | 'least' | 'per'>): Violation {
  const whose = group === undefined ? '' : groupText(per, { of, binding: group.binding });
  const found = group === undefined ? 'there was none' : `there ${group.count === 1 ? 'was' : 'were'} ${group.count}`;
  const wanted = least === 1 ? 'one' : `${least}`;
  return {
    moment: group?.first,
    isOwed: true,
    explain: () => ({ text: `there must be at least ${wanted} of ${of.describe()}${whose}; ${found}` }),
  };
}

type Surplus = { moment: Moment; count: number; first: Moment; most: number; whose: string };

function explainSurplus({ moment, count, first, most, whose }: Surplus): ReturnType<Violation['explain']> {
  if (most === 0) return { text: `${describeMoment(moment)} must never happen` };
  const limit = `only ${most} ${most === 1 ? 'is' : 'are'} allowed`;
  return {
    text: `${describeMoment(moment)} is number ${count}${whose}, and ${limit}; the first was in turn ${first.turn}`,
    near: first,
  };
}

function groupText(per: readonly string[], { of, binding }: { of: EventTests; binding: Binding }): string {
  if (per.length === 0) return '';
  const values = per.map((name): readonly [string, JsonValue | undefined] => [
    name,
    binding[of.variables.indexOf(name)],
  ]);
  return ` for ${listText(values.map(([name, value]) => `${name} ${valueText(value)}`))}`;
}
