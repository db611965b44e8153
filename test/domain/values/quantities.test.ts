import { expect, test } from 'vitest';
import {
  formatCount,
  formatDurationMs,
  formatUsd,
  parseCount,
  parseDurationMs,
  parseUsd,
} from '../../../src/domain/values/quantities.ts';

test('counts are read as people type them', () => {
  const texts = ['500', '20_000', '20k', '1.5m', '1.1K', '2b', ' 7 ', '3 k'];
  expect(texts.map(parseCount)).toEqual([500, 20_000, 20_000, 1_500_000, 1_100, 2_000_000_000, 7, 3_000]);
});

test('what is no whole number of at least 1 is no count', () => {
  const texts = ['', '0', '-1', '1.5', '20,000', '20kk', 'k', '1e3', '0x10', '٣', '99999999999999999', '1.2345k', '_1'];
  expect(texts.map(parseCount)).toEqual(texts.map(() => undefined));
});

test('dollars are read with or without the sign', () => {
  expect(['$0.05', '5', '.5', '$ 12.50'].map(parseUsd)).toEqual([0.05, 5, 0.5, 12.5]);
  const wrong = ['', '$', '0', '$0.00', '-1', '1,5', '5 EUR', '1e9', 'NaN', '5.'];
  expect(wrong.map(parseUsd)).toEqual(wrong.map(() => undefined));
});

test('durations are read with their units, the larger ones first', () => {
  const texts = ['500ms', '60s', '1.5h', '1m30s', '10 m', '2D'];
  expect(texts.map(parseDurationMs)).toEqual([500, 60_000, 5_400_000, 90_000, 600_000, 172_800_000]);
});

test('a duration without a unit, in the wrong order, or of nothing is none', () => {
  const texts = ['', '60', '0s', '30s1m', '1s1s', '1y', '-5s', 's', '1e3s', '0.0001ms'];
  expect(texts.map(parseDurationMs)).toEqual(texts.map(() => undefined));
});

test('counts, sums and durations are told so that they read well', () => {
  const told = [formatCount(20_312), ...[0, 0.05, 0.0512, 0.000012, 0.1, 0.99999, 1, 1234.567].map(formatUsd)];
  expect([
    ...told,
    ...[12.4, 1_500, 61_000, 600_000, 5_400_000, 3_661_000].map(formatDurationMs),
  ]).toMatchInlineSnapshot(`
    [
      "20,312",
      "$0.00",
      "$0.05",
      "$0.0512",
      "$0.000012",
      "$0.10",
      "$1.00",
      "$1.00",
      "$1,234.57",
      "12 ms",
      "1.5 s",
      "61 s",
      "10 min",
      "1 h 30 min",
      "1 h 1 min 1 s",
    ]
  `);
});
