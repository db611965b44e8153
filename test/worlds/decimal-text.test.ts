import { expect, test } from 'vitest';
import { z } from 'zod';
import { decimalText } from '../../src/worlds/parameters/decimal-text.ts';

const money = decimalText({ positive: true, max: '1000' });
const read = (given: unknown, schema: z.ZodType = money) => {
  const { success, data } = schema.safeParse(given);
  return success ? data : 'refused';
};

test('[S1.14] "49.90" is 49.90 exactly, and 49.9000001 is not', () => {
  expect([read('49.90'), read('49.9'), read(49.9), read(49.9)]).toEqual(['49.90', '49.90', '49.90', '49.90']);
  expect([read(49.9000001), read('49.9000001'), read('49.900'), read(0.1 + 0.2)]).toEqual(Array(4).fill('refused'));
});

test.each([
  ...[
    '-5',
    '0',
    '0.00',
    '-0',
    '10.001',
    '1e2',
    '４９．９０',
    '٤٩',
    ' 49.90',
    '49.90 ',
    '+5',
    '.5',
    '5.',
    '007',
    '1,000.00',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '',
    '9'.repeat(100_000),
  ],
  ...[-5, 0, -0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 1000.01, '1000.01'],
  ...[true, null, undefined, {}, ['49.90']],
])('is refused as money: %j', (given) => {
  expect(read(given)).toBe('refused');
});

test('places, sign and limit are as declared, at their borders', () => {
  expect([read('1000'), read('1000.00'), read('0.01')]).toEqual(['1000.00', '1000.00', '0.01']);
  expect([read('7', decimalText({ decimals: 0 })), read('7.0', decimalText({ decimals: 0 }))]).toEqual([
    '7',
    'refused',
  ]);
  expect([read('-7.5', decimalText()), read('-0.05', decimalText()), read('-0', decimalText())]).toEqual([
    '-7.50',
    '-0.05',
    '0.00',
  ]);
  expect(read('0.12345678901234567890', decimalText({ decimals: 20 }))).toBe('0.12345678901234567890');
});

test('a model is shown the shape, and told it when it is wrong', () => {
  expect(z.toJSONSchema(z.object({ amount: money }), { io: 'input' }).properties?.amount).toMatchInlineSnapshot(`
    {
      "description": "A decimal number with at most 2 places, above 0, at most 1000, such as "49.90"",
      "pattern": "^(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$",
      "type": [
        "string",
        "number",
      ],
    }
  `);
  expect(money.safeParse('1e2').error?.issues[0]?.message).toMatchInlineSnapshot(
    `"expected a decimal number with at most 2 places, above 0, at most 1000, such as "49.90""`,
  );
});

test('limits that make no sense are refused at once', () => {
  expect(() => decimalText({ decimals: 21 })).toThrow(RangeError);
  expect(() => decimalText({ max: '1e2' })).toThrow('max: `1e2` is no decimal of 2 places');
  expect(() => decimalText({ max: '1.001' })).toThrow(RangeError);
});
