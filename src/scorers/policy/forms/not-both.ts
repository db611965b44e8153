import type { Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type Equality, keyOf, sharedVariables, type ValueKey } from '../patterns/bound-values.ts';
import { type EventTests, matchWhole } from '../patterns/event-test.ts';
import { describeMoment } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

/** No two events, one of each kind, with the same values of their variables. */
export function notBothForm(left: EventTests, right: EventTests, equality: Equality): CompiledForm {
  return createForm({ patterns: [left, right], isProhibition: true, open: () => openNotBoth(left, right, equality) });
}

function openNotBoth(left: EventTests, right: EventTests, equality: Equality): RuleMonitor {
  const shared = sharedVariables(left.variables, right.variables);
  const sides = [left, right].map((tests) => ({
    tests,
    keyOf: keyOf(tests.variables, shared, equality),
    first: new Map<ValueKey, Moment>(),
    doubts: [] as Doubt[],
  }));
  const violations: Violation[] = [];
  let activations = 0;
  return {
    violations,
    // One that stands alone would be allowed, whatever it is.
    doubts: () =>
      sides.flatMap(({ doubts }, index) => {
        const other = sides[1 - index] as (typeof sides)[number];
        return other.first.size + other.doubts.length > 0 ? doubts : [];
      }),
    take(moment) {
      for (const { tests, doubts } of sides) noteDoubt(doubts, tests, moment);
      const keys = sides.map(({ tests, keyOf: key }) => {
        const binding = matchWhole(tests, moment);
        return binding === undefined ? undefined : key(binding);
      });
      if (keys.every((key) => key === undefined)) return;
      activations += 1;
      keys.forEach((key, index) => {
        const { first } = sides[index] as (typeof sides)[number];
        if (key !== undefined && !first.has(key)) first.set(key, moment);
      });
      // The other side of each is looked up last, so that an event of both kinds is seen to be both.
      const other = keys.map((key, index) => (key === undefined ? undefined : sides[1 - index]?.first.get(key)));
      const near = other.find((one) => one !== undefined);
      if (near === undefined) return;
      const text = near === moment ? 'is both' : `must not be in one session with ${describeMoment(near)}`;
      violations.push({ moment, isOwed: false, explain: () => ({ text: `${describeMoment(moment)} ${text}`, near }) });
    },
    finish() {},
    state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
    counts: () => ({ activations, fulfilled: activations - violations.length }),
  };
}
