import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalDecimal, parseDecimal, readScientific } from '../../../src/domain/values/decimal.ts';

test.each<[string | number | bigint, string | number | bigint]>([
  ['49.90', 49.9],
  ['049.900', '49.9'],
  ['0.1', 0.1],
  ['-0', 0],
  [-0, '0.000'],
  ['100', 1e2],
  ['0.0000005', 5e-7],
  ['1000000000000000000000', 1e21],
  ['12345678901234567890', 12345678901234567890n],
  ['-12.50', '-12.5'],
])('%s is %s', (a, b) => {
  expect(equalDecimal(a, b)).toBe(true);
});

test.each<[string | number | bigint, string | number | bigint]>([
  ['49.90', '49.9000001'],
  [49.9, '49.90000000000000000001'],
  ['12345678901234567890', '12345678901234567891'],
  ['5', '-5'],
  ['10', '100'],
  ['0.1', '0.01'],
  [Number.NaN, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%s is not %s', (a, b) => {
  expect(equalDecimal(a, b)).toBe(false);
});

describe('a strict reading', () => {
  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1e2',
    '0x10',
    '.5',
    '5.',
    '1,000',
    '１２',
    '٣',
    '−5',
    'NaN',
    'Infinity',
    '1_000',
    '--1',
  ])('refuses `%s`', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

describe('a normalising reading', () => {
  test.each([
    ['１２.５０', '12.5'],
    [' 1,234,567.89 ', '1234567.89'],
    ["1'234", '1234'],
    ['1\u2019234', '1234'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['1\u202f234', '1234'],
    ['\u22125', '-5'],
    ['+5', '5'],
  ])('reads `%s` as %s', (text, plain) => {
    expect(parseDecimal(text, { normalize: true })).toEqual(parseDecimal(plain));
  });

  test.each(['1,23', '1,2345', '1234,567', '1,234 567', ',123', '1.234,56', '1e2', '1,234,56'])(
    'refuses `%s`',
    (text) => {
      expect(parseDecimal(text, { normalize: true })).toBeUndefined();
    },
  );
});

test('an exponent is read where it is asked for, however large', () => {
  expect(readScientific('12.50e-3')).toEqual({ isNegative: false, digits: '125', exponent: -4 });
  expect(readScientific('-1E400')).toEqual({ isNegative: true, digits: '1', exponent: 400 });
  expect(readScientific('0e999')).toEqual({ isNegative: false, digits: '0', exponent: 0 });
  expect(readScientific('1e1e1')).toBeUndefined();
});

test('a million zeros are read at once', () => {
  expect(parseDecimal(`${'0'.repeat(1_000_000)}1${'0'.repeat(1_000_000)}`)).toMatchObject({ exponent: 1_000_000 });
  expect(parseDecimal(`${'10'.repeat(500_000)}1`)?.exponent).toBe(0);
});

test('every finite number is the decimal that it prints as', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const { isNegative, digits, exponent } = parseDecimal(number) ?? expect.unreachable();
      expect(Number(`${isNegative ? '-' : ''}${digits}e${exponent}`)).toBe(number === 0 ? 0 : number);
    }),
  );
});

test('zeros at either end change nothing', () => {
  const zeros = fc.nat(5).map((count) => '0'.repeat(count));
  fc.assert(
    fc.property(fc.bigInt(), zeros, zeros, (number, before, after) => {
      const [sign, digits] = number < 0n ? ['-', String(-number)] : ['', String(number)];
      return equalDecimal(`${sign}${before}${digits}.0${after}`, number);
    }),
  );
});
