import { expect, test } from 'vitest';
import { displayWidth, fitWidth, padWidth } from '../../../src/reporters/terminal/text-width.ts';

test.each([
  ['ascii', 5],
  ['年假', 4],
  ['ＡＢ', 4],
  ['한국', 4],
  ['cafe\u0301', 4],
  ['👩‍👩‍👧', 2],
  ['𠮷', 2],
  ['é✓…', 3],
  ['', 0],
])('`%s` takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['年假天数', 8, '年假天数'],
  ['年假天数', 7, '年假天…'],
  ['年假天数', 6, '年假…'],
  ['anything', 0, ''],
  ['x'.repeat(1_000_000), 4, 'xxx…'],
])('a text is cut at the column, never inside a character (%#)', (text, columns, fitted) => {
  expect(fitWidth(text, columns)).toBe(fitted);
});

test('a text is filled up by columns, not by characters', () => {
  expect([padWidth('年', 4), padWidth('toolong', 4)]).toEqual(['年  ', 'toolong']);
});
