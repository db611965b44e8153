import { expect, test } from 'vitest';
import { labelOfCurrency } from '../../../../src/scorers/grounding/values/currencies.ts';
import { extractValues } from '../../../../src/scorers/grounding/values/extract-values.ts';
import type { TypedValue } from '../../../../src/scorers/grounding/values/typed-value.ts';

const today = { year: 2026, month: 1, day: 15 };

function brief(value: TypedValue): string {
  switch (value.kind) {
    case 'number':
      return value.decimal;
    case 'money':
      return `${value.decimal} ${labelOfCurrency(value.currency)}`;
    case 'quantity':
      return `${value.decimal} ${value.unit}`;
    case 'percent':
      return `${value.decimal} %`;
    case 'date':
      return [value.date.year, value.date.month, value.date.day].map((part) => part ?? '?').join('-');
    case 'time':
      return `at ${value.minutes.join('/')}`;
    case 'identifier':
    case 'email':
    case 'phone':
    case 'name':
      return `${value.kind} ${value.key}`;
  }
}

test.each([
  ['剩余５天，共一百零八元', { '５天': '5 day', 一百零八元: '108 CNY' }],
  ['三万人，两个，十五次', { 三万人: '30000 person', 两: '2', 十五: '15' }],
  ['**$5{,}700** and −$3.76 and $1.2k', { '$5{,}700': '5700 USD', '−$3.76': '3.76 USD', '$1.2k': '1200 USD' }],
  ['146.00 USD, 323 dollars, €5', { '146.00 USD': '146 USD', '323 dollars': '323 USD', '€5': '5 EUR' }],
  ['twenty-five items, one hundred and eight', { 'twenty-five': '25', 'one hundred and eight': '108' }],
  ['8.5折，打八折，20％', { '8.5折': '85 %', 八折: '80 %', '20％': '20 %' }],
  [
    '3–5 business days, 24 hrs, 32GB',
    { '3': '3 business_day', '5 business days': '5 business_day', '24 hrs': '24 hour', '32GB': '32 gigabyte' },
  ],
  [
    '2026-01-15, 5/22/2024, May 17, 2024, 17 May',
    { '2026-01-15': '2026-1-15', '5/22/2024': '2024-5-22', 'May 17, 2024': '2024-5-17', '17 May': '?-5-17' },
  ],
  [
    '2026年1月15日，明天，May 16-20',
    { '2026年1月15日': '2026-1-15', 明天: '2026-1-16', 'May 16': '?-5-16', '20': '?-5-20' },
  ],
  [
    '下午三点半, 4:40 pm, 16:00, noon',
    { 下午三点半: 'at 930', '4:40 pm': 'at 1000', '16:00': 'at 960', noon: 'at 720' },
  ],
  [
    '#W123, A-1001, e001, credit_card_7455506',
    {
      '#W123': 'identifier W123',
      'A-1001': 'identifier A-1001',
      e001: 'identifier E001',
      credit_card_7455506: 'identifier CREDIT_CARD_7455506',
    },
  ],
  [
    'a.b@c.com, 925-736-4295, ending in 0333',
    { 'a.b@c.com': 'email a.b@c.com', '925-736-4295': 'phone 9257364295', '0333': 'identifier 0333' },
  ],
])('`%s`', (text, expected) => {
  const found = extractValues(text, { today });
  expect(Object.fromEntries(found.map(({ value, start, end }) => [text.slice(start, end), brief(value)]))).toEqual(
    expected,
  );
});

test.each(['一些人一起来，十分感谢', 'the 1st of all, no one else', '1️⃣ first ① then', ''])(
  '`%s` holds no value',
  (text) => {
    expect(extractValues(text)).toEqual([]);
  },
);

test('positions are those of the text as written, also behind folded characters', () => {
  const text = '🙂 “Total”：**￥１，０８３．５０**';
  const [value] = extractValues(text).filter(({ value: { kind } }) => kind === 'money');
  expect(value && text.slice(value.start, value.end)).toBe('￥１，０８３．５０');
});
