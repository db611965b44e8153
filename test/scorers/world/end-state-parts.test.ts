import { describe, expect, test } from 'vitest';
import { event, type transcriptOf } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf, scoresOf } from '../score-transcript.ts';
import { worldSession } from './sessions.ts';

const check = (more: object) => ({ type: 'end-state', ...more });
const passes = (more: object, transcript: ReturnType<typeof transcriptOf>) => {
  const score = scoreOf(check(more), transcript);
  return score.status === 'scored' ? score.passed : score.status;
};

/** Cancelled in turn 0 by mistake, put right in turn 1, another order cancelled in turn 2. */
const session = worldSession(
  {
    start: { orders: { 'A-1': 'open', 'A-2': 'open' }, log: 0 },
    end: { orders: { 'A-1': 'open', 'A-2': 'gone' }, log: 2 },
  },
  [{ tool: 'cancel', with: { id: 'A-1' }, changes: { '/orders/A-1': ['open', 'gone'], '/log': [0, 1] } }],
  [{ tool: 'reopen', with: { id: 'A-1' }, changes: { '/orders/A-1': ['gone', 'open'] } }],
  [{ tool: 'cancel', with: { id: 'A-2' }, changes: { '/orders/A-2': ['open', 'gone'], '/log': [1, 2] } }],
);

describe('end-state', () => {
  test('with `turn` looks at the world after that turn, and at the end without', () => {
    expect(passes({ turn: 0, state: { orders: { 'A-1': 'gone', 'A-2': 'open' } } }, session)).toBe(true);
    expect(passes({ turn: 1, state: { orders: { 'A-1': 'open', 'A-2': 'open' }, log: 1 } }, session)).toBe(true);
    expect(passes({ turn: 1, query: [{ path: '/orders/*', every: 'open' }] }, session)).toBe(true);
    expect(passes({ query: [{ path: '/orders/*', every: 'open' }] }, session)).toBe(false);
    expect(passes({ turn: 0, unchanged: ['/orders/A-2'] }, session)).toBe(true);
    expect(passes({ turn: 1, unchanged: ['/orders'] }, session)).toBe(true);
    expect(passes({ turn: 0, writes: [{ tool: 'cancel', arguments: { id: 'A-1' } }] }, session)).toBe(true);
    const wrong = scoreOf(check({ turn: 1, state: { orders: { 'A-2': 'gone' } }, writes: [] }), session);
    expect(findingsOf(wrong)).toMatchInlineSnapshot(`
      [
        "1 execution failure wrong_end_state: \`orders.A-2\` is "open" after turn 1; expected "gone"; nothing changed it",
        "0 execution failure unwanted_write: \`cancel(id="A-1")\` wrote to the world; nothing expected it",
        "1 execution failure unwanted_write: \`reopen(id="A-1")\` wrote to the world; nothing expected it",
      ]
    `);
  });

  test('of a turn that never came fails, and says so', () => {
    const score = scoreOf(check({ turn: 5, unchanged: true }), session);
    expect(score).toMatchObject({ status: 'scored', passed: false, value: 0 });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "2 execution failure missing_turn: turn 5, after which the world is looked at, never came: the talk was over after turn 2",
      ]
    `);
  });

  test('with `match: exact` lets nothing else stand in the state', () => {
    const whole = { orders: { 'A-1': 'open', 'A-2': 'gone' }, log: 2 };
    expect(passes({ state: whole, match: 'exact' }, session)).toBe(true);
    expect(passes({ state: { orders: whole.orders } }, session)).toBe(true);
    const score = scoreOf(check({ state: { orders: { 'A-2': 'gone' } }, match: 'exact' }), session);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 execution failure wrong_end_state: \`orders.A-1\` is "open" at the end; expected nothing there; it was last changed by \`reopen(id="A-1")\` in turn 1",
        "2 execution failure wrong_end_state: \`log\` is 2 at the end; expected nothing there; it was last changed by \`cancel(id="A-2")\` in turn 2",
      ]
    `);
  });

  test('with `onlyChanged` names every other change and the call that made it', () => {
    expect(passes({ onlyChanged: ['/orders/A-2', '/log'] }, session)).toBe(true);
    expect(passes({ onlyChanged: ['/orders/*', '/log'] }, session)).toBe(true);
    expect(passes({ turn: 1, onlyChanged: ['/log'] }, session)).toBe(true);
    const score = scoreOf(check({ onlyChanged: ['/orders/A-1'] }), session);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "2 execution failure unwanted_change: \`log\` was changed from 1 to 2 by \`cancel(id="A-2")\`; expected no change here",
        "2 execution failure unwanted_change: \`orders.A-2\` was changed from "open" to "gone" by \`cancel(id="A-2")\`; expected no change here",
      ]
    `);
    expect(passes({ unchanged: ['/orders/*'] }, session)).toBe(false);
  });

  test('keeps the changes of each turn in its details when it fails', () => {
    const score = scoreOf(check({ unchanged: true }), session);
    expect(score.status === 'scored' ? score.details : undefined).toMatchInlineSnapshot(`
      {
        "world": {
          "addsUp": "yes",
          "turns": [
            {
              "changes": [
                {
                  "after": "gone",
                  "before": "open",
                  "call": "cancel(id="A-1")",
                  "callId": "c0",
                  "op": "replace",
                  "pointer": "/orders/A-1",
                },
                {
                  "after": 1,
                  "before": 0,
                  "call": "cancel(id="A-1")",
                  "callId": "c0",
                  "op": "replace",
                  "pointer": "/log",
                },
              ],
              "turn": 0,
            },
            {
              "changes": [
                {
                  "after": "open",
                  "before": "gone",
                  "call": "reopen(id="A-1")",
                  "callId": "c1",
                  "op": "replace",
                  "pointer": "/orders/A-1",
                },
              ],
              "turn": 1,
            },
            {
              "changes": [
                {
                  "after": "gone",
                  "before": "open",
                  "call": "cancel(id="A-2")",
                  "callId": "c2",
                  "op": "replace",
                  "pointer": "/orders/A-2",
                },
                {
                  "after": 2,
                  "before": 1,
                  "call": "cancel(id="A-2")",
                  "callId": "c2",
                  "op": "replace",
                  "pointer": "/log",
                },
              ],
              "turn": 2,
            },
          ],
        },
      }
    `);
    expect(scoreOf(check({ state: { log: 2 } }), session)).not.toHaveProperty('details');
  });

  test('says of a change without a call that none is on record', () => {
    const hidden = session.map((one) =>
      one.type === 'world_change' && one.turn === 2 ? { ...one, callId: 'no_call' } : one,
    );
    expect(findingsOf(scoreOf(check({ unchanged: ['/orders'] }), hidden))).toMatchInlineSnapshot(`
      [
        "2 execution failure unwanted_change: \`orders.A-2\` was changed from "open" to "gone" by no recorded call; expected no change",
      ]
    `);
  });

  test('of a turn cannot be told where the recorded changes do not add up, and warns of that at the end', () => {
    const lost = session.filter((one) => one.type !== 'world_change' || one.turn !== 1);
    expect(scoreOf(check({ turn: 0, state: { log: 2 } }), lost)).toMatchObject({
      status: 'unscored',
      reason: expect.stringContaining('do not add up'),
    });
    const score = scoreOf(check({ state: { log: 2 } }), lost);
    expect(score).toMatchObject({ passed: true, findings: [{ code: 'world_does_not_add_up', severity: 'warning' }] });
  });

  test('with keys that contradict each other is a mistake', () => {
    expect(() => scoreOf(check({ match: 'exact', writes: [] }), session)).toThrow(
      '`match` says how `state` is compared',
    );
    expect(() => scoreOf(check({ unchanged: true, onlyChanged: ['/log'] }), session)).toThrow('leave one of them out');
    expect(() => scoreOf(check({ turn: 0 }), session)).toThrow('says nothing to check');
  });
});

describe('undone work', () => {
  const cancel = { tool: 'cancel', with: { id: 'A-1' } };
  const reopen = { tool: 'reopen', with: { id: 'A-1' } };
  const done = { ...cancel, changes: { '/orders/A-1': ['open', 'gone'], '/log/0': [undefined, 'cancelled'] } } as const;
  const undone = {
    ...reopen,
    changes: { '/orders/A-1': ['gone', 'open'], '/log/1': [undefined, 'reopened'] },
  } as const;
  const again = {
    ...cancel,
    changes: { '/orders/A-1': ['open', 'gone'], '/log/2': [undefined, 'cancelled'] },
  } as const;
  const start = { orders: { 'A-1': 'open' }, log: [] };
  const takenBack = worldSession(
    { start, end: { orders: { 'A-1': 'open' }, log: ['cancelled', 'reopened'] } },
    [done],
    [],
    [undone],
  );
  const writes = [{ tool: 'cancel', arguments: { id: 'A-1' } }];

  test('is not done for `end-state.writes`, by the places of the world and whatever the tools are called', () => {
    const score = scoreOf(check({ writes }), takenBack);
    expect(score).toMatchObject({ passed: false, value: 0 });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "2 execution failure undone_write: \`cancel(id="A-1")\` was done in turn 0, and undone in turn 2 by \`reopen(id="A-1")\`; expected it to stay done",
      ]
    `);
    expect(passes({ turn: 1, writes }, takenBack)).toBe(true);
  });

  test('is as expected where the undoing is expected, too', () => {
    expect(passes({ writes: [...writes, { tool: 'reopen' }] }, takenBack)).toBe(true);
  });

  test('that is done again is done', () => {
    const redone = worldSession(
      { start, end: { orders: { 'A-1': 'gone' }, log: ['cancelled', 'reopened', 'cancelled'] } },
      [done],
      [undone],
      [again],
    );
    expect(passes({ writes: [...writes, { tool: 'reopen' }, ...writes] }, redone)).toBe(true);
    const once = scoreOf(check({ writes }), redone);
    expect(findingsOf(once)).toMatchInlineSnapshot(`
      [
        "0 execution failure unwanted_write: \`cancel(id="A-1")\` wrote to the world; nothing expected it",
        "1 execution failure unwanted_write: \`reopen(id="A-1")\` wrote to the world; nothing expected it",
      ]
    `);
  });

  test('is not what was only overwritten, or taken back in part', () => {
    const changed = worldSession(
      { start: { address: 'a', tries: 0 }, end: { address: 'c', tries: 0 } },
      [{ tool: 'move', with: { to: 'b' }, changes: { '/address': ['a', 'b'], '/tries': [0, 1] } }],
      [{ tool: 'reset', changes: { '/tries': [1, 0] } }],
      [{ tool: 'move', with: { to: 'c' }, changes: { '/address': ['b', 'c'] } }],
    );
    expect(passes({ writes: [{ tool: 'move' }, { tool: 'reset' }, { tool: 'move' }] }, changed)).toBe(true);
    const partly = worldSession(
      { start: { paid: 0, sent: 0 }, end: { paid: 1, sent: 0 } },
      [{ tool: 'sell', changes: { '/paid': [0, 1], '/sent': [0, 1] } }],
      [{ tool: 'recall', changes: { '/sent': [1, 0] } }],
    );
    expect(findingsOf(scoreOf(check({ writes: [{ tool: 'sell' }] }), partly))).toMatchInlineSnapshot(`
      [
        "1 execution failure unwanted_write: \`recall()\` wrote to the world; nothing expected it",
      ]
    `);
  });

  test('is a record that was made and is gone, also when something around it went', () => {
    const made = { tool: 'create', changes: { '/box/R-1': [undefined, { open: true }] } } as const;
    const removed = worldSession(
      { start: { box: {} }, end: {} },
      [made],
      [{ tool: 'change', changes: { '/box/R-1/open': [true, false] } }],
      [{ tool: 'wipe', changes: { '/box': [{ 'R-1': { open: false } }, undefined] } }],
    );
    const score = scoreOf(check({ writes: [{ tool: 'create' }, { tool: 'change' }] }), removed);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "2 execution failure undone_write: \`create()\` was done in turn 0, and undone in turn 2 by \`wipe()\`; expected it to stay done",
      ]
    `);
  });

  test('is not done for `calls`, unless the undoing is expected there', () => {
    const calls = [{ tool: 'cancel', arguments: { id: 'A-1' } }];
    const execution = (more: object) =>
      scoresOf({ type: 'calls', ...more }, takenBack).find(({ stage }) => stage === 'execution');
    const alone = execution({ calls, extra: 'allow' });
    expect(alone).toMatchObject({ status: 'scored', passed: false, value: 0 });
    expect(findingsOf(alone as never)).toMatchInlineSnapshot(`
      [
        "2 execution failure undone_write: \`cancel(id="A-1")\` was done in turn 0, and undone in turn 2 by \`reopen(id="A-1")\`; expected it to stay done",
      ]
    `);
    expect(execution({ calls: [...calls, { tool: 'reopen' }] })).toMatchObject({ passed: true });
  });
});

test('a rule that was broken in one turn and mended in the next is told, with the calls of both', () => {
  const session = worldSession(
    { start: { paid: 0, due: 0 }, end: { paid: 5, due: 5 } },
    [],
    [{ tool: 'pay', with: { amount: 5 }, changes: { '/paid': [0, 5] } }],
    [{ tool: 'bill', with: { amount: 5 }, changes: { '/due': [0, 5] } }],
    [],
  );
  const at = session.findIndex((one) => one.turn === 2);
  const violation = event({
    type: 'policy_violation',
    source: 'invariant',
    rule: 'nobody pays too much',
    message: '5 is paid of 0',
    evidence: [],
  });
  const broken = violation.part === 'event' ? { ...violation.event, seq: at, turn: 1 } : undefined;
  const transcript = [...session.slice(0, at), broken, ...session.slice(at)].map((one, seq) => ({ ...one, seq }));
  const score = scoreOf({ type: 'invariants' }, transcript as never);
  expect(score).toMatchObject({ passed: false, metrics: { broken: 1 }, findings: [{ turn: 1 }] });
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "1 execution failure broken_invariant: the rule \`nobody pays too much\` was broken: 5 is paid of 0; in turn 1 \`pay(amount=5)\` changed \`paid\`; it held again after turn 2, in which \`bill(amount=5)\` changed \`due\`",
    ]
  `);
});
