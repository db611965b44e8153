import { describe, expect, test } from 'vitest';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';

/** What a person reads who wrote this. */
function told(spec: unknown): string {
  try {
    checkPolicies([], spec as PolicyRule[]);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a policy that cannot be used', () => {
  test('is told all its mistakes, each with its place', () => {
    expect(told([{ when: 'refund', requres: 'lookup' }])).toMatchInlineSnapshot(`
      "policy.rules[0].requres: unknown key \`requres\`.
        Known keys: \`id\`, \`say\`, \`never\`, \`atMost\`, \`atLeast\`, \`exactly\`, \`of\`, \`per\`, \`when\`, \`requires\`, \`oneToOne\`, \`since\`, \`order\`, \`leadsTo\`, \`within\`, \`unless\`, \`immediately\`, \`immediatelyBefore\`, \`noneAfter\`, \`until\`, \`only\`, \`first\`, \`last\`, \`together\`, \`notBoth\`, \`values\`, \`all\`, \`any\`, \`not\`, \`stop\` and \`prevent\`.
        Hint: did you mean \`requires\`?"
    `);
    expect(
      told([
        { say: 'Nothing.' },
        { never: 'a', only: ['b'] },
        { requires: 'a' },
        { never: 'a', unless: 'b' },
        { when: 'a', requires: 'b', order: 'any', since: { asked: true } },
        { first: { user: 'hello' } },
        {
          when: { tool: 'refund', arguments: { order_id: '$order_id' } },
          requires: { tool: 'lookup', arguments: { order_id: '$orderid' } },
        },
      ]),
    ).toMatchInlineSnapshot(`
      "rules[0]: the rule asks nothing: it needs one of \`never\`, \`atMost\`, \`atLeast\`, \`exactly\`, \`requires\`, \`leadsTo\`, \`immediately\`, \`immediatelyBefore\`, \`noneAfter\`, \`only\`, \`first\`, \`last\`, \`together\`, \`notBoth\`, \`all\`, \`any\` or \`not\`
      rules[1].only: a rule has one form, and this one has \`never\` and \`only\`
        Hint: write two rules, or put both into \`all\`.
      rules[2].requires: \`requires\` needs \`when\` beside it
      rules[3].unless: \`unless\` means nothing beside \`never\`
      rules[4].since: \`since\` needs an order: it means nothing with \`order: any\`
      rules[5].first: takes calls only: name a \`tool\` or an \`effect\`
      rules[6].when.arguments.order_id: \`$order_id\` stands in this rule only once, so that it is compared with nothing
        Hint: did you mean \`$orderid\`?
      rules[6].requires.arguments.order_id: \`$orderid\` stands in this rule only once, so that it is compared with nothing
        Hint: did you mean \`$order_id\`?"
    `);
    expect(told([{ never: { tool: 'a', user: 'b' } }, { never: {} }])).toMatchInlineSnapshot(`
      "policy.rules[0].never: mixes events of several kinds (\`tool\`, \`user\`): write a list for "one of them".
      policy.rules[1].never: says nothing: name a \`tool\`, an \`effect\`, or one of \`user\`, \`said\`, \`agreed\`, \`asked\`, \`turnStart\`, \`event\`."
    `);
    expect(
      told([
        { never: { tool: 'a', arguments: { amount: { gt: 'much' } } } },
        { never: { user: '(?=look)' } },
        { all: [{ when: { tool: 'a', arguments: { id: '$id' } }, leadsTo: 'b' }, { not: { atMost: 1 } }] },
        { never: { tool: 'a', result: { contains: '$id' }, arguments: { id: '$id' } } },
        { id: 'twice', never: 'a' },
        { id: 'twice', never: 'b' },
      ]),
    ).toMatchInlineSnapshot(`
      "rules[0].never: the condition \`gt\` takes a number
      rules[1].never: the pattern cannot be used: \`(?=look)\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group
      rules[2].all[0].when.arguments.id: \`$id\` stands in this rule only once, so that it is compared with nothing
        Hint: for "any value" write \`{ any: true }\`.
      rules[2].all[1].not.atMost: \`atMost\` needs \`of\` beside it
      rules[3].never: \`contains\` takes a variable only in \`requires\` and \`leadsTo\`
      two rules have the name \`twice\`"
    `);
  });

  test('needs a rule, and a pack for what belongs to a pack', () => {
    expect(told({})).toMatchInlineSnapshot(
      `"the policy has no rule: write \`rules\`, one rule in place, or \`pack: standard\`"`,
    );
    expect(told({ never: 'a', except: ['confirm-before-write'] })).toMatchInlineSnapshot(
      `"except: \`except\` means nothing without \`pack\`"`,
    );
  });
});

test('a condition that is misspelt, and so would never hold, is told', () => {
  expect(
    told([
      { never: { tool: 'refund', arguments: { amount: { greater: 20 } } } },
      { never: { tool: 'refund', arguments: { to: { notMatchs: '@shop$' } } } },
      { never: { tool: 'refund', arguments: { item: { amount: { greater: 20 }, id: '$id' } } } },
    ]),
  ).toMatchInlineSnapshot(`
    "rules[0].never: \`greater\` is no matcher: did you mean \`gt\`? For an object with that key write \`{ equals: … }\`
    rules[1].never: \`notMatchs\` is no matcher: did you mean \`notMatches\`? For an object with that key write \`{ equals: … }\`
    rules[2].never.arguments.item.id: \`$id\` stands in this rule only once, so that it is compared with nothing
      Hint: for "any value" write \`{ any: true }\`.
    rules[2].never: \`greater\` is no matcher: did you mean \`gt\`? For an object with that key write \`{ equals: … }\`"
  `);
  expect(told([{ never: { tool: 'refund', arguments: { amount: { equals: { greater: 20 } } } } }])).toBe('nothing');
});

test('the words of TypeScript make what stands in a file', () => {
  const { when } = policy;
  expect(
    when(policy.call('refund', { order_id: '$id' })).requires(
      policy.call('lookup', { order_id: '$id' }, { ok: true }),
      {
        since: policy.turnStart(),
        say: 'Look first.',
      },
    ),
  ).toEqual({
    when: { tool: 'refund', arguments: { order_id: '$id' } },
    requires: { tool: 'lookup', arguments: { order_id: '$id' }, ok: true },
    since: { turnStart: true },
    say: 'Look first.',
  });
  expect(policy.user(/ja|oui/i)).toEqual({ user: '/ja|oui/i' });
});

test.each([
  [{ amount: { gt: 100 } }, { amount: 100.5 }, { amount: 100 }],
  [{ amount: { gte: 1, lte: 5 } }, { amount: 5 }, { amount: 6 }],
  [{ amount: { gt: 100 } }, { amount: '150.00' }, { amount: 'much' }],
  [{ to: { matches: '@x\\.example$' } }, { to: ['a@x.example'] }, { to: ['a@x.example', 'b@y.example'] }],
  [{ to: { notMatches: '@x\\.example$' } }, { to: ['a@x.example', 'b@y.example'] }, { to: 'a@x.example' }],
  [{ to: { notMatches: '@x\\.example$' } }, { to: 5 }, {}],
  [{ kind: { oneOf: ['a', 'b'] } }, { kind: 'b' }, { kind: 'c' }],
  [{ kind: { not: { oneOf: ['a', 'b'] } } }, { kind: 'c' }, { kind: 'a' }],
  [{ a: { b: { gt: 1 } } }, { a: { b: 2, c: 3 } }, { a: { b: 1 } }],
  [{ text: { equals: '$5' } }, { text: '$5' }, { text: '$6' }],
  [{ a: null }, { a: null }, {}],
])('%j fits %j and not %j', (wanted, right, wrong) => {
  const forbids = (values: unknown) =>
    checkPolicies(
      [{ calls: [{ tool: 'pay', arguments: values as never }] }],
      [{ never: { tool: 'pay', arguments: wanted as never } }],
    ).verdicts[0]?.status === 'violated';
  expect([forbids(right), forbids(wrong)]).toEqual([true, false]);
});

test.each([
  ['get_*', 'get_order', 'forget_order'],
  ['*_order', 'get_order', 'get_orders'],
  ['get_?', 'get_a', 'get_ab'],
  ['a*b*c', 'a1b2c', 'a1c2b'],
  ['*', 'anything', ''],
])('the glob %s means %s', (glob, right, wrong) => {
  const forbids = (tool: string) => !checkPolicies([{ calls: [{ tool }] }], [{ never: glob }]).holds;
  expect(forbids(right)).toBe(true);
  if (wrong !== '') expect(forbids(wrong)).toBe(false);
});
