import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { briefly, findingsOf, scoresOf } from '../score-transcript.ts';

const tools = started({
  tools: [toolOf('lookup_order'), toolOf('refund', 'write'), toolOf('notify', 'write'), toolOf('cancel', 'write')],
});
const lookup = { tool: 'lookup_order', arguments: { order_id: 'A-1' } };
const refund = { tool: 'refund', arguments: { order_id: 'A-1' } };
const check = (calls: unknown[], more: object = {}) => ({ type: 'calls', id: 'calls', calls, ...more });
const passed = { selection: 'passed', arguments: 'passed', execution: 'passed' };

const refunded = transcriptOf(
  tools,
  user('Refund A-1, please.'),
  call('lookup_order', { order_id: 'A-1' }),
  result({ total: 49.9 }),
  call('refund', { order_id: 'A-1' }),
  result({ ok: true }),
  agent('Done.'),
);

describe('calls', () => {
  test('the expected calls in their order pass all three questions', () => {
    expect(briefly(scoresOf(check([lookup, refund]), refunded))).toEqual(passed);
  });

  test('[S1.16] a swapped pair fails with one aligned diff of names, status and turn', () => {
    const swapped = transcriptOf(
      tools,
      user('Refund A-1, please.'),
      call('refund', { order_id: 'A-1' }),
      result({ ok: true }),
      call('lookup_order', { order_id: 'A-1' }),
      result({ total: 49.9 }),
      agent('Done.'),
    );
    const scores = scoresOf(check([lookup, refund]), swapped);
    expect(briefly(scores)).toEqual({ ...passed, execution: 'failed' });
    const diffs = scores.flatMap((score) => (score.status === 'scored' && score.details ? [score.details] : []));
    expect(diffs).toMatchInlineSnapshot(`
      [
        {
          "diff": [
            "   expected                      actual                        status  turn",
            "<  lookup_order(order_id="A-1")",
            "=  refund(order_id="A-1")        refund(order_id="A-1")        ok      0",
            ">                                lookup_order(order_id="A-1")  ok      0",
          ],
        },
      ]
    `);
    expect(findingsOf(scores[2]!)).toMatchInlineSnapshot(`
      [
        "0 execution failure wrong_order: \`lookup_order(order_id="A-1")\` was called after \`refund(order_id="A-1")\`; expected before it",
      ]
    `);
  });
});
