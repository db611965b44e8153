import { describe, expect, test } from 'vitest';
import { hrTools, hrWorld } from '../../examples/hr/world.ts';
import { openShop, type Shop } from '../../examples/orders/data.ts';
import { ordersRules, ordersTools, ordersWorld } from '../../examples/orders/world.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { ToolCallError } from '../../src/agents/tool-callables.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import type { World } from '../../src/domain/contracts/world.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { runSession } from '../../src/session/run-session.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { defineTool, type ToolContext } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';

const CONTEXT = { seed: 1, now: '2026-01-15T09:00:00Z' };
const CALL = { callId: 'c0', signal: new AbortController().signal };

/** Calls a tool of a fresh world directly: the layer below agent and session. */
function direct(world: World, tool: string, args: JsonValue) {
  const session = world.open(CONTEXT);
  const found = session.tools.find(({ name }) => name === tool);
  const checked = found?.check(args) ?? { status: 'refused' as const, problem: `no tool \`${tool}\`` };
  if (found === undefined || checked.status !== 'ok')
    return { refused: checked.status === 'refused' ? checked.problem : '', session };
  try {
    return { content: found.run(checked.value, CALL), session };
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown', session };
  }
}

type Step = [tool: string, args: Record<string, unknown>];

/** Lets an agent make these calls, one list for each turn, and tells what the transcript says of it. */
async function play(world: World, turns: readonly (readonly Step[])[]) {
  const agent = functionAgent(async (_messages, { tools, turn }) => {
    for (const [tool, args] of turns[turn] ?? []) {
      await tools.call(tool, args).catch((error) => {
        if (!(error instanceof ToolCallError)) throw error;
      });
    }
    return 'Done.';
  });
  const lines = turns.map((_, turn) => `Please do step ${turn}.`);
  const scenario = Scenario.parse({ id: 'tools', title: 'Tools', user: lines });
  const clock = systemClock();
  const key = { scenario: 'tools', variant: 'default', trial: 0 };
  const run = await runSession({ scenario, key, seed: 1, user: scriptedUser(lines), agent, world, clock });
  clock.stop();
  const calls = trajectoryOf(run.transcript).calls.map(({ name, result }) => {
    const outcome = result?.outcome;
    return outcome?.status === 'error' ? `${name}: ${outcome.kind}: ${outcome.message}` : `${name}: ok`;
  });
  const [score] = (await scoreTranscript(run.transcript, createScorers([INVARIANTS], builtInScorers))).scores;
  return { calls, score, transcript: run.transcript };
}

const INVARIANTS = { type: 'invariants', required: true };

describe('the tools of the orders desk', () => {
  test('look an order up as it stands in the books', () => {
    expect(direct(ordersWorld, 'lookup_order', { order_id: 'A-1002' }).content).toEqual({
      order_id: 'A-1002',
      email: 'c17@example.com',
      items: [{ name: 'grey kettle', quantity: 1, price: '94.90' }],
      total: '94.90',
      currency: 'EUR',
      refunded: '0.00',
      address: '12 Example Street, Sampletown',
      status: 'not_shipped',
      placed_on: '2026-01-13',
      expected_on: '2026-01-22',
    });
  });

  test('[S1.07] answer a status question without a single write', async () => {
    const { calls, transcript } = await play(ordersWorld, [[['lookup_order', { order_id: 'A-1001' }]]]);
    expect(calls).toEqual(['lookup_order: ok']);
    expect(transcript.filter(({ type }) => type === 'world_change')).toEqual([]);
  });

  test('list the orders of one customer only, whatever the case of the address', () => {
    const { content } = direct(ordersWorld, 'list_orders', { email: 'C23@example.com' });
    expect(content).toMatchObject({ count: 2, orders: [{ order_id: 'A-2002' }, { order_id: 'A-2003' }] });
    expect(direct(ordersWorld, 'list_orders', { email: 'c99@example.com' }).content).toMatchObject({
      count: 0,
      orders: [],
    });
  });

  test('fail for an order that nobody has, names of object properties included', () => {
    expect(direct(ordersWorld, 'lookup_order', { order_id: 'A-9999' }).failed).toBe(
      'ToolError: order A-9999 not found',
    );
    expect(direct(ordersWorld, 'lookup_order', { order_id: '__proto__' }).refused).toBeDefined();
  });

  test('pay back exactly what was asked for, and tell the customer', () => {
    const { content, session } = direct(ordersWorld, 'issue_refund', {
      order_id: 'A-1001',
      amount: 49.9,
      reason: 'damaged',
    });
    expect(content).toMatchObject({ refund_id: 'R-1', amount: '49.90', refunded_in_total: '49.90', currency: 'EUR' });
    expect(session.notices()).toEqual([{ text: 'Refund R-1: 49.90 EUR for order A-1001.', from: 'shop' }]);
    expect(session.writes()).toHaveLength(1);
    expect(session.invariants()).toEqual([]);
  });

  test.each([
    ['order A-1002 has not been shipped; cancel it instead', 'A-1002', '10.00'],
    ['order A-1004 was cancelled, and its money was paid back then', 'A-1004', '10.00'],
    ['order A-5001 could be refunded until 2025-12-15', 'A-5001', '10.00'],
    ['the refund exceeds the total of order A-1001, 49.90 EUR', 'A-1001', '49.91'],
  ])('refuse a refund themselves: %s', (message, order_id, amount) => {
    const { failed, session } = direct(ordersWorld, 'issue_refund', { order_id, amount, reason: 'damaged' });
    expect(failed).toBe(`ToolError: ${message}`);
    expect(session.writes()).toEqual([]);
  });

  test.each([
    ['cancel_order', { order_id: 'A-1003' }, 'order A-1003 is shipped and can no longer be cancelled'],
    ['cancel_order', { order_id: 'A-1004' }, 'order A-1004 is cancelled and can no longer be cancelled'],
    [
      'change_address',
      { order_id: 'A-1001', email: 'c17@example.com', address: '7 Sample Lane' },
      'order A-1001 is delivered; its address can no longer be changed',
    ],
    [
      'change_address',
      { order_id: 'A-2003', email: 'c17@example.com', address: '7 Sample Lane' },
      'order A-2003 was not placed with c17@example.com',
    ],
  ])('%s refuses %o', (tool, args, message) => {
    const { failed, session } = direct(ordersWorld, tool, args);
    expect(failed).toBe(`ToolError: ${message}`);
    expect(session.state()).toEqual(ordersWorld.open(CONTEXT).state());
  });

  const good = { order_id: 'A-1001', amount: '10.00', reason: 'late' };
  test.each([
    ['a wrong form of the number', { ...good, order_id: '1001' }],
    ['a negative amount', { ...good, amount: '-5' }],
    ['nothing', { ...good, amount: '0.00' }],
    ['parts of a cent', { ...good, amount: '10.001' }],
    ['no reason', { order_id: 'A-1001', amount: '10.00' }],
    ['a reason of its own', { ...good, reason: 'because' }],
    ['a parameter that does not exist', { ...good, force: true }],
    ['an exponent', { ...good, amount: '1e2' }],
    ['full-width digits', { ...good, amount: '１０.００' }],
    ['a number with too many places', { ...good, amount: 10.001 }],
    ['an order number in lower case', { ...good, order_id: ' a-1001 ' }],
    ['no object', [good]],
  ] as [string, JsonValue][])('[S1.10] never run a refund with %s', async (_, args) => {
    const { refused, session } = direct(ordersWorld, 'issue_refund', args);
    expect(refused).toBeTypeOf('string');
    expect(session.writes()).toEqual([]);
  });

  test('[S1.10] tell the agent of refused arguments in words that it can act on', async () => {
    const lookup: Step = ['lookup_order', { order_id: 'A-1001' }];
    const { calls } = await play(ordersWorld, [[lookup, ['issue_refund', { ...good, amount: '1e2' }]]]);
    expect(calls).toMatchInlineSnapshot(`
      [
        "lookup_order: ok",
        "issue_refund: invalid_arguments: invalid arguments: \`amount\` is "1e2": expected a decimal number with at most 2 places, above 0, at most 999999.99, such as "49.90"",
      ]
    `);
  });

  test('block a change of an order that has not been looked up', async () => {
    const { calls } = await play(ordersWorld, [
      [
        ['lookup_order', { order_id: 'A-1001' }],
        ['cancel_order', { order_id: 'A-1002' }],
      ],
    ]);
    expect(calls).toMatchInlineSnapshot(`
      [
        "lookup_order: ok",
        "cancel_order: blocked: blocked: \`cancel_order\` needs a successful \`lookup_order\` for order_id "A-1002" first, whose result has been seen; \`lookup_order\` succeeded, but not for order_id "A-1002"",
      ]
    `);
  });

  test('[S1.15] refuse 99.00 of 49.90 as a tool error, and break no rule by it', async () => {
    const { calls, score } = await play(ordersWorld, [
      [['lookup_order', { order_id: 'A-1001' }]],
      [['issue_refund', { order_id: 'A-1001', amount: '99.00', reason: 'damaged' }]],
    ]);
    expect(calls).toEqual([
      'lookup_order: ok',
      'issue_refund: tool_error: the refund exceeds the total of order A-1001, 49.90 EUR',
    ]);
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test('[S1.15] without their own guard leave it to a rule of the world, which names the turn', async () => {
    const { score } = await play(worldWithoutGuard(), [
      [['lookup_order', { order_id: 'A-1001' }]],
      [['issue_refund', { order_id: 'A-1001', amount: '99.00' }]],
    ]);
    expect(score).toMatchObject({ status: 'scored', passed: false, stage: 'execution' });
    const findings = score?.status === 'scored' ? score.findings : [];
    expect(findings.map(({ turn, message }) => ({ turn, message }))).toMatchInlineSnapshot(`
      [
        {
          "message": "the rule \`refunds stay within the total\` was broken: 99.00 was refunded for order A-1001, whose total is 49.90; in turn 1 \`issue_refund(order_id="A-1001", amount="99.00")\` changed \`orders.A-1001.refunded\` and \`refunds[0]\`",
          "turn": 1,
        },
      ]
    `);
  });
});

describe('人事工具', () => {
  test.each([
    [12, 8, 96],
    [3.5, 7, 24.5],
    [0, 101, 0],
    [-2.5, 3.6, -9],
  ])('[S2.02] %d × %d = %d', (a, b, product) => {
    const { content } = direct(hrWorld, 'multiply_numbers', { a, b });
    expect((content as { product: number }).product).toBeCloseTo(product, 9);
  });

  test.each([
    ['E001', 5],
    ['E002', 0],
    ['E003', 12],
    ['E004', 3],
  ])('%s 的剩余年假是 %d 天', (employee_id, remaining_days) => {
    expect(direct(hrWorld, 'get_leave_balance', { employee_id }).content).toEqual({ employee_id, remaining_days });
  });

  test('[S2.03] " e001 " is E001 for the tool that says so, and an order number is taken as it is', () => {
    expect(direct(hrWorld, 'get_leave_balance', { employee_id: ' e001 ' }).content).toEqual({
      employee_id: 'E001',
      remaining_days: 5,
    });
    expect(direct(ordersWorld, 'lookup_order', { order_id: ' a-1001 ' }).refused).toBeDefined();
  });

  test('[S2.15] an employee who does not exist is a failure of the business, told without quotes', () => {
    expect(direct(hrWorld, 'get_leave_balance', { employee_id: 'E999' }).failed).toBe('ToolError: 员工不存在');
  });

  test.each([
    ['get_leave_balance', {}],
    ['get_leave_balance', { employee_id: '' }],
    ['get_leave_balance', { employee_id: '   ' }],
    ['get_leave_balance', { employee_id: 'E1001' }],
    ['get_leave_balance', { employee: 'E001' }],
    ['multiply_numbers', { a: '12', b: 8 }],
    ['multiply_numbers', { a: 12 }],
    ['multiply_numbers', { a: 12, b: 8, c: 1 }],
    ['request_leave', { employee_id: 'E001', days: 0, start_date: '2026-02-02' }],
    ['request_leave', { employee_id: 'E001', days: 1.5, start_date: '2026-02-02' }],
    ['request_leave', { employee_id: 'E001', days: 1, start_date: '2026-02-30' }],
    ['cancel_leave', { request_id: '1' }],
  ] as [string, JsonValue][])('%s refuses %o', (tool, args) => {
    const { refused, session } = direct(hrWorld, tool, args);
    expect(refused).toBeTypeOf('string');
    expect(session.writes()).toEqual([]);
  });

  test('leave is taken from the balance and comes back when it is withdrawn', async () => {
    const { calls, transcript } = await play(hrWorld, [
      [
        ['get_leave_balance', { employee_id: 'E003' }],
        ['request_leave', { employee_id: 'E003', days: 13, start_date: '2026-02-02' }],
        ['request_leave', { employee_id: 'E003', days: 5, start_date: '2026-01-01' }],
        ['request_leave', { employee_id: 'E003', days: 5, start_date: '2026-02-02' }],
        ['cancel_leave', { request_id: 'L-1' }],
        ['cancel_leave', { request_id: 'L-1' }],
      ],
    ]);
    expect(calls).toMatchInlineSnapshot(`
      [
        "get_leave_balance: ok",
        "request_leave: tool_error: 余额不足：员工 E003 只剩 12 天",
        "request_leave: tool_error: 开始日期 2026-01-01 已经过去",
        "request_leave: ok",
        "cancel_leave: ok",
        "cancel_leave: tool_error: 申请 L-1 不存在",
      ]
    `);
    expect(transcript.at(-1)).toMatchObject({ world: { state: { balances: { E003: 12 }, requests: {} } } });
  });
});

describe('what a model reads of the tools', () => {
  const required = (tools: Readonly<Record<string, { name: string; parameters: JsonValue }>>) =>
    Object.values(tools).map(({ name, parameters }) => [name, (parameters as { required?: string[] }).required ?? []]);

  test('names the parameters that it has to fill in', () => {
    expect(required({ ...ordersTools, ...hrTools })).toEqual([
      ['lookup_order', ['order_id']],
      ['list_orders', ['email']],
      ['get_refund_policy', []],
      ['issue_refund', ['order_id', 'amount', 'reason']],
      ['cancel_order', ['order_id']],
      ['change_address', ['order_id', 'email', 'address']],
      ['get_leave_balance', ['employee_id']],
      ['multiply_numbers', ['a', 'b']],
      ['request_leave', ['employee_id', 'days', 'start_date']],
      ['cancel_leave', ['request_id']],
    ]);
  });

  test('describes every tool and every parameter', () => {
    for (const { description, parameters } of [...Object.values(ordersTools), ...Object.values(hrTools)]) {
      expect(description.length).toBeGreaterThan(8);
      const { properties } = parameters as unknown as { properties: Record<string, { description?: string }> };
      for (const [name, schema] of Object.entries(properties))
        expect([name, schema.description]).not.toContain(undefined);
    }
  });
});

/** The orders desk with a refund tool that pays whatever it is told to. */
function worldWithoutGuard(): World {
  const unguarded = defineTool({
    name: 'issue_refund',
    description: ordersTools.issueRefund.description,
    parameters: { type: 'object', properties: { order_id: { type: 'string' }, amount: { type: 'string' } } },
    effect: 'write',
    run: ({ order_id, amount }, { state }: ToolContext<Shop>) => {
      const order = state.orders[String(order_id)];
      if (order !== undefined) order.refunded = String(amount);
      state.refunds.push({ refund_id: 'R-1', order_id: String(order_id), amount: String(amount), reason: 'other' });
      return { refund_id: 'R-1' };
    },
  });
  return defineWorld({
    name: 'orders without a guard',
    state: openShop,
    tools: [ordersTools.lookupOrder, unguarded],
    invariants: ordersRules(),
  });
}
