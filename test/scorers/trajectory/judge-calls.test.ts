import { describe, expect, test } from 'vitest';
import { callsOfMessages } from '../../../src/scorers/trajectory/calls-of-messages.ts';
import { type ComparedCall, compareCalls } from '../../../src/scorers/trajectory/compare-calls.ts';
import type { CallItemInput } from '../../../src/scorers/trajectory/specification/call-item.ts';
import type { CallsSpecificationInput } from '../../../src/scorers/trajectory/specification/calls-specification.ts';
import { planCalls } from '../../../src/scorers/trajectory/specification/plan-calls.ts';

type More = Partial<ComparedCall>;
const made = (name: string, given: object = {}, more: More = {}): ComparedCall => ({ name, arguments: given, ...more });
const passes = (specification: CallsSpecificationInput, calls: readonly ComparedCall[]) =>
  compareCalls(specification, calls).passed;
const pairsOf = (specification: CallsSpecificationInput, calls: readonly ComparedCall[]) =>
  compareCalls(specification, calls).pairs.map(({ expected, call }) => [expected, call]);

describe('groups', () => {
  const day: CallsSpecificationInput = {
    calls: [
      { tool: 'login' },
      {
        anyOrder: [
          { tool: 'search', arguments: { city: 'Rome' } },
          { tool: 'search', arguments: { city: 'Oslo' } },
        ],
      },
      { optional: { tool: 'note' } },
      { oneOf: [{ tool: 'book' }, { tool: 'reserve' }] },
      { repeat: { tool: 'page' }, min: 1, max: 3 },
    ],
  };

  test('are fulfilled in any of the ways that they name', () => {
    const calls = [
      made('login'),
      made('search', { city: 'Oslo' }),
      made('search', { city: 'Rome' }),
      made('reserve'),
      made('page'),
      made('page'),
    ];
    expect(pairsOf(day, calls)).toEqual([
      ['login', 0],
      ['search(city="Rome")', 2],
      ['search(city="Oslo")', 1],
      ['reserve', 3],
      ['page', 4],
      ['page', 5],
    ]);
    expect(passes(day, calls)).toBe(true);
  });

  test('keep their place among the calls around them', () => {
    const calls = [
      made('search', { city: 'Oslo' }),
      made('login'),
      made('search', { city: 'Rome' }),
      made('book'),
      made('page'),
    ];
    expect(passes(day, calls)).toBe(false);
    expect(compareCalls(day, calls).metrics).toMatchObject({
      expected: 5,
      paired: 5,
      matched: 4,
      missing: 0,
      extra: 0,
    });
  });

  test('more calls than a repeated call may have are too many, also of a tool that only reads', () => {
    const repeat: CallsSpecificationInput = { calls: [{ repeat: { tool: 'page' }, min: 0, max: 2 }] };
    const pages = (count: number) => Array.from({ length: count }, () => made('page', {}, { effect: 'read' }));
    expect([0, 1, 2, 3].map((count) => passes(repeat, pages(count)))).toEqual([true, true, true, false]);
    expect(passes({ calls: [{ repeat: { tool: 'page' }, min: 2 }] }, pages(9))).toBe(true);
    expect(passes({ calls: [{ repeat: { tool: 'page' }, min: 2 }] }, pages(1))).toBe(false);
  });

  test.each<[string, CallItemInput, string[], boolean]>([
    ['a group', { repeat: { anyOrder: [{ tool: 'lookup' }, { tool: 'get' }] }, max: 2 }, ['lookup', 'get'], false],
    ['a group of one', { repeat: { anyOrder: [{ tool: 'lookup' }] }, max: 2 }, ['lookup'], false],
    ['a group with a limit inside', { repeat: { repeat: { tool: 'lookup' }, max: 2 } }, ['lookup'], true],
    [
      'a group with alternatives',
      { repeat: { oneOf: [[{ tool: 'lookup' }, { tool: 'get' }], { tool: 'x' }] }, max: 2 },
      ['lookup', 'get'],
      false,
    ],
    [
      'a group without a limit',
      { repeat: { anyOrder: [{ tool: 'lookup' }, { tool: 'get' }] } },
      ['lookup', 'get'],
      true,
    ],
  ])('more rounds than %s may have are too many, also of tools that only read', (_what, repeat, round, passes) => {
    const rounds = (times: number) =>
      Array.from({ length: times }, () =>
        round.map((name) => ({ name, arguments: {}, effect: 'read' as const })),
      ).flat();
    expect(compareCalls({ calls: [repeat] }, rounds(2)).passed).toBe(true);
    expect(compareCalls({ calls: [repeat] }, rounds(3)).passed).toBe(passes);
    expect(compareCalls({ calls: [repeat], extra: 'allow' }, rounds(3)).passed).toBe(passes);
  });

  test('an alternative of several calls is taken whole', () => {
    const ways: CallsSpecificationInput = {
      calls: [{ oneOf: [[{ tool: 'cancel' }, { tool: 'refund' }], { tool: 'exchange' }] }],
    };
    expect(passes(ways, [made('cancel'), made('refund')])).toBe(true);
    expect(passes(ways, [made('exchange')])).toBe(true);
    expect(passes(ways, [made('cancel')])).toBe(false);
    expect(passes(ways, [made('refund'), made('cancel')])).toBe(false);
    expect(passes(ways, [made('cancel'), made('refund'), made('exchange')])).toBe(false);
  });

  test('calls that go together are launched by one message', () => {
    const both: CallsSpecificationInput = { calls: [{ together: [{ tool: 'a' }, { tool: 'b' }] }, { tool: 'c' }] };
    const at = (...steps: number[]) => ['b', 'a', 'c'].map((name, index) => made(name, {}, { step: steps[index] }));
    expect(passes(both, at(0, 0, 1))).toBe(true);
    expect(passes(both, at(0, 1, 2))).toBe(false);
  });

  test('calls wait for what they come after, and a call of the same message has not waited', () => {
    const refund: CallsSpecificationInput = {
      order: 'partial',
      calls: [{ tool: 'lookup', id: 'lookup' }, { tool: 'policy' }, { tool: 'refund', after: ['lookup'] }],
    };
    const at = (list: readonly (readonly [string, number])[]) => list.map(([name, step]) => made(name, {}, { step }));
    expect(
      passes(
        refund,
        at([
          ['policy', 0],
          ['lookup', 1],
          ['refund', 2],
        ]),
      ),
    ).toBe(true);
    expect(
      passes(
        refund,
        at([
          ['lookup', 0],
          ['refund', 1],
          ['policy', 2],
        ]),
      ),
    ).toBe(true);
    expect(
      passes(
        refund,
        at([
          ['lookup', 0],
          ['refund', 0],
          ['policy', 1],
        ]),
      ),
    ).toBe(false);
    expect(
      passes(
        refund,
        at([
          ['refund', 0],
          ['lookup', 1],
          ['policy', 2],
        ]),
      ),
    ).toBe(false);
  });
});

test('[S2.22] two parallel calls match in either order, and two that were made one after the other do not', () => {
  const wanted: CallsSpecificationInput = { calls: [{ tool: 'a' }, { tool: 'b' }] };
  const at = (...steps: number[]) => ['b', 'a'].map((name, index) => made(name, {}, { step: steps[index] }));
  expect(passes(wanted, at(0, 0))).toBe(true);
  expect(passes(wanted, at(0, 1))).toBe(false);
  expect(passes({ ...wanted, order: 'exact' }, at(0, 0))).toBe(true);
  expect(passes({ ...wanted, order: 'exact' }, at(0, 1))).toBe(false);
});

describe('many calls that wait for few', () => {
  const pays = (numbers: readonly number[], stepOf: (index: number) => number) =>
    numbers.map((amount, index) => made('pay', { amount }, { step: stepOf(index) }));
  const counted = (count: number) => Array.from({ length: count }, (_, index) => index);
  const matched = (calls: readonly object[], madeCalls: readonly ComparedCall[]) => {
    const { passed, metrics } = compareCalls({ order: 'partial', calls } as CallsSpecificationInput, madeCalls);
    return [passed, metrics.matched, metrics.paired];
  };
  const lone = counted(20).map((amount) => ({
    tool: 'pay',
    arguments: { amount },
    ...(amount === 0 ? { id: 'first' } : {}),
    ...(amount === 19 ? { after: ['first'] } : {}),
  }));

  test('are compared, however many are free', () => {
    expect(
      matched(
        lone,
        pays(counted(20), (index) => index),
      ),
    ).toEqual([true, 20, 20]);
    expect(
      matched(
        lone,
        pays(counted(20).toReversed(), (index) => index),
      ),
    ).toEqual([false, 19, 20]);
    expect(
      matched(
        lone,
        pays([...counted(19).toReversed(), 19], (index) => index),
      ),
    ).toEqual([true, 20, 20]);
  });

  test('are compared when one message makes them all', () => {
    expect(
      matched(
        lone,
        pays(counted(20), () => 0),
      ),
    ).toEqual([false, 19, 20]);
    expect(
      matched(
        lone,
        pays(counted(20), (index) => (index < 19 ? 0 : 1)),
      ),
    ).toEqual([true, 20, 20]);
    const sequence: CallsSpecificationInput = {
      calls: lone.map(({ tool, arguments: given }) => ({ tool, arguments: given })),
    };
    const backwards = counted(20).toReversed();
    expect(
      compareCalls(
        sequence,
        pays(backwards, () => 0),
      ).passed,
    ).toBe(true);
    const last = pays(backwards, (index) => (index < 19 ? 0 : 1));
    expect(compareCalls(sequence, last).metrics).toMatchObject({ matched: 19, paired: 20 });
  });

  test('are compared when all wait for one, and one for all', () => {
    const between = counted(18).map((amount) => ({
      tool: 'pay',
      arguments: { amount },
      id: `p${amount}`,
      after: ['in'],
    }));
    const all = [{ tool: 'login', id: 'in' }, ...between, { tool: 'submit', after: between.map(({ id }) => id) }];
    const middle = pays(counted(18).toReversed(), (index) => index + 1);
    const [login, submit] = [made('login', {}, { step: 0 }), made('submit', {}, { step: 19 })];
    expect(matched(all, [login, ...middle, submit])).toEqual([true, 20, 20]);
    expect(matched(all, [...middle, { ...login, step: 18.5 }, submit])).toEqual([false, 19, 20]);
    expect(matched(all, [login, ...middle.slice(0, 10), { ...submit, step: 10.5 }, ...middle.slice(10)])).toEqual([
      false,
      19,
      20,
    ]);
  });

  test('are compared in pairs that compete for the same calls', () => {
    const pairs = counted(10).flatMap((index) => [
      { tool: 'pay', id: `p${index}` },
      { tool: 'pay', after: [`p${index}`] },
    ]);
    expect(
      matched(
        pairs,
        pays(counted(20), (index) => index),
      ),
    ).toEqual([true, 20, 20]);
    expect(
      matched(
        pairs,
        pays(counted(20), (index) => Math.floor(index / 10)),
      ),
    ).toEqual([true, 20, 20]);
    expect(
      matched(
        pairs,
        pays(counted(20), (index) => (index < 11 ? 0 : 1)),
      ),
    ).toEqual([false, 19, 20]);
  });
});

describe('units', () => {
  test('turn by turn, a turn that is missing and one that is too many count', () => {
    const turns: CallsSpecificationInput = {
      unit: 'turn',
      order: 'exact',
      calls: [
        { tool: 'a', turn: 0 },
        { tool: 'b', turn: 1 },
      ],
    };
    const at = (...names: (readonly [string, number])[]) =>
      compareCalls(
        turns,
        names.map(([name, turn]) => made(name, {}, { turn })),
      );
    expect([at(['a', 0], ['b', 1]).passed, at(['a', 0], ['b', 1]).value]).toEqual([true, 1]);
    expect([at(['a', 0]).passed, at(['a', 0]).value]).toEqual([false, 0.5]);
    const third = at(['a', 0], ['b', 1], ['c', 2]);
    expect([third.passed, Math.round(third.value * 100)]).toEqual([false, 67]);
    expect(at(['b', 0], ['a', 1]).value).toBe(0);
  });

  test('a turn that passes most of the way passes from `atLeast` on, but not when an expected turn never came', () => {
    const turns: CallsSpecificationInput = {
      unit: 'turn',
      atLeast: 0.5,
      calls: [
        { tool: 'a', turn: 0 },
        { tool: 'b', turn: 1 },
      ],
    };
    expect(passes(turns, [made('a'), made('c', {}, { turn: 1 })])).toBe(true);
    expect(passes(turns, [made('a')])).toBe(false);
  });

  test('a turn that nothing was said of counts as one that is wrong when its calls may not be made, and else not at all', () => {
    const turns: CallsSpecificationInput = {
      unit: 'turn',
      extra: 'reads',
      atLeast: 0.6,
      calls: [
        { tool: 'a', turn: 0 },
        { tool: 'b', turn: 1 },
      ],
    };
    const ofTurn2 = (effect: 'read' | 'write') =>
      compareCalls(turns, [made('a'), made('b', {}, { turn: 1 }), made('c', {}, { turn: 2, effect })]);
    expect([ofTurn2('write').passed, Math.round(ofTurn2('write').value * 100)]).toEqual([true, 67]);
    expect(
      compareCalls({ ...turns, atLeast: 0.7 }, [made('a'), made('b', {}, { turn: 1 }), made('c', {}, { turn: 2 })])
        .passed,
    ).toBe(false);
    const half = [
      made('c', {}, { effect: 'write' }),
      made('b', {}, { turn: 1 }),
      made('c', {}, { turn: 2, effect: 'read' }),
    ];
    expect(compareCalls(turns, half)).toMatchObject({ passed: false, value: 0.5 });
  });

  test('turns that name no call expect none, and can be all there are', () => {
    const second: CallsSpecificationInput = {
      unit: 'turn',
      turns: 2,
      order: 'exact',
      atLeast: 0.5,
      calls: [{ tool: 'b', turn: 1 }],
    };
    const both = [made('a'), made('b', {}, { turn: 1 })];
    expect(compareCalls(second, both)).toMatchObject({ passed: true, value: 0.5 });
    expect(compareCalls(second, both.slice(1))).toMatchObject({ passed: true, value: 1 });
    const none: CallsSpecificationInput = { unit: 'turn', turns: 2, order: 'exact', atLeast: 0.5, calls: [] };
    expect(compareCalls(none, both.slice(1))).toMatchObject({ passed: true, value: 0.5 });
    expect(compareCalls(none, both)).toMatchObject({ passed: false, value: 0 });
  });

  test('what must have come of all calls is said once, and the word of a call stands above it', () => {
    const failed = [made('a', {}, { outcome: 'error' }), made('b', {}, { outcome: 'none' })];
    const calls: CallsSpecificationInput['calls'] = [{ tool: 'a' }, { tool: 'b' }];
    expect([passes({ calls }, failed), passes({ calls, outcome: 'any' }, failed)]).toEqual([false, true]);
    expect(passes({ calls: [{ tool: 'a' }, { tool: 'b', outcome: 'ok' }], outcome: 'any' }, failed)).toBe(false);
    expect(passes({ calls: [{ tool: 'a' }], outcome: 'error', extra: 'allow' }, failed)).toBe(true);
  });

  test('message by message, what is optional may stay away', () => {
    const calls: CallsSpecificationInput['calls'] = [{ optional: { tool: 'a' } }];
    expect(passes({ unit: 'step', calls }, [])).toBe(true);
    expect(passes({ unit: 'step', calls: [...calls, { tool: 'b' }] }, [made('b', {}, {})])).toBe(true);
    expect(passes({ unit: 'step', calls: [...calls, { tool: 'b' }] }, [])).toBe(false);
  });

  test('message by message, the calls of one are a set, and a message is right as a whole', () => {
    const messages: CallsSpecificationInput = {
      unit: 'step',
      order: 'exact',
      calls: [{ tool: 'a' }, { together: [{ tool: 'b' }, { tool: 'c' }] }],
    };
    const at = (...steps: number[]) => ['a', 'c', 'b'].map((name, index) => made(name, {}, { step: steps[index] }));
    expect(passes(messages, at(0, 1, 1))).toBe(true);
    expect(compareCalls(messages, at(0, 1, 2))).toMatchObject({ passed: false, metrics: { matched: 1, paired: 3 } });
    expect(passes(messages, at(0, 0, 1))).toBe(false);
    expect(
      passes({ ...messages, order: 'sequence', extra: 'allow' }, [...at(0, 1, 1), made('d', {}, { step: 2 })]),
    ).toBe(true);
    expect(
      passes({ ...messages, order: 'any' }, [
        made('b', {}, { step: 0 }),
        made('c', {}, { step: 0 }),
        made('a', {}, { step: 1 }),
      ]),
    ).toBe(true);
  });
});

describe('the numbers', () => {
  const two: CallsSpecificationInput = { calls: [{ tool: 'a' }, { tool: 'b', arguments: { x: 1, y: 2 } }] };

  test('are all there whatever decides', () => {
    expect(compareCalls(two, [made('a'), made('c'), made('b', { x: 1, y: 3 })]).metrics).toEqual({
      expected: 2,
      made: 3,
      paired: 2,
      matched: 1,
      missing: 0,
      extra: 1,
      recall: 0.5,
      precision: 1 / 3,
      f1: 0.4,
      credit: 0.75,
      editSimilarity: 1 - 1.5 / 5,
    });
  });

  test('one of them decides when it is asked for', () => {
    const calls = [made('a'), made('c')];
    expect(compareCalls({ ...two, score: 'recall', atLeast: 0.5 }, calls)).toMatchObject({ passed: true, value: 0.5 });
    expect(compareCalls({ ...two, score: 'recall' }, calls)).toMatchObject({ passed: false, value: 0.5 });
    expect(compareCalls({ ...two, score: 'precision', atLeast: 0.6 }, calls)).toMatchObject({
      passed: false,
      value: 0.5,
    });
  });

  test('an attempt that was tried again is one call with what came after, unless that is not wanted', () => {
    const calls = [made('a', {}, { outcome: 'error' }), made('a'), made('b', { x: 1, y: 2 })];
    expect(compareCalls(two, calls)).toMatchObject({ passed: true, metrics: { made: 2, precision: 1, extra: 0 } });
    expect(compareCalls({ ...two, foldRetries: false }, calls)).toMatchObject({
      passed: false,
      metrics: { made: 3, extra: 1 },
    });
  });

  test('of an exact order count positions', () => {
    const exact: CallsSpecificationInput = { order: 'exact', calls: ['a', 'b', 'c'].map((tool) => ({ tool })) };
    const names = (...list: string[]) =>
      compareCalls(
        exact,
        list.map((name) => made(name)),
      ).metrics;
    expect([names('x', 'a', 'b', 'c').matched, names('a', 'b', 'x').matched, names('a', 'c', 'b').matched]).toEqual([
      0, 2, 1,
    ]);
  });

  test('calls may be left out where that is allowed, and nothing else is', () => {
    const some: CallsSpecificationInput = { ...two, missing: 'allow', extra: 'forbid' };
    expect([passes(some, []), passes(some, [made('a')]), passes(some, [made('c')])]).toEqual([true, true, false]);
    expect(passes(some, [made('b', { x: 9 })])).toBe(false);
  });
});

test('a list that is read once gives the same as one that is read each time', () => {
  const specification: CallsSpecificationInput = { calls: [{ tool: 'a', arguments: { x: 1 } }], extra: 'allow' };
  const calls = [made('b'), made('a', { x: 1, y: 2 })];
  const [once, each] = [compareCalls(planCalls(specification), calls), compareCalls(specification, calls)] as const;
  const plainly = ({ passed, value, metrics, pairs, extras }: typeof once) => ({
    passed,
    value,
    metrics,
    pairs,
    extras,
  });
  expect(plainly(once)).toEqual(plainly(each));
});

describe('calls of messages', () => {
  test('are read in both spellings, with turn and message', () => {
    const calls = callsOfMessages([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        tool_calls: [
          { id: '1', function: { name: 'a', arguments: '{"x":1}' } },
          { name: 'b', args: { y: 2 } },
        ],
      },
      { role: 'tool', content: '{}' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', tool_calls: [{ function: { name: 'c', arguments: '' } }] },
    ]);
    expect(calls.map(({ name, arguments: given, turn, step }) => [name, given, turn, step])).toEqual([
      ['a', { x: 1 }, 0, 0],
      ['b', { y: 2 }, 0, 0],
      ['c', {}, 1, 1],
    ]);
  });

  test('with arguments that are no JSON are kept, and match nothing', () => {
    const calls = callsOfMessages([
      { role: 'assistant', tool_calls: [{ function: { name: 'a', arguments: '{"x":' } }] },
    ]);
    expect(calls).toMatchObject([{ name: 'a', arguments: undefined }]);
    expect(compareCalls({ calls: [{ tool: 'a' }] }, calls)).toMatchObject({
      passed: false,
      metrics: { paired: 1, matched: 0 },
    });
  });

  test('that nobody can read are kept as calls of nothing', () => {
    expect(
      callsOfMessages([null, 5, { tool_calls: 'x' }, { tool_calls: [null, { name: 7 }] }]).map(({ name }) => name),
    ).toEqual(['', '']);
  });

  test('keep numbers that a double does not hold', () => {
    const of = (text: string) => callsOfMessages([{ tool_calls: [{ name: 'a', arguments: text }] }])[0]?.arguments;
    expect(of('{"id":12345678901234567890}')).toEqual({ id: { $type: 'bigint', value: '12345678901234567890' } });
    expect(of('{"id":{"$type":"x"}}')).toEqual({ id: { $type: 'object', value: { $type: 'x' } } });
    expect(of('{"x":1e400}')).toMatchObject({ x: { $type: 'decimal' } });
  });
});
