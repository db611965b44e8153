import { logTranscript } from '../../src/scorers/policy/log-transcript.ts';
import { createPolicyMonitor } from '../../src/scorers/policy/monitor/policy-monitor.ts';
import { compilePolicy } from '../../src/scorers/policy/rules/compile-policy.ts';
import type { PolicyRule } from '../../src/scorers/policy/rules/policy-rule.ts';
import { report } from './workload.ts';

/** `RULES` rules over a session of some 10,000 events, `SESSIONS` times. Every rule concerns a tool that is called. */
const sessions = Number(process.env.SESSIONS ?? 20);
const count = Number(process.env.RULES ?? 50);

const calls = Array.from({ length: 3_300 }, (_, index) => ({
  calls: [{ tool: `tool_${index % 25}`, arguments: { id: `A-${index % 400}`, amount: index }, result: { id: index } }],
}));
const transcript = logTranscript([{ user: 'Go.' }, ...calls]);
const of = (index: number, more: object = {}) => ({ tool: `tool_${index % 25}`, arguments: { id: '$id' }, ...more });
const rules = Array.from({ length: count }, (_, index): PolicyRule => {
  const [one, other] = [of(index), of(index + 1, { ok: true })];
  const forms: readonly PolicyRule[] = [
    { when: one, requires: other },
    { when: one, leadsTo: other },
    { noneAfter: of(index + 1, { ok: false }), of: one, until: other },
    { atMost: 1_000, of: one, per: ['id'] },
    { when: one, requires: other, oneToOne: true },
    { never: { tool: `tool_${index % 25}`, arguments: { amount: { lt: 0 } } } },
    { notBoth: [one, of(index + 7)] },
    { when: one, requires: other, since: { turnStart: true } },
  ];
  return { id: `rule-${index}`, ...forms[index % forms.length] };
});
const { rules: compiled } = compilePolicy({ rules });

const play = (): number => {
  const monitor = createPolicyMonitor(compiled);
  let broken = 0;
  for (const event of transcript) broken += monitor.take(event).length;
  return broken + monitor.finish().length;
};
play();
const cpu = process.cpuUsage();
const begin = process.hrtime.bigint();
for (let session = 0; session < sessions; session += 1) play();
report(`${count} rules over ${transcript.length} events`, { count: sessions, cpu, begin });
