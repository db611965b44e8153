import type { Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type Binding, type Equality, keyOf, sharedVariables, type ValueKey } from '../patterns/bound-values.ts';
import { type EventTests, matchWhole } from '../patterns/event-test.ts';
import type { Within } from '../rules/policy-rule.ts';
import { boundOf, describeMoment, describeWithOutcome } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';
import { withinText } from './leads-to.ts';

export type NoneAfter = {
  after: EventTests;
  of: EventTests;
  until?: EventTests | undefined;
  within?: Within | undefined;
  equality: Equality;
};

/** An event after which something may not come, until it is lifted. */
type Ban = { moment: Moment; isOpen: boolean };

/** After an event of `after` there is none of `of`, until one of `until`. */
export function noneAfterForm(rule: NoneAfter): CompiledForm {
  const patterns = [rule.after, rule.of, ...(rule.until === undefined ? [] : [rule.until])];
  return createForm({ patterns, open: () => openNoneAfter(rule) });
}

function openNoneAfter(rule: NoneAfter): RuleMonitor {
  const { after, of, until, equality } = rule;
  const shared = sharedVariables(after.variables, of.variables);
  const [keyOfBan, keyOfCall] = [keyOf(after.variables, shared, equality), keyOf(of.variables, shared, equality)];
  const bans = new Map<ValueKey, Ban[]>();
  const release = createRelease(rule);
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  /** Events of which nobody can tell whether they forbid what comes after. */
  const maybe: Doubt[] = [];
  let activations = 0;
  return {
    violations,
    doubts: () => doubts,
    take(moment) {
      const lift = until === undefined ? undefined : matchWhole(until, moment);
      if (lift !== undefined) release.lift(lift, moment);
      const binding = of.match(moment);
      if (binding === undefined && (bans.size > 0 || maybe.length > 0)) noteDoubt(doubts, of, moment);
      if (binding !== undefined) doubts.push(...maybe.splice(0));
      const key = binding === undefined ? undefined : keyOfCall(binding);
      const ban = key === undefined ? undefined : latest(bans.get(key) ?? []);
      const isBanned = ban !== undefined && isNear(ban.moment, moment, rule.within);
      if (isBanned && binding !== undefined && !release.isLifted(ban, binding)) {
        violations.push({
          moment,
          isOwed: false,
          explain: () => explain(rule, { moment, cause: ban.moment, binding }),
        });
      }
      const begin = after.match(moment);
      if (begin === undefined) {
        noteDoubt(maybe, after, moment);
        return;
      }
      activations += 1;
      const own = keyOfBan(begin);
      if (own === undefined) return;
      const fresh = { moment, isOpen: true };
      const open = bans.get(own);
      if (open === undefined) bans.set(own, [fresh]);
      else open.push(fresh);
      release.add(fresh, begin);
    },
    finish() {},
    state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
    counts: () => ({ activations, fulfilled: Math.max(0, activations - violations.length) }),
  };
}

/** The newest ban that stands; those that were lifted are dropped on the way. */
function latest(bans: Ban[]): Ban | undefined {
  while (bans.length > 0 && bans.at(-1)?.isOpen === false) bans.pop();
  return bans.at(-1);
}

/**
 * What lifts bans. Where `until` shares no variable with `of` that `after` does not have, a ban is lifted for good; else it
 * is lifted only for calls of `of` with the same values.
 */
function createRelease({ after, of, until, equality }: NoneAfter) {
  const own = sharedVariables(after.variables, until?.variables ?? []);
  const ofCalls = sharedVariables(of.variables, until?.variables ?? []);
  const isByCall = ofCalls.some((variable) => !own.includes(variable));
  const variables = until?.variables ?? [];
  const [keyOfBan, keyOfLift] = [keyOf(after.variables, own, equality), keyOf(variables, own, equality)];
  const [keyOfCall, keyForCall] = [keyOf(of.variables, ofCalls, equality), keyOf(variables, ofCalls, equality)];
  const open = new Map<ValueKey, Ban[]>();
  const lifted = new Map<ValueKey, number>();
  return {
    add(ban: Ban, binding: Binding): void {
      const key = until === undefined || isByCall ? undefined : keyOfBan(binding);
      if (key === undefined) return;
      const bans = open.get(key);
      if (bans === undefined) open.set(key, [ban]);
      else bans.push(ban);
    },
    lift(binding: Binding, moment: Moment): void {
      if (isByCall) {
        lifted.set(keyForCall(binding) ?? '', moment.seq);
        return;
      }
      const key = keyOfLift(binding) ?? '';
      for (const ban of open.get(key) ?? []) ban.isOpen = false;
      open.delete(key);
    },
    isLifted(ban: Ban, binding: Binding): boolean {
      const key = isByCall ? keyOfCall(binding) : undefined;
      return key !== undefined && (lifted.get(key) ?? -1) > ban.moment.seq;
    },
  };
}

function isNear(cause: Moment, moment: Moment, within: Within | undefined): boolean {
  if (within === undefined) return true;
  if ('turns' in within) return moment.turn - cause.turn <= within.turns;
  const callsBetween = moment.callsBefore - cause.callsBefore - (cause.kind === 'call' ? 1 : 0);
  return callsBetween < within.calls;
}

function explain(
  { after, of, within, until }: NoneAfter,
  { moment, cause, binding }: { moment: Moment; cause: Moment; binding: Binding },
): ReturnType<Violation['explain']> {
  const limit = within === undefined ? '' : `, ${withinText(within)}`;
  const lift = until === undefined ? '' : `, with no ${until.describe(boundOf(of.variables, binding))} in between`;
  return {
    text: `${describeMoment(moment)} came after ${describeWithOutcome(cause, after)}${limit}${lift}`,
    near: cause,
  };
}
