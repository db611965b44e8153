import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  event,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const RULES = [
  'lookup-same-id-before-write',
  'confirm-before-write',
  'no-identical-write-twice',
  'nothing-after-hand-off',
  'no-call-after-repeated-failure',
  'error-seen-before-next-choice',
];
const tools = started({
  tools: [toolOf('get_order'), toolOf('list_orders'), toolOf('refund', 'write'), toolOf('transfer_to_human')],
});
const get = (id: string) => call('get_order', { order_id: id });
const refund = (id: string, more: object = {}) => call('refund', { order_id: id, ...more });

/** The check that holds one rule of the pack. */
const only = (rule: string, settings?: object) => ({
  type: 'policy',
  pack: 'standard',
  except: RULES.filter((other) => other !== rule),
  ...(settings === undefined ? {} : { settings: { [rule]: settings } }),
});
type Parts = ReturnType<typeof user>[];
const found = (check: ReturnType<typeof only>, ...parts: Parts): string[] => {
  const score = scoreOf(check, transcriptOf(tools, ...parts));
  return score.status === 'scored' ? findingsOf(score) : [score.status];
};

describe('lookup-same-id-before-write', () => {
  const rule = only('lookup-same-id-before-write');

  test('wants each id of a write to have been looked up, and seen', () => {
    expect(found(rule, user('Go'), get('A-1'), result({ total: 5 }), refund('A-1'), result(1))).toEqual([]);
    expect(found(rule, user('Go'), get('A-1'), result({ total: 5 }), refund('A-2'), result(1))).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-2")\`: order_id "A-2" had not been looked up; the last lookup was \`get_order(order_id="A-1")\`",
      ]
    `);
    expect(found(rule, user('Go'), get('A-1'), failed('no such order'), refund('A-1'), result(1))).toHaveLength(1);
    const together = parallel(['get_order', { order_id: 'A-1' }], ['refund', { order_id: 'A-1' }]);
    expect(found(rule, user('Go'), together, result(1), result(1))).toHaveLength(1);
  });

  test('counts what a lookup told as looked up, unless it is told not to', () => {
    const parts: Parts = [
      user('Go'),
      call('list_orders'),
      result({ orders: [{ id: 'A-2' }] }),
      refund('A-2'),
      result(1),
    ];
    expect(found(rule, ...parts)).toEqual([]);
    expect(found(only('lookup-same-id-before-write', { inResults: false }), ...parts)).toHaveLength(1);
  });

  test('knows ids by the names of arguments, or as it is told', () => {
    const odd = call('refund', { reservation: 'R-1' });
    expect(found(rule, user('Go'), odd, result(1))).toEqual(['not_applicable']);
    expect(
      found(only('lookup-same-id-before-write', { ids: ['reservation'] }), user('Go'), odd, result(1)),
    ).toHaveLength(1);
    const nested = call('refund', { items: [{ itemId: 'I-1' }] });
    expect(found(rule, user('Go'), nested, result(1))).toHaveLength(1);
  });
});

describe('no-identical-write-twice, by value', () => {
  const twice = (settings?: object) =>
    found(
      only('no-identical-write-twice', settings),
      user('Go'),
      refund('A-1', { amount: '5' }),
      result(1),
      refund('A-1', { amount: 5 }),
      result(1),
      refund('A-1', { amount: '5.00' }),
      result(1),
    );

  test('takes the text of a number for the number, unless it is told to be strict', () => {
    expect(twice()).toHaveLength(2);
    expect(twice({ values: 'strict' })).toEqual([]);
  });

  test('sees a write again that nobody can read', () => {
    const broken = call('refund', '{"order_id": "A-1"');
    expect(found(only('no-identical-write-twice'), user('Go'), broken, result(1), broken, result(1))).toHaveLength(1);
    expect(found(only('no-identical-write-twice'), user('Go'), broken, failed('no'), broken, failed('no'))).toEqual([]);
  });
});

test('a lookup that nobody could have seen is told as what it was', () => {
  const rule = only('lookup-same-id-before-write');
  const together = parallel(['get_order', { order_id: 'A-1' }], ['refund', { order_id: 'A-1' }]);
  const swapped = parallel(['refund', { order_id: 'A-1' }], ['get_order', { order_id: 'A-1' }]);
  const other = parallel(['get_order', { order_id: 'A-2' }], ['refund', { order_id: 'A-1' }]);
  expect({
    together: found(rule, user('Go'), together, result(1), result(1)),
    swapped: found(rule, user('Go'), swapped, result(1), result(1)),
    other: found(rule, user('Go'), other, result(1), result(1)),
    before: found(rule, user('Go'), get('A-3'), result(1), other, result(1), result(1)),
  }).toMatchInlineSnapshot(`
    {
      "before": [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; the last lookup was \`get_order(order_id="A-3")\`",
      ],
      "other": [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; nothing had been looked up",
      ],
      "swapped": [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; \`get_order(order_id="A-1")\` was launched by the same message",
      ],
      "together": [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; \`get_order(order_id="A-1")\` was launched by the same message",
      ],
    }
  `);
});

test('rules that speak of nothing are told in one line', () => {
  const check = { type: 'policy', pack: 'standard', except: ['confirm-before-write'] };
  const score = scoreOf(check, transcriptOf(tools, user('Go'), get('A-1'), result(1), refund('A-1'), result(1)));
  expect(score.status === 'scored' ? findingsOf(score) : []).toMatchInlineSnapshot(`
    [
      "0 execution note vacuous_rule: 3 rules speak of nothing in this session: \`nothing-after-hand-off\`, \`no-call-after-repeated-failure\` and \`error-seen-before-next-choice\`",
    ]
  `);
});

describe('confirm-before-write', () => {
  const rule = only('confirm-before-write');

  test('wants the user to have agreed after the last question, and to have said nothing else since', () => {
    expect(found(rule, user('Refund A-1'), agent('Shall I?'), user('Yes, please.'), refund('A-1'), result(1))).toEqual(
      [],
    );
    expect({
      notAsked: found(rule, user('Refund A-1'), refund('A-1'), result(1)),
      refused: found(rule, user('Refund A-1'), agent('Shall I?'), user('No, wait.'), refund('A-1'), result(1)),
      changed: found(
        rule,
        user('Refund A-1'),
        agent('Shall I?'),
        user('Yes, but only half.'),
        refund('A-1'),
        result(1),
      ),
      stale: found(
        rule,
        user('A-1'),
        agent('Shall I?'),
        user('Yes'),
        agent('Done. A-2 as well?'),
        user('Which one is that?'),
        refund('A-2'),
        result(1),
      ),
      takenBack: found(
        rule,
        user('A-1'),
        agent('Shall I?'),
        user('Yes'),
        agent('One moment.'),
        user('Stop!'),
        refund('A-1'),
        result(1),
      ),
    }).toMatchInlineSnapshot(`
      {
        "changed": [
          "1 execution failure rule_broken: The user agreed before anything was written: \`refund(order_id="A-1")\` came without the user's plain agreement after the last question or objection; the last words of the user were "Yes, but only half."",
        ],
        "notAsked": [
          "0 execution failure rule_broken: The user agreed before anything was written: \`refund(order_id="A-1")\` came without the user's plain agreement after the last question or objection; the last words of the user were "Refund A-1"",
        ],
        "refused": [
          "1 execution failure rule_broken: The user agreed before anything was written: \`refund(order_id="A-1")\` came without the user's plain agreement after the last question or objection; the last words of the user were "No, wait."",
        ],
        "stale": [
          "2 execution failure rule_broken: The user agreed before anything was written: \`refund(order_id="A-2")\` came without the user's plain agreement after the last question or objection; the user's words "Yes" came before the last question or objection",
        ],
        "takenBack": [
          "2 execution failure rule_broken: The user agreed before anything was written: \`refund(order_id="A-1")\` came without the user's plain agreement after the last question or objection; the user's words "Yes" came before the last question or objection",
        ],
      }
    `);
  });

  test('takes a pattern for other languages', () => {
    const parts: Parts = [user('A-1'), agent('Soll ich?'), user('Ja, bitte.'), refund('A-1'), result(1)];
    expect(found(rule, ...parts)).toHaveLength(1);
    expect(found(only('confirm-before-write', { agrees: '/^ja\\b/i' }), ...parts)).toEqual([]);
  });

  test('is not asked of reads, and cannot be told of tools that nobody described', () => {
    expect(found(rule, user('A-1'), get('A-1'), result(1))).toEqual(['not_applicable']);
    const log = transcriptOf(tools, user('Go'), call('mystery', {}, { reported: true }), result(1));
    expect(scoreOf(rule, log)).toMatchObject({ status: 'unscored', reason: expect.stringContaining('`mystery`') });
    expect(scoreOf({ ...rule, reads: ['mys*'] }, log)).toMatchObject({ status: 'not_applicable' });
  });
});

describe('no-identical-write-twice', () => {
  const rule = only('no-identical-write-twice');

  test('lets a failed write be tried again, and a value be set back', () => {
    expect(found(rule, user('Go'), refund('A-1'), failed('busy', 'timeout'), refund('A-1'), result(1))).toEqual([]);
    const [on, off] = [refund('A-1', { note: 'on' }), refund('A-1', { note: 'off' })];
    expect(found(rule, user('Go'), on, result(1), off, result(1), on, result(1))).toEqual([]);
  });

  test('finds a write that is made again, whatever the order of its keys, and whatever else was written in between', () => {
    const again = call('refund', '{"note":"x","order_id":"A-1"}');
    const parts: Parts = [
      user('Go'),
      refund('A-1', { note: 'x' }),
      result(1),
      refund('A-2', { note: 'x' }),
      result(1),
      again,
      result(1),
    ];
    expect(found(rule, ...parts)).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: Nothing is written twice: \`refund(note="x", order_id="A-1")\` was made again after the same call had succeeded in turn 0",
      ]
    `);
  });
});

describe('nothing-after-hand-off', () => {
  const rule = only('nothing-after-hand-off');
  const transfer = call('transfer_to_human', { summary: 'angry' });

  test('follows a tool that hands off, or the event', () => {
    expect(found(rule, user('Go'), transfer, result('ok'), get('A-1'), result(1))).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: After a hand-off the agent does nothing more: \`get_order(order_id="A-1")\` came after \`transfer_to_human(summary="angry")\`",
      ]
    `);
    const handedOff = event({ type: 'agent_event', name: 'handed_off', data: { to: 'desk' } });
    expect(found(rule, user('Go'), handedOff, get('A-1'), result(1))).toHaveLength(1);
    expect(found(rule, user('Go'), transfer, failed('nobody there'), get('A-1'), result(1))).toEqual([
      'not_applicable',
    ]);
    expect(
      found(
        only('nothing-after-hand-off', { tools: ['get_*'] }),
        user('Go'),
        get('A-1'),
        result(1),
        get('A-2'),
        result(1),
      ),
    ).toHaveLength(1);
  });
});

describe('no-call-after-repeated-failure', () => {
  const rule = only('no-call-after-repeated-failure');
  const miss: Parts = [get('A-9'), failed('no such order')];

  test('allows a second try and no third one, as long as nothing has changed', () => {
    expect(found(rule, user('Go'), ...miss, ...miss)).toEqual([]);
    expect(found(rule, user('Go'), ...miss, ...miss, ...miss)).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: A call that keeps failing is not made again: \`get_order(order_id="A-9")\` was made again after it had failed 2 times in a row (tool_error: no such order)",
      ]
    `);
    expect(found(rule, user('Go'), ...miss, ...miss, user('Try again'), ...miss)).toEqual([]);
    expect(found(rule, user('Go'), ...miss, ...miss, refund('A-1'), result(1), ...miss)).toEqual([]);
    expect(found(only('no-call-after-repeated-failure', { failures: 1 }), user('Go'), ...miss, ...miss)).toHaveLength(
      1,
    );
  });
});

describe('error-seen-before-next-choice', () => {
  const rule = only('error-seen-before-next-choice');
  const unseeing = event({ type: 'agent_step', callIds: [], sawResults: [] });

  test('[S1.20] proves that an injected failure was in the request before the next choice', () => {
    expect(
      found(rule, user('Go'), get('A-1'), failed('the service is down', 'timeout'), get('A-1'), result(1)),
    ).toEqual([]);
  });

  test('[S1.21] finds an agent that chose without having been told of the failure', () => {
    expect(
      found(rule, user('Go'), get('A-1'), failed('the service is down', 'timeout'), unseeing, agent('All done.')),
    ).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: The agent sees an error before it decides what to do next: \`get_order(order_id="A-1")\` had failed (timeout: the service is down), and the agent's next message in turn 0 was written without that error",
      ]
    `);
  });

  test('has nothing to say where nothing failed, or nothing came after', () => {
    expect(found(rule, user('Go'), get('A-1'), result(1), agent('Ok.'))).toEqual(['not_applicable']);
    expect(found(rule, user('Go'), get('A-1'), failed('down'))).toEqual(['not_applicable']);
  });
});

test('a rule that the pack does not have, or a setting that a rule does not take, is told with what there is', () => {
  const wrong = {
    type: 'policy',
    pack: 'standard',
    except: ['confirm-before-writes'],
    settings: { 'nothing-after-hand-off': { failures: 2 } },
  };
  expect(() => scoreOf(wrong, transcriptOf(tools))).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: expect[0].except[0]: the pack has no rule \`confirm-before-writes\`; it has \`lookup-same-id-before-write\`, \`confirm-before-write\`, \`no-identical-write-twice\`, \`nothing-after-hand-off\`, \`no-call-after-repeated-failure\` and \`error-seen-before-next-choice\`
      Hint: did you mean \`confirm-before-write\`?
    expect[0].settings.nothing-after-hand-off.failures: \`nothing-after-hand-off\` takes no \`failures\`; it takes \`tools\`]
  `);
});
