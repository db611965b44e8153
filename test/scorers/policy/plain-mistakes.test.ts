import { expect, test } from 'vitest';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import type { LoggedMessage } from '../../../src/scorers/policy/log-transcript.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import { call, result, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { scoreOf } from '../score-transcript.ts';

const { when } = policy;
const refund: LoggedMessage = { calls: [{ tool: 'refund' }] };

test('`any` that only rules keep which say nothing is vacuous', () => {
  const rules = [{ never: 'refund' }, { when: 'lookup', requires: 'refund' }];
  expect(checkPolicies([refund], [{ any: rules }]).verdicts).toMatchObject([{ status: 'satisfied', vacuous: true }]);
  expect(checkPolicies([refund], [{ all: [{ any: rules }] }]).verdicts[0]?.vacuous).toBe(true);
  expect(checkPolicies([{ user: 'Hi' }], [{ any: rules }]).verdicts[0]?.vacuous).toBe(false);
  const both: LoggedMessage[] = [refund, { calls: [{ tool: 'lookup' }] }];
  expect(checkPolicies(both, [{ any: rules }]).verdicts).toMatchObject([{ status: 'satisfied', vacuous: false }]);
  const transcript = transcriptOf(user('Go'), call('refund', {}), result(1));
  expect(scoreOf({ type: 'policy', any: rules }, transcript).status).toBe('not_applicable');
  expect(scoreOf({ type: 'policy', any: rules, failOnVacuous: true }, transcript)).toMatchObject({ passed: false });
});

test('a plain log with keys that mean nothing is refused', () => {
  const errorOf = (message: object): string => {
    try {
      checkPolicies([message as LoggedMessage], [{ never: 'x' }]);
      return 'no error';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect([
    errorOf({ calls: [{ tool: 'lookup', error: 'not found' }] }),
    errorOf({ user: 'Hi', calls: [] }),
    errorOf({ assistant: 'Hi' }),
  ]).toMatchInlineSnapshot(`
    [
      "log[0].calls[0]: unknown key \`error\`.
      Known keys: \`tool\`, \`arguments\`, \`ok\`, \`result\`, \`unanswered\`.
      Hint: a call that failed has \`ok: false\`, and its error stands in \`result\`.",
      "log[0]: a message has exactly one of these keys: \`user\`, \`agent\`, \`calls\`.",
      "log[0]: unknown key \`assistant\`.
      Known keys: \`user\`, \`agent\`, \`calls\`.",
    ]
  `);
});

test('a name that no variable can have is refused', () => {
  const rule = when(policy.call('refund', { id: '$order-id' })).requires('lookup');
  expect(() => checkPolicies([refund], [rule])).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: rules[0].when: \`$order-id\` is no variable: its name has letters, digits and \`_\` only. \`{ equals: "$order-id" }\` means the text itself]`,
  );
  const price = (text: string) => policy.never(policy.call('refund', { price: text }));
  const paid: LoggedMessage = { calls: [{ tool: 'refund', arguments: { price: '$5.00' } }] };
  expect(checkPolicies([paid], [price('$5.00')]).holds).toBe(false);
});

test('a call that nearly was the one is told by the condition that it misses', () => {
  const rule = when('buy').requires(policy.call('quote', { amount: { gt: 10 } }));
  const log: LoggedMessage[] = [
    { calls: [{ tool: 'quote', arguments: { id: 1, amount: 5 }, result: 1 }] },
    { calls: [{ tool: 'buy' }] },
  ];
  expect(checkPolicies(log, [rule]).verdicts[0]?.violations[0]?.message).toMatchInlineSnapshot(
    `"\`buy()\` came before the agent had seen \`quote(amount=more than 10)\`; \`quote(id=1, amount=5)\` was seen, but its \`amount\` is 5, and not more than 10"`,
  );
});
