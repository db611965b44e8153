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
} from '../../../fixtures/transcripts.ts';
import { callScores, told } from './told.ts';

const tools = started({
  tools: [toolOf('lookup_order'), toolOf('refund', 'write'), toolOf('notify', 'write'), toolOf('cancel', 'write')],
});
const lookup = { tool: 'lookup_order', arguments: { order_id: 'A-1' } };
const refund = { tool: 'refund', arguments: { order_id: 'A-1' } };
const ask = user('Refund A-1, please.');
const made = (name: string, args: object = { order_id: 'A-1' }) => [call(name, args), result({ ok: true })];

describe('each deviation alone', () => {
  test('a missing call, where nothing like it was called', () => {
    const talk = transcriptOf(tools, ask, ...made('lookup_order'), agent('Done.'));
    expect(told([lookup, { tool: 'notify' }], talk)).toMatchInlineSnapshot(`
      "missing notify

        expected                      actual                           status
      turn 0  user: Refund A-1, please.
      = lookup_order(order_id="A-1")  #1 lookup_order(order_id="A-1")  ok
      - notify
      marks: = as expected · - missing

      0 selection missing_call: expected \`notify\`, which was called nowhere in the session; called were \`lookup_order\`"
    `);
  });

  test('a missing call, where a call of the tool stands for another expectation', () => {
    const talk = transcriptOf(tools, ask, ...made('refund'), agent('Done.'));
    expect(told([refund, { ...refund, arguments: { order_id: 'A-2' } }], talk)).toMatchInlineSnapshot(`
      "missing refund(order_id="A-2"); closest #1 refund(order_id="A-1")

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      = refund(order_id="A-1")  #1 refund(order_id="A-1")  ok
      - refund(order_id="A-2")
          closest: #1 refund(order_id="A-1"), which stands for another expectation
      marks: = as expected · - missing

      0 selection missing_call: expected \`refund(order_id="A-2")\`, which was called nowhere in the session; the only call of \`refund\`, #1 \`refund(order_id="A-1")\` in turn 0, stands for another expectation"
    `);
  });

  test('a missing call, where a tool with a similar name was called', () => {
    const talk = transcriptOf(tools, ask, call('refunds', { order_id: 'A-1' }), failed('?', 'unknown_tool'));
    expect(told([refund], talk)).toMatchInlineSnapshot(`
      "missing refund(order_id="A-1"); closest #1 refunds(order_id="A-1"); unknown tool #1 refunds(order_id="A-1")

        expected                actual                      status
      turn 0  user: Refund A-1, please.
      +                         #1 refunds(order_id="A-1")  unknown_tool
          no such tool; refund was probably meant
      - refund(order_id="A-1")
          closest: #1 refunds(order_id="A-1")
      marks: - missing · + not wanted

      0 selection missing_call: expected \`refund(order_id="A-1")\`, which was called nowhere in the session; the closest call is #1 \`refunds(order_id="A-1")\` in turn 0, of another tool
      0 selection unknown_tool: \`refunds(order_id="A-1")\` was called, and there is no such tool; \`refund\` was probably meant"
    `);
    const existing = started({ tools: [toolOf('refund_order', 'write'), toolOf('refund_orders', 'write')] });
    const other = transcriptOf(existing, ask, ...made('refund_orders'));
    expect(told([{ ...refund, tool: 'refund_order' }], other)).toMatchInlineSnapshot(`
      "missing refund_order(order_id="A-1"); closest #1 refund_orders(order_id="A-1"); not wanted #1 refund_orders(order_id="A-1")

        expected                      actual                            status
      turn 0  user: Refund A-1, please.
      +                               #1 refund_orders(order_id="A-1")  ok
          refund_order has a similar name
      - refund_order(order_id="A-1")
          closest: #1 refund_orders(order_id="A-1")
      marks: - missing · + not wanted

      0 selection missing_call: expected \`refund_order(order_id="A-1")\`, which was called nowhere in the session; the closest call is #1 \`refund_orders(order_id="A-1")\` in turn 0, of another tool
      0 selection similar_tool: \`refund_orders(order_id="A-1")\` was called, and nothing expected it; \`refund_order\`, which is missing, has a similar name"
    `);
  });

  test('a call that nothing asked for', () => {
    const talk = transcriptOf(tools, ask, ...made('refund'), ...made('notify', {}), agent('Done.'));
    expect(told([refund], talk)).toMatchInlineSnapshot(`
      "not wanted #2 notify()

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      = refund(order_id="A-1")  #1 refund(order_id="A-1")  ok
      +                         #2 notify()                ok
      marks: = as expected · + not wanted

      0 selection extra_call: \`notify()\` was called, and nothing expected it"
    `);
  });

  test('a call that is made twice', () => {
    const talk = transcriptOf(tools, ask, ...made('refund'), agent('Done.'), user('Sure?'), ...made('refund'));
    expect(told([refund], talk)).toMatchInlineSnapshot(`
      "repeated #2 refund(order_id="A-1") (the same as #1)

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      = refund(order_id="A-1")  #1 refund(order_id="A-1")  ok
      turn 1  user: Sure?
      +                         #2 refund(order_id="A-1")  ok
          the same as #1
      marks: = as expected · + not wanted

      1 selection repeated_call: \`refund(order_id="A-1")\` was called, and it was not expected again: it is the same as #1 in turn 0"
    `);
  });

  test('a call out of order, with its places and the pair that stands the wrong way round', () => {
    const talk = transcriptOf(
      tools,
      ask,
      ...made('lookup_order'),
      ...made('notify', {}),
      ...made('refund'),
      ...made('cancel'),
      agent('Done.'),
    );
    const wanted = [lookup, refund, { tool: 'cancel' }, { tool: 'notify' }];
    expect(told(wanted, talk)).toMatchInlineSnapshot(`
      "#2 notify() came before #4 cancel(order_id="A-1"), expected after it

        expected                      actual                           status
      turn 0  user: Refund A-1, please.
      = lookup_order(order_id="A-1")  #1 lookup_order(order_id="A-1")  ok
      >                               #2 notify()                      ok
          called before #4, expected after it: position 2 instead of 4
      = refund(order_id="A-1")        #3 refund(order_id="A-1")        ok
      = cancel                        #4 cancel(order_id="A-1")        ok
      < notify
      marks: = as expected · < expected here · > made here instead

      0 execution wrong_order: \`notify()\` was called before \`cancel(order_id="A-1")\`, at position 2 of the expected calls instead of 4; expected after it"
    `);
  });

  test('the right tool with a wrong argument', () => {
    const talk = transcriptOf(tools, ask, ...made('refund', { order_id: 'A-1', amount: 99 }), agent('Done.'));
    const wanted = { tool: 'refund', arguments: { order_id: 'A-1', amount: 49.9 } };
    expect(told([wanted], talk)).toMatchInlineSnapshot(`
      "#1 refund: amount=99, expected 49.9

        expected                            actual                              status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1", amount=49.…  #1 refund(order_id="A-1", amount=…  ok
          amount: 99 → expected 49.9
      marks: ~ differs

      0 arguments wrong_argument: \`refund\` was called with \`amount\` = 99; expected 49.9"
    `);
  });

  test('long values are told from where they part', () => {
    const note = 'Leave the parcel with the neighbours at number 12, the gate code is';
    const talk = transcriptOf(tools, ask, ...made('refund', { note: `${note} 4711.` }), agent('Done.'));
    expect(told([{ tool: 'refund', arguments: { note: `${note} 4712.` } }], talk)).toMatchInlineSnapshot(`
      "#1 refund: note="… code is 4711.", expected "… code is 4712."

        expected                            actual                              status
      turn 0  user: Refund A-1, please.
      ~ refund(note="Leave the parcel wit…  #1 refund(note="Leave the parcel …  ok
          note: "… code is 4711." → expected "… code is 4712."
      marks: ~ differs

      0 arguments wrong_argument: \`refund\` was called with \`note\` = "… code is 4711."; expected "… code is 4712.""
    `);
  });

  test('a missing and a surplus argument', () => {
    const talk = transcriptOf(tools, ask, ...made('refund', { id: 'A-1', reason: 'late' }), agent('Done.'));
    const wanted = { tool: 'refund', match: 'exact', arguments: { order_id: 'A-1', reason: 'late' } };
    expect(told([wanted], talk)).toMatchInlineSnapshot(`
      "#1 refund: no order_id, expected "A-1"; #1 refund: id="A-1", expected nothing

        expected                            actual                              status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1", reason="la…  #1 refund(id="A-1", reason="late")  ok
          order_id: missing → expected "A-1"
          id: "A-1" → expected nothing
      marks: ~ differs

      0 arguments missing_argument: \`refund\` was called without \`order_id\`; expected "A-1"
      0 arguments unexpected_argument: \`refund\` was called with \`id\` = "A-1", which was not expected"
    `);
  });

  test('arguments that are no JSON, and arguments that the schema refuses', () => {
    const broken = transcriptOf(
      tools,
      ask,
      call('refund', '{"order_id": "A-1"'),
      failed('no JSON', 'invalid_arguments'),
    );
    expect(told([refund], broken)).toMatchInlineSnapshot(`
      "#1 refund: arguments are no JSON: {"order_id": "A-1"

        expected                actual                         status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1")  #1 refund({"order_id": "A-1")  invalid_arguments
          the arguments are no JSON: line 1, column 19: the text ends, but \`,\` or
            \`}\` is expected in the object
      marks: ~ differs

      0 arguments unparsable_arguments: the arguments of \`refund\` are no JSON (line 1, column 19: the text ends, but \`,\` or \`}\` is expected in the object): \`{"order_id": "A-1"\`"
    `);
    const refused = transcriptOf(
      tools,
      ask,
      call('refund', { order_id: 'A-1' }),
      failed('amount is missing', 'invalid_arguments'),
    );
    expect(told([refund], refused)).toMatchInlineSnapshot(`
      "#1 refund: refused, invalid_arguments: amount is missing

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1")  #1 refund(order_id="A-1")  invalid_arguments
          invalid_arguments: amount is missing
      marks: ~ differs

      0 arguments refused_arguments: \`refund(order_id="A-1")\` was refused: invalid_arguments: amount is missing"
    `);
  });

  test('a call in the wrong turn', () => {
    const talk = transcriptOf(tools, ask, agent('Sure?'), user('Yes.'), ...made('refund'), agent('Done.'));
    expect(told([{ ...refund, turn: 0 }], talk)).toMatchInlineSnapshot(`
      "#1 refund(order_id="A-1") in turn 1, expected in turn 0

        expected                         actual                     status
      turn 0  user: Refund A-1, please.
      turn 1  user: Yes.
      ~ refund(order_id="A-1") [turn 0]  #1 refund(order_id="A-1")  ok
          turn 1 → expected turn 0
      marks: ~ differs

      1 execution wrong_turn: \`refund(order_id="A-1")\` was called in turn 1; expected in turn 0"
    `);
  });

  test('a call that failed, one without a result, and one that should have failed', () => {
    const late = transcriptOf(tools, ask, call('refund', { order_id: 'A-1' }), failed('too late'));
    expect(told([refund], late)).toMatchInlineSnapshot(`
      "#1 refund(order_id="A-1") did not succeed: tool_error: too late

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1")  #1 refund(order_id="A-1")  tool_error
          tool_error: too late → expected ok
      marks: ~ differs

      0 execution call_failed: \`refund(order_id="A-1")\` did not succeed: tool_error: too late"
    `);
    expect(told([refund], transcriptOf(tools, ask, call('refund', { order_id: 'A-1' })))).toMatchInlineSnapshot(`
      "#1 refund(order_id="A-1") did not succeed: no result

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1")  #1 refund(order_id="A-1")  no result
          no result → expected ok
      marks: ~ differs

      0 execution no_result: \`refund(order_id="A-1")\` did not succeed: no result"
    `);
    const talk = transcriptOf(tools, ask, ...made('refund'));
    expect(told([{ ...refund, outcome: 'error' }], talk)).toMatchInlineSnapshot(`
      "#1 refund(order_id="A-1") succeeded, expected to fail

        expected                        actual                     status
      turn 0  user: Refund A-1, please.
      ~ refund(order_id="A-1") [fails]  #1 refund(order_id="A-1")  ok
          ok → expected an error
      marks: ~ differs

      0 execution unexpected_success: \`refund(order_id="A-1")\` succeeded; expected it to fail"
    `);
  });

  test('a failed call that is tried again is a note', () => {
    const talk = transcriptOf(
      tools,
      ask,
      call('refund', { order_id: 'A-1' }),
      failed('busy', 'timeout'),
      ...made('refund'),
    );
    expect(told([refund], talk)).toMatchInlineSnapshot(
      `"0 selection note retried_call: \`refund(order_id="A-1")\` failed (timeout: busy) and was tried again"`,
    );
    expect(told([refund, { tool: 'notify' }], talk)).toMatchInlineSnapshot(`
      "missing notify

        expected                actual                     status
      turn 0  user: Refund A-1, please.
      *                         #1 refund(order_id="A-1")  timeout
      = refund(order_id="A-1")  #2 refund(order_id="A-1")  ok
      - notify
      marks: = as expected · - missing · * failed attempt

      0 selection missing_call: expected \`notify\`, which was called nowhere in the session; called were \`refund\`
      0 selection note retried_call: \`refund(order_id="A-1")\` failed (timeout: busy) and was tried again"
    `);
  });

  test('another call of the tool after a failed one is no second try', () => {
    const talk = transcriptOf(
      tools,
      ask,
      call('refund', { order_id: 'A-9' }),
      failed('no such order'),
      ...made('refund'),
    );
    expect(told([refund], talk)).toMatchInlineSnapshot(
      `"0 selection note retried_call: \`refund(order_id="A-9")\` failed (tool_error: no such order) and was followed by #2 \`refund(order_id="A-1")\`"`,
    );
  });

  test('calls with arguments that were refused were not carried out', () => {
    const talk = transcriptOf(tools, ask, call('refund', '{'), failed('no JSON', 'invalid_arguments'));
    expect(callScores([refund], talk).map((score) => ('reason' in score ? score.reason : ''))).toMatchInlineSnapshot(`
      [
        "the expected call was made",
        "#1 refund: arguments are no JSON: {",
        "no call was carried out: the arguments were refused",
      ]
    `);
  });

  test('a list in any order lacks an item', () => {
    const talk = transcriptOf(tools, ask, ...made('refund', { tags: ['x'] }), agent('Done.'));
    const wanted = { tool: 'refund', arguments: { tags: ['x', 'y'] }, lists: 'set' };
    expect(told([wanted], talk)).toMatchInlineSnapshot(`
      "#1 refund: tags lacks "y"

        expected                 actual                 status
      turn 0  user: Refund A-1, please.
      ~ refund(tags=["x", "y"])  #1 refund(tags=["x"])  ok
          tags: lacks "y"
      marks: ~ differs

      0 arguments missing_argument: \`refund\` was called with \`tags\` that lacks "y""
    `);
  });

  test('a message with more, or less, than was expected', () => {
    const talk = transcriptOf(
      tools,
      ask,
      parallel(['lookup_order', { order_id: 'A-1' }], ['notify', {}]),
      result(1),
      result(1),
      ...made('refund'),
    );
    const together = { together: [refund, { tool: 'cancel' }] };
    expect(told([lookup, together], talk, { unit: 'step', columns: 100 })).toMatchInlineSnapshot(`
      "missing cancel; not wanted #2 notify(); #1 lookup_order(order_id="A-1") launched with #2, expected a message with it alone; also 1 call in a wrong message

        expected                      actual                           status
      turn 0  user: Refund A-1, please.
      ~ lookup_order(order_id="A-1")  #1 lookup_order(order_id="A-1")  ok
          launched with #2 → expected a message with this alone
      +                               #2 notify()                      ok
      ~ refund(order_id="A-1")        #3 refund(order_id="A-1")        ok
          launched alone → expected a message with refund(order_id="A-1") and cancel
      - cancel
      marks: ~ differs · - missing · + not wanted

      0 selection missing_call: expected \`cancel\`, which was called nowhere in the session; called were \`lookup_order\`, \`notify\`, \`refund\`
      0 selection extra_call: \`notify()\` was called, and nothing expected it
      0 execution wrong_message: \`lookup_order(order_id="A-1")\` was launched in one message with #2 \`notify()\`; expected a message with \`lookup_order(order_id="A-1")\` and nothing else
      0 execution wrong_message: \`refund(order_id="A-1")\` was launched by itself; expected a message with \`refund(order_id="A-1")\` and \`cancel\`"
    `);
  });

  test('calls of one message that were expected one after the other are a note', () => {
    const talk = transcriptOf(
      tools,
      ask,
      parallel(['lookup_order', { order_id: 'A-1' }], ['refund', { order_id: 'A-1' }]),
      result(1),
      result(1),
    );
    expect(told([lookup, refund], talk)).toMatchInlineSnapshot(
      `"0 execution note parallel_calls: \`lookup_order(order_id="A-1")\` and \`refund(order_id="A-1")\` were launched by the same message, so neither had seen what came of the other"`,
    );
  });
});

describe('several at once', () => {
  test('all faults stand in the line, the first in words', () => {
    const talk = transcriptOf(
      tools,
      ask,
      ...made('refund', { order_id: 'A-2', amount: 99 }),
      ...made('lookup_order', { order_id: 'A-2' }),
      ...made('cancel'),
      agent('Anything else?'),
      user('No, thanks.'),
      ...made('cancel'),
      call('cancl', {}),
      failed('no such tool', 'unknown_tool'),
      agent('Bye.'),
    );
    const wanted = [
      lookup,
      { tool: 'refund', arguments: { order_id: 'A-1', amount: 49.9, reason: 'late' } },
      { tool: 'notify', arguments: { order_id: 'A-1' }, turn: 1 },
      { tool: 'notify', arguments: { order_id: 'A-2' }, turn: 1 },
    ];
    expect(told(wanted, talk, { columns: 100 })).toMatchInlineSnapshot(`
      "missing notify(order_id="A-1"); closest #3 cancel(order_id="A-1"); missing notify(order_id="A-2"); not wanted #3 cancel(order_id="A-1"); also 1 repeated call, 1 unknown tool, 3 wrong arguments, 1 missing argument, 1 call out of order

        expected                                        actual                                status
      turn 0  user: Refund A-1, please.
      < lookup_order(order_id="A-1")
      ~ refund(order_id="A-1", amount=49.9, reason="l…  #1 refund(order_id="A-2", amount=99)  ok
          order_id: "A-2" → expected "A-1"
          amount: 99 → expected 49.9
          reason: missing → expected "late"
      >                                                 #2 lookup_order(order_id="A-2")       ok
          order_id: "A-2" → expected "A-1"
          called after #1, expected before it: position 2 instead of 1
      +                                                 #3 cancel(order_id="A-1")             ok
      turn 1  user: No, thanks.
      +                                                 #4 cancel(order_id="A-1")             ok
          the same as #3
      +                                                 #5 cancl()                            unknown_tool
          no such tool; cancel was probably meant
      - notify(order_id="A-1")
          closest: #3 cancel(order_id="A-1")
      - notify(order_id="A-2")
      marks: ~ differs · - missing · + not wanted · < expected here · > made here instead

      1 selection missing_call: expected \`notify(order_id="A-1")\` in turn 1, which was not called; the closest call is #3 \`cancel(order_id="A-1")\` in turn 0, of another tool
      1 selection missing_call: expected \`notify(order_id="A-2")\` in turn 1, which was not called; called were \`refund\`, \`lookup_order\`, \`cancel\`, \`cancl\`
      0 selection extra_call: \`cancel(order_id="A-1")\` was called, and nothing expected it
      1 selection repeated_call: \`cancel(order_id="A-1")\` was called, and it was not expected again: it is the same as #3 in turn 0
      1 selection unknown_tool: \`cancl()\` was called, and there is no such tool; \`cancel\` was probably meant
      0 arguments wrong_argument: \`lookup_order\` was called with \`order_id\` = "A-2"; expected "A-1"
      0 arguments wrong_argument: \`refund\` was called with \`order_id\` = "A-2"; expected "A-1"
      0 arguments wrong_argument: \`refund\` was called with \`amount\` = 99; expected 49.9
      0 arguments missing_argument: \`refund\` was called without \`reason\`; expected "late"
      0 execution wrong_order: \`lookup_order(order_id="A-2")\` was called after \`refund(order_id="A-2", amount=99)\`, at position 2 of the expected calls instead of 1; expected before it"
    `);
  });

  test('what is missing stands before what it was to come before, and under its own turn', () => {
    const talk = transcriptOf(
      tools,
      ask,
      ...made('refund', { order_id: 'A-1', amount: 12 }),
      agent('Refunded.'),
      user('Yes, go ahead.'),
      ...made('refund', { order_id: 'A-1', amount: 12 }),
      agent('Done.'),
    );
    const wanted = [lookup, lookup, { tool: 'refund', arguments: { amount: 25 } }];
    expect(told(wanted, talk, { order: 'exact', columns: 100 })).toMatchInlineSnapshot(`
      "missing lookup_order(order_id="A-1"); closest #1 refund(order_id="A-1", amount=12); also 1 missing call, 1 unwanted call, 1 wrong argument

        expected                      actual                                status
      turn 0  user: Refund A-1, please.
      - lookup_order(order_id="A-1")
          closest: #1 refund(order_id="A-1", amount=12)
      +                               #1 refund(order_id="A-1", amount=12)  ok
      turn 1  user: Yes, go ahead.
      - lookup_order(order_id="A-1")
          closest: #1 refund(order_id="A-1", amount=12)
      ~ refund(amount=25)             #2 refund(order_id="A-1", amount=12)  ok
          amount: 12 → expected 25
      marks: ~ differs · - missing · + not wanted

      0 selection missing_call: expected \`lookup_order(order_id="A-1")\`, which was called nowhere in the session; the closest call is #1 \`refund(order_id="A-1", amount=12)\` in turn 0, of another tool
      1 selection missing_call: expected \`lookup_order(order_id="A-1")\`, which was called nowhere in the session; the closest call is #1 \`refund(order_id="A-1", amount=12)\` in turn 0, of another tool
      0 selection extra_call: \`refund(order_id="A-1", amount=12)\` was called, and it was not expected this often
      1 arguments wrong_argument: \`refund\` was called with \`amount\` = 12; expected 25"
    `);
  });

  test('what is missing between two calls that were made stands between them', () => {
    const talk = transcriptOf(
      tools,
      ask,
      ...made('lookup_order'),
      ...made('notify'),
      ...made('cancel'),
      agent('Done.'),
    );
    expect(told([lookup, refund, { tool: 'cancel' }], talk)).toMatchInlineSnapshot(`
      "missing refund(order_id="A-1"); closest #2 notify(order_id="A-1"); not wanted #2 notify(order_id="A-1")

        expected                      actual                           status
      turn 0  user: Refund A-1, please.
      = lookup_order(order_id="A-1")  #1 lookup_order(order_id="A-1")  ok
      +                               #2 notify(order_id="A-1")        ok
      - refund(order_id="A-1")
          closest: #2 notify(order_id="A-1")
      = cancel                        #3 cancel(order_id="A-1")        ok
      marks: = as expected · - missing · + not wanted

      0 selection missing_call: expected \`refund(order_id="A-1")\`, which was called nowhere in the session; the closest call is #2 \`notify(order_id="A-1")\` in turn 0, of another tool
      0 selection extra_call: \`notify(order_id="A-1")\` was called, and nothing expected it"
    `);
  });

  test('where the order is free, calls stand in the order of the talk', () => {
    const talk = transcriptOf(tools, ask, ...made('refund'), ...made('lookup_order'), agent('Done.'));
    expect(told([lookup, { tool: 'notify' }, refund], talk, { order: 'any' })).toMatchInlineSnapshot(`
      "missing notify

        expected                      actual                           status
      turn 0  user: Refund A-1, please.
      = refund(order_id="A-1")        #1 refund(order_id="A-1")        ok
      = lookup_order(order_id="A-1")  #2 lookup_order(order_id="A-1")  ok
      - notify
      marks: = as expected · - missing

      0 selection missing_call: expected \`notify\`, which was called nowhere in the session; called were \`refund\`, \`lookup_order\`"
    `);
  });
});
