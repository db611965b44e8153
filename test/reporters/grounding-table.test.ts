import { expect, test } from 'vitest';
import { renderGrounding } from '../../src/reporters/grounding-table.ts';

test('each scenario and the run are told by turn, with counts', () => {
  const table = renderGrounding({
    run: [
      { turn: 0, supported: 1_003, checkable: 1_003 },
      { turn: 1, supported: 999, checkable: 1_000 },
    ],
    scenarios: [
      {
        scenario: 'refund-after-lookup',
        turns: [
          { turn: 0, supported: 3, checkable: 3 },
          { turn: 1, supported: 1, checkable: 2 },
        ],
      },
      { scenario: 'greeting', turns: [] },
      { scenario: '年假', turns: [{ turn: 2, supported: 0, checkable: 4 }] },
    ],
  });
  expect(table).toMatchInlineSnapshot(`
    "Grounding: values in answers that the evidence supports, by turn (from 0)

    scenario             turn    supported  share
    refund-after-lookup     0          3/3  100 %  ████████████████████
                            1          1/2   50 %  ██████████░░░░░░░░░░

    greeting                -         none         nothing was checkable

    年假                    2          0/4    0 %  ░░░░░░░░░░░░░░░░░░░░

    whole run               0  1,003/1,003  100 %  ████████████████████
                            1    999/1,000   99 %  ███████████████████░
                          all  2,002/2,003   99 %  ███████████████████░
    "
  `);
});

test('[A13] a run in which nothing was checkable says so, and shows no share', () => {
  expect(renderGrounding({ run: [], scenarios: [{ scenario: 'greeting', turns: [] }] })).toMatchInlineSnapshot(`
    "Grounding: values in answers that the evidence supports, by turn (from 0)

    Nothing was checkable: no answer held a value, or no check of the type \`grounded\` was made.
    "
  `);
});

test('a share is rounded to the nearest, and never to all or none', () => {
  const scenarios = [
    [2, 3],
    [1, 3],
    [1, 10_000],
  ].map(([supported = 0, checkable = 0]) => ({ scenario: 'a', turns: [{ turn: 0, supported, checkable }] }));
  expect(renderGrounding({ run: [], scenarios }).match(/\d+ %.*$/gm)).toEqual([
    '67 %  █████████████░░░░░░░',
    '33 %  ███████░░░░░░░░░░░░░',
    '1 %  █░░░░░░░░░░░░░░░░░░░',
  ]);
});

test('a share is never rounded up to all', () => {
  expect(renderGrounding({ run: [{ turn: 0, supported: 9_999, checkable: 10_000 }], scenarios: [] })).toMatch(
    / 99 % {2}█{19}░\n/,
  );
});

test('a long name does not push the table aside', () => {
  const table = renderGrounding({
    run: [],
    scenarios: [{ scenario: 'x'.repeat(80), turns: [{ turn: 0, supported: 1, checkable: 1 }] }],
  });
  expect(
    Math.max(
      ...table
        .split('\n')
        .slice(2)
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(90);
});
