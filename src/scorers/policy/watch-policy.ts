import type { Alarm, Monitor, SessionMonitor } from '../../domain/contracts/monitor.ts';
import type { ToolCall } from '../../domain/transcript/tool-call.ts';
import type { TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import { createPolicyMonitor, type RuleViolation } from './monitor/policy-monitor.ts';
import { tellViolation } from './policy-verdicts.ts';
import type { CompiledPolicy } from './rules/compile-policy.ts';

/** The rules of a policy as they watch a session that runs. */
export function watchPolicy({ rules, effects }: CompiledPolicy): Monitor {
  const preventing = rules.filter(({ prevent }) => prevent);
  return {
    open(): SessionMonitor {
      const monitor = createPolicyMonitor(rules, effects);
      if (preventing.length === 0)
        return { take: (event) => monitor.take(event).map((one) => alarmOf(one, event.turn)) };
      const events: TranscriptEvent[] = [];
      return {
        take(event) {
          events.push(event);
          return monitor.take(event).map((one) => alarmOf(one, event.turn));
        },
        refuse: (call, ahead) => foresee(call, { policy: { rules: preventing, effects }, events, ahead }),
      };
    },
  };
}

type Ahead = {
  policy: Pick<CompiledPolicy, 'rules' | 'effects'>;
  events: readonly TranscriptEvent[];
  ahead: readonly TranscriptEvent[];
};

/**
 * What would be broken is found by going through the session once more with the call in it: what it would break cannot be
 * taken back from the monitor that watches.
 */
function foresee(call: ToolCall, { policy, events, ahead }: Ahead): Alarm | undefined {
  const monitor = createPolicyMonitor(policy.rules, policy.effects);
  for (const event of events) monitor.take(event);
  const broken = ahead.flatMap((event) => monitor.take(event));
  const isOwn = ({ violation: { moment } }: RuleViolation): boolean =>
    moment?.kind === 'call' && moment.call.id === call.id;
  const own = broken.find(isOwn);
  return own === undefined ? undefined : alarmOf(own, ahead.at(-1)?.turn ?? 0);
}

function alarmOf({ rule, violation }: RuleViolation, turn: number): Alarm {
  const { message, evidence } = tellViolation(rule, violation, turn);
  return { rule: rule.id, message, evidence, stop: rule.stop };
}
