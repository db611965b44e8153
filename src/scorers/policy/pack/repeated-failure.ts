import { canonicalText } from '../../../domain/values/canonical.ts';
import { countText } from '../../text/value-text.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment } from '../monitor/moment.ts';
import { type CompiledForm, type RuleMonitor, SATISFIED, VIOLATED, type Violation } from '../monitor/rule-monitor.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { failureText, hasFailed } from './failed-calls.ts';

type Failing = { count: number; last: CallMoment };

/**
 * After so many equal calls in a row have failed, the same call is not made again. A write that succeeded, or a new word of
 * the user, may have changed what it meets: then it counts from the beginning.
 */
export function repeatedFailureForm({ tools = ['*'], failures = 2 }: PackSettings): CompiledForm {
  const calls = compileEvents({ tool: [...tools] }, 'strict');
  const words = compileEvents({ user: '/./s' }, 'strict');
  const form = createForm({ patterns: [calls, words], seesEveryCall: true, open });
  return { ...form, isPending: (moment) => moment.kind === 'call' && moment.outcome === 'pending' };

  function open(): RuleMonitor {
    const failing = new Map<string, Failing>();
    const violations: Violation[] = [];
    let activations = 0;
    const count = (moment: CallMoment): void => {
      const key = `${moment.name} ${moment.arguments === undefined ? moment.call.rawArguments : canonicalText(moment.arguments)}`;
      const before = failing.get(key);
      if (before !== undefined && before.count >= failures) {
        const { count: times, last } = before;
        violations.push({ moment, isOwed: false, explain: () => explain(moment, last, times) });
      }
      const failed = hasFailed(moment);
      if (moment.outcome === 'ok' && !failed) failing.delete(key);
      if (!failed) return;
      activations += 1;
      failing.set(key, { count: (before?.count ?? 0) + 1, last: moment });
    };
    return {
      violations,
      take(moment) {
        if (moment.kind === 'user') failing.clear();
        if (moment.kind !== 'call') return;
        if (calls.match(moment) !== undefined) count(moment);
        if (moment.effect === 'write' && moment.outcome === 'ok' && !hasFailed(moment)) failing.clear();
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations, fulfilled: Math.max(0, activations - violations.length) }),
    };
  }
}

function explain(moment: CallMoment, last: CallMoment, times: number): ReturnType<Violation['explain']> {
  return {
    text: `\`${describeCall(moment)}\` was made again after it had failed ${countText(times, 'time')} in a row (${failureText(last)})`,
    near: last,
  };
}
