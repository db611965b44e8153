import { expect, test } from 'vitest';
import { machineUsers } from '../../../src/users/machine-user.ts';
import { openSession } from '../talk-with.ts';
import { machineOf } from './machines.ts';

const bargain = machineOf({
  initial: 'ask',
  states: {
    ask: {
      say: 'I am {{name}}. What does it cost?',
      on: [{ when: { any: [{ number: { under: 'limit' } }] }, go: 'buy' }, { go: 'leave' }],
    },
    buy: { say: 'Sold to {{name}}.', end: 'done' },
    leave: { say: 'Too much.', end: 'gave_up' },
  },
});

test('users of one machine each know their own facts, also while they take turns', async () => {
  const userFor = machineUsers(bargain);
  const rich = openSession(userFor({ facts: { name: 'Ada', limit: '100 EUR' } }));
  const poor = openSession(userFor({ facts: { name: 'Bo', limit: '10 EUR' } }));
  const before = { turn: -1, texts: [], notices: [] };
  const price = { turn: 0, texts: ['It costs 50 EUR.'], notices: [] };
  const moves = [await rich.next(before), await poor.next(before), await rich.next(price), await poor.next(price)];
  expect(moves.map((move) => (move.kind === 'say' ? move.text : move.kind))).toEqual([
    'I am Ada. What does it cost?',
    'I am Bo. What does it cost?',
    'Sold to Ada.',
    'Too much.',
  ]);
});

test('a machine that passed with some facts is still refused with others', () => {
  const userFor = machineUsers(bargain, { name: 'the bargain' });
  userFor({ facts: { name: 'Ada', limit: '100' } });
  expect(() => userFor({ facts: { name: 'Ada' } })).toThrow('the bargain cannot be used');
  expect(() => userFor({ facts: { name: 'Ada', limit: 'none' } })).toThrow('holds no number');
  expect(() => userFor({ facts: { name: { value: 'Ada', disclosure: 'never' }, limit: '100' } })).toThrow('never told');
});

test('users of one machine share its hash and its graph', async () => {
  const userFor = machineUsers(bargain);
  const [first, second] = ['1', '2'].map((limit) => userFor({ facts: { name: 'Ada', limit } }));
  expect(first?.machineHash).toBe(second?.machineHash);
  expect(first?.graph).toBe(second?.graph);
});
