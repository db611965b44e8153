import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from '../../../src/domain/values/nearest-name.ts';

const known = ['grounded', 'said', 'tool-called', 'tool-order'];

test.each([
  ['tool-oder', 'tool-order'],
  ['tool-ordre', 'tool-order'],
  ['toolorder', 'tool-order'],
  ['Tool_Order', 'tool-order'],

  ['sadi', 'said'],
  ['grouded', 'grounded'],
  ['tool-cald', 'tool-called'],
])('`%s` was meant to be `%s`', (wanted, name) => {
  expect(nearestName(wanted, known)).toBe(name);
});

test.each(['', 'x', 'sd', 'said-twice', 'verdict', 'order'])('`%s` is near to nothing', (wanted) => {
  expect(nearestName(wanted, known)).toBeUndefined();
});

test('a swap of neighbours is one mistake, two changed letters are two', () => {
  expect(nearestName('abdc', ['abcd'])).toBe('abcd');
  expect(nearestName('abxy', ['abcd'])).toBeUndefined();
});

test('of two names the nearer one is named, of equally near ones the first', () => {
  expect(nearestName('turn-cont', ['turn-const', 'turn-count'])).toBe('turn-const');
  expect(nearestName('turn-cuont', ['turn-const', 'turn-count'])).toBe('turn-count');
});

test('[F53] names in other writing are compared after normalisation', () => {
  expect(nearestName('cafe\u0301-ordr', ['caf\u00e9-order'])).toBe('caf\u00e9-order');
});

test('a hostile name of a million letters costs nothing', () => {
  expect(nearestName('a'.repeat(1_000_000), ['a'.repeat(1_000_000)])).toBeUndefined();
});

test('a name that is known is its own nearest', () => {
  const name = fc.stringMatching(/^[a-z]{3,20}$/);
  fc.assert(fc.property(name, fc.array(name), (wanted, others) => nearestName(wanted, [...others, wanted]) === wanted));
});

test('however words are joined, the name is the same', () => {
  expect(nearestName('a_b_c_d', ['a-b-c-d'])).toBe('a-b-c-d');
  expect(nearestName('a b c d', ['a-b-c-d'])).toBe('a-b-c-d');
});
