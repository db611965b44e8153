import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { callTables } from '../../../src/reporters/terminal/failure/call-table.ts';
import { paletteOf } from '../../../src/reporters/terminal/palette.ts';
import { terminalReporter } from '../../../src/reporters/terminal-reporter.ts';
import { failureOf } from '../../../src/scorers/failure-of.ts';
import { keyOf, planOf, resultOf, runOf } from '../../fixtures/results.ts';
import { agent, call, ended, failed, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { callScores } from '../../scorers/trajectory/explanation/told.ts';

const tools = started({ tools: [toolOf('lookup_order'), toolOf('refund', 'write'), toolOf('notify', 'write')] });
const lookup = { tool: 'lookup_order', arguments: { order_id: 'A-1' } };
const refund = { tool: 'refund', arguments: { order_id: 'A-1' } };

/** The tables as they are printed, with `isWhole` as `--verbose` does. */
function tables(
  calls: readonly unknown[],
  transcript: Transcript,
  { columns = 80, isWhole = false, ...more } = {},
): string {
  const scores = callScores(calls, transcript, more);
  return callTables(scores, { columns, isWhole, palette: paletteOf(false), unmet: [] }).join('\n');
}

/** What a run of one session prints. */
async function report(calls: readonly unknown[], transcript: Transcript): Promise<string> {
  let text = '';
  const reporter = terminalReporter({
    write: (part) => {
      text += part;
    },
    isTty: false,
    columns: 80,
    colors: false,
  });
  const scores = callScores(calls, transcript);
  const failure = failureOf(scores, transcript);
  const session = resultOf(keyOf('refund'), { transcript, scores, ...(failure === undefined ? {} : { failure }) });
  await reporter.onRunStart?.(planOf([session]));
  await reporter.onSessionEnd?.(session);
  await reporter.onRunEnd?.(runOf([session]));
  return text;
}

describe('the table of calls in a report', () => {
  test('[S1.16] a swapped pair is shown once, with names, status and turn', async () => {
    const swapped = transcriptOf(
      tools,
      user('Refund A-1, please.'),
      call('refund', { order_id: 'A-1' }),
      result({ ok: true }),
      call('lookup_order', { order_id: 'A-1' }),
      result({ total: 49.9 }),
      agent('Done.'),
    );
    expect(await report([lookup, refund], swapped)).toMatchInlineSnapshot(`
      "1 scenario, 1 session, seed 42

      ✗ refund  1 turn     120 ms     turn 0, execution: wrong_order

      ✗ refund
        Title of refund

        turn 0, execution: wrong_order (check calls/execution)
        \`lookup_order(order_id="A-1")\` was called after \`refund(order_id="A-1")\`, at
        position 2 of the expected calls instead of 1; expected before it
          - the call of \`lookup_order\` (turn 0): "lookup_order(order_id="A-1")"
          - the call of \`refund\` (turn 0): "refund(order_id="A-1")"

        calls, by turn (check calls/execution)
          expected                      actual                           status
        turn 0  user: Refund A-1, please.
        < lookup_order(order_id="A-1")
        = refund(order_id="A-1")        #1 refund(order_id="A-1")        ok
        >                               #2 lookup_order(order_id="A-1")  ok
            called after #1, expected before it: position 2 instead of 1
        marks: = as expected · < expected here · > made here instead

        turn 0
        user     Refund A-1, please.
        call     refund {"order_id":"A-1"}
        result   {"ok":true}
        call     lookup_order {"order_id":"A-1"}
        result   {"total":49.9}
        agent    Done.

        replay   rehearsal run refund --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/refund/default/0.jsonl

      1 failed, 0 passed of 1 session in 3.2 s
      gate lost: a scenario did not pass often enough
      results  .rehearsal/runs/run
      "
    `);
  });

  test('a long talk stays readable: what is as expected is folded', () => {
    const parts = Array.from({ length: 12 }, (_, turn) => [
      user(`Where is order A-${turn}, and why has nobody told me anything about it, I would like to know?`),
      ...[0, 1, 2].flatMap((part) => [
        call('lookup_order', { order_id: `A-${turn}`, part }),
        result({ status: 'sent' }),
      ]),
      agent('It is on its way.'),
    ]);
    const last = [call('refund', { order_id: 'A-9' }), result({ ok: true })];
    const wanted = Array.from({ length: 36 }, (_, index) => ({
      tool: 'lookup_order',
      arguments: { order_id: `A-${Math.floor(index / 3)}`, part: index === 20 ? 7 : index % 3 },
    }));
    expect(tables(wanted, transcriptOf(tools, ...parts.flat(), ...last))).toMatchInlineSnapshot(`
      "
      calls, by turn (check calls/selection)
        expected                            actual                              status
      … 18 calls as expected in turns 0 to 5
      turn 6  user: Where is order A-6, and why has nobody told me anything about it,…
      = lookup_order(order_id="A-6", part…  #19 lookup_order(order_id="A-6", …  ok
      = lookup_order(order_id="A-6", part…  #20 lookup_order(order_id="A-6", …  ok
      ~ lookup_order(order_id="A-6", part…  #21 lookup_order(order_id="A-6", …  ok
          part: 2 → expected 7
      … 12 calls as expected in turns 7 to 10
      turn 11  user: Where is order A-11, and why has nobody told me anything about i…
      = lookup_order(order_id="A-11", par…  #34 lookup_order(order_id="A-11",…  ok
      = lookup_order(order_id="A-11", par…  #35 lookup_order(order_id="A-11",…  ok
      = lookup_order(order_id="A-11", par…  #36 lookup_order(order_id="A-11",…  ok
      +                                     #37 refund(order_id="A-9")          ok
      marks: = as expected · ~ differs · + not wanted"
    `);
  });

  test('hostile words of user, agent and tools do nothing', () => {
    const talk = transcriptOf(
      tools,
      user('\u001b[2J\u001b]0;owned\u0007Refund\r\nA-1\u202e, please.'),
      call('refund', { order_id: '\u001b[31mA-1\u0000' }),
      failed('no\u001b[1A\u001b[2K such\norder'),
      call('re\u0007fund\u001b[0m', {}),
      failed('?', 'unknown_tool'),
    );
    const text = tables([refund], talk);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Control}\u202e]/u);
    expect(text).toMatchInlineSnapshot(`
      "
      calls, by turn (check calls/selection)
        expected                actual                                    status
      turn 0  user: \\u{1b}[2J\\u{1b}]0;owned\\u{7}Refund\\nA-1\\u{202e}, please.
      ~ refund(order_id="A-1")  #1 refund(order_id="\\u001b[31mA-1\\u0000…  tool_error
          order_id: "\\u001b[31mA-1\\u0000" → expected "A-1"
          tool_error: no\\u{1b}[1A\\u{1b}[2K such\\norder → expected ok
      +                         #2 re\\u{7}fund\\u{1b}[0m()                 unknown_tool
          no such tool
      marks: ~ differs · + not wanted"
    `);
  });

  test('Chinese words and emoji keep the columns', () => {
    const talk = transcriptOf(
      tools,
      user('请帮我把订单 A-1 退款，商品到货时已经损坏，非常失望，希望今天就能处理完毕 😡😡😡，谢谢你们'),
      call('refund', { order_id: 'A-1', reason: '商品损坏' }),
      result({ ok: true }),
      agent('好的。'),
    );
    const wanted = { tool: 'refund', arguments: { order_id: 'A-1', reason: '到货时损坏' } };
    expect(tables([wanted, { tool: 'notify' }], talk, { columns: 60 })).toMatchInlineSnapshot(`
      "
      calls, by turn (check calls/selection)
        expected                  actual                    status
      turn 0  user: 请帮我把订单 A-1 退款，商品到货时已经损坏，非…
      ~ refund(order_id="A-1", …  #1 refund(order_id="A-1…  ok
          reason: "商品损坏" → expected "到货时损坏"
      - notify
      marks: ~ differs · - missing"
    `);
  });

  test('a very long table is cut, and whole when everything was asked for', () => {
    const talk = transcriptOf(
      tools,
      user('Tell them all.'),
      ...Array.from({ length: 60 }, (_, index) => [call('notify', { index }), result(1)]).flat(),
    );
    const lines = (isWhole: boolean) => tables([refund], talk, { isWhole }).split('\n');
    expect(lines(false)).toHaveLength(42);
    expect(lines(false).slice(-3)).toMatchInlineSnapshot(`
      [
        "+                         #36 notify(index=35)  ok",
        "… 25 more lines, with --verbose",
        "marks: - missing · + not wanted",
      ]
    `);
    expect(lines(true).length).toBeGreaterThan(60);
  });

  test('a check that only misses what the talk could not bring any more has no table', () => {
    const talk = transcriptOf(tools, user('Refund A-1.'), ended('agent_error'));
    const scores = callScores([refund], talk);
    const look = { columns: 80, palette: paletteOf(false), isWhole: false };
    expect(callTables(scores, { ...look, unmet: ['calls/selection'] })).toEqual([]);
    expect(callTables(scores, { ...look, unmet: [] })).not.toEqual([]);
  });

  test('details of another shape, and checks that passed, have no table', () => {
    const [score] = callScores([refund], transcriptOf(tools, user('Refund A-1.'), agent('Done.')));
    const look = { columns: 80, palette: paletteOf(false), isWhole: false, unmet: [] };
    if (score?.status !== 'scored') throw new Error('the check was not made');
    expect(callTables([{ ...score, details: { rows: [{ mark: 'x' }], turns: 'none' } }], look)).toEqual([]);
    expect(callTables([{ ...score, passed: true }], look)).toEqual([]);
  });
});
