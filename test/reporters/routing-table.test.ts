import { expect, test } from 'vitest';
import type { RoutingChoice, RoutingResult } from '../../src/domain/verdicts/routing-result.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { renderRouting, routingReport } from '../../src/reporters/routing-table.ts';
import { displayWidth } from '../../src/reporters/terminal/text-width.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';

const rate = (right: number, of: number) => ({
  right,
  of,
  ...(of === 0 ? {} : { rate: right / of, interval: wilsonInterval(right, of) }),
});
const tools = (...names: readonly string[]): RoutingChoice[] => names.map((tool) => ({ kind: 'tool', tool }));

const hr: RoutingResult = {
  scenario: 'routing',
  variant: 'default',
  sessions: 10,
  invalid: 1,
  accuracy: rate(7, 9),
  wanted: ['get_leave_balance', 'multiply_numbers', 'none'],
  called: [...tools('get_leave_balance', 'multiply_numbers'), { kind: 'none' }, { kind: 'invalid' }],
  counts: [
    [3, 0, 0, 0],
    [0, 2, 2, 0],
    [0, 0, 2, 1],
  ],
  tools: [
    { tool: 'get_leave_balance', recall: rate(3, 3), precision: rate(3, 3) },
    { tool: 'multiply_numbers', recall: rate(2, 4), precision: rate(2, 2) },
    { tool: 'none', recall: rate(2, 2), precision: rate(2, 4) },
  ],
  rows: [
    { row: 'balance', say: '查询员工E001的剩余年假', wanted: ['get_leave_balance'], sessions: 3, right: 3, invalid: 0 },
    { row: 'product', say: '12乘以8是多少？', wanted: ['multiply_numbers'], sessions: 4, right: 2, invalid: 0 },
    { row: 'hello', say: '你好', wanted: ['none'], sessions: 3, right: 2, invalid: 1 },
  ],
  misroutes: [0, 2].map((trial) => ({
    key: { scenario: 'routing', variant: 'product', trial },
    row: 'product',
    say: '12乘以8是多少？',
    wanted: ['multiply_numbers'],
    called: { kind: 'none' },
  })),
};

const shown = (result: RoutingResult, columns = 80, most?: number): string =>
  renderRouting(result, {
    columns,
    most,
    replay: ({ trial }) => `rehearsal run routing --row product --trial ${trial}`,
  })
    .map((line) => line.trimEnd())
    .join('\n');

test('[S2.10] the matrix, the rates of each tool, and what went wrong, with the command that plays it again', () => {
  expect(shown(hr)).toMatchInlineSnapshot(`
    "which tool for which message: routing
      7 of 9 right (78 %, 95 % interval 45–94 %); 1 invalid session left out

      wanted             get_leave_balance  multiply_numbers  none  invalid
      get_leave_balance                  3                 ·     ·        ·
      multiply_numbers                   ·                 2     2        ·
      none                               ·                 ·     2        1

                         recall                precision
      get_leave_balance  3/3 100 % (44–100 %)  3/3 100 % (44–100 %)
      multiply_numbers   2/4 50 % (15–85 %)    2/2 100 % (34–100 %)
      none               2/2 100 % (34–100 %)  2/4 50 % (15–85 %)

      misrouted: 1 message
      "12乘以8是多少？"
        multiply_numbers was wanted; no tool was called, 2 of 4 times
        rehearsal run routing --row product --trial 0"
  `);
});

test('of one row alone only its line is shown, without a matrix and rates of one message', () => {
  const one = { ...hr, sessions: 4, rows: hr.rows.slice(1, 2), misroutes: hr.misroutes };
  expect(shown(one)).toMatchInlineSnapshot(`
    "which tool for which message: routing
      2/4  multiply_numbers: 12乘以8是多少？"
  `);
});

test('what tells nothing is left out: no misroutes, nothing invalid', () => {
  const { misroutes: _misroutes, ...rest } = hr;
  expect(shown({ ...rest, misroutes: [], invalid: 0, accuracy: rate(10, 10) })).not.toMatch(/misrouted|left out/);
  expect(shown({ ...hr, invalid: 10, accuracy: rate(0, 0) })).toContain('no session was a valid test; 10 invalid');
});

/** A table of so many tools, `none` and each way to go wrong, of which the last tool is called once for the first. */
function tableOf(count: number): RoutingResult {
  const names = Array.from({ length: count }, (_, index) => `tool_with_a_rather_long_name_${index + 1}`);
  const wanted = [...names, 'none'];
  const called: RoutingChoice[] = [
    ...tools(...names),
    { kind: 'none' },
    ...tools('cancel_everything'),
    { kind: 'unknown_tool' },
    { kind: 'no_answer' },
    { kind: 'invalid' },
  ];
  const counts = wanted.map((_line, line) =>
    called.map((_column, column) => (line === column ? 12 : line === 0 && column === count - 1 ? 1 : 0)),
  );
  const misroute = {
    key: { scenario: 'desk', variant: 'first', trial: 0 },
    row: 'first',
    say: 'A message that is a good deal longer than what a line of a terminal takes, and goes on and on and on',
    wanted: names.slice(0, 2),
    called: { kind: 'unknown_tool' as const },
    name: 'translate\u001b[31m',
  };
  return {
    ...hr,
    scenario: 'desk',
    wanted,
    called,
    counts,
    tools: wanted.map((tool) => ({ tool, recall: rate(12, 13), precision: rate(12, 12) })),
    misroutes: [misroute],
  };
}

test('fifteen tools stay readable in 80 columns, with numbers and a legend', () => {
  const text = shown(tableOf(15));
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(80);
  expect(text).toMatchInlineSnapshot(`
    "which tool for which message: desk
      7 of 9 right (78 %, 95 % interval 45–94 %); 1 invalid session left out

      wanted              1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
       1 tool_with_a_ra… 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  1  ·  ·  ·  ·  ·
       2 tool_with_a_ra…  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       3 tool_with_a_ra…  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       4 tool_with_a_ra…  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       5 tool_with_a_ra…  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       6 tool_with_a_ra…  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       7 tool_with_a_ra…  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       8 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
       9 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
      10 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
      11 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·  ·
      12 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·  ·
      13 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·  ·
      14 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·  ·
      15 tool_with_a_ra…  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·  ·
      16 none             ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · 12  ·  ·  ·  ·
      called besides: 17 cancel_everything, 18 unknown tool, 19 no answer,
                      20 invalid

                                       recall                precision
      tool_with_a_rather_long_name_1   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_2   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_3   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_4   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_5   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_6   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_7   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_8   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_9   12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_10  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_11  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_12  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_13  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_14  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      tool_with_a_rather_long_name_15  12/13 92 % (67–99 %)  12/12 100 % (76–100 %)
      none                             12/13 92 % (67–99 %)  12/12 100 % (76–100 %)

      misrouted: 1 message
      "A message that is a good deal longer t…inal takes, and goes on and on and on"
        tool_with_a_rather_long_name_1 or tool_with_a_rather_long_name_2 was wanted;
        translate\\u{1b}[31m was called, which does not exist
        rehearsal run routing --row product --trial 0"
  `);
});

test('forty tools go on below, and nothing is wider than the terminal', () => {
  for (const columns of [40, 60, 80, 120]) {
    const lines = shown(tableOf(40), columns).split('\n');
    // A command is there to be copied, and stays whole.
    const commands = lines.filter((line) => line.includes('rehearsal run'));
    expect(Math.max(...lines.filter((line) => !commands.includes(line)).map(displayWidth))).toBeLessThanOrEqual(
      columns,
    );
    expect(lines.filter((line) => line.trimStart().startsWith('wanted ')).length).toBeGreaterThanOrEqual(2);
  }
});

test('names and words that would act on a terminal are written out', () => {
  const text = shown({ ...hr, wanted: ['a\u001b[2Jb', 'c\nd', 'none'], scenario: 'x\u202e' });
  expect(['\u001b', '\u202e'].filter((character) => text.includes(character))).toEqual([]);
  expect(text).toContain('a\\u{1b}[2Jb');
});

test('only so many misroutes are told, with the count of the others', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...hr.misroutes[0]!,
    row: `row-${index}`,
    say: `Message ${index}`,
  }));
  const text = shown({ ...hr, misroutes: many }, 80, 10);
  expect(text.match(/Message \d+/g)).toHaveLength(10);
  expect(text).toContain('… and 2 more: --report routing');
});

test('the report has every row besides, and says when there is no table', async () => {
  const print = async (run: object): Promise<string> => {
    let text = '';
    for await (const piece of routingReport({ columns: 60, replay: () => 'again' }).write(run as RunResult, none()))
      text += piece;
    return text;
  };
  expect(await print({ routing: [hr] })).toMatchInlineSnapshot(`
    "which tool for which message: routing
      7 of 9 right (78 %, 95 % interval 45–94 %); 1 invalid
      session left out

      wanted               1  2  3  4
      1 get_leave_balance  3  ·  ·  ·
      2 multiply_numbers   ·  2  2  ·
      3 none               ·  ·  2  1
      called besides: 4 invalid

                         recall     precision
      get_leave_balance  3/3 100 %  3/3 100 %
      multiply_numbers   2/4 50 %   2/2 100 %
      none               2/2 100 %  2/4 50 %

      misrouted: 1 message
      "12乘以8是多少？"
        multiply_numbers was wanted; no tool was called, 2 of 4
        times
        again

      rows
                 3/3  get_leave_balance: 查询员工E001的剩余年假
                 2/4  multiply_numbers: 12乘以8是多少？
      2/3, 1 invalid  none: 你好
    "
  `);
  expect(await print({})).toBe('Routing: no scenario of this run has a table of messages that was played.\n');
});

async function* none(): AsyncIterable<never> {}
