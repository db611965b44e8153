import { describe, expect, test } from 'vitest';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import type { LoggedMessage } from '../../../src/scorers/policy/log-transcript.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import {
  agent,
  call,
  ended,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const { when } = policy;
const bound = when(policy.call('refund', { order_id: '$id' })).requires(
  policy.call('lookup_order', { order_id: '$id' }, { ok: true }),
);
const one = (tool: string, id?: unknown, more: object = {}): LoggedMessage => ({
  calls: [{ tool, arguments: id === undefined ? {} : { order_id: id as string }, ...more }],
});
const lookup = (id: unknown, more?: object) => one('lookup_order', id, more);
const refund = (id: unknown, more?: object) => one('refund', id, more);

/** What a rule says: its messages, or how it stands. */
function told(rule: PolicyRule, ...log: readonly LoggedMessage[]): string[] {
  const [verdict] = checkPolicies(log, [rule]).verdicts;
  const violations = verdict?.violations.map(({ message }) => message) ?? [];
  return violations.length > 0 ? violations : [`${verdict?.status}${verdict?.vacuous === true ? ', vacuous' : ''}`];
}

describe('requires', () => {
  test('tells the nearest miss of every call that broke it', () => {
    const parallelLog: LoggedMessage = {
      calls: [
        { tool: 'lookup_order', arguments: { order_id: 'A-1' } },
        { tool: 'refund', arguments: { order_id: 'A-1' } },
      ],
    };
    expect({
      another: told(bound, lookup('A-1'), refund('A-2')),
      sameMessage: told(bound, parallelLog),
      failed: told(bound, lookup('A-1', { ok: false, result: 'no such order' }), refund('A-1')),
      later: told(bound, refund('A-1'), { user: 'And?' }, lookup('A-1')),
      unanswered: told(bound, lookup('A-1', { unanswered: true }), refund('A-1')),
      never: told(bound, refund('A-1')),
      noArgument: told(bound, lookup('A-1'), refund(undefined)),
      otherType: told(bound, lookup(17), refund('17')),
    }).toMatchInlineSnapshot(`
      {
        "another": [
          "\`refund(order_id="A-2")\` came before the agent had seen \`lookup_order(order_id="A-2")\` that succeeded; \`lookup_order(order_id="A-1")\` was seen, but \`$id\` is "A-2" here",
        ],
        "failed": [
          "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` had failed (tool_error: no such order)",
        ],
        "later": [
          "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` came only later, in turn 1",
        ],
        "never": [
          "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; there was no such call",
        ],
        "noArgument": [
          "\`refund()\` came before the agent had seen \`lookup_order(order_id=$id)\` that succeeded; \`refund\` has no value for \`$id\`",
        ],
        "otherType": [
          "\`refund(order_id="17")\` came before the agent had seen \`lookup_order(order_id="17")\` that succeeded; \`lookup_order(order_id=17)\` was seen, but \`$id\` is "17" here",
        ],
        "sameMessage": [
          "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` was launched by the same message",
        ],
        "unanswered": [
          "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` had not been answered yet: its result had not been seen",
        ],
      }
    `);
  });

  test('takes the text of a number for the number only when it is told to', () => {
    expect(told({ ...bound, values: 'loose' }, lookup(17), refund('17'))).toEqual(['satisfied']);
    expect(told({ ...bound, values: 'loose' }, lookup(17), refund('18'))).not.toEqual(['satisfied']);
  });

  test('by position is content with a call of the same message, and not with one after it', () => {
    const rule: PolicyRule = { ...bound, order: 'position' };
    const calls = (names: readonly string[]): LoggedMessage => ({
      calls: names.map((tool) => ({ tool, arguments: { order_id: 'A-1' } })),
    });
    expect(told(rule, calls(['lookup_order', 'refund']))).toEqual(['satisfied']);
    expect(told(rule, calls(['refund', 'lookup_order']))).not.toEqual(['satisfied']);
  });

  test('lets each answer serve once, the earliest first', () => {
    const rule: PolicyRule = { ...bound, oneToOne: true };
    expect(told(rule, lookup('A-1'), lookup('A-1'), refund('A-1'), refund('A-1'))).toEqual(['satisfied']);
    expect(told(rule, lookup('A-1'), refund('A-1'), refund('A-1'))).toMatchInlineSnapshot(`
      [
        "\`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` had already served another one",
      ]
    `);
  });

  test('asks again after each event of `since`', () => {
    const rule = when(policy.call('cancel_*')).requires(policy.user(/yes/i), { since: policy.asked() });
    const yes = { user: 'Yes.' };
    const ask = { agent: 'Cancel it?' };
    const cancel = one('cancel_order');
    expect(told(rule, ask, yes, cancel)).toEqual(['satisfied']);
    expect(told(rule, ask, yes, cancel, cancel)).toEqual(['satisfied']);
    expect(told(rule, ask, yes, cancel, ask, { user: 'Hm.' }, cancel)).toMatchInlineSnapshot(`
      [
        "\`cancel_order()\` came without the user's words matching /yes/i after the agent's last question; the user's words "Yes." came before the agent's last question",
      ]
    `);
    expect(
      told(
        when(policy.call('pay')).requires('approve', { since: policy.turnStart() }),
        one('approve'),
        { user: 'Go' },
        one('pay'),
      ),
    ).toMatchInlineSnapshot(`
      [
        "\`pay()\` came before the agent had seen \`approve\` after the beginning of the turn; \`approve()\` came before the beginning of the turn",
      ]
    `);
  });

  test('binds a value that stands in a result or in words', () => {
    const listed = when(policy.call('get_order', { order_id: '$o' })).requires({
      tool: 'list_orders',
      result: policy.contains('$o'),
    });
    const list: LoggedMessage = {
      calls: [{ tool: 'list_orders', result: { orders: ['A-1', { id: 'A-22' }], note: 'see A-3, too' } }],
    };
    expect(told(listed, list, one('get_order', 'A-1'))).toEqual(['satisfied']);
    expect(told(listed, list, one('get_order', 'A-3'))).toEqual(['satisfied']);
    expect(told(listed, list, one('get_order', 'A-2'))).toMatchInlineSnapshot(`
      [
        "\`get_order(order_id="A-2")\` came before the agent had seen \`list_orders\` whose result holds "A-2"; \`list_orders()\` does not hold that value",
      ]
    `);
    const named = when(policy.call('refund', { order_id: '$o' })).requires(policy.user(policy.contains('$o')));
    expect(told(named, { user: 'Refund A-1 please' }, refund('A-1'))).toEqual(['satisfied']);
    expect(told(named, { user: 'Refund A-11 please' }, refund('A-1'))).toMatchInlineSnapshot(`
      [
        "\`refund(order_id="A-1")\` came without the user's words with "A-1"; the user's words "Refund A-11 please" do not hold that value",
      ]
    `);
  });

  test('counts an attempt that cannot be read as an activation that nothing satisfies', () => {
    const transcript = transcriptOf(
      user('Hi'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('refund', '{"order_id": '),
      failed('no'),
    );
    expect(checkPolicies(transcript, [bound]).verdicts).toMatchObject([
      { activations: 1, fulfilled: 0, status: 'violated' },
    ]);
  });
});

describe('the other forms', () => {
  test('say what was broken', () => {
    const [a, b, x] = [one('a'), one('b'), one('x')];
    expect({
      never: told(policy.never({ tool: 'a*' }), a),
      arguments: told(
        policy.never(policy.call('refund', { order_id: { notMatches: '^A-' } })),
        refund('B-1'),
        refund('A-1'),
      ),
      atMost: told(
        policy.atMost(1, policy.call('refund', { order_id: '$id' }, { ok: true }), { per: ['id'] }),
        refund('A-1', { ok: false }),
        refund('A-1'),
        refund('A-2'),
        refund('A-1'),
      ),
      atLeast: told(policy.atLeast(2, 'a'), a, x),
      exactly: told(policy.exactly(1, 'a'), a, a),
      leadsTo: told(when('a').leadsTo('b'), a, x),
      within: told(when('a').leadsTo('b', { within: { calls: 1 } }), a, x, b),
      turns: told(when('a').leadsTo('b', { within: { turns: 0 } }), a, { user: 'And?' }, b),
      immediately: told(when('a').immediately('b'), a, x),
      immediatelyBefore: told(when('b').immediatelyBefore('a'), b),
      noneAfter: told(
        policy.noneAfter(policy.call('lookup_order', { order_id: '$i' }, { ok: false }), {
          of: policy.call('refund', { order_id: '$i' }),
          until: policy.call('lookup_order', { order_id: '$i' }, { ok: true }),
        }),
        lookup('A-1', { ok: false }),
        refund('A-1'),
      ),
      only: told(policy.only(['a', 'b*']), a, x),
      first: told(policy.first('a'), x, a),
      last: told(policy.last('a'), a, x),
      together: told(policy.together('a', 'b'), b),
      notBoth: told(policy.notBoth('a', 'b'), a, b),
      all: told(policy.all([policy.never('x'), policy.atLeast(1, 'a')]), x),
      any: told(policy.any([policy.atLeast(1, 'a'), policy.never('x')]), x),
      not: told(policy.not(policy.atLeast(1, 'a')), a),
    }).toMatchInlineSnapshot(`
      {
        "all": [
          "\`x()\` must never happen",
          "there must be at least one of \`a\`; there was none",
        ],
        "any": [
          "none of the rules holds: there must be at least one of \`a\`; there was none; \`x()\` must never happen",
        ],
        "arguments": [
          "\`refund(order_id="B-1")\` must never happen",
        ],
        "atLeast": [
          "there must be at least 2 of \`a\`; there was 1",
        ],
        "atMost": [
          "\`refund(order_id="A-1")\` is number 2 for id "A-1", and only 1 is allowed; the first was in turn 0",
        ],
        "exactly": [
          "\`a()\` is number 2, and only 1 is allowed; the first was in turn 0",
        ],
        "first": [
          "the first call is \`x()\`, and must be \`a\`",
        ],
        "immediately": [
          "\`a()\` needs \`b\` directly after it; there came \`x()\`",
        ],
        "immediatelyBefore": [
          "\`b()\` needs \`a\` directly before it; no call had been made",
        ],
        "last": [
          "the last call is \`x()\`, and must be \`a\`",
        ],
        "leadsTo": [
          "\`a()\` calls for \`b\` after it; there was no such call",
        ],
        "never": [
          "\`a()\` must never happen",
        ],
        "noneAfter": [
          "\`refund(order_id="A-1")\` came after \`lookup_order(order_id="A-1")\`, which had failed (tool_error: null), with no \`lookup_order(order_id="A-1")\` that succeeded in between",
        ],
        "not": [
          "the rule inside \`not\` holds, and must not",
        ],
        "notBoth": [
          "\`b()\` must not be in one session with \`a()\`",
        ],
        "only": [
          "\`x()\` is none of what may be called: \`a\` or \`b*\`",
        ],
        "together": [
          "\`b()\` calls for \`a\` in the same session; there was no such call",
        ],
        "turns": [
          "\`a()\` calls for \`b\` after it in the same turn; \`b()\` came only later, in turn 1",
        ],
        "within": [
          "\`a()\` calls for \`b\` after it as the next call; \`b()\` came only later, in turn 0",
        ],
      }
    `);
  });

  test('hold where nothing is against them, and say when nothing came up', () => {
    expect(told(when('a').leadsTo('b', { unless: 'x' }), one('a'), one('x'))).toEqual(['satisfied']);
    expect(told(when('a').leadsTo('b'), one('b'))).toEqual(['satisfied, vacuous']);
    expect(told(policy.never('a'), one('b'))).toEqual(['satisfied']);
    expect(told(bound, lookup('A-1'))).toEqual(['satisfied, vacuous']);
    expect(told(policy.not(policy.never('a')), one('a'))).toEqual(['satisfied']);
  });

  test('are lifted by a call that shares a value with what they forbid', () => {
    const rule = policy.noneAfter('freeze', {
      of: policy.call('pay', { order_id: '$i' }),
      until: policy.call('approve', { order_id: '$i' }),
    });
    expect(told(rule, one('freeze'), one('approve', 'A-1'), one('pay', 'A-1'))).toEqual(['satisfied']);
    expect(told(rule, one('freeze'), one('approve', 'A-2'), one('pay', 'A-1'))).not.toEqual(['satisfied']);
  });

  test('count what lacks the value together, so that leaving it out is no way around a limit', () => {
    const rule = policy.atMost(1, policy.call('refund', { order_id: '$id' }), { per: ['id'] });
    expect(checkPolicies([refund(undefined), refund(undefined)], [rule]).holds).toBe(false);
  });
});

describe('the scorer', () => {
  const tools = started({ tools: [toolOf('lookup_order'), toolOf('refund', 'write')] });
  const check = {
    type: 'policy',
    when: { tool: 'refund', arguments: { order_id: '$id' } },
    requires: { tool: 'lookup_order', arguments: { order_id: '$id' }, ok: true },
  };

  test('[S1.17] flags a refund before the lookup, with what came later', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { order_id: 'A-1' }),
      result(1),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
    );
    expect(findingsOf(scoreOf({ ...check, say: 'A refund needs a lookup.' }, transcript))).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: A refund needs a lookup: \`refund(order_id="A-1")\` came before the agent had seen \`lookup_order(order_id="A-1")\` that succeeded; \`lookup_order(order_id="A-1")\` came only later, in turn 0",
      ]
    `);
  });

  test('[S1.18] does not flag a lookup in turn 1 and a refund in turn 3', () => {
    const transcript = transcriptOf(
      tools,
      user('Hi'),
      agent('Hello.'),
      user('Where is A-1?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      agent('There.'),
      user('Hm.'),
      agent('Yes?'),
      user('Refund it.'),
      call('refund', { order_id: 'A-1' }),
      result(1),
    );
    expect(scoreOf(check, transcript)).toMatchObject({
      status: 'scored',
      passed: true,
      metrics: { activations: 1, fulfilled: 1 },
    });
  });

  test('has nothing to say where nothing came up, unless that is a fault of its own', () => {
    const transcript = transcriptOf(tools, user('Hi'), agent('Hello.'));
    expect(scoreOf(check, transcript)).toMatchObject({ status: 'not_applicable' });
    expect(findingsOf(scoreOf({ ...check, id: 'one', failOnVacuous: true }, transcript))).toMatchInlineSnapshot(`
      [
        "0 execution failure vacuous_rule: the rule \`one\` speaks of nothing in this session",
      ]
    `);
  });

  test('notes what was owed in a session that was cut short, and fails it elsewhere', () => {
    const owed = {
      type: 'policy',
      rules: [
        { id: 'answered', when: 'lookup_order', leadsTo: 'refund' },
        { id: 'calm', never: 'panic' },
      ],
    };
    const events = [tools, user('A-1'), call('lookup_order', { order_id: 'A-1' }), result(1)] as const;
    expect(scoreOf(owed, transcriptOf(...events))).toMatchObject({ passed: false });
    const cut = scoreOf(owed, transcriptOf(...events, ended('policy_stop')));
    expect(cut).toMatchObject({ passed: true, metrics: { open: 1 } });
    expect(findingsOf(cut)).toMatchInlineSnapshot(`
      [
        "0 execution note rule_not_fulfilled: \`lookup_order(order_id="A-1")\` calls for \`refund\` after it; there was no such call; the session was cut short first (\`policy_stop\`)",
      ]
    `);
  });

  test('cannot tell what tools do in a log that does not say, and is told by the author', () => {
    const log = transcriptOf(
      started({ tools: [toolOf('refund', 'unknown')], origin: { kind: 'import', format: 'openai', source: 'log' } }),
      user('Go'),
      call('refund', { order_id: 'A-1' }),
      result(1),
    );
    const confirmed = { type: 'policy', when: { effect: 'write' }, requires: { agreed: true } };
    expect(scoreOf(confirmed, log)).toMatchObject({ status: 'unscored' });
    expect(scoreOf({ ...confirmed, writes: ['refund'] }, log)).toMatchObject({ status: 'scored', passed: false });
    expect(scoreOf({ ...confirmed, reads: ['ref*'] }, log)).toMatchObject({ status: 'not_applicable' });
  });

  test('keeps parallel calls in their order', () => {
    const transcript = transcriptOf(
      tools,
      user('Go'),
      parallel(['lookup_order', { order_id: 'A-1' }], ['refund', { order_id: 'A-1' }]),
      result(1),
      result(1),
    );
    expect(scoreOf(check, transcript)).toMatchObject({ passed: false });
    expect(scoreOf({ ...check, order: 'position' }, transcript)).toMatchObject({ passed: true });
  });
});
