import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ToolError } from '../../src/domain/errors.ts';
import { defineTool, type ToolContext } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { callTool, issueRefund, lookupOrder, openOptions, orderWorld } from './order-world.ts';

const none = z.object({});
type Counter = { count: number };

/** A world with one tool that does what `run` does. */
function worldThat(run: (context: ToolContext<Counter>) => unknown, effect: 'read' | 'write' | 'unknown' = 'write') {
  const tool = defineTool({
    name: 'act',
    description: 'Acts.',
    parameters: none,
    effect,
    run: (_, context: ToolContext<Counter>) => run(context),
  });
  return defineWorld({ name: 'counter', state: () => ({ count: 0 }), tools: [tool] });
}

describe('writes', () => {
  test('[S1.09] are none when arguments are refused or the tool itself refuses', () => {
    const session = orderWorld.open(openOptions);
    const refund = { order_id: 'A-1001', amount: '99.00', reason: 'late' };
    expect(() => callTool(session, 'issue_refund', { ...refund, amount: '1e2' })).toThrow('expected a decimal');
    expect(() => callTool(session, 'issue_refund', refund)).toThrow(
      new ToolError("the refund exceeds the order's total of 49.90"),
    );
    expect(session.writes()).toEqual([]);
    expect(session.state()).toMatchObject({ refunds: [] });
  });

  test('hold the arguments as the tool got them, and a tool of unknown effect writes', async () => {
    const session = orderWorld.open(openOptions);
    callTool(session, 'issue_refund', { order_id: 'A-1001', amount: 10, reason: 'late' });
    expect(session.writes()).toEqual([
      {
        callId: 'c0',
        tool: 'issue_refund',
        arguments: { order_id: 'A-1001', amount: '10.00', reason: 'late' },
        result: { refunded: '10.00' },
      },
    ]);
    const unknown = worldThat(() => 'done', 'unknown').open(openOptions);
    callTool(unknown, 'act', {});
    expect(unknown.writes()).toHaveLength(1);
  });

  test('of an asynchronous tool are logged when it succeeds, in the order of the calls', async () => {
    const finish: ((value?: unknown) => void)[] = [];
    const session = worldThat(() => new Promise((resolve) => finish.push(resolve))).open(openOptions);
    const calls = ['a', 'b'].map((id) => callTool(session, 'act', {}, id));
    expect(session.writes()).toEqual([]);
    finish[1]?.();
    await calls[1];
    finish[0]?.();
    await calls[0];
    expect(session.writes().map(({ callId }) => callId)).toEqual(['a', 'b']);
    const failing = worldThat(async () => Promise.reject(new ToolError('no'))).open(openOptions);
    await expect(callTool(failing, 'act', {})).rejects.toThrow('no');
    expect(failing.writes()).toEqual([]);
  });
});

describe('state', () => {
  test('is a copy: what a session does never reaches the constant it was made from', () => {
    const shared = { list: [] as number[] };
    const push = defineTool({
      name: 'push',
      description: 'Adds.',
      parameters: none,
      effect: 'write',
      run: (_, { state }: ToolContext<{ list: number[] }>) => state.list.push(1),
    });
    const world = defineWorld({ name: 'shared', state: () => shared, tools: [push] });
    callTool(world.open(openOptions), 'push', {});
    expect(shared.list).toEqual([]);
    expect(world.open(openOptions).state()).toEqual({ list: [] });
  });

  test('is made from the seed, the clock and what the scenario gives', () => {
    const world = defineWorld({
      name: 'made',
      state: ({ seed, now, given, random }) => ({ seed, now, given, draw: random.integer(1_000_000) }),
      tools: [],
    });
    const open = (seed: number) => world.open({ seed, now: '2026-01-15T09:00:00Z', given: { plan: 'gold' } }).state();
    expect(open(1)).toMatchObject({ seed: 1, now: '2026-01-15T09:00:00Z', given: { plan: 'gold' } });
    expect(open(1)).toEqual(open(1));
    expect(open(1)).not.toMatchObject({ draw: (open(2) as { draw: number }).draw });
  });

  test('that is no data is refused when a session opens', () => {
    const world = defineWorld({ name: 'code', state: () => ({ go: () => 1 }), tools: [] });
    expect(() => world.open(openOptions)).toThrow(
      'the state of the world `code` holds something that is no data, such as a function',
    );
  });

  test('keeps dates, maps and sets through a snapshot, and says when it cannot be kept whole', () => {
    const start = { at: new Date(0), map: new Map([['a', 1]]), set: new Set([1n]) };
    const read = defineTool({
      name: 'read',
      description: 'Reads.',
      parameters: none,
      effect: 'read',
      run: (_, { state }: ToolContext<typeof start>) =>
        `${state.at.getTime()} ${state.map.get('a')} ${state.set.has(1n)}`,
    });
    const world = defineWorld({ name: 'rich', state: () => start, tools: [read] });
    const session = world.open(openOptions);
    session.restore(JSON.parse(JSON.stringify(session.snapshot())));
    expect(callTool(session, 'read', {})).toBe('0 1 true');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() =>
      defineWorld({ name: 'circle', state: () => circle, tools: [] })
        .open(openOptions)
        .snapshot(),
    ).toThrow('cannot be kept whole: look at /self');
  });
});

describe('chance', () => {
  const dice = worldThat(({ random, state }) => {
    state.count += 1;
    return random.integer(1_000_000);
  }, 'read');
  const draw = (session = dice.open(openOptions)) => [callTool(session, 'act', {}), callTool(session, 'act', {})];

  test('is decided by the seed and the number of the call, also after a snapshot', () => {
    expect(draw()).toEqual(draw());
    expect(new Set(draw()).size).toBe(2);
    expect(draw(dice.open({ ...openOptions, seed: 2 }))).not.toEqual(draw());
    const session = dice.open(openOptions);
    callTool(session, 'act', {});
    const other = dice.open(openOptions);
    other.restore(session.snapshot());
    expect(callTool(other, 'act', {})).toBe(draw()[1]);
  });
});

describe('invariants', () => {
  test('[S1.15] name the rule that does not hold any more', () => {
    const session = orderWorld.open(openOptions);
    expect(session.invariants()).toEqual([]);
    for (const _ of [1, 2]) callTool(session, 'issue_refund', { order_id: 'A-1001', amount: '1.00', reason: 'late' });
    expect(session.invariants()).toEqual([
      { rule: 'one refund for each order', message: 'an order was refunded twice' },
    ]);
  });

  test('that cannot be judged are breaches that say so, whatever they throw or return', () => {
    const judge = (rule: () => unknown) =>
      defineWorld({ name: 'w', state: () => ({}), tools: [], invariants: { rule: rule as () => true } })
        .open(openOptions)
        .invariants()[0]?.message;
    const hostile = {
      get message() {
        throw new Error('no');
      },
    };
    const rules = [
      () => false,
      () => undefined,
      () => 1,
      async () => true,
      () => {
        throw new TypeError('no orders');
      },
      () => {
        throw hostile;
      },
    ];
    expect(rules.map(judge).join('\n')).toMatchInlineSnapshot(`
      "does not hold
      could not be judged: the rule returned {"$type":"undefined"}, expected true or a text
      could not be judged: the rule returned 1, expected true or a text
      could not be judged: the rule returned a promise, expected true or a text
      could not be judged: the rule itself failed with: TypeError: no orders
      could not be judged: the rule itself failed with: a value that is no error was thrown: {"message":{"$type":"unreadable"}}"
    `);
  });
});

test('notices are handed out once, oldest first', () => {
  const session = orderWorld.open(openOptions);
  for (const amount of ['1.00', '2.00'])
    callTool(session, 'issue_refund', { order_id: 'A-1001', amount, reason: 'late' });
  expect(session.notices()).toEqual([
    { text: 'Your refund of 1.00 is on its way.', from: 'shop@example.com' },
    { text: 'Your refund of 2.00 is on its way.', from: 'shop@example.com' },
  ]);
  expect(session.notices()).toEqual([]);
});

test('what a tool throws by itself is no business failure', () => {
  const crash = new TypeError('undefined is no order');
  const session = worldThat(() => {
    throw crash;
  }).open(openOptions);
  expect(() => callTool(session, 'act', {})).toThrow(crash);
  expect(session.writes()).toEqual([]);
});

test('two tools of one name, and a requirement that names none, are refused with the nearest name', () => {
  expect(() => defineWorld({ name: 'twice', state: () => ({}) as never, tools: [lookupOrder, lookupOrder] })).toThrow(
    'the world `twice` has two tools named `lookup_order`',
  );
  const typo = { ...issueRefund, requires: [{ tool: 'lookup_orders' }] };
  expect(() => defineWorld({ name: 'typo', state: () => ({}) as never, tools: [lookupOrder, typo] })).toThrow(
    'the tool `issue_refund` of the world `typo` requires `lookup_orders`, which is no tool of it. Did you mean `lookup_order`?',
  );
});
