import { describe, expect, test } from 'vitest';
import { Expectation } from '../../../../src/domain/authoring/scenario.ts';
import type { WorldTool } from '../../../../src/domain/contracts/world.ts';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { referenceWays } from '../../../../src/scorers/world/reference/reference-ways.ts';

const toolOf = (name: string, properties: object, more: Partial<WorldTool> = {}): WorldTool => ({
  name,
  description: `Does ${name}.`,
  parameters: {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  } as JsonValue,
  effect: 'write',
  requires: [],
  concurrent: false,
  check: (value) => ({ status: 'ok', value }),
  run: () => null,
  ...more,
});

const id = { type: 'string' };
const tools = [
  toolOf('look', { id }, { effect: 'read' }),
  toolOf('set', { id, value: { type: 'number' } }),
  toolOf('pay', { id, amount: { type: 'string' } }, { requires: [{ tool: 'look', sameArguments: ['id'] }] }),
  toolOf('mark', { id, as: { const: 'done' }, kind: { enum: ['a', 'b'] }, tags: { type: 'array', items: id } }),
];

const waysOf = (...checks: object[]) =>
  referenceWays(
    checks.map((check) => Expectation.parse(check)),
    tools,
  );
/** Each step of a way on a line: message, turn, tool, arguments. */
const told = (way: ReturnType<typeof waysOf>[number] | undefined) =>
  way?.steps.map(({ message, turn, tool, arguments: values, origin }) =>
    [
      message,
      ...(turn === undefined ? [] : [`turn ${turn}`]),
      tool,
      values.status === 'known' ? JSON.stringify(values.value) : `? ${values.why}`,
      ...(origin === 'calls' ? [] : [origin]),
    ].join(' '),
  );
const calls = (list: object[], more: object = {}) => ({ type: 'calls', calls: list, ...more });
const chosenFor = (tool: string, given: object, more: object = {}) => {
  const step = waysOf(calls([{ tool, arguments: given }], more))[0]?.steps[0];
  return step?.arguments.status === 'known' ? step.arguments.value : step?.arguments.why;
};

describe('the values of a reference', () => {
  test('are those that matchers name', () => {
    const set = (value: unknown) => chosenFor('set', { id: 'x', value });
    expect(set({ near: 5, within: 1 })).toEqual({ id: 'x', value: 5 });
    expect(set({ oneOf: [{ any: true }, 7, 8] })).toEqual({ id: 'x', value: 7 });
    expect(set({ gte: 2 })).toEqual({ id: 'x', value: 2 });
    expect(set({ gt: 0, lte: 100 })).toEqual({ id: 'x', value: 100 });
    expect(set({ money: '49.90' })).toEqual({ id: 'x', value: 49.9 });
    expect(set({ absentOr: 3 })).toEqual({ id: 'x', value: 3 });
    expect(chosenFor('pay', { id: 'x', amount: { money: '49.90' } })).toEqual({ id: 'x', amount: '49.90' });
    expect(chosenFor('look', { id: { text: ' X ', case: 'ignore' } })).toEqual({ id: ' X ' });
    expect(chosenFor('look', { id: { date: '2026-01-15' } })).toEqual({ id: '2026-01-15' });
    expect(chosenFor('look', { id: { equals: { any: true } } })).toEqual({ id: { any: true } });
  });

  test('are filled in where the tool leaves no choice, and nowhere else', () => {
    expect(chosenFor('mark', { id: 'x', kind: { any: true }, tags: { set: ['p', { oneOf: ['q'] }] } })).toEqual({
      id: 'x',
      as: 'done',
      kind: 'a',
      tags: ['p', 'q'],
    });
    expect(chosenFor('set', { id: 'x' })).toBe('`set` also takes `value`, for which nothing is expected');
    expect(chosenFor('set', { id: { absent: true }, value: 1 })).toBe(
      '`set` also takes `id`, for which nothing is expected',
    );
    // All of the arguments, so that what is missing is a mistake and no gap.
    expect(chosenFor('set', { id: 'x' }, { match: 'exact' })).toEqual({ id: 'x' });
  });

  test('are unknown where a matcher names none', () => {
    expect(chosenFor('look', { id: { pattern: '^A' } })).toBe(
      '`id` is left open by `pattern`, which names no single value',
    );
    expect(chosenFor('set', { id: 'x', value: { gt: 1, lt: 2 } })).toContain('a range without an end');
    expect(chosenFor('set', { id: 'x', value: { not: 3 } })).toContain('left open by `not`');
    expect(chosenFor('set', { id: 'x', value: { where: (value: unknown) => value === 1 } })).toContain(
      'left open by `where`',
    );
    expect(chosenFor('set', { id: 'x', value: (value: unknown) => value === 1 })).toContain('a test in code');
  });

  test('keep a key named `__proto__`', () => {
    const given = JSON.parse('{"id":"x","value":1,"__proto__":{"a":1}}');
    expect(JSON.stringify(chosenFor('set', given))).toBe('{"id":"x","value":1,"__proto__":{"a":1}}');
  });
});

describe('the ways of a reference', () => {
  const look = (name: string, more: object = {}) => ({ tool: 'look', arguments: { id: name }, ...more });

  test('are the first one, and one for each other choice', () => {
    const ways = waysOf(
      calls([
        { oneOf: [look('a'), [look('b'), look('c')]] },
        { optional: look('d') },
        { repeat: look('e'), min: 2 },
        { repeat: look('f'), min: 0 },
      ]),
    );
    expect(ways.map(({ choice }) => choice)).toEqual([
      undefined,
      { kind: 'other', path: 'expect[0].calls[0].oneOf[1]' },
      { kind: 'without', path: 'expect[0].calls[1]' },
      { kind: 'without', path: 'expect[0].calls[3]' },
    ]);
    expect(
      ways.map((way) =>
        way.steps
          .map(({ arguments: values }) =>
            values.status === 'known' ? Object.values(values.value as object).join('') : '?',
          )
          .join(''),
      ),
    ).toEqual(['adeef', 'bcdeef', 'aeef', 'adee']);
  });

  test('put calls into an order in which they can be made', () => {
    const pay = { tool: 'pay', arguments: { id: 'a', amount: '1' } };
    expect(told(waysOf(calls([pay, look('a')], { order: 'any' }))[0])).toEqual([
      '0 look {"id":"a"}',
      '1 pay {"id":"a","amount":"1"}',
    ]);
    expect(
      told(
        waysOf(
          calls([look('a', { id: 'late', after: ['first'] }), look('b', { id: 'first' })], { order: 'partial' }),
        )[0],
      ),
    ).toEqual(['0 look {"id":"b"}', '1 look {"id":"a"}']);
    expect(told(waysOf(calls([look('a', { turn: 1 }), look('b', { turn: 0 })], { order: 'any' }))[0])).toEqual([
      '0 turn 0 look {"id":"b"}',
      '1 turn 1 look {"id":"a"}',
    ]);
    expect(told(waysOf(calls([{ together: [look('a'), look('b')] }, look('c')]))[0])).toEqual([
      '0 look {"id":"a"}',
      '0 look {"id":"b"}',
      '1 look {"id":"c"}',
    ]);
  });

  test('make a call once that several checks expect, with all that they know of it', () => {
    const set = { tool: 'set', arguments: { id: 'a', value: 1 } };
    const [way] = waysOf(
      calls([look('a'), { tool: 'set' }]),
      calls([look('z'), { ...set, turn: 2 }], { order: 'any' }),
      calls([look('a'), look('a')]),
      { type: 'end-state', writes: [{ tool: 'set' }] },
    );
    expect(told(way)).toEqual([
      '0 look {"id":"a"}',
      '1 turn 2 set {"id":"a","value":1}',
      '2 look {"id":"z"}',
      '3 look {"id":"a"}',
    ]);
  });

  test('add the writes that only an end state expects, and what these need', () => {
    const writes = [{ tool: 'pay', arguments: { id: 'a', amount: '1' } }, { tool: 'pay' }];
    expect(told(waysOf({ type: 'end-state', writes })[0])).toEqual([
      '0 look {"id":"a"} needed',
      '1 pay {"id":"a","amount":"1"} writes',
      '2 pay ? `pay` also takes `id` and `amount`, for which nothing is expected writes',
    ]);
    expect(told(waysOf(calls([look('a')]), { type: 'end-state', writes: writes.slice(0, 1) })[0])).toEqual([
      '0 look {"id":"a"}',
      '1 pay {"id":"a","amount":"1"} writes',
    ]);
  });

  test('are none where no call is expected', () => {
    expect(waysOf({ type: 'end-state', unchanged: true }, { type: 'no-calls' }, { type: 'said', text: 'x' })).toEqual(
      [],
    );
  });
});
