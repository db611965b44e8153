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
import { briefly, findingsOf, scoreOf, scoresOf } from '../score-transcript.ts';

const tools = started({ tools: [toolOf('lookup_order'), toolOf('refund', 'write')] });
// biome-ignore lint/suspicious/noThenProperty: the author's word, and never a function
const order = { type: 'call-order', first: 'lookup_order', then: 'refund' };
const bound = { ...order, sameArguments: ['order_id'] };
const lookup = (id: string) => call('lookup_order', { order_id: id });
const refund = (id: string) => call('refund', { order_id: id });

describe('call-order', () => {
  test('[S1.17] a refund before the lookup is flagged, with what came later', () => {
    const transcript = transcriptOf(tools, user('Refund A-1.'), refund('A-1'), result(1), lookup('A-1'), result(1));
    const score = scoreOf(order, transcript);
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false, stage: 'execution' });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure called_too_early: \`refund(order_id="A-1")\` was called before the agent had seen a successful \`lookup_order\`; \`lookup_order(order_id="A-1")\` came only later, in turn 0",
      ]
    `);
  });

  test('[S1.18] a lookup in turn 1 and a refund in turn 3 is not flagged', () => {
    const transcript = transcriptOf(
      tools,
      user('Hi'),
      agent('Hello.'),
      user('Where is A-1?'),
      lookup('A-1'),
      result(1),
      agent('On its way.'),
      user('Hm.'),
      agent('Yes?'),
      user('Refund it.'),
      refund('A-1'),
      result(1),
    );
    expect(briefly(scoresOf(bound, transcript))).toEqual({ sequence: 'passed', binding: 'passed' });
  });

  test('[S1.19] a lookup of A-1001 and a refund of A-2002: sequence 1, binding 0', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1001.'),
      lookup('A-1001'),
      result({ total: 5 }),
      refund('A-2002'),
      result(1),
    );
    const [sequence, binding] = scoresOf(bound, transcript);
    expect(sequence).toMatchObject({ value: 1, passed: true });
    expect(binding).toMatchObject({ value: 0, passed: false, stage: 'arguments' });
    expect(findingsOf(binding!)).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_binding: \`refund(order_id="A-2002")\` needs an earlier \`lookup_order\` with order_id="A-2002"; seen was \`lookup_order(order_id="A-1001")\`",
      ]
    `);
    expect(binding).toMatchObject({
      findings: [{ evidence: [{ kind: 'argument', pointer: '/order_id', quote: '"A-2002"' }, {}] }],
    });
  });

  test.each([
    [
      'failed',
      transcriptOf(tools, user('?'), lookup('A-1'), failed('down'), refund('A-1'), result(1)),
      'had failed (tool_error: down)',
    ],
    [
      'was launched together',
      transcriptOf(
        tools,
        user('?'),
        parallel(['lookup_order', { order_id: 'A-1' }], ['refund', { order_id: 'A-1' }]),
        result(1),
        result(1),
      ),
      'was launched by the same message',
    ],
    ['was never called', transcriptOf(tools, user('?'), refund('A-1'), result(1)), 'it was never called'],
  ])('a first call that %s licenses nothing', (_name, transcript, words) => {
    const [message = ''] = findingsOf(scoreOf(order, transcript));
    expect(message.endsWith(words)).toBe(true);
  });

  test('each later call is judged on its own', () => {
    const transcript = transcriptOf(
      tools,
      user('?'),
      lookup('A-1'),
      result(1),
      refund('A-1'),
      result(1),
      refund('A-2'),
      result(1),
    );
    expect(scoresOf(bound, transcript)).toMatchObject([{ value: 1 }, { value: 0.5, passed: false }]);
  });

  test('arguments of different names can be bound, and an absent one binds nothing', () => {
    const mapped = { ...order, sameArguments: { order: 'order_id' } };
    const of = (args: object) =>
      transcriptOf(tools, user('?'), lookup('A-1'), result(1), call('refund', args), result(1));
    expect(briefly(scoresOf(mapped, of({ order: 'A-1' })))).toMatchObject({ binding: 'passed' });
    expect(briefly(scoresOf(mapped, of({ order_id: 'A-1' })))).toMatchObject({ binding: 'failed' });
    expect(briefly(scoresOf(mapped, of(['A-1'])))).toMatchObject({ binding: 'failed' });
  });

  test('without the later call there is nothing to judge', () => {
    const transcript = transcriptOf(tools, user('?'), lookup('A-1'), result(1));
    expect(briefly(scoresOf(bound, transcript))).toEqual({ sequence: 'not_applicable', binding: 'not_applicable' });
  });
});
