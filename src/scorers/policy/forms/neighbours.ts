import type { CallMoment, Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  OPEN,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type Binding, type Equality, keyOf, sharedVariables } from '../patterns/bound-values.ts';
import { type EventTests, isCall, matchWhole } from '../patterns/event-test.ts';
import { boundOf, describeMoment } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

export type Neighbours = { when: EventTests; neighbour: EventTests; equality: Equality };

/** The next call after every event of `when` is one of `neighbour`. */
export function immediatelyForm(rule: Neighbours): CompiledForm {
  return createForm({ patterns: [rule.when, rule.neighbour], seesEveryCall: true, open: () => openNext(rule) });
}

/** The call before every event of `when` is one of `neighbour`. */
export function immediatelyBeforeForm(rule: Neighbours): CompiledForm {
  return createForm({ patterns: [rule.when, rule.neighbour], seesEveryCall: true, open: () => openPrevious(rule) });
}

function openNext(rule: Neighbours): RuleMonitor {
  const fits = comparison(rule);
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  let waiting: { moment: Moment; binding: Binding }[] = [];
  let activations = 0;
  return {
    violations,
    doubts: () => doubts,
    take(moment) {
      if (isCall(moment)) {
        for (const debt of waiting) {
          if (!fits(debt.binding, moment)) violations.push(broken(rule, debt, { found: moment, where: 'next' }));
        }
        waiting = [];
      }
      const binding = rule.when.match(moment) ?? rule.when.trigger(moment);
      if (binding === undefined) {
        noteDoubt(doubts, rule.when, moment);
        return;
      }
      activations += 1;
      waiting.push({ moment, binding });
    },
    finish() {
      for (const debt of waiting)
        violations.push({ ...broken(rule, debt, { found: undefined, where: 'next' }), isOwed: true });
      waiting = [];
    },
    state: () => (violations.length > 0 ? VIOLATED : waiting.length > 0 ? OPEN : SATISFIED),
    counts: () => ({ activations, fulfilled: activations - violations.length - waiting.length }),
  };
}

function openPrevious(rule: Neighbours): RuleMonitor {
  const fits = comparison(rule);
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  let previous: CallMoment | undefined;
  let activations = 0;
  return {
    violations,
    doubts: () => doubts,
    take(moment) {
      const binding = rule.when.match(moment) ?? rule.when.trigger(moment);
      if (binding === undefined) noteDoubt(doubts, rule.when, moment);
      else {
        activations += 1;
        if (previous === undefined || !fits(binding, previous)) {
          violations.push(broken(rule, { moment, binding }, { found: previous, where: 'previous' }));
        }
      }
      if (isCall(moment)) previous = moment;
    },
    finish() {},
    state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
    counts: () => ({ activations, fulfilled: activations - violations.length }),
  };
}

function comparison({ when, neighbour, equality }: Neighbours): (binding: Binding, call: CallMoment) => boolean {
  const shared = sharedVariables(when.variables, neighbour.variables);
  const [own, other] = [keyOf(when.variables, shared, equality), keyOf(neighbour.variables, shared, equality)];
  return (binding, call) => {
    const found = matchWhole(neighbour, call);
    const key = own(binding);
    return found !== undefined && key !== undefined && other(found) === key;
  };
}

function broken(
  { when, neighbour }: Neighbours,
  { moment, binding }: { moment: Moment; binding: Binding },
  { found, where }: { found: CallMoment | undefined; where: 'next' | 'previous' },
): Violation {
  const wanted = neighbour.describe(boundOf(when.variables, binding));
  const [place, none] =
    where === 'next' ? ['directly after', 'no call came'] : ['directly before', 'no call had been made'];
  const nearest = found === undefined ? none : `there came ${describeMoment(found)}`;
  return {
    moment,
    isOwed: false,
    explain: () => ({
      text: `${describeMoment(moment)} needs ${wanted} ${place} it; ${nearest}`,
      ...(found === undefined ? {} : { near: found }),
    }),
  };
}
