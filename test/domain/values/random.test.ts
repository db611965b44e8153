import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw, randomFrom } from '../../../src/domain/values/random.ts';

test('the generator gives the numbers of the reference implementation', () => {
  const state = Uint32Array.of(1, 2, 3, 4);
  const numbers = Array.from({ length: 10 }, () => draw(state));
  expect(numbers).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

test('a seed gives the same numbers in every release', () => {
  const { next, integer, pick, shuffle } = randomFrom(42);
  expect([next(), next(), integer(6), pick(['a', 'b', 'c']), shuffle([1, 2, 3, 4, 5])]).toMatchInlineSnapshot(`
    [
      0.6606157226487994,
      0.12688010395504534,
      2,
      "a",
      [
        4,
        5,
        2,
        3,
        1,
      ],
    ]
  `);
});

test('seeds that are neighbours have little in common', () => {
  const numbers = Array.from({ length: 100 }, (_, seed) => randomFrom(seed).integer(2 ** 32));
  expect(new Set(numbers).size).toBe(100);
  expect(numbers.filter((number) => number < 2 ** 31).length).toBeGreaterThan(35);
  expect(numbers.filter((number) => number < 2 ** 31).length).toBeLessThan(65);
});

test('numbers lie from 0 up to 1', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { next } = randomFrom(seed);
      return Array.from({ length: 20 }, next).every((number) => number >= 0 && number < 1);
    }),
  );
});

test('every side of a die is as likely', () => {
  const { integer } = randomFrom(1);
  const sides = [0, 0, 0, 0, 0, 0];
  for (let roll = 0; roll < 60_000; roll += 1) {
    const side = integer(6);
    sides[side] = (sides[side] ?? 0) + 1;
  }
  const chiSquare = sides.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(15.1);
});

test('a limit that does not divide 2^32 favours no half', () => {
  const { integer } = randomFrom(7);
  const max = 3 * 2 ** 30;
  const low = Array.from({ length: 30_000 }, () => integer(max)).filter((number) => number < 2 ** 30).length;
  expect(Math.abs(low - 10_000)).toBeLessThan(300);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('an integer below %s is refused', (max) => {
  expect(() => randomFrom(1).integer(max)).toThrow(RangeError);
});

test('nothing can be picked from nothing', () => {
  expect(() => randomFrom(1).pick([])).toThrow(new RangeError('cannot pick from an empty list'));
});

test('every order of three items is as likely', () => {
  const { shuffle } = randomFrom(3);
  const orders = new Map<string, number>();
  for (let round = 0; round < 6000; round += 1) {
    const order = shuffle(['a', 'b', 'c']).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(6);
  for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('a shuffled list has the same items, and the given one stays as it was', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
      const before = [...list];
      expect(randomFrom(seed).shuffle(list).sort()).toEqual([...before].sort());
      expect(list).toEqual(before);
    }),
  );
});
