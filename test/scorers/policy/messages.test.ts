import { describe, expect, test } from 'vitest';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import type { LoggedMessage } from '../../../src/scorers/policy/log-transcript.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import { agent, call, result, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const { when } = policy;

function told(rule: PolicyRule, ...log: readonly LoggedMessage[]): string[] {
  const [verdict] = checkPolicies(log, [rule]).verdicts;
  const texts = verdict?.violations.map(({ message }) => message) ?? [];
  return texts.length > 0 ? texts : [`${verdict?.status}${verdict?.vacuous ? ', vacuous' : ''}`];
}

describe('a result that is nearly the one', () => {
  const rule = when(policy.call('refund', { id: '$id', amount: '$price' })).requires({
    tool: 'get_rental',
    result: { id: '$id', status: 'returned', price: '$price' },
  });
  const seen = (content: object, ok = true): LoggedMessage => ({
    calls: [{ tool: 'get_rental', arguments: { id: 'R-1' }, ok, result: content as never }],
  });
  const refund: LoggedMessage = { calls: [{ tool: 'refund', arguments: { id: 'R-1', amount: '37.50' } }] };

  test('is told by what differs in it', () => {
    expect({
      other: told(rule, seen({ id: 'R-1', status: 'returned', price: '25.00' }), refund),
      absent: told(rule, seen({ id: 'R-1', status: 'returned' }), refund),
      condition: told(rule, seen({ id: 'R-1', status: 'open', price: '37.50' }), refund),
      failed: told(rule, seen({ error: 'no' }, false), refund),
    }).toMatchInlineSnapshot(`
      {
        "absent": [
          "\`refund(id="R-1", amount="37.50")\` came before the agent had seen \`get_rental\` whose result holds id="R-1", status="returned", price="37.50"; \`get_rental(id="R-1")\` was seen, but its result has no \`price\`",
        ],
        "condition": [
          "\`refund(id="R-1", amount="37.50")\` came before the agent had seen \`get_rental\` whose result holds id="R-1", status="returned", price="37.50"; \`get_rental(id="R-1")\` had succeeded, but its \`status\` is "open", and not "returned"",
        ],
        "failed": [
          "\`refund(id="R-1", amount="37.50")\` came before the agent had seen \`get_rental\` whose result holds id="R-1", status="returned", price="37.50"; \`get_rental(id="R-1")\` had failed ({"error":"no"})",
        ],
        "other": [
          "\`refund(id="R-1", amount="37.50")\` came before the agent had seen \`get_rental\` whose result holds id="R-1", status="returned", price="37.50"; \`get_rental(id="R-1")\` was seen, but its \`price\` is "25.00", and \`$price\` is "37.50" here",
        ],
      }
    `);
  });
});

test('a question that was not asked is told as such', () => {
  const rule = when('pay').requires(policy.asked());
  const pay: LoggedMessage = { calls: [{ tool: 'pay' }] };
  expect(told(rule, { user: 'Go' }, pay)).toMatchInlineSnapshot(`
    [
      "\`pay()\` came without a question of the agent; the agent had said nothing",
    ]
  `);
  expect(told(rule, { user: 'Go' }, { agent: 'I will.' }, { user: 'Good' }, pay)).toMatchInlineSnapshot(`
    [
      "\`pay()\` came without a question of the agent; the last words of the agent were "I will."",
    ]
  `);
});

describe('a rule that holds since something did not happen', () => {
  const nothing: LoggedMessage = { user: 'Hi' };

  test.each<[string, PolicyRule]>([
    ['not', policy.not(policy.atLeast(1, 'book'))],
    ['not, twice', policy.not(policy.not(policy.never('book')))],
    ['exactly', policy.exactly(0, 'book')],
    ['any', policy.any([policy.never('book'), policy.atLeast(1, 'look')])],
    ['all', policy.all([policy.never('book'), policy.not(policy.atLeast(1, 'look'))])],
  ])('by `%s` is kept, as `never` is', (_name, rule) => {
    expect(told(rule, nothing)).toEqual(['satisfied']);
  });

  test('is no answer of a rule that asks', () => {
    expect(told(policy.all([policy.never('book'), when('a').leadsTo('b')]), nothing)).toEqual(['satisfied, vacuous']);
  });
});

describe('`values: loose`', () => {
  const priced = when(policy.call('refund', { amount: '$price' })).requires({
    tool: 'get_rental',
    result: { price: '$price' },
  });
  const log = (price: unknown, amount: unknown): LoggedMessage[] => [
    { calls: [{ tool: 'get_rental', result: { price } as never }] },
    { calls: [{ tool: 'refund', arguments: { amount } as never }] },
  ];

  test.each([
    [12, '12', 'satisfied'],
    [12, '12.00', 'satisfied'],
    ['12.0', '12.00', 'satisfied'],
    [0.5, '0.50', 'satisfied'],
    [12, '12.01', 'violated'],
    ['7', '007', 'violated'],
  ])('takes %j and %j for: %s', (price, amount, status) => {
    const [verdict] = checkPolicies(log(price, amount), [{ ...priced, values: 'loose' }]).verdicts;
    expect(verdict?.status).toBe(status);
  });

  test('holds for plain values as well, and without it a text may be the number', () => {
    const never: PolicyRule = policy.never(policy.call('refund', { amount: 12 }));
    const statusOf = (rule: PolicyRule) => checkPolicies(log(12, '12.00'), [rule]).verdicts[0]?.status;
    expect([statusOf({ ...never, values: 'loose' }), statusOf(never)]).toEqual(['violated', 'unscored']);
  });
});

test('the only rule of a check has the name of the check', () => {
  const check = { type: 'policy', id: 'look', when: 'refund', requires: 'lookup', failOnVacuous: true };
  const score = scoreOf(check, transcriptOf(user('Hi'), agent('Hello.')));
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 execution failure vacuous_rule: the rule \`look\` speaks of nothing in this session",
    ]
  `);
  const two = { type: 'policy', id: 'look', rules: [{ id: 'own', never: 'x' }, { never: 'refund' }] };
  expect(scoreOf(two, transcriptOf(user('Hi'), call('refund'), result(1)))).toMatchObject({ passed: false });
});
