import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { observedBefore, trajectoryOf } from '../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { equalJson } from '../../../src/domain/values/canonical.ts';
import { isObject } from '../../../src/domain/values/json-shape.ts';
import { createPolicyMonitor, type RuleViolation } from '../../../src/scorers/policy/monitor/policy-monitor.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import { compilePolicy } from '../../../src/scorers/policy/rules/compile-policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import { verdictsOf } from '../../../src/scorers/policy/score-policy.ts';
import { agent, failed, parallel, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';

const { when } = policy;
const lookup = policy.call('lookup', { id: '$id' }, { ok: true });
const refund = policy.call('refund', { id: '$id' });
const rules: PolicyRule[] = [
  { id: 'requires', ...when(refund).requires(lookup) },
  { id: 'position', ...when(refund).requires(lookup, { order: 'position' }) },
  { id: 'one-to-one', ...when(refund).requires(lookup, { oneToOne: true }) },
  { id: 'since', ...when('refund').requires(policy.user('yes'), { since: policy.asked() }) },
  { id: 'fresh', ...when(refund).requires(lookup, { since: policy.turnStart() }) },
  { id: 'any-order', ...when(refund).requires(lookup, { order: 'any' }) },
  { id: 'leads-to', ...when(lookup).leadsTo(refund, { within: { calls: 2 }, unless: 'note' }) },
  { id: 'same-turn', ...when(lookup).leadsTo(refund, { within: { turns: 0 } }) },
  {
    id: 'none-after',
    ...policy.noneAfter(policy.call('lookup', { id: '$id' }, { ok: false }), { of: refund, until: lookup }),
  },
  { id: 'at-most', ...policy.atMost(1, policy.call('refund', { id: '$id' }, { ok: true }), { per: ['id'] }) },
  { id: 'next', ...when('refund').immediately('note') },
  { id: 'previous', ...when(refund).immediatelyBefore(lookup) },
  { id: 'first', ...policy.first('lookup') },
  { id: 'last', ...policy.last('note') },
  { id: 'not-both', ...policy.notBoth(refund, policy.call('cancel', { id: '$id' })) },
  { id: 'together', ...policy.together(refund, lookup) },
  { id: 'either', ...policy.any([policy.never('refund'), policy.atLeast(1, lookupAny())]) },
  { id: 'not', ...policy.not(policy.exactly(2, 'note')) },
];
function lookupAny() {
  return policy.call('lookup', undefined, { ok: true });
}
const compiled = compilePolicy({ rules, pack: 'standard' });

type Call = { tool: string; id: string | number | undefined; ok: boolean; isAnswered: boolean };
const aCall: fc.Arbitrary<Call> = fc.record({
  tool: fc.constantFrom('lookup', 'refund', 'cancel', 'note'),
  id: fc.constantFrom('A-1', 'A-2', 1, undefined),
  ok: fc.boolean(),
  isAnswered: fc.constantFrom(true, true, true, false),
});
const aMessage = fc.oneof(
  fc.array(aCall, { minLength: 1, maxLength: 3 }).map((calls) => ({ calls })),
  fc.constantFrom('yes', 'no').map((text) => ({ user: text })),
  fc.constantFrom('Shall I?', 'Done.').map((text) => ({ agent: text })),
);
const aTranscript: fc.Arbitrary<Transcript> = fc.array(aMessage, { maxLength: 10 }).map((messages) => {
  const tools = started({
    tools: [toolOf('lookup'), toolOf('refund', 'write'), toolOf('cancel', 'write'), toolOf('note')],
  });
  let count = 0;
  const parts = messages.flatMap((message) => {
    if ('user' in message) return [user(message.user)];
    if ('agent' in message) return [agent(message.agent)];
    const named = message.calls.map((call) => ({ ...call, callId: `k${count++}` }));
    const launched = parallel(
      ...named.map(({ tool, id, callId }) => [tool, id === undefined ? {} : { id }, callId] as const),
    );
    const answers = named.flatMap(({ ok, isAnswered, callId }) =>
      isAnswered ? [ok ? result({ ok: true }, callId) : failed('no', 'tool_error', callId)] : [],
    );
    return [launched, ...answers];
  });
  return transcriptOf(tools, user('Hello'), ...parts);
});

const nameOf = ({ rule, violation: { moment } }: RuleViolation): string => `${rule.id}@${moment?.seq ?? 'end'}`;

describe('one monitor for sessions and transcripts', () => {
  test('what is reported while a session runs never vanishes, and is what the transcript says afterwards', () => {
    fc.assert(
      fc.property(aTranscript, (transcript) => {
        const monitor = createPolicyMonitor(compiled.rules);
        const reported: string[] = [];
        for (const event of transcript) {
          reported.push(...monitor.take(event).map(nameOf));
          const standing = monitor
            .outcomes()
            .flatMap(({ rule, violations }) => violations.map((violation) => nameOf({ rule, violation })));
          expect(standing.toSorted()).toEqual(reported.toSorted());
        }
        reported.push(...monitor.finish().map(nameOf));
        const afterwards = verdictsOf(compiled, transcript).flatMap(({ rule, violations }) =>
          violations.map(({ seq }) => `${rule}@${seq ?? 'end'}`),
        );
        expect(afterwards.toSorted()).toEqual(reported.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  test('a rule that is violated, or final, stays so; one that is open is broken only if the session ends there', () => {
    fc.assert(
      fc.property(aTranscript, (transcript) => {
        const monitor = createPolicyMonitor(compiled.rules);
        let before = monitor.outcomes();
        for (const event of transcript) {
          monitor.take(event);
          const after = monitor.outcomes();
          after.forEach(({ rule, status }, index) => {
            const earlier = before[index];
            if (earlier?.isFinal === true) expect(`${rule.id} ${status}`).toBe(`${rule.id} ${earlier.status}`);
          });
          before = after;
        }
        monitor.finish();
        for (const { status } of monitor.outcomes()) expect(['satisfied', 'violated']).toContain(status);
      }),
      { numRuns: 300 },
    );
  });

  test('requires is what its definition says, call by call', () => {
    fc.assert(
      fc.property(aTranscript, (transcript) => {
        const { calls } = trajectoryOf(transcript);
        const idOf = (value: (typeof calls)[number]) => (isObject(value.arguments) ? value.arguments.id : undefined);
        const broken = calls.filter(
          (later) =>
            later.name === 'refund' &&
            !calls.some((earlier) => {
              const [here, there] = [idOf(later), idOf(earlier)];
              const isSame = here !== undefined && there !== undefined && equalJson(here, there);
              return earlier.name === 'lookup' && earlier.outcome === 'ok' && isSame && observedBefore(earlier, later);
            }),
        );
        const verdict = verdictsOf(compiled, transcript).find(({ rule }) => rule === 'requires');
        expect(verdict?.violations.map(({ seq }) => seq)).toEqual(broken.map(({ seq }) => seq));
        expect(verdict?.activations).toBe(calls.filter(({ name }) => name === 'refund').length);
      }),
      { numRuns: 300 },
    );
  });
});

test('a result that comes late holds up only what depends on it', () => {
  const watched = compilePolicy({
    rules: [
      { id: 'never', never: 'b' },
      { id: 'failed', never: { tool: 'a', ok: false } },
      { id: 'none-after', noneAfter: { tool: 'a', ok: false }, of: 'b' },
    ],
  });
  const monitor = createPolicyMonitor(watched.rules);
  const events = transcriptOf(
    user('Go'),
    parallel(['a', {}, 'k0']),
    parallel(['b', {}, 'k1']),
    result(1, 'k1'),
    failed('no', 'tool_error', 'k0'),
  );
  const told = events.map(
    (event) =>
      `${event.type}: ${monitor
        .take(event)
        .map(({ rule }) => rule.id)
        .join(', ')}`,
  );
  expect(told.filter((line) => !line.endsWith(': '))).toMatchInlineSnapshot(`
    [
      "tool_call: never",
      "tool_result: failed, none-after",
    ]
  `);
});
