import { describe, expect, test } from 'vitest';
import { Expectation } from '../../../src/domain/authoring/scenario.ts';
import { builtInScorers } from '../../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../../src/scorers/create-scorers.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';
import { worldSession } from './sessions.ts';

const end = {
  orders: {
    'A-1': { status: 'refunded', total: '49.90', 'a/b': 1 },
    'A-2': { status: 'open', total: '0.10' },
    'A-3': { status: 'open', total: 10 },
  },
  refunds: [{ id: 'R-1', amount: '49.90' }],
  notes: [],
};
const start = { ...end, orders: { ...end.orders, 'A-1': { ...end.orders['A-1'], status: 'open' } } };
const session = worldSession({ start, end }, [
  { tool: 'refund', with: { order_id: 'A-1' }, changes: { '/orders/A-1/status': ['open', 'refunded'] } },
]);
const ask = (...query: object[]) => scoreOf({ type: 'end-state', query }, session);
const passes = (query: object) => {
  const score = ask(query);
  return score.status === 'scored' && score.passed;
};

describe('queries of the state', () => {
  test('count, and look at every one, some and none of the places that a path with `*` names', () => {
    expect(passes({ path: '/orders/*', count: 3 })).toBe(true);
    expect(passes({ path: '/orders/*', count: { gte: 4 } })).toBe(false);
    expect(passes({ path: '/orders/*', where: { status: 'open' }, count: 2 })).toBe(true);
    expect(passes({ path: '/orders/*/status', every: { oneOf: ['open', 'refunded'] } })).toBe(true);
    expect(passes({ path: '/orders/*/status', every: 'open' })).toBe(false);
    expect(passes({ path: '/orders/*/status', some: 'refunded' })).toBe(true);
    expect(passes({ path: '/orders/*/status', some: 'lost' })).toBe(false);
    expect(passes({ path: '/orders/*/status', none: 'lost' })).toBe(true);
    expect(passes({ path: '/orders/*/status', none: 'refunded' })).toBe(false);
    expect(passes({ path: '/refunds/*/id', equals: ['R-1'] })).toBe(true);
    expect(passes({ path: '/refunds/0/id', equals: 'R-1' })).toBe(true);
    expect(passes({ path: '/refunds/1/id', equals: { absent: true } })).toBe(true);
    expect(passes({ path: '/orders/A-1/a~1b', equals: 1 })).toBe(true);
  });

  test('add amounts without losing a cent, numbers and texts together', () => {
    expect(passes({ path: '/orders/*/total', sum: 60 })).toBe(true);
    expect(passes({ path: '/orders/*/total', sum: '60.00' })).toBe(true);
    expect(passes({ path: '/orders/*/total', sum: { near: 60, within: 0.01 } })).toBe(true);
    expect(passes({ path: '/orders/*/total', sum: 60.01 })).toBe(false);
    expect(passes({ path: '/notes/*', sum: 0 })).toBe(true);
  });

  test('never pass because nothing is there', () => {
    expect(passes({ path: '/lost/*', every: 'open' })).toBe(false);
    expect(passes({ path: '/notes/*', every: 'open' })).toBe(false);
    expect(passes({ path: '/notes/*', some: 'open' })).toBe(false);
    expect(passes({ path: '/lost/place', equals: 'open' })).toBe(false);
  });

  test('that fail say what is there, what was expected, and who touched it', () => {
    const score = ask(
      { path: '/orders/*/status', every: 'open', count: 4 },
      { path: '/orders/*/status', none: 'refunded', sum: 1 },
      { path: '/orders/*', where: { status: 'open' }, count: 1 },
      { path: '/orders/*/total', sum: '59.99' },
      { path: '/notes/*', every: { pattern: 'x' } },
      { path: '/refunds/*/id', some: 'R-2', equals: [] },
    );
    expect(score).toMatchObject({ status: 'scored', passed: false, metrics: { checked: 9, right: 0 } });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure wrong_end_state: at the end, \`/orders/*/status\` is found 3 times; expected 4",
        "0 execution failure wrong_end_state: at the end, \`orders.A-1.status\` is "refunded"; expected every \`/orders/*/status\` to be "open"; it was last changed by \`refund(order_id="A-1")\` in turn 0",
        "0 execution failure wrong_end_state: at the end, \`orders.A-1.status\` is "refunded"; expected none of \`/orders/*/status\` to be "refunded"; it was last changed by \`refund(order_id="A-1")\` in turn 0",
        "0 execution failure wrong_end_state: at the end, \`/orders/*/status\` does not add up, since \`orders.A-1.status\` is "refunded", \`orders.A-2.status\` is "open", \`orders.A-3.status\` is "open"; expected 1; it was last changed by \`refund(order_id="A-1")\` in turn 0",
        "0 execution failure wrong_end_state: at the end, \`/orders/*\` where it is {"status": "open"} is found 2 times; expected 1",
        "0 execution failure wrong_end_state: at the end, \`/orders/*/total\` adds up to 60; expected "59.99"; nothing changed it",
        "0 execution failure wrong_end_state: at the end, nothing stands at \`/notes/*\`; expected every one to be text matching /x/",
        "0 execution failure wrong_end_state: at the end, nothing at \`/refunds/*/id\` is "R-2"; expected one at least; nothing changed it",
        "0 execution failure wrong_end_state: at the end, \`/refunds/*/id\` is ["R-1"]; expected []; nothing changed it",
      ]
    `);
  });

  test('that ask nothing, or are written wrongly, are mistakes with their place', () => {
    const told = (...query: object[]) => {
      try {
        createScorers([Expectation.parse({ type: 'end-state', query })], builtInScorers);
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(told({ path: '/orders/*' })).toMatchInlineSnapshot(
      `"expect[0].query[0]: asks nothing of \`/orders/*\`: give it one of \`count\`, \`every\`, \`some\`, \`none\`, \`equals\`, \`sum\`."`,
    );
    expect(told({ path: '/orders/*', count: 1 }, { path: '/orders/*', some: { near: 'x' } })).toMatchInlineSnapshot(
      `"expect[0].query[1]: the matcher \`near\` takes a number; for the object itself write \`{ equals: … }\`"`,
    );
    expect(told({ path: '$.orders', count: 1 })).toMatchInlineSnapshot(
      `"expect[0].query[0].path: must be a JSON Pointer, such as \`/orders/A-1\`."`,
    );
    expect(told({ path: '/orders~2', count: 1 })).toContain('JSON Pointer');
  });
});
