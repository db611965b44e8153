import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText, equalJson } from '../../../src/domain/values/canonical.ts';
import { type JsonValue, toJsonValue } from '../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../src/domain/values/parse-json.ts';

describe('equal', () => {
  test.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1.0}'],
    ['[1e2]', '[100]'],
    ['-0', '0'],
    ['-0.0', '0.0'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1.0}}'],
    ['1e400', '10E399'],
    ['0.1000000000000000000001', '1000000000000000000001e-22'],
    ['12345678901234567890', '12345678901234567890'],
    ['1000000000000000000000', '1e21'],
    ['{"$type":"bigint","value":"1"}', '{"value":"1","$type":"bigint"}'],
  ])('[F55] %s and %s', (a, b) => {
    expect([equalJson(read(a), read(b)), equalJson(read(b), read(a))]).toEqual([true, true]);
    expect(canonicalText(read(a))).toBe(canonicalText(read(b)));
  });

  test('an integer, whether the agent had it as a bigint or as a number', () => {
    expect(equalJson({ id: toJsonValue(5n).value }, { id: 5 })).toBe(true);
  });
});

describe('different', () => {
  test.each([
    ['"1"', '1'],
    ['{}', '{"a":null}'],
    ['{"a":null}', '{"b":null}'],
    ['[]', '{}'],
    ['null', '0'],
    ['null', '{}'],
    ['false', 'null'],
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,1]'],
    ['{"__proto__":1}', '{}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"toString":1}', '{}'],
    ['"caf\u00e9"', '"cafe\u0301"'],
    ['"\\ud83d"', '"\\ufffd"'],
    ['12345678901234567890', '12345678901234567891'],
    ['12345678901234567890', '"12345678901234567890"'],
    ['1e400', '1e401'],
    ['{"$type":"bigint","value":"5"}', '5'],
    ['{"$type":"bigint","value":"5"}', '{"$type":"bigint","value":"05"}'],
  ])('[F55] %s and %s', (a, b) => {
    expect([equalJson(read(a), read(b)), equalJson(read(b), read(a))]).toEqual([false, false]);
    expect(canonicalText(read(a))).not.toBe(canonicalText(read(b)));
  });

  test('NaN and what looks like it', () => {
    expect(equalJson(toJsonValue(Number.NaN).value, toJsonValue(Number.POSITIVE_INFINITY).value)).toBe(false);
    expect(equalJson(toJsonValue(Number.NaN).value, toJsonValue(Number.NaN).value)).toBe(true);
  });
});

test('keys are sorted by code units and texts are escaped', () => {
  expect(canonicalText(read('{"b":"\\ud83d\\n","a":[true,null,1.50],"B":{}}'))).toBe(
    '{"B":{},"a":[true,null,1.5],"b":"\\ud83d\\n"}',
  );
});

test('a property of every object prototype is not a member', () => {
  Object.defineProperty(Object.prototype, 'planted', { value: 1, enumerable: true, configurable: true });
  try {
    const equal = [equalJson({ a: 1 }, { a: 1 }), equalJson({ a: 1 }, { a: 1, planted: 1 })];
    Reflect.deleteProperty(Object.prototype, 'planted');
    expect(equal).toEqual([true, false]);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'planted');
  }
});

test('values are equal exactly when their texts are', () => {
  const key = fc.constantFrom('a', 'b', '$type', 'value', '__proto__');
  const leaf = fc.constantFrom<JsonValue>(
    0,
    -0,
    1,
    '1',
    null,
    true,
    'bigint',
    'number',
    'object',
    'decimal',
    '1e0',
    '-0',
  );
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('tree'), { maxLength: 2 }),
      fc.array(fc.tuple(key, tie('tree')), { maxLength: 3 }).map((entries): JsonValue => Object.fromEntries(entries)),
      fc.record({ $type: fc.constantFrom('bigint', 'number', 'object', 'decimal'), value: tie('tree') }),
    ),
  }));
  fc.assert(
    fc.property(tree, tree, (a, b) => equalJson(a, b) === (canonicalText(a) === canonicalText(b))),
    { numRuns: 4000 },
  );
});

function read(text: string): JsonValue {
  const parsed = parseJson(text);
  if (parsed.status !== 'parsed') return expect.unreachable(parsed.problem);
  return parsed.value;
}
