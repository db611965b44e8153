import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { call, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const tools = started({ tools: [toolOf('get_order'), toolOf('refund', 'write')] });
const get = call('get_order', { order_id: 'A-1' });
const refund = call('refund', { order_id: 'A-1' });
const check = (except: readonly string[]) => ({ type: 'policy', pack: 'standard', except });
const others = ['confirm-before-write', 'nothing-after-hand-off', 'error-seen-before-next-choice'];

describe('a lookup', () => {
  const lookUp = check([...others, 'no-identical-write-twice', 'no-call-after-repeated-failure']);
  const messagesAfter = (content: JsonValue): string[] => {
    const score = scoreOf(lookUp, transcriptOf(tools, user('Go'), get, result(content), refund, result(1)));
    return findingsOf(score).filter((finding) => finding.includes('failure'));
  };

  test.each([
    [{ status: 404, message: 'not found' }],
    ['Order not found'],
    ['Order A-1 was not found.'],
    ['No such order'],
    [{ error: 'not found', order_id: 'A-1' }],
    [{ status: 'not_found' }],
    ['{"success":false}'],
    [[]],
    [{ orders: [] }],
  ] as JsonValue[][])('that found nothing, %j, is none', (content) => {
    expect(messagesAfter(content as JsonValue)).toHaveLength(1);
  });

  test.each([
    [{ order_id: 'A-1', status: 'denied' }],
    [{ total: 5 }],
    ['The parcel of A-1 has not been found any trouble with'],
    [null],
  ] as JsonValue[][])('that found something, %j, is one', (content) => {
    expect(messagesAfter(content as JsonValue)).toEqual([]);
  });

  test('is told by what it said of itself', () => {
    expect([...messagesAfter({ status: 404 }), ...messagesAfter([])]).toMatchInlineSnapshot(`
      [
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; \`get_order(order_id="A-1")\` says itself that it failed",
        "0 execution failure rule_broken: What is written to was looked up first: \`refund(order_id="A-1")\`: order_id "A-1" had not been looked up; \`get_order(order_id="A-1")\` had found nothing",
      ]
    `);
  });
});

test('a call that says itself that it failed may not be made again and again, and a write of that kind may', () => {
  const refused = [refund, result({ success: false, message: 'busy' })];
  const repeated = check([...others, 'lookup-same-id-before-write', 'no-identical-write-twice']);
  const score = scoreOf(repeated, transcriptOf(tools, user('Go'), ...refused, ...refused, ...refused));
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 execution failure rule_broken: A call that keeps failing is not made again: \`refund(order_id="A-1")\` was made again after it had failed 2 times in a row (busy)",
    ]
  `);
  const twice = check([...others, 'lookup-same-id-before-write', 'no-call-after-repeated-failure']);
  expect(findingsOf(scoreOf(twice, transcriptOf(tools, user('Go'), ...refused, ...refused)))).toEqual([]);
});
