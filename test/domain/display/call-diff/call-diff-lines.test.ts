import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callDiffLines } from '../../../../src/domain/display/call-diff/call-diff-lines.ts';
import { displayWidth } from '../../../../src/domain/values/display-width.ts';
import { type CallDiff, type CallDiffRow, CallMark } from '../../../../src/domain/verdicts/call-diff.ts';

const row = (more: Partial<CallDiffRow> = {}): CallDiffRow => ({
  mark: 'as_expected',
  turn: 0,
  expected: 'lookup(id="A-1")',
  actual: { number: 1, text: 'lookup(id="A-1")', status: 'ok' },
  remarks: [],
  ...more,
});
const print = (diff: CallDiff, columns = 72) =>
  callDiffLines(diff, { columns })
    .map(({ text }) => text)
    .join('\n');
const numbered = (number: number, more: Partial<CallDiffRow> = {}) =>
  row({ ...more, actual: { number, text: 'lookup(id="A-1")', status: 'ok' } });

describe('the table of calls', () => {
  test('wide characters keep the columns, and hidden ones are written out', () => {
    const diff: CallDiff = {
      turns: [{ turn: 0, user: '请退款订单 A-1 🙏\u001b[31m\nand\u202eafter' }],
      rows: [
        row({
          mark: 'differs',
          expected: 'refund(note="已损坏")',
          remarks: ['note: "坏了\u0007" → expected "已损坏"'],
        }),
        row({
          mark: 'unwanted',
          expected: undefined,
          actual: { number: 2, text: 'mail(to="👩‍👩‍👧\u0000")', status: 'ok' },
        }),
      ],
    };
    expect(print(diff)).toMatchInlineSnapshot(`
      "  expected               actual                 status
      turn 0  user: 请退款订单 A-1 🙏\\u{1b}[31m\\nand\\u{202e}after
      ~ refund(note="已损坏")  #1 lookup(id="A-1")    ok
          note: "坏了\\u{7}" → expected "已损坏"
      +                        #2 mail(to="👩‍👩‍👧\\u{0}")  ok
      marks: ~ differs · + not wanted"
    `);
  });

  test('what is too wide is cut where it is told whole below, and never over the edge', () => {
    const long = `note(text="${'a long story '.repeat(16)}")`;
    const diff: CallDiff = {
      turns: [
        { turn: 0, user: 'Please write all of this down, and do not leave anything out of it, will you? '.repeat(3) },
      ],
      rows: [
        row({
          mark: 'differs',
          expected: long,
          actual: { number: 1, text: long, status: 'tool_error' },
          remarks: [`text: ${'x'.repeat(200)} → expected ${'word '.repeat(60)}`],
        }),
      ],
    };
    expect(print(diff)).toMatchInlineSnapshot(`
      "  expected                      actual                        status
      turn 0  user: Please write all of this down, and do not leave anything …
      ~ note(text="a long story a l…  #1 note(text="a long story …  tool_error
          text: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      marks: ~ differs"
    `);
  });

  test('on a narrow terminal the actual call stands below the expected one', () => {
    const diff: CallDiff = {
      turns: [{ turn: 0, user: 'Refund A-1, please, and tell me when it is done.' }],
      rows: [
        row({
          expected: 'lookup_order(order_id="A-1", deep=true)',
          actual: { number: 1, text: 'lookup_order(order_id="A-1", deep=true)', status: 'ok' },
        }),
        row({
          mark: 'missing',
          expected: 'refund(order_id="A-1")',
          actual: undefined,
          remarks: ['closest: #1 lookup_order(order_id="A-1", deep=true)'],
        }),
      ],
    };
    expect(print(diff, 40)).toMatchInlineSnapshot(`
      "turn 0  user: Refund A-1, please, and t…
      = expected lookup_order(order_id="A-1",…
        #1 lookup_order(order_id="A-1", d…: ok
      - expected refund(order_id="A-1")
          closest: #1 lookup_order(order_id=
            "A-1", deep=true)
      marks: = as expected · - missing"
    `);
  });

  test('stretches without anything to see are folded, around what differs one row stays', () => {
    const turns = Array.from({ length: 12 }, (_, turn) => ({ turn, user: `Question ${turn}` }));
    const rows = Array.from({ length: 37 }, (_, index) =>
      numbered(index + 1, {
        turn: Math.floor(index / 3.1),
        ...(index === 19 ? { mark: 'differs', remarks: ['id: "A-1" → expected "A-2"'] } : {}),
      }),
    );
    expect(print({ turns, rows })).toMatchInlineSnapshot(`
      "  expected          actual                status
      … 19 calls as expected in turns 0 to 5
      turn 6  user: Question 6
      ~ lookup(id="A-1")  #20 lookup(id="A-1")  ok
          id: "A-1" → expected "A-2"
      = lookup(id="A-1")  #21 lookup(id="A-1")  ok
      = lookup(id="A-1")  #22 lookup(id="A-1")  ok
      … 15 calls as expected in turns 7 to 11
      marks: = as expected · ~ differs"
    `);
    const oneTurn = rows.map((one) => ({ ...one, turn: 0 }));
    expect(print({ turns: turns.slice(0, 1), rows: oneTurn })).toMatchInlineSnapshot(`
      "  expected          actual                status
      turn 0  user: Question 0
        … 18 calls as expected
      = lookup(id="A-1")  #19 lookup(id="A-1")  ok
      ~ lookup(id="A-1")  #20 lookup(id="A-1")  ok
          id: "A-1" → expected "A-2"
      = lookup(id="A-1")  #21 lookup(id="A-1")  ok
        … 16 calls as expected
      marks: = as expected · ~ differs"
    `);
  });

  test('a short table is shown whole, and so is one without turns', () => {
    expect(
      print({ turns: [], rows: [row(), numbered(2), row({ mark: 'retried', expected: undefined })] }),
    ).toMatchInlineSnapshot(`
      "  expected          actual               status
      turn 0
      = lookup(id="A-1")  #1 lookup(id="A-1")  ok
      = lookup(id="A-1")  #2 lookup(id="A-1")  ok
      *                   #1 lookup(id="A-1")  ok
      marks: = as expected · * failed attempt"
    `);
    expect(print({ turns: [], rows: [], leftOut: 3 })).toMatchInlineSnapshot(`
      "  expected  actual  status
      … 3 more rows"
    `);
  });

  test('no text gets over the edge, and none reaches a terminal as it was', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const anyRow = fc.record({
      mark: fc.constantFrom(...CallMark.options),
      turn: fc.nat(3),
      expected: fc.option(text, { nil: undefined }),
      actual: fc.option(fc.record({ number: fc.integer({ min: 1, max: 9_999 }), text, status: text }), {
        nil: undefined,
      }),
      remarks: fc.array(text, { maxLength: 3 }),
    });
    const turns = fc.array(fc.record({ turn: fc.nat(3), user: text }), { maxLength: 3 });
    fc.assert(
      fc.property(
        turns,
        fc.array(anyRow, { maxLength: 8 }),
        fc.integer({ min: 40, max: 160 }),
        (said, rows, columns) => {
          for (const line of callDiffLines({ turns: said, rows }, { columns })) {
            expect(displayWidth(line.text)).toBeLessThanOrEqual(columns);
            expect(line.text).not.toMatch(/[\p{Control}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
