import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/domain/errors.ts';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../../src/domain/values/parse-json.ts';
import { compileArguments, matchArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  if (parsed.status !== 'parsed') throw new Error(parsed.problem);
  return parsed.value;
};
const matches = (expected: JsonValue, actual: JsonValue | undefined, options = {}) =>
  matchArguments(expected, actual, options).matched;

describe('matchArguments', () => {
  test.each<[string, string, boolean]>([
    ['{"a":1}', '{"a":1.0,"b":2}', true],
    ['{"a":1}', '{"a":"1"}', false],
    ['{"a":"1"}', '{"a":1}', false],
    ['{"a":true}', '{"a":1}', false],
    ['{"a":null}', '{}', false],
    ['{"a":null}', '{"a":null}', true],
    ['{"a":"SF"}', '{"a":"sf"}', false],
    ['{"a":{"b":1}}', '{"a":{"c":2,"b":1}}', true],
    ['{"a":{}}', '{"a":{"c":2}}', true],
    ['{"a":{}}', '{"a":[]}', false],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":[1,2]}', '{"a":[1,2,3]}', false],
    ['{"a":[1,2]}', '{"a":{"0":1,"1":2}}', false],
    ['{"a":[{"b":1}]}', '{"a":[{"b":1,"c":2}]}', true],
    ['{"id":12345678901234567890}', '{"id":12345678901234567890}', true],
    ['{"id":12345678901234567890}', '{"id":12345678901234567891}', false],
    ['{"id":"12345678901234567890"}', '{"id":12345678901234567890}', false],
    ['{"a":0}', '{"a":-0}', true],
    ['{"__proto__":{"isAdmin":true}}', '{"__proto__":{"isAdmin":true}}', true],
    ['{"__proto__":{"isAdmin":true}}', '{}', false],
    ['{"constructor":1}', '{}', false],
    ['{"a":"caf\\u00e9"}', '{"a":"cafe\\u0301"}', true],
    ['{"a":"\\ud83d"}', '{"a":"\\ud83d"}', true],
  ])('[F55] %s against %s', (expected, actual, result) => {
    expect(matches(json(expected), json(actual))).toBe(result);
  });

  test('the quick answer knows exact arguments as well', () => {
    const exactly = compileArguments({ a: { b: 1 } }, { match: 'exact' });
    expect(exactly.matches({ a: { b: 1 } })).toBe(true);
    expect(exactly.matches({ a: { b: 1, c: 1 } })).toBe(false);
  });

  test('exact arguments hold nothing else, at any depth', () => {
    expect(matches({ a: { b: 1 } }, { a: { b: 1 } }, { match: 'exact' })).toBe(true);
    expect(matches({ a: { b: 1 } }, { a: { b: 1, c: 1 } }, { match: 'exact' })).toBe(false);
    expect(matches({ a: 1 }, json('{"a":1,"__proto__":1}'), { match: 'exact' })).toBe(false);
  });

  test.each<[JsonValue, JsonValue | undefined, boolean]>([
    [{ oneOf: ['a', { b: 1 }] }, { b: 1, c: 2 }, true],
    [{ oneOf: ['a', 'b'] }, 'c', false],
    [{ pattern: '^A-\\d+$' }, 'A-1001', true],
    [{ pattern: '^A-\\d+$' }, 'A-x', false],
    [{ pattern: '1' }, 1, false],
    [{ near: 0.3, within: 0.1 }, 0.2, true],
    [{ near: 10, within: 0.01 }, 10.02, false],
    [{ near: 10, within: 0.01 }, '10', false],
    [{ absent: true }, undefined, true],
    [{ absent: true }, null, false],
    [{ any: true }, null, true],
    [{ any: true }, undefined, false],
    [{ text: 'San Francisco' }, ' san  ＦＲＡＮＣＩＳＣＯ ', true],
    [{ text: 'San Francisco' }, 'San Francisco, CA', false],
    [{ money: '49.90' }, 49.9, true],
    [{ money: '49.90' }, '49.9', true],
    [{ money: 49.9 }, '49.9000001', false],
    [{ equals: { any: true } }, { any: true }, true],
    [{ equals: { any: true } }, 'x', false],
    [{ equals: { a: 1 } }, { a: 1, b: 2 }, false],
  ])('the matcher %j against %j', (matcher, actual, result) => {
    expect(matches({ key: matcher }, actual === undefined ? {} : { key: actual })).toBe(result);
  });

  test('money makes decimal texts and numbers equal, exactly', () => {
    expect(matches({ a: '49.90' }, { a: 49.9 })).toBe(false);
    expect(matches({ a: '49.90' }, { a: 49.9 }, { money: true })).toBe(true);
    expect(matches({ a: 49.9 }, { a: '49.90' }, { money: true })).toBe(true);
    expect(matches({ a: 49.9 }, { a: '49.9000001' }, { money: true })).toBe(false);
    expect(matches({ a: 'A-1' }, { a: 1 }, { money: true })).toBe(false);
  });

  test('differences are told leaf by leaf, and credit is the share that is right', () => {
    const match = matchArguments(
      { id: 'A-1', amount: 49.9, to: { city: 'Bonn', zip: { pattern: '^\\d{5}$' } } },
      json('{"id":"A-2","amount":49.9,"to":{"city":"Bonn"}}'),
    );
    expect(match).toEqual({
      matched: false,
      credit: 0.5,
      differences: [
        { pointer: '/id', kind: 'wrong', expected: '"A-1"', actual: '"A-2"' },
        { pointer: '/to/zip', kind: 'missing', expected: 'text matching /^\\d{5}$/', actual: 'nothing' },
      ],
    });
  });

  test('arguments that could not be read match nothing, not even an empty expectation', () => {
    expect(matchArguments({}, undefined)).toMatchObject({ matched: false, credit: 0 });
  });

  test.each<[JsonValue]>([
    [{ any: 1 }],
    [{ absent: false }],
    [{ oneOf: [] }],
    [{ oneOf: 'a' }],
    [{ pattern: '(' }],
    [{ near: '1' }],
    [{ near: 1, within: -1 }],
    [{ money: 'x' }],
    [{ text: 1 }],
  ])('the matcher %j is the author’s mistake', (matcher) => {
    expect(() => matchArguments({ key: matcher }, {})).toThrow(UsageError);
  });

  const plain = fc
    .jsonValue({ maxDepth: 3 })
    .filter((value) => !/"(?:any|absent|equals|oneOf|pattern|text|money|near|\$type)"/.test(JSON.stringify(value)));

  test('every value matches itself, exactly or not, whatever order its keys are in', () => {
    fc.assert(
      fc.property(plain, (value) => {
        const actual = json(JSON.stringify(value));
        expect(matches(actual, reverseKeys(actual), { match: 'exact' })).toBe(true);
        expect(matches(actual, actual)).toBe(true);
      }),
    );
  });

  test('credit is from 0 to 1, and 1 only for a match', () => {
    fc.assert(
      fc.property(plain, plain, fc.constantFrom('partial', 'exact'), (a, b, match) => {
        const { matched, credit, differences } = matchArguments(json(JSON.stringify(a)), json(JSON.stringify(b)), {
          match,
        });
        expect(credit >= 0 && credit <= 1).toBe(true);
        expect(credit === 1).toBe(matched);
        expect(differences.length === 0).toBe(matched);
        const quick = compileArguments(json(JSON.stringify(a)), { match });
        expect(quick.matches(json(JSON.stringify(b)))).toBe(matched);
        expect(quick.credit(json(JSON.stringify(b)))).toBe(credit);
      }),
    );
  });
});

function reverseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value).toReversed()) {
    Object.defineProperty(copy, key, { value: reverseKeys(member), enumerable: true });
  }
  return copy;
}
