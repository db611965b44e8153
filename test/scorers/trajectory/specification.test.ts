import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/domain/errors.ts';
import { compareCalls } from '../../../src/scorers/trajectory/compare-calls.ts';
import type { CallItemInput } from '../../../src/scorers/trajectory/specification/call-item.ts';
import type { CallsSpecificationInput } from '../../../src/scorers/trajectory/specification/calls-specification.ts';
import { planCalls } from '../../../src/scorers/trajectory/specification/plan-calls.ts';

function problemsOf(specification: object): string[] {
  try {
    planCalls(specification as CallsSpecificationInput);
  } catch (error) {
    if (error instanceof UsageError) {
      return error.problems.map(
        ({ path, message, hint }) => `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
      );
    }
    throw error;
  }
  return [];
}

describe('a specification is refused', () => {
  test.each<[string, object, string]>([
    [
      'when it names no call',
      { calls: [] },
      'calls: names no call: to say that nothing may be called, write `type: no-calls`.',
    ],
    [
      'when it can never fail',
      { calls: [], extra: 'allow' },
      'calls: no call is expected and every call is allowed: this can never fail.',
    ],
    [
      'when all may be left out and any may be made',
      { calls: [{ tool: 'a' }], missing: 'allow', extra: 'allow' },
      'missing: `missing: allow` lets every call be left out, and `extra: allow` lets any be made: this can never fail.',
    ],
    ...(
      [
        [{ optional: { tool: 'a' } }],
        [{ repeat: { tool: 'a' }, min: 0 }],
        [{ anyOrder: [{ optional: { tool: 'a' } }] }],
        [{ oneOf: [{ tool: 'a' }, { optional: { tool: 'b' } }] }],
      ] as CallItemInput[][]
    ).map((calls): [string, object, string] => [
      `when ${JSON.stringify(calls)} asks for nothing`,
      { calls, extra: 'allow' },
      'extra: every call may be left out, and `extra: allow` lets any be made: this can never fail.',
    ]),
    ...(['recall', 'credit'] as const).map((score): [string, object, string] => [
      `when ${score} is a share of nothing`,
      { calls: [{ optional: { tool: 'a' } }], score, atLeast: 0.5 },
      `score: every call may be left out, and \`score: ${score}\` is a share of those that may not: this can never fail.`,
    ]),
    [
      'when repeats of groups multiply',
      {
        calls: [
          { repeat: { anyOrder: [{ tool: 'a' }, { tool: 'b' }] } },
          { repeat: { anyOrder: [{ tool: 'c' }, { tool: 'd' }] } },
        ],
      },
      'calls[1]: repeated groups can be fulfilled in more than 256 ways, too many to compare: repeat single calls, give groups a smaller `max`, or use fewer `oneOf` and `optional` of several calls in them.',
    ],
    [
      'when each round of a repeated group has several ways',
      {
        calls: [
          {
            repeat: {
              oneOf: [
                [{ tool: 'a' }, { tool: 'b' }],
                [{ tool: 'c' }, { tool: 'd' }],
              ],
            },
          },
        ],
      },
      'calls[0]: repeated groups can be fulfilled in more than 256 ways, too many to compare: repeat single calls, give groups a smaller `max`, or use fewer `oneOf` and `optional` of several calls in them.',
    ],
    [
      'when a repeat multiplies with the group around it',
      { calls: [{ repeat: { anyOrder: [{ repeat: { tool: 'a' } }, { tool: 'b' }] } }] },
      'calls[0]: a repeat inside a repeated group multiplies with it: give one of the two a `max` of at most 32.',
    ],
    [
      'for a call that waits where nothing waits',
      { calls: [{ tool: 'a', after: ['b'] }] },
      'calls[0].after: `after` only says something with `order: partial`.',
    ],
    [
      'for a partial order in which nothing waits',
      { order: 'partial', calls: [{ tool: 'a' }] },
      'order: `order: partial` needs calls with `after`: without any, write `order: any`.',
    ],
    [
      'for an id that is misspelt',
      {
        order: 'partial',
        calls: [
          { tool: 'a', id: 'lookup' },
          { tool: 'b', after: ['lokup'] },
        ],
      },
      'calls[1].after[0]: no call has the id `lokup`. (did you mean `lookup`?)',
    ],
    [
      'for an id that is given twice',
      {
        order: 'partial',
        calls: [
          { tool: 'a', id: 'x' },
          { tool: 'b', id: 'x' },
          { tool: 'c', after: ['x'] },
        ],
      },
      'calls[1].id: the id `x` already names `calls[0]`.',
    ],
    [
      'for calls that wait for each other',
      {
        order: 'partial',
        calls: [
          { tool: 'a', id: 'x', after: ['y'] },
          { tool: 'b', id: 'y', after: ['x'] },
        ],
      },
      'calls[0].after: these calls wait for each other: `x` after `y` after `x`.',
    ],
    [
      'for less than at least',
      { calls: [{ repeat: { tool: 'a' }, min: 3, max: 2 }] },
      'calls[0].min: `min: 3` is more than `max: 2`.',
    ],
    [
      'for an exact order with room for more',
      { order: 'exact', extra: 'allow', calls: [{ tool: 'a' }] },
      'extra: `order: exact` leaves no room for other calls, and `extra: allow` allows them.',
    ],
    [
      'for an exact order in which calls may be missing',
      { order: 'exact', missing: 'allow', calls: [{ tool: 'a' }] },
      'missing: `order: exact` wants every call, and `missing: allow` does not.',
    ],
    [
      'for a call without its turn',
      { unit: 'turn', calls: [{ tool: 'a' }] },
      'calls[0].turn: `unit: turn` compares turn by turn, and this call does not say its `turn`.',
    ],
    [
      'for calls of two turns in one group',
      {
        unit: 'turn',
        calls: [
          {
            anyOrder: [
              { tool: 'a', turn: 0 },
              { tool: 'b', turn: 1 },
            ],
          },
        ],
      },
      'calls[0].anyOrder[1].turn: this belongs with `calls[0].anyOrder[0]`, which is in turn 0.',
    ],
    [
      'for groups among messages',
      { unit: 'step', calls: [{ optional: { anyOrder: [{ tool: 'a' }, { tool: 'b' }] } }] },
      'calls[0]: `unit: step` compares messages: each item is a call or `together`.',
    ],
    [
      'for a rule of a tool that nothing is expected of',
      { calls: [{ tool: 'lookup' }], perTool: { lokup: { match: 'exact' } } },
      'perTool.lokup: no expected call is of the tool `lokup`. (did you mean `lookup`?)',
    ],
    [
      'for the value of a key in place of the key',
      { calls: [{ tool: 'a', exact: true }] },
      'calls[0].exact: unknown key `exact`. (write `match: exact`.)',
    ],
    [
      'for a share of what has none',
      { calls: [{ tool: 'a' }], atLeast: 0.5 },
      'atLeast: `atLeast` limits a share, and the check has none: say which with `score: recall`, `precision`, `f1` or `credit`, or compare turns with `unit: turn`.',
    ],
    [
      'for a share that is always reached',
      { calls: [{ tool: 'a' }], score: 'recall', atLeast: 0 },
      'atLeast: `atLeast: 0` is reached whatever is called: this can never fail.',
    ],
    [
      'for a misspelt group',
      { calls: [{ anyorder: [{ tool: 'a' }] }] },
      'calls[0].anyorder: unknown key `anyorder`. (did you mean `anyOrder`?)',
    ],
    [
      'for a misspelt group of one item',
      { calls: [{ optinal: { tool: 'a' } }] },
      'calls[0].optinal: unknown key `optinal`. (did you mean `optional`?)',
    ],
    [
      'for a key that is written out',
      { calls: [{ repeat: { tool: 'a' }, minimum: 2 }] },
      'calls[0].minimum: unknown key `minimum`. (did you mean `min`?)',
    ],
    [
      'for a key that is cut short',
      { calls: [{ optional: { tool: 'a', args: {} } }] },
      'calls[0].optional.args: unknown key `args`. (did you mean `arguments`?)',
    ],
    [
      'for a key that is misspelt in a group',
      { calls: [{ anyOrder: [{ tool: 'a', argments: {} }] }] },
      'calls[0].anyOrder[0].argments: unknown key `argments`. (did you mean `arguments`?)',
    ],
    ['for one alternative only', { calls: [{ oneOf: [{ tool: 'a' }] }] }, 'calls[0].oneOf: takes at least two ways.'],
  ])('%s', (_, specification, problem) => {
    expect(problemsOf(specification)).toEqual([problem]);
  });

  test('with all that is wrong at once', () => {
    const calls = [
      { repeat: { tool: 'a' }, min: 3, max: 2 },
      { tool: 'b', after: ['x'] },
      { tool: 'c', arguments: { x: { pattern: '(' } } },
    ];
    expect(problemsOf({ calls }).map((text) => text.slice(0, text.indexOf(':')))).toEqual([
      'calls[2]',
      'calls[0].min',
      'calls[1].after',
    ]);
  });

  test('when its groups can be fulfilled in too many ways, or orders', () => {
    const twice = (items: CallItemInput[]): CallItemInput[] => [...items, ...items];
    const pair = { oneOf: [[{ tool: 'a' }, { tool: 'b' }], { tool: 'c' }] };
    const many = twice(twice(twice(twice([pair]))));
    expect(() => planCalls({ calls: many })).toThrow(/more than 256 ways/);
    const heap = Array.from({ length: 17 }, (__, index) => ({ tool: `t${index}` }));
    expect(problemsOf({ calls: [{ anyOrder: heap }] })).toEqual([]);
    expect(problemsOf({ calls: [{ tool: 'first' }, { anyOrder: heap }] })[0]).toMatch(/too many calls to compare/);
  });
});

test('what can fail in one way is no specification that cannot', () => {
  const optional = { optional: { tool: 'a' } };
  for (const specification of [
    { calls: [optional] },
    { calls: [optional, { tool: 'b' }], extra: 'allow' },
    { calls: [{ repeat: { tool: 'a' }, min: 0, max: 2 }], extra: 'allow' },
    { calls: [{ tool: 'a' }], extra: 'allow', missing: 'allow', score: 'precision', atLeast: 0.5 },
    { calls: [{ tool: 'a' }], missing: 'allow' },
  ]) {
    expect(problemsOf(specification)).toEqual([]);
  }
});

test.each(['optional', 'anyOrder', 'repeat', 'oneOf'])(
  '%s within itself is read to 32 levels, and no deeper',
  (key) => {
    const nested = (depth: number): CallItemInput => {
      let item: object = { tool: 'a' };
      for (let level = 0; level < depth; level += 1) {
        item = { [key]: key === 'anyOrder' ? [item] : key === 'oneOf' ? [item, { tool: 'b' }] : item };
      }
      return item as CallItemInput;
    };
    expect(compareCalls({ calls: [nested(32)] }, [{ name: 'a', arguments: {} }]).passed).toBe(true);
    for (const depth of [33, 20_000]) {
      expect(problemsOf({ calls: [{ tool: 'b' }, nested(depth)] })).toEqual([
        'calls[1]: holds groups within groups more than 32 levels deep.',
      ]);
    }
  },
);

test('a repeat of a repeat is one, where the counts have no gaps', () => {
  const made = (times: number) => Array.from({ length: times }, () => ({ name: 'a', arguments: {} }));
  const counts = (repeat: object) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter(
      (times) =>
        compareCalls({ calls: [repeat as CallItemInput, { optional: { tool: 'z' } }], extra: 'forbid' }, made(times))
          .passed,
    );
  const once = { tool: 'a' };
  expect(counts({ repeat: { repeat: once } })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(counts({ repeat: { repeat: once, max: 2 }, max: 3 })).toEqual([1, 2, 3, 4, 5, 6]);
  expect(counts({ repeat: { repeat: once, min: 2, max: 3 }, max: 2 })).toEqual([2, 3, 4, 5, 6]);
  expect(counts({ repeat: { repeat: once, min: 3, max: 3 }, max: 2 })).toEqual([3, 6]);
  expect(counts({ repeat: { repeat: once, min: 3 }, min: 0, max: 2 })).toEqual([0, 3, 4, 5, 6, 7]);
  expect(counts({ optional: { repeat: once, max: 2 } })).toEqual([0, 1, 2]);
  expect(counts({ repeat: { optional: { optional: once } }, max: 2 })).toEqual([0, 1, 2]);
});

test('what a call says of its arguments stands above what is said for its tool, and that above what is said for all', () => {
  const specification: CallsSpecificationInput = {
    match: 'exact',
    perTool: { b: { match: 'partial' } },
    calls: [
      { tool: 'a', arguments: { x: 1 } },
      { tool: 'b', arguments: { x: 1 } },
      { tool: 'b', arguments: { x: 2 }, match: 'ignore' },
    ],
  };
  const made = (...given: object[]) => ['a', 'b', 'b'].map((name, index) => ({ name, arguments: given[index] }));
  expect(compareCalls(specification, made({ x: 1 }, { x: 1, y: 1 }, {})).passed).toBe(true);
  expect(compareCalls(specification, made({ x: 1, y: 1 }, { x: 1 }, {})).passed).toBe(false);
});
