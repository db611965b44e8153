import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment, Moment } from '../monitor/moment.ts';
import { type CompiledForm, type RuleMonitor, SATISFIED, VIOLATED, type Violation } from '../monitor/rule-monitor.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { failureText, hasFailed } from './failed-calls.ts';

/** The request that led to the agent's next message carried every error that had come back by then. */
export function errorSeenForm({ tools = ['*'] }: PackSettings): CompiledForm {
  const calls = compileEvents({ tool: [...tools] }, 'strict');
  const form = createForm({ patterns: [calls], open });
  const concerns: CompiledForm['concerns'] = (kind, tool) => kind === 'step' || form.concerns(kind, tool);
  return { ...form, concerns };

  function open(): RuleMonitor {
    let unseen: CallMoment[] = [];
    const violations: Violation[] = [];
    let [activations, fulfilled] = [0, 0];
    /** A result that comes only after this message cannot stand in its request. */
    const isDue = (call: CallMoment, step: Moment): boolean =>
      call.resultSeq !== undefined && call.resultSeq < step.seq;
    return {
      violations,
      take(moment) {
        if (moment.kind === 'call' && calls.match(moment) !== undefined) unseen.push(moment);
        if (moment.kind !== 'step') return;
        const due = unseen.filter((call) => isDue(call, moment));
        unseen = unseen.filter((call) => !isDue(call, moment));
        for (const call of due.filter(hasFailed)) {
          activations += 1;
          if (call.seenAt !== undefined && call.seenAt <= moment.seq) fulfilled += 1;
          else violations.push({ moment, isOwed: false, explain: () => explain(call, moment) });
        }
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations, fulfilled }),
    };
  }
}

function explain(call: CallMoment, step: Moment): ReturnType<Violation['explain']> {
  return {
    text: `\`${describeCall(call)}\` had failed (${failureText(call)}), and the agent's next message in turn ${step.turn} was written without that error`,
    near: call,
  };
}
