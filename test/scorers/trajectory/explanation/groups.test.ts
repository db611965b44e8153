import { describe, expect, test } from 'vitest';
import { compareCalls } from '../../../../src/scorers/trajectory/compare-calls.ts';
import { agent, call, parallel, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { told } from './told.ts';

const names = ['a', 'b', 'c', 'd'];
const tools = started({ tools: names.map((name) => toolOf(name, 'write')) });
const made = (name: string, args: object = {}) => [call(name, args), result({ ok: true })];
const one = (tool: string) => ({ tool });

describe('calls that belong together', () => {
  test('calls that were to be launched together and were not', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('a'), ...made('b'), agent('Done.'));
    expect(told([{ together: [one('a'), one('b')] }], talk)).toMatchInlineSnapshot(`
      "#2 b() not launched together with #1 a()

        expected  actual  status
      turn 0  user: Go.
      = a         #1 a()  ok
      ~ b         #2 b()  ok
          in a later message than #1 → expected in the same
      marks: = as expected · ~ differs

      0 execution sequential_calls: \`b()\` was launched by a later message than \`a()\`; expected together with it"
    `);
  });

  test('a call that was to wait for another and was launched with it', () => {
    const talk = transcriptOf(tools, user('Go.'), parallel(['a'], ['b']), result(1), result(1), agent('Done.'));
    const wanted = [
      { tool: 'a', id: 'first' },
      { tool: 'b', after: ['first'] },
    ];
    expect(told(wanted, talk, { order: 'partial' })).toMatchInlineSnapshot(`
      "#2 b() launched together with #1 a(), expected after it

        expected  actual  status
      turn 0  user: Go.
      = a         #1 a()  ok
      ~ b         #2 b()  ok
          launched together with #1; #2 was to wait for the other
      marks: = as expected · ~ differs

      0 execution parallel_calls: \`b()\` was launched by the same message as \`a()\`, so it had not seen what came of it; expected after it"
    `);
  });

  test('a call that was made before the one that it was to wait for', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('c'), ...made('b'), ...made('a'), agent('Done.'));
    const wanted = [{ tool: 'a', id: 'first' }, { tool: 'b', after: ['first'] }, one('c')];
    expect(told(wanted, talk, { order: 'partial' })).toMatchInlineSnapshot(`
      "#3 a() came after #2 b(), expected before it

        expected  actual  status
      turn 0  user: Go.
      = c         #1 c()  ok
      = b         #2 b()  ok
      ~ a         #3 a()  ok
          called after #2, expected before it
      marks: = as expected · ~ differs

      0 execution wrong_order: \`a()\` was called after \`b()\`; expected before it"
    `);
  });

  test('around calls in any order, only the calls before and after them have a place', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('c'), ...made('d'), ...made('b'), ...made('a'));
    expect(told([one('a'), { anyOrder: [one('b'), one('c')] }, one('d')], talk)).toMatchInlineSnapshot(`
      "#4 a() came after #3 b(), expected before it; #3 b() came after #2 d(), expected before it

        expected  actual  status
      turn 0  user: Go.
      < a
      < b
      = c         #1 c()  ok
      = d         #2 d()  ok
      >           #3 b()  ok
          called after #2, expected before it
      >           #4 a()  ok
          called after #3, expected before it: position 4 instead of 1
      marks: = as expected · < expected here · > made here instead

      0 execution wrong_order: \`a()\` was called after \`b()\`, at position 4 of the expected calls instead of 1; expected before it
      0 execution wrong_order: \`b()\` was called after \`d()\`; expected before it"
    `);
  });

  test('of several ways that nobody took, the nearest is named', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('a', { id: 2 }), agent('Done.'));
    const wanted = [
      { tool: 'a', arguments: { id: 2 } },
      { oneOf: [{ tool: 'a', arguments: { id: 1 } }, { tool: 'b' }] },
    ];
    expect(told(wanted, talk)).toMatchInlineSnapshot(`
      "missing a(id=1) or b; closest #1 a(id=2)

        expected      actual      status
      turn 0  user: Go.
      = a(id=2)       #1 a(id=2)  ok
      - a(id=1) or b
          closest to a(id=1): #1 a(id=2), which stands for another expectation
      marks: = as expected · - missing

      0 selection missing_call: expected \`a(id=1)\` or \`b\`, which was called nowhere in the session; the only call of \`a\`, #1 \`a(id=2)\` in turn 0, stands for another expectation"
    `);
  });

  test('of several ways, the one that was taken is compared', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('b', { id: 1, to: 'x' }), agent('Done.'));
    const wanted = {
      oneOf: [
        { tool: 'a', arguments: { id: 1 } },
        { tool: 'b', arguments: { id: 1, to: 'y' } },
      ],
    };
    expect(told([wanted], talk)).toMatchInlineSnapshot(`
      "#1 b: to="x", expected "y"

        expected                    actual              status
      turn 0  user: Go.
      ~ b(id=1, to="y") [one of 2]  #1 b(id=1, to="x")  ok
          to: "x" → expected "y"
      marks: ~ differs

      0 arguments wrong_argument: \`b\` was called with \`to\` = "x"; expected "y""
    `);
  });

  test('a call too many of one that may be repeated so often', () => {
    const talk = transcriptOf(
      tools,
      user('Go.'),
      ...[1, 2, 3].flatMap((page) => made('a', { page })),
      ...made('b'),
      agent('Done.'),
    );
    expect(told([{ repeat: one('a'), max: 2 }, one('b')], talk)).toMatchInlineSnapshot(`
      "not wanted #3 a(page=3)

        expected  actual        status
      turn 0  user: Go.
      = a         #1 a(page=1)  ok
      = a         #2 a(page=2)  ok
      +           #3 a(page=3)  ok
      = b         #4 b()        ok
      marks: = as expected · + not wanted

      0 selection extra_call: \`a(page=3)\` was called, and it was not expected this often"
    `);
  });

  test('turn by turn, a call in another turn is missing in one and too many in the other', () => {
    const talk = transcriptOf(tools, user('First a.'), agent('Yes.'), user('And b?'), ...made('a'), ...made('b'));
    const wanted = [
      { tool: 'a', turn: 0 },
      { tool: 'b', turn: 1 },
    ];
    expect(told(wanted, talk, { unit: 'turn' })).toMatchInlineSnapshot(`
      "missing a; closest #1 a(); in a wrong turn #1 a()

        expected  actual  status
      turn 0  user: First a.
      - a
          closest: #1 a()
      turn 1  user: And b?
      +           #1 a()  ok
          expected in turn 0
      = b         #2 b()  ok
      marks: = as expected · - missing · + not wanted

      0 selection missing_call: expected \`a\` in turn 0, which was not called; the closest call is #1 \`a()\` in turn 1, which fits but for its place
      1 selection misplaced_call: \`a()\` was called, and it was expected in turn 0"
    `);
  });

  test('message by message, a call in a message of its own is at the wrong place', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('a'), ...made('b'), ...made('c'), agent('Done.'));
    const wanted = [{ together: [one('a'), one('b')] }, one('c')];
    expect(told(wanted, talk, { unit: 'step' })).toMatchInlineSnapshot(`
      "#1 a() not launched together with #2 b(); #2 b() not launched together with #1 a()

        expected  actual  status
      turn 0  user: Go.
      ~ a         #1 a()  ok
          in an earlier message than #2 → expected in the same
      ~ b         #2 b()  ok
          in a later message than #1 → expected in the same
      = c         #3 c()  ok
      marks: = as expected · ~ differs

      0 execution sequential_calls: \`a()\` was launched by an earlier message than \`b()\`; expected together with it
      0 execution sequential_calls: \`b()\` was launched by a later message than \`a()\`; expected together with it"
    `);
  });

  test('what may be missing is a note', () => {
    const talk = transcriptOf(tools, user('Go.'), ...made('a'), ...made('d'), agent('Done.'));
    expect(told([one('a'), one('b')], talk, { missing: 'allow' })).toMatchInlineSnapshot(`
      "not wanted #2 d()

        expected  actual  status
      turn 0  user: Go.
      = a         #1 a()  ok
        b
      +           #2 d()  ok
      marks: = as expected · + not wanted

      0 selection note missing_call: expected \`b\`, which was called nowhere in the session; called were \`a\`, \`d\`
      0 selection extra_call: \`d()\` was called, and nothing expected it"
    `);
  });

  test('an argument that the tool does not have, with the name that was probably meant', () => {
    const parameters = { type: 'object', properties: { order_id: { type: 'string' }, reason: { type: 'string' } } };
    const known = started({ tools: [toolOf('refund', 'write', { parameters })] });
    const talk = transcriptOf(known, user('Go.'), call('refund', { order_id: 'A-1', reson: 'late' }), result(1));
    expect(told([{ tool: 'refund', arguments: { order_id: 'A-1' } }], talk)).toMatchInlineSnapshot(`
      "#1 refund: reson="late", no such argument; reason was probably meant

        expected                actual                                   status
      turn 0  user: Go.
      ~ refund(order_id="A-1")  #1 refund(order_id="A-1", reson="late")  ok
          reson: "late" → no such argument; reason was probably meant
      marks: ~ differs

      0 arguments unknown_argument: \`refund\` was called with \`reson\` = "late", and takes no such argument; \`reason\` was probably meant"
    `);
  });
});

describe('without a transcript', () => {
  test('a list of calls gets the same line and the same table', () => {
    const { passed, explain } = compareCalls(
      {
        calls: [
          { tool: 'lookup', arguments: { id: 'A-1' } },
          { tool: 'refund', arguments: { id: 'A-1' } },
        ],
      },
      [
        { name: 'refund', arguments: { id: 'A-2' } },
        { name: 'refund' },
        { name: 'lookup', arguments: { id: 'A-1' }, outcome: 'error' },
      ],
    );
    expect(passed).toBe(false);
    const { line, table } = explain({ columns: 80 });
    expect(`${line}\n\n${table}`).toMatchInlineSnapshot(`
      "not wanted #1 refund(id="A-2"); #2 refund: arguments are no JSON: ?; #3 lookup(id="A-1") came after #2 refund(?), expected before it; also 1 failed call

        expected          actual               status
      turn 0
      < lookup(id="A-1")
      +                   #1 refund(id="A-2")  ok
      ~ refund(id="A-1")  #2 refund(?)         ok
          the arguments are no JSON: they could not be parsed
      >                   #3 lookup(id="A-1")  error
          called after #2, expected before it: position 2 instead of 1
          error → expected ok
      marks: ~ differs · + not wanted · < expected here · > made here instead"
    `);
  });

  test('calls that are as expected have nothing to tell', () => {
    const { passed, explain } = compareCalls({ calls: [{ tool: 'lookup' }] }, [{ name: 'lookup', arguments: {} }]);
    const { line, table, deviations } = explain();
    expect({ passed, line, deviations }).toEqual({ passed: true, line: '', deviations: [] });
    expect(table).toMatchInlineSnapshot(`
      "  expected  actual       status
      turn 0
      = lookup    #1 lookup()  ok"
    `);
  });
});
