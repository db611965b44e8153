import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import {
  type EquivalenceOptions,
  equivalentWrites,
  type WantedWrite,
} from '../../../../src/scorers/trajectory/equivalence/equivalent-writes.ts';
import { readAs, refused, wrote } from './made-calls.ts';

const cancel = (id: string): WantedWrite => ({ tool: 'cancel', arguments: { order_id: id } });
const cancelled = (id: string) => wrote('cancel', { order_id: id }, `cancelled ${id}`);

function isEquivalent(
  expected: WantedWrite[],
  calls: Parameters<typeof equivalentWrites>[1],
  options: EquivalenceOptions = {},
) {
  return equivalentWrites(expected, calls, options).equivalent;
}

test('independent writes may come in any order, with reads and refused calls between them', () => {
  const calls = [cancelled('B-2'), refused('cancel', { order_id: 'C-3' }), cancelled('A-1')];
  expect(isEquivalent([cancel('A-1'), cancel('B-2')], calls)).toBe(true);
});

test('a missing and a surplus effect are told by name', () => {
  const { equivalent, missing, surplus } = equivalentWrites([cancel('A-1')], [cancelled('B-2')]);
  expect({ equivalent, missing, surplus: surplus.map((call) => call.arguments) }).toEqual({
    equivalent: false,
    missing: [cancel('A-1')],
    surplus: [{ order_id: 'B-2' }],
  });
});

test('nothing expected and nothing done are equivalent', () => {
  expect(isEquivalent([], [])).toBe(true);
  expect(isEquivalent([], [cancelled('A-1')])).toBe(false);
});

describe('arguments that ask for the same', () => {
  const exchange = (items: JsonValue, others: JsonValue): JsonValue => ({
    order_id: 'A-1',
    item_ids: items,
    new_item_ids: others,
  });
  const wanted = [{ tool: 'exchange', arguments: exchange(['1', '2'], ['7', '8']) }];

  test('lists that belong together may be given in another order together', () => {
    expect(isEquivalent(wanted, [wrote('exchange', exchange(['2', '1'], ['8', '7']))])).toBe(true);
    expect(isEquivalent(wanted, [wrote('exchange', exchange(['2', '1'], ['7', '8']))])).toBe(false);
  });

  test('one more item is another effect', () => {
    expect(isEquivalent(wanted, [wrote('exchange', exchange(['1', '2', '2'], ['7', '8', '8']))])).toBe(false);
  });

  test('lists of objects keep their order, and keys that a tool fills in itself do not count', () => {
    const legs = (...numbers: string[]) => ({ legs: numbers.map((number) => ({ number })) });
    const full = {
      legs: [
        { number: 'X1', price: 5 },
        { number: 'X2', price: 7 },
      ],
    };
    expect(isEquivalent([{ tool: 'book', arguments: legs('X1', 'X2') }], [wrote('book', full)])).toBe(true);
    expect(isEquivalent([{ tool: 'book', arguments: legs('X2', 'X1') }], [wrote('book', full)])).toBe(false);
  });

  test('matchers and the options of arguments hold', () => {
    const wish = [{ tool: 'pay', arguments: { amount: 5, note: { any: true } } }];
    const paid = [wrote('pay', { amount: '5', note: 'thanks' })];
    expect(isEquivalent(wish, paid)).toBe(false);
    expect(isEquivalent(wish, paid, { match: { coerce: true } })).toBe(true);
  });
});

describe('an argument that left no trace', () => {
  const trip = (bags: number, payments: JsonValue[]): JsonValue => ({ trip_id: 'T-1', bags, payments });
  const seen = readAs('get_trip', { trip_id: 'T-1' }, trip(1, [{ payment_id: 'card_1', amount: 90 }]));
  const bags = (payment: string): JsonValue => ({ trip_id: 'T-1', bags: 2, payment_id: payment });
  const wanted = [{ tool: 'set_bags', arguments: bags('gift_9') }];

  test('does not count, such as the means of payment where nothing was paid', () => {
    const free = wrote('set_bags', bags('card_2'), trip(2, [{ payment_id: 'card_1', amount: 90 }]));
    expect(isEquivalent(wanted, [seen, free])).toBe(true);
  });

  test('counts when the record shows it', () => {
    const paid = wrote(
      'set_bags',
      bags('card_2'),
      trip(2, [
        { payment_id: 'card_1', amount: 90 },
        { payment_id: 'card_2', amount: 50 },
      ]),
    );
    expect(isEquivalent(wanted, [seen, paid])).toBe(false);
  });

  test('counts when nobody has seen the whole record', () => {
    const told = wrote('set_bags', bags('card_2'), { trip_id: 'T-1', bags: 2 });
    expect(isEquivalent(wanted, [seen, told])).toBe(false);
    expect(isEquivalent(wanted, [told])).toBe(false);
  });
});

describe('work that was undone', () => {
  const user = (city: string): JsonValue => ({ user_id: 'u1', address: { city } });
  const seen = readAs('get_user', { user_id: 'u1' }, user('Ulm'));
  const move = (city: string): WantedWrite => ({ tool: 'move', arguments: { user_id: 'u1', city } });
  const moved = (city: string) => wrote('move', { user_id: 'u1', city }, user(city));

  test('is no work done', () => {
    expect(isEquivalent([move('Bonn')], [seen, moved('Bonn'), moved('Ulm')])).toBe(false);
    expect(isEquivalent([], [seen, moved('Bonn'), moved('Ulm')])).toBe(true);
  });

  test('is expected when the reference undoes it too, whether the agent went there and back or stayed', () => {
    const there = [move('Bonn'), move('Ulm')];
    expect(isEquivalent(there, [seen, moved('Bonn'), moved('Ulm')])).toBe(true);
    expect(isEquivalent(there, [seen])).toBe(true);
    expect(isEquivalent(there, [seen, moved('Bonn')])).toBe(false);
  });

  test('is expected as it went where the tool does more than put its arguments in place', () => {
    const trip = (flight: string, price: number): JsonValue => ({ trip_id: 'T-1', flight, price });
    const flight = (name: string): WantedWrite => ({ tool: 'change', arguments: { trip_id: 'T-1', flight: name } });
    const changed = (name: string, price: number) =>
      wrote('change', { trip_id: 'T-1', flight: name }, trip(name, price));
    const before = readAs('get_trip', { trip_id: 'T-1' }, trip('X1', 50));
    const back = [before, changed('X2', 70), changed('X1', 50)];
    expect(isEquivalent([flight('X2'), flight('X1')], back)).toBe(true);
    expect(isEquivalent([flight('X2')], back)).toBe(false);
    expect(isEquivalent([], back)).toBe(true);
  });

  test('is not done because it had been done on the way', () => {
    const detour = [seen, moved('Bonn'), moved('Jena'), moved('Ulm')];
    expect(isEquivalent([move('Bonn')], detour)).toBe(false);
    expect(isEquivalent([move('Jena')], detour)).toBe(false);
    expect(isEquivalent([], detour)).toBe(true);
  });

  test('is not done by the same call made again before it was undone', () => {
    const again = [seen, moved('Bonn'), moved('Bonn'), moved('Ulm')];
    expect(isEquivalent([move('Bonn')], again)).toBe(false);
    const told = wrote('move', { user_id: 'u1', city: 'Bonn', note: 'again' }, user('Bonn'));
    expect(isEquivalent([move('Bonn')], [seen, moved('Bonn'), told, moved('Ulm')])).toBe(false);
  });

  test('and a detour count for nothing on both sides, each compared by what it leaves', () => {
    const calls = [seen, moved('Jena'), moved('Bonn'), cancelled('A-1'), moved('Ulm')];
    expect(isEquivalent([move('Bonn'), cancel('A-1'), move('Ulm')], calls)).toBe(true);
    expect(isEquivalent([move('Bonn'), cancel('A-1')], calls)).toBe(false);
  });

  test('a write that would change nothing need not be made', () => {
    const { equivalent, already } = equivalentWrites([move('Ulm')], [seen]);
    expect({ equivalent, already }).toEqual({ equivalent: true, already: [move('Ulm')] });
  });

  test('an amount somewhere deep in the record is not the amount of a write', () => {
    const rich = readAs('get_user', { user_id: 'u1' }, { user_id: 'u1', cards: { a: { amount: 50 } } });
    expect(isEquivalent([{ tool: 'give', arguments: { user_id: 'u1', amount: 50 } }], [rich])).toBe(false);
  });
});

describe('the order of writes', () => {
  const trip = (city: string, log: string[]): JsonValue => ({ trip_id: 'T-1', city, log });
  const seen = readAs('get_trip', { trip_id: 'T-1' }, trip('Ulm', []));
  const move = (city: string, log: string[]) => wrote('move', { trip_id: 'T-1', city }, trip(city, log));
  const stop = (city: string, log: string[]) => wrote('stop', { trip_id: 'T-1' }, trip(city, log));
  const wanted = [
    { tool: 'move', arguments: { trip_id: 'T-1', city: 'Bonn' } },
    { tool: 'stop', arguments: { trip_id: 'T-1' } },
  ];

  test('counts where both changed one place of a record, such as a log', () => {
    const { equivalent, misplaced } = equivalentWrites(wanted, [seen, stop('Ulm', ['s']), move('Bonn', ['s', 'm'])]);
    expect({ equivalent, misplaced: misplaced.map(({ tool }) => tool) }).toEqual({
      equivalent: false,
      misplaced: ['stop'],
    });
    expect(isEquivalent(wanted, [seen, move('Bonn', ['m']), stop('Bonn', ['m', 's'])])).toBe(true);
  });

  test('is free where they changed different places', () => {
    expect(isEquivalent(wanted, [seen, stop('Ulm', ['s']), move('Bonn', ['s'])])).toBe(true);
  });

  test('counts for what gets its name by order only when asked for', () => {
    const order = (item: string) => ({ tool: 'order', arguments: { item } });
    const ordered = (item: string, id: string) => wrote('order', { item }, { order_id: id, item });
    const calls = [ordered('pen', 'N-1'), ordered('ink', 'N-2')];
    expect(isEquivalent([order('ink'), order('pen')], calls)).toBe(true);
    expect(isEquivalent([order('ink'), order('pen')], calls, { newNames: 'counted' })).toBe(false);
    expect(isEquivalent([order('pen'), order('ink')], calls, { newNames: 'counted' })).toBe(true);
  });
});

describe('with `subset`', () => {
  test('other effects are free, and one write serves equal expectations', () => {
    const calls = [cancelled('A-1'), wrote('notify', {})];
    expect(isEquivalent([cancel('A-1'), cancel('A-1')], calls, { mode: 'subset' })).toBe(true);
    expect(isEquivalent([cancel('A-1'), cancel('B-2')], calls, { mode: 'subset' })).toBe(false);
  });

  test('a switch that was turned back is not turned', () => {
    const toggle = (state: string) => wrote('toggle_data', {}, `Data is now ${state}`);
    const wanted = [{ tool: 'toggle_data', arguments: {} }];
    expect(isEquivalent(wanted, [toggle('ON'), toggle('OFF'), toggle('ON')], { mode: 'subset' })).toBe(true);
    expect(isEquivalent(wanted, [toggle('ON'), toggle('OFF')], { mode: 'subset' })).toBe(false);
  });
});
