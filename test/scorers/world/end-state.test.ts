import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  ended,
  event,
  failed,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const tools = started({
  tools: [toolOf('lookup_order'), toolOf('refund', 'write')],
  world: { name: 'shop', hash: 'before' },
});
const change = (callId: string, pointer: string, before: unknown, after: unknown) =>
  event({
    type: 'world_change',
    callId,
    changes: [{ op: 'replace', pointer, before: before as never, after: after as never }],
  });
const state = { orders: { 'A-1': { status: 'refunded', total: 49.9 }, 'A-2': { status: 'open' } } };
const refunded = transcriptOf(
  tools,
  user('Refund A-1.'),
  call('lookup_order', { order_id: 'A-1' }),
  result(1),
  call('refund', { order_id: 'A-1' }),
  result(1),
  change('c1', '/orders/A-1/status', 'open', 'refunded'),
  agent('Done.'),
  ended('user_done', state),
);
const looked = transcriptOf(
  tools,
  user('Where is A-1?'),
  call('lookup_order', { order_id: 'A-1' }),
  result(1),
  agent('On its way.'),
  ended('user_done', state),
);
const check = (more: object) => ({ type: 'end-state', ...more });

describe('end-state', () => {
  test('[S1.07] a status question calls `lookup_order` and leaves the write log empty', () => {
    expect(scoreOf(check({ writes: [] }), looked)).toMatchObject({ status: 'scored', passed: true, value: 1 });
    const calls = scoreOf({ type: 'forbidden-calls', tools: ['refund'] }, looked);
    expect(calls).toMatchObject({ passed: true });
    const refunding = scoreOf(check({ writes: [] }), refunded);
    expect(refunding).toMatchObject({ passed: false, value: 0, stage: 'execution' });
    expect(findingsOf(refunding)).toMatchInlineSnapshot(`
      [
        "0 execution failure unwanted_write: \`refund(order_id="A-1")\` wrote to the world; nothing expected it",
      ]
    `);
  });

  test('the expected part of the state is compared deep, and a difference names the call that made it', () => {
    expect(scoreOf(check({ state: { orders: { 'A-1': { status: 'refunded' } } } }), refunded)).toMatchObject({
      passed: true,
    });
    const wrong = {
      orders: { 'A-1': { status: 'open', total: { near: 50, within: 0.2 } }, 'A-2': { status: 'sent' } },
    };
    const score = scoreOf(check({ state: wrong }), refunded);
    expect(score).toMatchObject({ passed: false });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure wrong_end_state: \`orders.A-1.status\` is "refunded" at the end; expected "open"; it was last changed by \`refund(order_id="A-1")\` in turn 0",
        "0 execution failure wrong_end_state: \`orders.A-2.status\` is "open" at the end; expected "sent"; nothing changed it",
      ]
    `);
    expect(score).toMatchObject({
      findings: [{ evidence: [{ kind: 'state', pointer: '/orders/A-1/status' }, { kind: 'event' }] }, {}],
    });
  });

  test('`unchanged` names each change, and takes back what was taken back', () => {
    const score = scoreOf(check({ unchanged: true }), refunded);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure unwanted_change: \`orders.A-1.status\` was changed from "open" to "refunded" by \`refund(order_id="A-1")\`; expected no change",
      ]
    `);
    expect(scoreOf(check({ unchanged: ['/orders/A-2'] }), refunded)).toMatchObject({ passed: true });
    expect(scoreOf(check({ unchanged: ['/orders/A-1'] }), refunded)).toMatchObject({ passed: false });
    const back = transcriptOf(
      started({ tools: [toolOf('refund', 'write')] }),
      user('?'),
      call('refund'),
      result(1),
      change('c0', '/a', 1, 2),
      call('refund'),
      result(1),
      change('c1', '/a', 2, 1),
      ended('user_done', { a: 1 }),
    );
    expect(scoreOf(check({ unchanged: true }), back)).toMatchObject({ passed: true });
  });

  test('a state whose hash differs without a recorded change is not unchanged', () => {
    expect(scoreOf(check({ unchanged: true }), looked)).toMatchObject({
      passed: false,
      findings: [{ code: 'unwanted_change' }],
    });
  });

  test('writes are a set: pairs are found in any order, a failed write is none', () => {
    const twice = transcriptOf(
      tools,
      user('Both.'),
      call('refund', { order_id: 'A-1' }),
      result(1),
      call('refund', { order_id: 'A-2' }),
      result(1),
      ended('user_done', state),
    );
    const writes = [{ tool: 'refund' }, { tool: 'refund', arguments: { order_id: 'A-1' } }];
    expect(scoreOf(check({ writes }), twice)).toMatchObject({ passed: true });
    expect(scoreOf(check({ writes: writes.toReversed() }), twice)).toMatchObject({ passed: true });
    const tried = transcriptOf(
      tools,
      user('?'),
      call('refund', { order_id: 'A-1' }),
      failed('too late'),
      ended('user_done', state),
    );
    const score = scoreOf(check({ writes: [{ tool: 'refund' }] }), tried);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure missing_write: expected the write \`refund\`, which did not take place; it was tried in turn 0 and did not succeed (tool_error: too late)",
      ]
    `);
    expect(scoreOf(check({ writes: [] }), tried)).toMatchObject({ passed: true });
  });

  test('without the state of a world nothing can be told', () => {
    expect(scoreOf(check({ unchanged: true }), transcriptOf(user('Hi'), agent('Hello.')))).toMatchObject({
      status: 'unscored',
    });
  });
});

describe('invariants', () => {
  const broken = (source: 'invariant' | 'policy') =>
    transcriptOf(
      tools,
      user('Hi'),
      agent('Hello.'),
      user('Refund 99.'),
      event({
        type: 'policy_violation',
        source,
        rule: 'refund-within-total',
        message: '99 is more than 49.90',
        evidence: [],
      }),
      ended('user_done', state),
    );

  test('a broken rule of the world is told with its name and turn', () => {
    const score = scoreOf({ type: 'invariants' }, broken('invariant'));
    expect(score).toMatchObject({ passed: false, value: 0 });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 execution failure broken_invariant: the rule \`refund-within-total\` was broken: 99 is more than 49.90",
      ]
    `);
  });

  test('violations of a policy are another question, and without a world there is none', () => {
    expect(scoreOf({ type: 'invariants' }, broken('policy'))).toMatchObject({ passed: true });
    expect(scoreOf({ type: 'invariants' }, transcriptOf(user('Hi'), agent('Hello.')))).toMatchObject({
      status: 'not_applicable',
    });
  });
});
