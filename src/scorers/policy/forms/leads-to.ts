import type { Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  type History,
  OPEN,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type Binding, type Equality, keyOf, sharedVariables, type ValueKey } from '../patterns/bound-values.ts';
import { type EventTests, matchWhole } from '../patterns/event-test.ts';
import type { Within } from '../rules/policy-rule.ts';
import { boundOf, describeMoment, explainNearest, missingVariables } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

export type LeadsTo = {
  when: EventTests;
  answer: EventTests;
  unless?: EventTests | undefined;
  within?: Within | undefined;
  /** An answer that came before counts as well. */
  looksBack: boolean;
  equality: Equality;
};

/** An event that waits for its answer. */
type Debt = { moment: Moment; binding: Binding; isOpen: boolean; limit: number };

/** For every event of `when` there is an event of `answer` after it. */
export function leadsToForm(rule: LeadsTo): CompiledForm {
  const patterns = [rule.when, rule.answer, ...(rule.unless === undefined ? [] : [rule.unless])];
  return createForm({
    patterns,
    seesEveryCall: rule.within !== undefined && 'calls' in rule.within,
    seesTurns: rule.within !== undefined && 'turns' in rule.within,
    open: (history) => openLeadsTo(rule, history),
  });
}

function openLeadsTo(rule: LeadsTo, history: History): RuleMonitor {
  const { when, answer, unless, looksBack } = rule;
  const debts = createDebts(rule, history);
  const answered = createIndex(when, answer, rule.equality);
  const excused = createIndex(when, unless, rule.equality);
  return {
    violations: debts.violations,
    doubts: () => debts.doubts,
    take(moment) {
      debts.expireBefore(moment);
      debts.hear(moment);
      const reply = matchWhole(answer, moment);
      if (reply !== undefined) {
        for (const debt of answered.matching(reply))
          if (answer.holds(moment, lookUp(when, debt.binding))) debts.settle(debt);
        if (looksBack) answered.remember(reply);
      }
      const excuse = unless === undefined ? undefined : matchWhole(unless, moment);
      if (excuse !== undefined) for (const debt of excused.matching(excuse)) debts.settle(debt);
      const binding = when.match(moment) ?? when.trigger(moment);
      if (binding === undefined) noteDoubt(debts.doubts, when, moment);
      if (binding !== undefined && !(looksBack && answered.isKnown(binding))) {
        const debt = debts.open(moment, binding);
        if (missingVariables({ asks: when, binding, need: answer }).length === 0) answered.add(debt);
        excused.add(debt);
      } else if (binding !== undefined) debts.fulfil();
      debts.expireAfter(moment);
    },
    finish: debts.finish,
    state: () => (debts.violations.length > 0 ? VIOLATED : debts.isOpen() ? OPEN : SATISFIED),
    counts: debts.counts,
  };
}

function lookUp({ variables }: EventTests, binding: Binding) {
  return (name: string) => binding[variables.indexOf(name)];
}

/** Debts by the values that their answer must have. */
function createIndex(when: EventTests, reply: EventTests | undefined, equality: Equality) {
  const shared = sharedVariables(when.variables, reply?.variables ?? []);
  const keyOfDebt = keyOf(when.variables, shared, equality);
  const keyOfReply = keyOf(reply?.variables ?? [], shared, equality);
  const byKey = new Map<ValueKey, Debt[]>();
  const known = new Set<ValueKey>();
  return {
    add(debt: Debt): void {
      const key = reply === undefined ? undefined : keyOfDebt(debt.binding);
      if (key === undefined) return;
      const debts = byKey.get(key);
      if (debts === undefined) byKey.set(key, [debt]);
      else debts.push(debt);
    },
    /** Those that are still open; what was settled is dropped on the way. */
    matching(binding: Binding): readonly Debt[] {
      const key = keyOfReply(binding) ?? '';
      const open = (byKey.get(key) ?? []).filter(({ isOpen }) => isOpen);
      if (open.length === 0 || (reply?.borrowed.length ?? 0) === 0) byKey.delete(key);
      else byKey.set(key, open);
      return open;
    },
    remember: (binding: Binding) => void known.add(keyOfReply(binding) ?? ''),
    isKnown(binding: Binding): boolean {
      const key = keyOfDebt(binding);
      return key !== undefined && known.has(key);
    },
  };
}

function createDebts(rule: LeadsTo, history: History) {
  const { within } = rule;
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  /** The last words that may be the answer. */
  let unread: Doubt | undefined;
  const open = new Set<Debt>();
  let activations = 0;
  let fulfilled = 0;
  const breach = (debt: Debt, isOwed: boolean): void => {
    debt.isOpen = false;
    open.delete(debt);
    if (unread !== undefined && (rule.looksBack || unread.moment.seq > debt.moment.seq)) {
      doubts.push(unread);
      return;
    }
    violations.push({ moment: debt.moment, isOwed, explain: () => explain(rule, debt, history) });
  };
  /** Limits never fall from one debt to the next. */
  const expire = (now: number): void => {
    for (const debt of open) {
      if (debt.limit >= now) return;
      breach(debt, false);
    }
  };
  return {
    violations,
    doubts,
    hear(moment: Moment): void {
      const why = moment.kind === 'call' ? undefined : rule.answer.doubt(moment);
      if (why !== undefined) unread = { moment, why };
    },
    isOpen: () => open.size > 0,
    counts: () => ({ activations, fulfilled }),
    open(moment: Moment, binding: Binding): Debt {
      activations += 1;
      const debt = { moment, binding, isOpen: true, limit: limitOf(moment, within) };
      open.add(debt);
      return debt;
    },
    fulfil(): void {
      activations += 1;
      fulfilled += 1;
    },
    settle(debt: Debt): void {
      debt.isOpen = false;
      open.delete(debt);
      fulfilled += 1;
    },
    expireBefore(moment: Moment): void {
      if (within !== undefined && 'turns' in within) expire(moment.turn);
    },
    expireAfter(moment: Moment): void {
      if (within !== undefined && 'calls' in within && moment.kind === 'call') expire(moment.callsBefore + 1);
    },
    finish(): void {
      for (const debt of [...open]) breach(debt, true);
    },
  };
}

/** The last turn, or the place of the last call, that still counts. A call's own place is the number of calls before it. */
function limitOf(moment: Moment, within: Within | undefined): number {
  if (within === undefined) return Number.POSITIVE_INFINITY;
  if ('turns' in within) return moment.turn + within.turns;
  return moment.callsBefore + within.calls - (moment.kind === 'call' ? 0 : 1);
}

function explain(rule: LeadsTo, { moment, binding }: Debt, history: History): ReturnType<Violation['explain']> {
  const { when, answer, within, looksBack, equality } = rule;
  const bound = boundOf(when.variables, binding);
  const wanted = { moment, asks: when, binding, need: answer, equality, mustBeSeen: false };
  const nearest = explainNearest(wanted, history);
  const limit = within === undefined ? '' : ` ${withinText(within)}`;
  const where = looksBack ? 'in the same session' : `after it${limit}`;
  return {
    ...nearest,
    text: `${describeMoment(moment)} calls for ${answer.describe(bound)} ${where}; ${nearest.text}`,
  };
}

export function withinText(within: Within): string {
  if ('calls' in within) return within.calls === 1 ? 'as the next call' : `within ${within.calls} calls`;
  if (within.turns === 0) return 'in the same turn';
  return within.turns === 1 ? 'by the next turn' : `within ${within.turns} turns`;
}
