import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromJsonValue } from '../../../src/domain/values/from-json-value.ts';
import { JsonValue } from '../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../src/domain/values/parse-json.ts';

describe('numbers that a double does not hold are kept as they are written', () => {
  test.each([
    ['12345678901234567890', { $type: 'bigint', value: '12345678901234567890' }],
    ['-9007199254740993', { $type: 'bigint', value: '-9007199254740993' }],
    ['9007199254740993.0', { $type: 'decimal', value: '9007199254740993.0' }],
    ['90071992547409.93', { $type: 'decimal', value: '90071992547409.93' }],
    ['1e400', { $type: 'decimal', value: '1e400' }],
    ['-1e-400', { $type: 'decimal', value: '-1e-400' }],
    ['0.12345678901234567890123', { $type: 'decimal', value: '0.12345678901234567890123' }],
    ['0.1000000000000000055511151231257827', { $type: 'decimal', value: '0.1000000000000000055511151231257827' }],
    [`0.${'12'.repeat(60)}`, { $type: 'decimal', value: `0.${'12'.repeat(60)}` }],
    ['-0', { $type: 'number', value: '-0' }],
    ['-0.00e5', { $type: 'number', value: '-0' }],
  ])('%s', (text, value) => {
    expect(parseJson(`{"n":[${text}]}`)).toStrictEqual({ status: 'parsed', value: { n: [value] } });
  });

  test.each([
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['1.0', 1],
    ['49.90', 49.9],
    ['1e2', 100],
    ['1E+23', 1e23],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0.30000000000000004', 0.30000000000000004],
    ['0.10000000000000001', 0.1],
    ['1.00000000000000000000', 1],
    ['0e999', 0],
  ])('%s is an ordinary number', (text, number) => {
    expect(parseJson(text)).toStrictEqual({ status: 'parsed', value: number });
  });

  test('a backslash before a quote may itself be escaped', () => {
    const text = String.raw`["a\\","\\\"b","\\\\"]`;
    expect(parseJson(text)).toStrictEqual({ status: 'parsed', value: JSON.parse(text) });
  });

  test('digits inside a text are text', () => {
    const text = '{"card":"12345678901234567890","n":1}';
    expect(parseJson(text)).toStrictEqual({ status: 'parsed', value: JSON.parse(text) });
  });
});

describe('keys', () => {
  test('[F54] own `__proto__` keys are kept and pollute nothing', () => {
    const text = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"id":1}';
    const parsed = parseJson(text);
    expect(JSON.stringify(parsed)).toBe(`{"status":"parsed","value":${text}}`);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('an object that looks like a tag is escaped, however its key is written', () => {
    const escaped = { $type: 'object', value: { $type: 'bigint', value: '1' } };
    expect(parseJson('{"$type":"bigint","value":"1"}')).toStrictEqual({ status: 'parsed', value: escaped });
    expect(parseJson('[{"\\u0024type":"bigint","value":"1"}]')).toStrictEqual({ status: 'parsed', value: [escaped] });
  });

  test('of a key given twice the last value stands, with a warning for each', () => {
    expect(parseJson('{"a":1,\n "b":{"a":2,"a":3},"\\u0061":4,"__proto__":1,"__proto__":2}')).toMatchInlineSnapshot(`
      {
        "status": "parsed",
        "value": {
          "__proto__": 2,
          "a": 4,
          "b": {
            "a": 3,
          },
        },
        "warnings": [
          "line 2, column 13: the key "a" is given twice",
          "line 2, column 20: the key "a" is given twice",
          "line 2, column 45: the key "__proto__" is given twice",
        ],
      }
    `);
  });
});

test('of a hundred thousand keys given twice the first ones are named', () => {
  const parsed = parseJson(`{${'"a":1,'.repeat(100_000)}"b":2}`);
  expect(parsed.status === 'parsed' && parsed.warnings).toHaveLength(20);
});

test.each([
  '',
  ' ',
  '{"city": "Oslo"',
  '{"city": "Oslo',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  '[1,2',
  '[1 2]',
  '{a:1}',
  "{'a':1}",
  '{"a" 1}',
  '01',
  '1.',
  '.5',
  '+1',
  '- 1',
  'NaN',
  'nul',
  'tru e',
  '"a\nb"',
  '"\\x41"',
  '"\\"',
  '\ufeff{}',
  '// c\n1',
  '{"a":1}\u00a0',
  '[\n  1,\n  oops\n]',
])('%j is unparsable', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(parseJson(text)).toMatchObject({ status: 'unparsable' });
});

test('a problem says where and what was expected', () => {
  const problems = ['', '{"city": "Oslo"', '{"a":1}{"b":2}', '[\n  1,\n  oops\n]', '{"a" 1}', '"a\nb"'].map((text) => {
    const parsed = parseJson(text);
    return parsed.status === 'unparsable' ? parsed.problem : parsed;
  });
  expect(problems).toMatchInlineSnapshot(`
    [
      "line 1, column 1: the text ends, but a JSON value is expected",
      "line 1, column 16: the text ends, but \`,\` or \`}\` is expected in the object",
      "line 1, column 8: nothing more is expected after the value",
      "line 3, column 3: a JSON value is expected",
      "line 1, column 6: \`:\` is expected after a key",
      "line 1, column 1: this string holds an unknown escape or a control character",
    ]
  `);
});

test.each(['[', '{"a":'])('[F51] a depth bomb of `%s` is unparsable', (opening) => {
  expect(parseJson(opening.repeat(1_000_000))).toMatchObject({
    status: 'unparsable',
    problem: expect.stringMatching(/^line 1, column \d+: nested deeper than 200 levels$/),
  });
});

test('201 levels are one too many', () => {
  expect(parseJson('['.repeat(201) + ']'.repeat(201))).toMatchObject({ status: 'unparsable' });
});

test('200 levels are no bomb, even when every one has to be escaped', () => {
  const parsed = parseJson(`${'{"$type":'.repeat(200)}1${'}'.repeat(200)}`);
  expect(JsonValue.safeParse(parsed.status === 'parsed' ? parsed.value : undefined).success).toBe(true);
});

test('the value is frozen all through', () => {
  const parsed = parseJson('{"list":[{"a":{}}]}');
  expect(isDeepFrozen(parsed.status === 'parsed' && parsed.value)).toBe(true);
});

test('it reads what JSON.parse reads, and refuses what JSON.parse refuses', () => {
  const text = fc.json({ stringUnit: 'binary' } as fc.JsonSharedConstraints);
  const spoilt = fc
    .tuple(
      text,
      fc.nat(),
      fc.constantFrom('', '"', '\\', ',', ':', '}', ']', '{', '0', '-', '.', 'e', ' ', '\t', '\u0000'),
    )
    .map(
      ([whole, at, spoiler]) =>
        whole.slice(0, at % (whole.length + 1)) + spoiler + whole.slice((at % (whole.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(text, spoilt), (source) => {
      const parsed = parseJson(source);
      const native = readNatively(source);
      if (parsed.status === 'unparsable') expect(native).toBe('unparsable');
      else expect(rounded(fromJsonValue(parsed.value))).toStrictEqual(native);
    }),
    { numRuns: 1000 },
  );
});

/** Big integers as `JSON.parse` gives them. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

function readNatively(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return 'unparsable';
  }
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
