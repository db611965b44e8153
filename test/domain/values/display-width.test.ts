import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, isOneByOne } from '../../../src/domain/values/display-width.ts';

test.each([
  ['', 0],
  ['plain', 5],
  ['naïve', 5],
  ['cafe\u0301', 4],
  ['注文', 4],
  ['ｶﾅ', 2],
  ['Ａ１', 4],
  ['한국', 4],
  ['\u1112\u1161\u11ab', 2],
  ['\u3000', 2],
  ['→…', 2],
  ['😀', 2],
  ['👩‍👩‍👧', 2],
  ['🇳🇴', 2],
  ['☎', 1],
  ['☎\ufe0f', 2],
  ['1\ufe0f\u20e3', 2],
  ['䷀', 2],
  ['🈂🉐', 4],
  ['a\u200bb\u00ad', 2],
  ['\u0000\u001b', 0],
  ['สวัสดี', 4],
])('%s takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test('a text of which each unit takes one column is as wide as it is long', () => {
  for (let code = 0x20; code < 0x2200; code += 1) {
    const character = String.fromCodePoint(code);
    // Beside a wide character nothing is taken the short way.
    if (isOneByOne(character)) expect([character, displayWidth(`注${character}`)]).toEqual([character, 3]);
  }
});

test('a text of letters is as wide as its letters together', () => {
  const letters = fc.array(fc.constantFrom('a', 'é', '注', '한', 'Ａ', '😀', ' '));
  fc.assert(
    fc.property(
      letters,
      (list) => displayWidth(list.join('')) === list.reduce((sum, letter) => sum + displayWidth(letter), 0),
    ),
  );
});
