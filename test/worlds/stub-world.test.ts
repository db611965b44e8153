import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { WorldDefinition } from '../../src/domain/authoring/tool-stub.ts';
import { UsageError } from '../../src/domain/errors.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';
import { checkWorldDefinition } from '../../src/worlds/check-world-definition.ts';
import { stubWorld } from '../../src/worlds/stub-world.ts';
import { callTool, openOptions, toolOf } from './order-world.ts';

type Stub = { [key: string]: unknown };
const define = (...tools: Stub[]) =>
  WorldDefinition.parse({
    state: { plan: 'basic', orders: { 'A-1': { lines: [1] } } },
    tools: tools.map((tool) => ({ name: 'act', description: 'Acts.', ...tool })),
  });
const open = (...tools: Stub[]) => stubWorld(define(...tools), 'stubs').open(openOptions);
const call = (session: ReturnType<typeof open>, given: unknown) => {
  try {
    return callTool(session, 'act', given);
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

describe('an answer', () => {
  test('is the first whose `when` the arguments hold, at every level', () => {
    const session = open({
      parameters: { order: { type: 'object' }, tags: { type: 'array', optional: true } },
      answers: [
        { when: { order: { id: 'A-1', line: { sku: 'x' } } }, result: 'deep' },
        { when: { tags: ['a', 'b'] }, result: 'list' },
        { when: { order: { id: 'A-1' } }, result: 'shallow' },
      ],
    });
    expect(call(session, { order: { id: 'A-1', line: { sku: 'x', qty: 2 } } })).toBe('deep');
    expect(call(session, { order: { id: 'A-1', line: {} } })).toBe('shallow');
    expect(call(session, { order: {}, tags: ['a', 'b'] })).toBe('list');
    expect(call(session, { order: {}, tags: ['a', 'b', 'c'] })).toBe(
      'ToolError: `act` has no answer for {"order":{},"tags":["a","b","c"]}',
    );
    expect(call(session, { order: { id: 1 } })).toBe('ToolError: `act` has no answer for {"order":{"id":1}}');
  });

  test('may be a failure in words, with what was asked', () => {
    const session = open({ parameters: { order_id: 'string' }, answers: [{ error: 'order {{order_id}} not found' }] });
    expect(call(session, { order_id: '{{order_id}} $& A-9' })).toBe('ToolError: order {{order_id}} $& A-9 not found');
  });

  test('keeps the type of an argument that stands alone, and leaves other braces as they are', () => {
    const session = open({
      parameters: { amount: { type: 'number' }, note: { type: 'string', optional: true } },
      answers: [
        {
          result: {
            amount: '{{amount}}',
            text: 'Refunded {{ amount }}{{note}}.',
            note: '{{note}}',
            other: '{{ x y }}',
          },
        },
      ],
    });
    expect(call(session, { amount: 4.5 })).toEqual({
      amount: 4.5,
      text: 'Refunded 4.5.',
      note: null,
      other: '{{ x y }}',
    });
  });
});

describe('a write', () => {
  const set = { '/orders/{{id}}/status': 'refunded', '/orders/A-1/lines/-': '{{n}}', '/log': [{ id: '{{id}}' }] };
  const refund = { effect: 'write', parameters: { id: 'string', n: 'integer' }, answers: [{ result: 'ok', set }] };

  test('puts values into the state by pointer, one segment for each argument', () => {
    const session = open(refund);
    call(session, { id: 'a/b~c', n: 2 });
    call(session, { id: '__proto__', n: 3 });
    expect(JSON.stringify(session.state())).toBe(
      '{"plan":"basic","orders":{"A-1":{"lines":[1,2,3]},"a/b~c":{"status":"refunded"},"__proto__":{"status":"refunded"}},"log":[{"id":"__proto__"}]}',
    );
    expect({}).not.toHaveProperty('status');
    expect(session.writes()).toHaveLength(2);
  });

  test('through something that is no object is a crash of the world that names the pointer', () => {
    const session = open({ ...refund, parameters: {}, answers: [{ result: 'ok', set: { '/plan/name': 'x' } }] });
    expect(call(session, {})).toBe('Error: `/plan/name` leads through `plan`, which is no object');
    const list = open({ ...refund, parameters: {}, answers: [{ result: 'ok', set: { '/orders/A-1/lines/5': 'x' } }] });
    expect(call(list, {})).toBe('Error: `/orders/A-1/lines/5` leads into a list of 1, which has no place `5`');
  });
});

test("the scenario's `given` is laid over the state", () => {
  const world = stubWorld(define({ answers: [{ result: 1 }] }), 'stubs');
  expect(world.open({ ...openOptions, given: { plan: 'gold', extra: 1 } }).state()).toEqual({
    plan: 'gold',
    orders: { 'A-1': { lines: [1] } },
    extra: 1,
  });
});

test('parameters are a short form that requires all, or a schema as it stands', () => {
  const short = open({
    parameters: { id: 'string', type: { enum: ['a', 'b'], optional: true } },
    answers: [{ result: 1 }],
  });
  expect(toolOf(short, 'act').parameters).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, type: { enum: ['a', 'b'] } },
    required: ['id'],
    additionalProperties: false,
  });
  const full: JsonValue = { type: 'object', properties: { id: { type: 'string' } } };
  expect(toolOf(open({ parameters: full, answers: [{ result: 1 }] }), 'act').parameters).toEqual({
    ...full,
    additionalProperties: false,
  });
});

test('a pattern of an author takes linear time on a hostile argument', () => {
  const session = open({ parameters: { id: { type: 'string', pattern: '^(a+)+$' } }, answers: [{ result: 1 }] });
  expect(call(session, { id: `${'a'.repeat(50_000)}!` })).toMatch(/^Error: `id` is/);
});

describe('a definition', () => {
  const problems = (...tools: Stub[]) =>
    checkWorldDefinition(define(...tools))
      .map((problem) => `${problem.severity} ${problem.code} ${formatProblem(problem)}`)
      .join('\n');

  test('in order has no problems', () => {
    expect(
      problems({
        parameters: { id: 'string' },
        answers: [{ when: { id: 'A-1' }, result: '{{id}}' }, { error: 'no {{id}}' }],
      }),
    ).toBe('');
  });

  test('with mistakes lists all of them with their paths', () => {
    const told = problems(
      {
        parameters: { order_id: { type: 'string', patern: '^A' }, reason: 4, at: { type: 'string', format: 'dat' } },
        requires: ['lookup', { tool: 'refund', sameArguments: ['order'] }, 'act'],
        answers: [{ result: 1 }, { when: { order_id: 'A-2' }, result: 2, set: { plan: '{{orderid}}' } }],
      },
      {
        name: 'refund',
        effect: 'write',
        parameters: { order_id: { type: 'string', pattern: '^A-[0-9]+$' }, reason: { enum: ['late', 'other'] } },
        answers: [
          { when: { order_id: 'B-1' }, result: 1 },
          { when: { reason: 'latte', ordr_id: 1 }, result: '{{reson}}', set: { '/a/{{x}}': 1 } },
          { when: 'late', error: 'no' },
        ],
      },
      { name: 'act', answers: [{ result: 1 }] },
      { name: 'a', requires: ['b'], answers: [{ result: 1 }] },
      { name: 'b', requires: ['a'], answers: [{ result: 1 }] },
      { name: '查询', parameters: { id: { type: 'string', pattern: '(?=a)' } }, answers: [{ result: 1 }] },
    );
    expect(told).toMatchInlineSnapshot(`
      "error bad-schema tools[0].parameters.reason: expected the JSON Schema of a parameter, found 4
      error unknown-keyword tools[0].parameters.order_id.patern: \`patern\` is not a keyword of JSON Schema that is supported here
        Hint: did you mean \`pattern\`?
      error unknown-format tools[0].parameters.at.format: unknown format \`dat\`
        Known formats: date, date-time, time, email, uri, uuid, ipv4, ipv6.
        Hint: did you mean \`date\`?
      error unknown-name tools[0].requires[0]: \`lookup\` is no tool
        Known: \`act\`, \`refund\`, \`a\`, \`b\`, \`查询\`.
      error unknown-name tools[0].requires[1].sameArguments: \`order\` is no parameter of \`act\`
        Known: \`order_id\`, \`reason\`, \`at\`.
      error unknown-name tools[0].requires[1].sameArguments: \`order\` is no parameter of \`refund\`
        Known: \`order_id\`, \`reason\`.
      error impossible-requirement tools[0].requires[2]: \`act\` requires itself, so it can never run
      error unreachable-answer tools[0].answers[1]: never given: answers[0] has no \`when\`, so it fits every call
      error read-that-writes tools[0].answers[1].set: \`act\` is a read and may not change the state: say \`effect: write\`
      error bad-pointer tools[0].answers[1].set: \`plan\` is no JSON Pointer such as \`/orders/A-1001/status\`
      error unknown-name tools[0].answers[1].set: \`orderid\` is no parameter of \`act\`
        Known: \`order_id\`, \`reason\`, \`at\`.
        Hint: did you mean \`order_id\`?
      error unreachable-answer tools[1].answers[0].when.order_id: never fits: \`order_id\` is "B-1": expected text that matches \`^A-[0-9]+$\`
      error unreachable-answer tools[1].answers[1].when.reason: never fits: \`reason\` is "latte": expected one of "late", "other"
      error unknown-name tools[1].answers[1].when.ordr_id: \`ordr_id\` is no parameter of \`refund\`
        Known: \`order_id\`, \`reason\`.
        Hint: did you mean \`order_id\`?
      warning unknown-name tools[1].answers[1].result: \`reson\` is no parameter of \`refund\`
        Known: \`order_id\`, \`reason\`.
        Hint: did you mean \`reason\`?
      error unknown-name tools[1].answers[1].set: \`x\` is no parameter of \`refund\`
        Known: \`order_id\`, \`reason\`.
      error bad-when tools[1].answers[2].when: expected the arguments that fit, found "late"
      error duplicate-tool tools[2].name: \`act\` is also the name of tools[0]
      error impossible-requirement tools[3].requires[0]: \`b\` itself requires \`a\`, so neither can ever run
      error impossible-requirement tools[4].requires[0]: \`a\` itself requires \`b\`, so neither can ever run
      warning tool-name tools[5].name: \`查询\`: model providers accept 1 to 64 ASCII letters, digits, \`_\` and \`-\` only
      error bad-pattern tools[5].parameters.id.pattern: \`(?=a)\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group"
    `);
  });

  test('with mistakes is refused with all of them, and one with warnings is used', () => {
    const mistaken = define({ answers: [{ result: 1 }] }, { answers: [{ result: 1 }] });
    expect(() => stubWorld(mistaken, 'orders')).toThrow(UsageError);
    expect(() => stubWorld(mistaken, 'orders')).toThrow(
      'the world `orders` cannot be used: tools[1].name: `act` is also the name of tools[0]',
    );
    expect(
      stubWorld(define({ name: '查询', answers: [{ result: '{{x}}' }] }), 'w').open(openOptions).tools[0]?.name,
    ).toBe('查询');
  });
});

describe('a world as an author writes it', () => {
  const tool = { name: 'look', description: 'Looks.', answers: [{ result: { seen: true } }] };

  test('needs no key that has a default', () => {
    const session = stubWorld({ tools: [tool] }, 'small').open(openOptions);
    expect(toolOf(session, 'look').effect).toBe('read');
    expect(callTool(session, 'look', {})).toEqual({ seen: true });
  });

  test('tells all mistakes of its shape as problems, each with its place', () => {
    const written = {
      tools: [
        { ...tool, efect: 'read' },
        { name: 'act', description: 'Acts.', answers: [{ reslt: 1 }] },
      ],
    };
    let thrown: unknown;
    try {
      stubWorld(written as never, 'shop');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    expect((thrown as UsageError).problems.map(formatProblem)).toMatchInlineSnapshot(`
      [
        "tools[0]: Unrecognized key: "efect"",
        "tools[1].answers[0]: fits none of its shapes: result: expected a JSON value: undefined is not a JSON type, Unrecognized key: "reslt" · or: error: Invalid input: expected string, received undefined, Unrecognized key: "reslt"",
      ]
    `);
    expect((thrown as UsageError).message.startsWith('the world `shop` cannot be used: tools[0]: ')).toBe(true);
  });

  test.each([undefined, null, 'shop', [], {}, { tools: [] }])('%j is refused as the author’s mistake', (written) => {
    expect(() => stubWorld(written as never, 'shop')).toThrow(UsageError);
  });
});
