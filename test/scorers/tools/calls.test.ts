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
            "  expected                      actual                           status",
            "turn 0  user: Refund A-1, please.",
            "< lookup_order(order_id="A-1")",
            "= refund(order_id="A-1")        #1 refund(order_id="A-1")        ok",
            ">                               #2 lookup_order(order_id="A-1")  ok",
            "    called after #1, expected before it: position 2 instead of 1",
            "marks: = as expected · < expected here · > made here instead",
          ],
          "line": "#2 lookup_order(order_id="A-1") came after #1 refund(order_id="A-1"), expected before it",
          "rows": [
            {
              "expected": "lookup_order(order_id="A-1")",
              "mark": "expected_here",
              "remarks": [],
              "turn": 0,
            },
            {
              "actual": {
                "number": 1,
                "seq": 3,
                "status": "ok",
                "text": "refund(order_id="A-1")",
              },
              "expected": "refund(order_id="A-1")",
              "mark": "as_expected",
              "remarks": [],
              "turn": 0,
            },
            {
              "actual": {
                "number": 2,
                "seq": 6,
                "status": "ok",
                "text": "lookup_order(order_id="A-1")",
              },
              "mark": "made_here",
              "remarks": [
                "called after #1, expected before it: position 2 instead of 1",
              ],
              "turn": 0,
            },
          ],
          "turns": [
            {
              "turn": 0,
              "user": "Refund A-1, please.",
            },
          ],
        },
      ]
    `);
    expect(findingsOf(scores[2]!)).toMatchInlineSnapshot(`
      [
        "0 execution failure wrong_order: \`lookup_order(order_id="A-1")\` was called after \`refund(order_id="A-1")\`, at position 2 of the expected calls instead of 1; expected before it",
      ]
    `);
  });

  test('[S2.22] two parallel calls in either order match; two steps swapped do not', () => {
    const wanted = check([
      { tool: 'lookup_order', arguments: { order_id: 'A-1' } },
      { tool: 'lookup_order', arguments: { order_id: 'A-2' } },
    ]);
    const one = ['lookup_order', { order_id: 'A-1' }] as const;
    const two = ['lookup_order', { order_id: 'A-2' }] as const;
    const together = (...calls: (readonly [name: string, args: object])[]) =>
      transcriptOf(tools, user('Both?'), parallel(...calls), result(1), result(2), agent('Here.'));
    expect(briefly(scoresOf(wanted, together(one, two)))).toEqual(passed);
    expect(briefly(scoresOf(wanted, together(two, one)))).toEqual(passed);
    const swapped = transcriptOf(
      tools,
      user('Both?'),
      call(...two),
      result(2),
      call(...one),
      result(1),
      agent('Here.'),
    );
    expect(briefly(scoresOf(wanted, swapped))).toEqual({ ...passed, execution: 'failed' });
  });

  test('[S2.22] a step whose calls belong to three expectations is taken in any order between other steps', () => {
    const wanted = ['a', 'b', 'c', 'd', 'e'].map((tool) => ({ tool }));
    const transcript = transcriptOf(
      started({ tools: wanted.map(({ tool }) => toolOf(tool)) }),
      user('Go.'),
      call('a'),
      result(1),
      parallel(['d'], ['c'], ['b']),
      result(1),
      result(1),
      result(1),
      call('e'),
      result(1),
    );
    expect(briefly(scoresOf(check(wanted), transcript))).toMatchObject({ selection: 'passed', execution: 'passed' });
  });

  test('[A9] specific and generic expectations pass in any list order', () => {
    const generic = { tool: 'lookup_order' };
    const transcript = transcriptOf(
      tools,
      user('Both?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('lookup_order', { order_id: 'A-2' }),
      result(2),
    );
    for (const calls of [
      [lookup, generic],
      [generic, lookup],
    ]) {
      expect(briefly(scoresOf(check(calls, { order: 'any' }), transcript))).toEqual({ ...passed });
    }
    expect(briefly(scoresOf(check([generic, lookup]), transcript))).toEqual({ ...passed, execution: 'failed' });
  });

  describe('[A8] each fails:', () => {
    const failing = (scores: ReturnType<typeof scoresOf>) =>
      Object.values(briefly(scores)).filter((word) => word === 'failed');

    test('[A8] reversed order', () => {
      expect(failing(scoresOf(check([refund, lookup]), refunded))).toHaveLength(1);
    });

    test('[A8] an extra forbidden call', () => {
      expect(briefly(scoresOf(check([lookup]), refunded))).toEqual({ ...passed, selection: 'failed' });
    });

    test('[A8] half the tools', () => {
      const calls = [lookup, refund, { tool: 'notify' }, { tool: 'cancel' }];
      const [selection, ...rest] = scoresOf(check(calls), refunded);
      expect(selection).toMatchObject({ passed: false, value: 0.5, metrics: { expected: 4, missing: 2, recall: 0.5 } });
      expect(briefly(rest)).toEqual({ arguments: 'passed', execution: 'passed' });
    });

    test('[A8] no call at all', () => {
      const silent = transcriptOf(tools, user('Refund A-1.'), agent('Done.'));
      expect(briefly(scoresOf(check([refund]), silent))).toEqual({
        selection: 'failed',
        arguments: 'not_applicable',
        execution: 'not_applicable',
      });
    });
  });

  test('[A10] a retry after a failed call passes, and is told as one', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { order_id: 'A-1' }),
      failed('the bank did not answer', 'timeout'),
      call('refund', { order_id: 'A-1' }),
      result({ ok: true }),
    );
    for (const order of ['sequence', 'exact', 'any']) {
      const scores = scoresOf(check([refund], { order }), transcript);
      expect(briefly(scores)).toEqual(passed);
      expect(findingsOf(scores[0]!)).toEqual([
        '0 selection note retried_call: `refund(order_id="A-1")` failed (timeout: the bank did not answer) and was tried again',
      ]);
    }
  });

  test('[A10] a failed call alone does not count as done, and costs execution only', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { order_id: 'A-1' }),
      failed('too late'),
    );
    const scores = scoresOf(check([refund]), transcript);
    expect(briefly(scores)).toEqual({ ...passed, execution: 'failed' });
    expect(findingsOf(scores[2]!)).toEqual([
      '0 execution failure call_failed: `refund(order_id="A-1")` did not succeed: tool_error: too late',
    ]);
    expect(briefly(scoresOf(check([{ ...refund, outcome: 'error' }]), transcript))).toEqual(passed);
  });

  test('[A10] calls of one step are no retries of each other', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      parallel(['refund', { order_id: 'A-2' }], ['refund', { order_id: 'A-1' }]),
      failed('no such order'),
      result({ ok: true }),
    );
    expect(briefly(scoresOf(check([refund]), transcript))).toEqual({ ...passed, selection: 'failed' });
  });

  test('a failed call beside a failed and expected one in the same step is no retry of it', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      parallel(['refund', { order_id: 'A-1' }], ['refund', { order_id: 'A-2' }]),
      failed('no'),
      failed('no'),
    );
    expect(briefly(scoresOf(check([refund]), transcript))).toMatchObject({ selection: 'failed' });
  });

  test('where one call is missing, a tool that was called twice stands for the call in order', () => {
    const transcript = transcriptOf(
      started({ tools: ['a', 'b', 'c'].map((name) => toolOf(name)) }),
      user('Go.'),
      ...['a', 'b', 'a'].flatMap((tool) => [call(tool), result(1)]),
    );
    const wanted = check(['b', 'a', 'c'].map((tool) => ({ tool })));
    expect(briefly(scoresOf(wanted, transcript))).toMatchObject({ selection: 'failed', execution: 'passed' });
  });

  test('[S2.14] a wrong tool, a wrong argument and a failed call each cost one score, with its stage', () => {
    const run = (name: string, args: object, answer: ReturnType<typeof result>) =>
      scoresOf(check([refund]), transcriptOf(tools, user('Refund A-1.'), call(name, args), answer, agent('Done.')));
    const stages = [
      run('cancel', { order_id: 'A-1' }, result(1)),
      run('refund', { order_id: 'A-2' }, result(1)),
      run('refund', { order_id: 'A-1' }, failed('no')),
    ].map((scores) => scores.filter((score) => score.status === 'scored' && !score.passed).map(({ stage }) => stage));
    expect(stages).toEqual([['selection'], ['arguments'], ['execution']]);
  });

  test('a wrong argument is told with its path, both values and the event', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { order_id: 'A-2', items: [{ sku: 'X', count: 2 }] }),
      result(1),
    );
    const wanted = {
      tool: 'refund',
      arguments: { order_id: 'A-1', items: [{ sku: 'X', count: 1 }], reason: { absent: true } },
    };
    const scores = scoresOf(check([wanted]), transcript);
    expect(scores[1]).toMatchObject({ status: 'scored', passed: false, value: 0.5 });
    expect(findingsOf(scores[1]!)).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`order_id\` = "A-2"; expected "A-1"",
        "0 arguments failure wrong_argument: \`refund\` was called with \`items[0].count\` = 2; expected 1",
      ]
    `);
    expect(scores[1]).toMatchObject({
      findings: [{ evidence: [{ kind: 'argument', seq: 3, pointer: '/order_id' }] }, {}],
    });
  });

  test('arguments that are no JSON match no expectation, and cost the arguments', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', '{"order_id": "A-1"'),
      failed('no JSON', 'invalid_arguments'),
    );
    const scores = scoresOf(check([{ tool: 'refund' }]), transcript);
    expect(briefly(scores)).toMatchObject({ selection: 'passed', arguments: 'failed' });
    expect(scores[1]).toMatchObject({ findings: [{ code: 'unparsable_arguments' }] });
  });

  test('arguments refused by the schema cost the arguments, not the execution', () => {
    const transcript = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { id: 'A-1' }),
      failed('order_id is missing', 'invalid_arguments'),
    );
    expect(briefly(scoresOf(check([{ tool: 'refund' }]), transcript))).toMatchObject({
      selection: 'passed',
      arguments: 'failed',
    });
    expect(scoresOf(check([{ tool: 'refund' }]), transcript)[2]).not.toMatchObject({ passed: false });
  });

  test('a missing call names the closest call that was made instead', () => {
    const transcript = transcriptOf(tools, user('Refund A-1.'), call('cancel', { order_id: 'A-1' }), result(1));
    expect(findingsOf(scoresOf(check([refund]), transcript)[0]!)).toMatchInlineSnapshot(`
      [
        "0 selection failure missing_call: expected \`refund(order_id="A-1")\`, which was called nowhere in the session; the closest call is #1 \`cancel(order_id="A-1")\` in turn 0, of another tool",
        "0 selection failure extra_call: \`cancel(order_id="A-1")\` was called, and nothing expected it",
      ]
    `);
  });

  test('a missing call belongs where the expected calls around it were made', () => {
    const talk = transcriptOf(
      tools,
      user('Hello'),
      agent('Hello.'),
      user('Where is A-1?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      user('Refund it, please.'),
      agent('Done.'),
      user('And tell me by e-mail.'),
      call('notify', {}),
      result(1),
      user('Thanks'),
      agent('Bye.'),
    );
    const turnOf = (calls: object[], more: object = {}) =>
      findingsOf(scoresOf(check(calls, more), talk)[0]!)
        .find((text) => text.includes('missing_call'))
        ?.charAt(0);
    const [first, missing, last] = [lookup, { tool: 'refund' }, { tool: 'notify' }];
    expect(turnOf([first, missing, last])).toBe('1');
    expect(turnOf([missing, first, last])).toBe('1');
    expect(turnOf([first, last, missing])).toBe('3');
    expect(turnOf([first, { ...missing, turn: 2 }, last])).toBe('2');
    expect(turnOf([missing])).toBe('0');
    expect(turnOf([first, last, missing], { order: 'any' })).toBe('0');
  });

  test('extra reads are notes, extra writes and unknown tools fail, and both can be set otherwise', () => {
    const transcript = transcriptOf(
      tools,
      user('Where is A-1?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('lookup_order', { order_id: 'A-2' }),
      result(1),
    );
    const selection = (more: object, of = transcript) => scoresOf(check([lookup], more), of)[0];
    expect(selection({})).toMatchObject({ passed: true, metrics: { extra: 1, precision: 0.5 } });
    expect(selection({ extra: 'forbid' })).toMatchObject({ passed: false });
    expect(selection({ extra: 'allow' }, refunded)).toMatchObject({ passed: true });
    const invented = transcriptOf(
      tools,
      user('?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('track'),
      failed('no such tool', 'unknown_tool'),
    );
    expect(selection({}, invented)).toMatchObject({ passed: false, findings: [{ code: 'unknown_tool' }] });
  });

  test('a write that is made twice fails the selection as a repeated call', () => {
    const twice = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('refund', { order_id: 'A-1' }),
      result(1),
      call('refund', { order_id: 'A-1' }),
      failed('refunded already'),
    );
    expect(scoresOf(check([refund]), twice)[0]).toMatchObject({
      passed: false,
      findings: [{ code: 'repeated_call', turn: 0 }],
    });
  });

  test('a call in the wrong turn fails the execution and names both turns', () => {
    const transcript = transcriptOf(
      tools,
      user('Hi'),
      agent('Hello.'),
      user('Refund A-1.'),
      call('refund', { order_id: 'A-1' }),
      result(1),
    );
    const scores = scoresOf(check([{ ...refund, turn: 0 }]), transcript);
    expect(briefly(scores)).toEqual({ ...passed, execution: 'failed' });
    expect(findingsOf(scores[2]!)).toEqual([
      '1 execution failure wrong_turn: `refund(order_id="A-1")` was called in turn 1; expected in turn 0',
    ]);
  });

  test('`exact` allows nothing between', () => {
    const between = transcriptOf(
      tools,
      user('Refund A-1.'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('lookup_order', { order_id: 'A-9' }),
      result(1),
      call('refund', { order_id: 'A-1' }),
      result(1),
    );
    expect(briefly(scoresOf(check([lookup, refund]), between))).toEqual(passed);
    expect(briefly(scoresOf(check([lookup, refund], { order: 'exact' }), between))).toMatchObject({
      selection: 'failed',
    });
  });

  test('an imported log that does not tell effects leaves extra calls unscored', () => {
    const log = transcriptOf(
      started({
        tools: [toolOf('lookup_order', 'unknown')],
        origin: { kind: 'import', format: 'openai', source: 'log.json' },
      }),
      user('Where is A-1?'),
      call('lookup_order', { order_id: 'A-1' }),
      result(1),
      call('lookup_order', { order_id: 'A-2' }),
      result(1),
    );
    expect(scoresOf(check([lookup]), log)[0]).toMatchObject({ status: 'unscored' });
  });
});
