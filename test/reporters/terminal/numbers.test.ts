import { expect, test } from 'vitest';
import { countOf, formatCount, formatDuration, formatUsd } from '../../../src/reporters/terminal/numbers.ts';

test.each([
  [0, '0 ms'],
  [340.4, '340 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3_210, '3.2 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_599_600, '1 h 0 min'],
  [3_780_000, '1 h 3 min'],
])('%d milliseconds are `%s`', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('counts are grouped, and nouns agree with them', () => {
  expect([formatCount(999), formatCount(1_234_567), countOf(1, 'turn'), countOf(20_000, 'turn')]).toEqual([
    '999',
    '1,234,567',
    '1 turn',
    '20,000 turns',
  ]);
});

test.each([
  [0, '$0'],
  [0.000_000_4, 'under $0.000001'],
  [0.000_001_24, '$0.0000012'],
  [0.0175, '$0.018'],
  [0.001, '$0.001'],
  [0.5, '$0.50'],
  [0.994, '$0.99'],
  [0.996, '$1.00'],
  [12.345, '$12.35'],
  [999.999, '$1,000'],
  [12_345.6, '$12,346'],
])('%d US dollars are `%s`', (usd, text) => {
  expect(formatUsd(usd)).toBe(text);
});
