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
    ['{"a":"K"}', '{"a":"\\u212a"}', true],
    ['{"a":"\\u212a"}', '{"a":"K"}', true],
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
    [{ near: 10, within: 0, relative: 0.1 }, 10.9, true],
    [{ near: -10, relative: 0.1 }, -11.2, false],
    [{ near: 12345678901234567000 }, 12345678901234567000, true],
    [{ gt: 1 }, 1, false],
    [{ gte: 1, lt: 2 }, 1, true],
    [{ gte: 1, lt: 2 }, 2, false],
    [{ lte: 1 }, '1', false],
    [{ not: 'a' }, 'b', true],
    [{ not: 'a' }, 'a', false],
    [{ not: 'a' }, undefined, false],
    [{ not: { oneOf: [1, 2] } }, 2, false],
    [{ absentOr: 'a' }, undefined, true],
    [{ absentOr: 'a' }, 'a', true],
    [{ absentOr: 'a' }, null, false],
    [{ set: [1, 2] }, [2, 1], true],
    [{ set: [1, 2] }, [1, 2, 2], false],
    [{ set: [{ a: 1 }, { oneOf: ['x', 'y'] }] }, ['y', { a: 1, b: 2 }], true],
    [{ schema: { type: 'integer', minimum: 1 } }, 1, true],
    [{ schema: { type: 'integer', minimum: 1 } }, 0, false],
    [{ schema: { type: 'integer' } }, undefined, false],
    [{ text: 'New York, NY', punctuation: 'ignore' }, 'new york ny', true],
    [{ text: 'L.A.', punctuation: 'ignore' }, 'la', true],
    [{ text: '-5', punctuation: 'ignore' }, '5', false],
    [{ text: '1.5', punctuation: 'ignore' }, '15', false],
    [{ text: '1.5', punctuation: 'ignore' }, '1/5', false],
    [{ text: 'about 1.5 km', punctuation: 'ignore' }, 'About 1.5km!', true],
    [{ text: '10-20', punctuation: 'ignore' }, '1020', false],
    [{ text: '1,000', punctuation: 'ignore' }, '1000', true],
    [{ text: 'A-1001', punctuation: 'ignore' }, 'a1001', true],
    [{ text: 'SF', case: 'exact' }, ' SF', true],
    [{ text: 'SF', case: 'exact' }, 'sf', false],
    [{ text: 'SF', trim: false }, ' sf', false],
    [{ date: '2026-03-04' }, '2026-03-04T23:30:00-08:00', true],
    [{ date: '2026-03-04' }, 'Wed, March 4th, 2026', true],
    [{ date: '2026-03-04' }, '4 Mar 2026', true],
    [{ date: '2026-03-04' }, '2026年3月4日', true],
    [{ date: '2026-03-04' }, '20260304', true],
    [{ date: '2026-03-14' }, '14/03/2026', true],
    [{ date: '2026-03-04' }, '04/03/2026', false],
    [{ date: '2026-03-04', order: 'day-first' }, '04/03/2026', true],
    [{ date: '2026-03-04', order: 'month-first' }, '04/03/2026', false],
    [{ date: '2026-03-04' }, 'March 4', false],
    [{ date: '2026-03-04' }, 'not before 2026-03-04', false],
    [{ date: '2026-02-28' }, '2026-02-30', false],
    [{ date: '2026-03-04' }, 20260304, false],
    [{ equals: { any: true } }, { any: true }, true],
    [{ equals: { a: ['é'] } }, { a: ['e\u0301'] }, true],
    [{ equals: null }, undefined, false],
    [{ equals: { any: true } }, 'x', false],
    [{ equals: { a: 1 } }, { a: 1, b: 2 }, false],
  ])('the matcher %j against %j', (matcher, actual, result) => {
    expect(matches({ key: matcher }, actual === undefined ? {} : { key: actual })).toBe(result);
  });

  test('the arguments themselves are no matcher, and neither is an object with more keys', () => {
    expect(matches({ text: 'Hello' }, { text: 'Hello' })).toBe(true);
    expect(matches({ text: 'Hello' }, { text: 'hello' })).toBe(false);
    expect(matches({ a: { text: 'x', to: 'y' } }, { a: { text: 'x', to: 'y' } })).toBe(true);
    expect(matchArguments({ a: { date: '2026-03-04' } }, { a: { date: '2026-03-04' } }).differences).toEqual([
      {
        pointer: '/a',
        kind: 'wrong',
        expected: 'the day 2026-03-04; for the object itself write `{ equals: … }`',
        actual: '{"date":"2026-03-04"}',
        isUnread: true,
      },
    ]);
  });

  test('an object with a `$type` of its own is the same in a file and read from text', () => {
    expect(matches({ a: { $type: 'order', id: 1 } }, json('{"a":{"$type":"order","id":1,"b":2}}'))).toBe(true);
    expect(matches({ a: { $type: 'order', id: 1 } }, json('{"a":{"$type":"order","id":2}}'), { match: 'exact' })).toBe(
      false,
    );
    expect(matches(json('{"a":{"$type":"order"}}'), { a: { $type: 'order' } }, { match: 'exact' })).toBe(true);
  });

  test('a key that holds undefined is a key that is not there, as in JSON text', () => {
    const actual = { a: 1, b: { $type: 'undefined' } };
    expect(matches({ a: 1 }, actual, { match: 'exact' })).toBe(true);
    expect(matches({ b: { absent: true } }, actual)).toBe(true);
    expect(matches({ b: { any: true } }, actual)).toBe(false);
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
    [{ text: '...', punctuation: 'ignore' }],
    [{ near: 1, relative: 'a' }],
    [{ gt: '1' }],
    [{ date: '04/03/2026' }],
    [{ date: 'soon' }],
    [{ date: '2026-01-15', order: 'dmy' }],
    [{ set: 'a' }],
    [{ schema: { type: 'intger' } }],
    [{ where: true }],
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
