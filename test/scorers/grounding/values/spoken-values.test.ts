import { expect, test } from 'vitest';
import { extractValues } from '../../../../src/scorers/grounding/values/extract-values.ts';
import { amountOf, type TypedValue } from '../../../../src/scorers/grounding/values/typed-value.ts';

function brief(value: TypedValue | undefined): string {
  if (value === undefined) return 'none';
  if (value.kind === 'time') return `at ${value.minutes.join('/')}`;
  if (value.kind === 'date') return [value.date.year, value.date.month, value.date.day].join('-');
  if (value.kind === 'quantity') return `${value.decimal} ${value.unit}`;
  return amountOf(value) ?? ('key' in value ? `${value.kind} ${value.key}` : value.kind);
}

test.each([
  ['a quarter to nine', 'at 525/1245'],
  ['half past four', 'at 270/990'],
  ['six in the evening', 'at 1080'],
  ["eleven o'clock", 'at 660/1380'],
  ['4:15 AM+1', 'at 255'],
  ['1 hour 40 minutes', '100 minute'],
  ['3h20', '200 minute'],
  ['an hour and a half', '90 minute'],
  ['四个半小时', '270 minute'],
  ['三刻钟', '45 minute'],
  ['half a dozen', '6'],
  ['1½ kg', '1.5 kilogram'],
  ['2.345,60 €', '2345.6'],
  ["CHF 9'870.40", '9870.4'],
  ['3 480,75 kr', '3480.75'],
  ['7.4k', '7400'],
  ['24.09.2027', '2027-9-24'],
  ['下周二', '2026-1-20'],
  ['the day after tomorrow', '2026-1-17'],
  ['•••• 5081', 'identifier 5081'],
  ['ending 5081', 'identifier 5081'],
  ['3.12.8', 'identifier 3.12.8'],
  ['30 m', '30 metre'],
  ['30M', '30000000'],
])('`%s` is %s', (text, expected) => {
  const [only, ...more] = extractValues(text, { today: { year: 2026, month: 1, day: 15 } });
  expect([brief(only?.value), more]).toEqual([expected, []]);
});

test('an en dash behind an id begins another word', () => {
  const text = 'RK-2207–picked up';
  expect(extractValues(text).map(({ start, end }) => text.slice(start, end))).toEqual(['RK-2207']);
});
