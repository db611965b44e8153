import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/domain/errors.ts';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../../src/domain/values/parse-json.ts';
import { compileArguments, matchArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { CompileOptions } from '../../../../src/scorers/trajectory/arguments/match-options.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  if (parsed.status !== 'parsed') throw new Error(parsed.problem);
  return parsed.value;
};
/** The quick answer, which the full one must agree with. */
const matches = (expected: string, actual: string, options: CompileOptions): boolean => {
  const matcher = compileArguments(json(expected), options);
  const quick = matcher.matches(json(actual));
  const { matched, credit, differences } = matcher.compare(json(actual));
  expect([matched, credit === 1, differences.length === 0]).toEqual([quick, quick, quick]);
  return quick;
};

describe('how much is compared', () => {
  test.each<[CompileOptions['match'], string, string, boolean]>([
    ['partial', '{"a":{"b":1}}', '{"a":{"b":1,"c":2},"d":3}', true],
    ['exact', '{"a":{"b":1}}', '{"a":{"b":1}}', true],
    ['exact', '{"a":{"b":1}}', '{"a":{"b":1,"c":2}}', false],
    ['exact', '{}', '{"__proto__":1}', false],
    ['subset', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3}}', true],
    ['subset', '{"a":1,"b":2}', '{}', true],
    ['subset', '{"a":1}', '{"a":1,"c":1}', false],
    ['subset', '{"a":1}', '{"a":2}', false],
    ['subset', '{"a":[1,2]}', '{"a":[1]}', false],
    ['ignore', '{"a":1}', '{"b":"anything"}', true],
    [{ fields: ['t.s'] }, '{"t":{"s":1,"e":2},"x":1}', '{"t":{"s":1},"y":2}', true],
    [{ fields: ['t.s'] }, '{"t":{"s":1}}', '{"t":{"s":2}}', false],
    [{ fields: ['t'] }, '{"t":{"s":1}}', '{"t":{"s":1,"e":2}}', false],
    [{ fields: ['l[1].id'] }, '{"l":[{"id":1},{"id":2}]}', '{"l":[{"id":9},{"id":2}]}', true],
    [{ fields: ['l.1.id'] }, '{"l":[{"id":1},{"id":2}]}', '{"l":[{"id":1},{"id":3}]}', false],
    [{ fields: ['["a.b"]'] }, '{"a.b":1}', '{"a.b":1,"c":1}', true],
    [{ fields: ['a'] }, '{"a":null}', '{}', false],
  ])('%j: %s against %s', (match, expected, actual, result) => {
    expect(matches(expected, actual, { match })).toBe(result);
  });

  test('actual is always compared with expected, never the other way round', () => {
    expect(matches('{"a":1,"b":2}', '{"a":1}', { match: 'partial' })).toBe(false);
    expect(matches('{"a":1}', '{"a":1,"b":2}', { match: 'subset' })).toBe(false);
  });

  test('a field that the expectation does not have is the author’s mistake, told when it is read', () => {
    expect(() => compileArguments({ a: 1 }, { match: { fields: ['t.s'] } })).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: \`fields\` names \`t.s\`, which the expected arguments do not have: give it a value there, or \`{ absent: true }\`.]`,
    );
    expect(() => compileArguments({ a: 1 }, { match: { fields: ['a..b'] } })).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: \`fields\`: "a..b" is no path; write \`time.start\`, \`items[0].id\` or \`["dotted.key"]\`]`,
    );
  });

  test('for the ways of other tools it is told when it is compared, and never a match', () => {
    const late = compileArguments({ a: 1 }, { match: { fields: ['t.s'] }, hasLateFields: true });
    expect(late.compare({ b: 2 })).toMatchObject({
      matched: false,
      credit: 0,
      problem: 'the field `t.s` is on neither side: is it misspelt?',
    });
    expect(late.compare({ t: { s: 1 } })).toEqual({
      matched: false,
      credit: 0,
      differences: [{ pointer: '/t/s', kind: 'unexpected', expected: 'nothing', actual: '1' }],
    });
  });

  test('shallow is about the keys at the top, and data of a record is no matcher', () => {
    expect(matches('{"a":{"x":1}}', '{"a":{"x":1,"y":2},"b":1}', { isShallow: true })).toBe(false);
    expect(matches('{"a":{"x":1}}', '{"a":{"x":1},"b":1}', { isShallow: true })).toBe(true);
    expect(matches('{"a":{"any":true}}', '{"a":1}', { isLiteral: true })).toBe(false);
    expect(matches('{"a":{"any":true}}', '{"a":{"any":true}}', { isLiteral: true })).toBe(true);
  });
});

describe('defaults and ignored keys', () => {
  test.each<[CompileOptions, string, string, boolean]>([
    [{ defaults: { page: 1 } }, '{"q":"x"}', '{"q":"x","page":1}', true],
    [{ defaults: { page: 1 } }, '{"q":"x"}', '{"q":"x","page":2}', false],
    [{ defaults: { page: 1 } }, '{"q":"x"}', '{"q":"x"}', true],
    [{ defaults: { page: 1 } }, '{"q":"x","page":1}', '{"q":"x","page":1}', true],
    [{ defaults: { page: 1 } }, '{"q":"x","page":2}', '{"q":"x","page":1}', false],
    [{ defaults: { page: 1 } }, '{"q":"x","page":1}', '{"q":"x"}', false],
    [{ defaults: { cursor: null } }, '{"q":"x"}', '{"q":"x","cursor":null}', true],
    [{ defaults: { sort: { by: 'date' } } }, '{}', '{"sort":{"by":"date"}}', true],
    [{ defaults: { 'sort.by': 'date' } }, '{"sort":{"dir":"up"}}', '{"sort":{"dir":"up","by":"date"}}', true],
    [{ defaults: { 'sort.by': 'date', 'sort.dir': 'up' } }, '{}', '{"sort":{"dir":"up"}}', true],
    [{ defaults: { 'sort.by': 'date' } }, '{}', '{"sort":{"dir":"up"}}', false],
    [{ defaults: { fields: '*' } }, '{}', '{"fields":"ssn"}', false],
    [{ ignoreKeys: ['request_id'] }, '{"q":1}', '{"q":1,"request_id":"r"}', true],
    [{ ignoreKeys: ['request'] }, '{"q":1}', '{"q":1,"request_id":"r"}', false],
    [{ ignoreKeys: ['*_id'] }, '{"q":1}', '{"q":1,"a_id":1,"b_id":2}', true],
    [{ ignoreKeys: ['v?'] }, '{"q":1}', '{"q":1,"v1":2}', true],
    [{ ignoreKeys: ['request_id', '*_id'] }, '{"order_id":"A-1"}', '{"order_id":"A-999"}', false],
    [{ ignoreKeys: ['request_id', '*_id'] }, '{"order_id":"A-1"}', '{"order_id":"A-1","trace_id":7}', true],
    [{ ignoreKeys: ['*'] }, '{"q":1}', '{}', false],
    [{ ignoreKeys: ['**.at'] }, '{"items":[{"at":1}]}', '{"items":[{"at":2}]}', false],
    [{ ignoreKeys: ['items[*]'] }, '{"items":[1,2]}', '{"items":[1,3]}', false],
    [{ ignoreKeys: ['items[0]'] }, '{"items":[1,2]}', '{"items":[9,2]}', true],
    [{ ignoreKeys: ['*_id'], isLiteral: true }, '{"order_id":"A-1"}', '{"order_id":"A-999"}', true],
    [{ defaults: { 'sort.by': 'date' } }, '{}', '{"sort":{}}', true],
    [{ ignoreKeys: ['meta.trace'] }, '{}', '{"meta":{}}', false],
    [{ ignoreKeys: ['meta.trace'] }, '{}', '{"meta":{"trace":1}}', true],
    [{ ignoreKeys: ['meta.trace'] }, '{"meta":{"a":1}}', '{"meta":{"a":1,"trace":"t"}}', true],
    [{ ignoreKeys: ['trace'] }, '{"meta":{"a":1}}', '{"meta":{"a":1,"trace":"t"}}', false],
    [{ ignoreKeys: ['**.trace'] }, '{"meta":{"a":1}}', '{"trace":1,"meta":{"a":1,"trace":"t"}}', true],
    [{ ignoreKeys: ['items[*].at'] }, '{"items":[{"id":1}]}', '{"items":[{"id":1,"at":9}]}', true],
    [{ ignoreKeys: ['["a.b"]'] }, '{}', '{"a.b":1}', true],
    [{ ignoreKeys: ['__proto__'] }, '{}', '{"__proto__":1}', true],
  ])('%j: %s against %s', (options, expected, actual, result) => {
    expect(matches(expected, actual, { match: 'exact', ...options })).toBe(result);
  });

  test.each([
    ['q', { q: 1 }, '`ignoreKeys` leaves out `q`'],
    ['meta.trace', { meta: { trace: 1 } }, '`ignoreKeys` leaves out `meta.trace`'],
    ['meta', { meta: { trace: 1 } }, '`ignoreKeys` leaves out `meta`'],
  ])('what is ignored by its whole name, %s, cannot be expected as well', (path, expected, message) => {
    expect(() => compileArguments(expected, { ignoreKeys: [path] })).toThrow(
      `${message}, and the expected arguments name it: take it out of one of them`,
    );
  });
});

describe('values that count as equal', () => {
  test.each<[CompileOptions, string, string, boolean]>([
    [{ coerce: true }, '{"a":1}', '{"a":"1"}', true],
    [{ coerce: true }, '{"a":"1.50"}', '{"a":1.5}', true],
    [{ coerce: true }, '{"a":"007"}', '{"a":7}', false],
    [{ coerce: true }, '{"a":true}', '{"a":"True"}', true],
    [{ coerce: true }, '{"a":false}', '{"a":"banana"}', false],
    [{ coerce: true }, '{"a":false}', '{"a":""}', false],
    [{ coerce: true }, '{"a":0}', '{"a":""}', false],
    [{ coerce: true }, '{"a":1}', '{"a":true}', false],
    [{ coerce: true }, '{"a":{"b":1}}', '{"a":"{\\"b\\":1}"}', true],
    [{ coerce: true }, '{"a":"[1,2]"}', '{"a":[1,2]}', true],
    [{ coerce: true }, '{"a":[1]}', '{"a":"[1"}', false],
    [{ coerce: true }, '{"a":12345678901234567890}', '{"a":"12345678901234567890"}', true],
    [{ coerce: true }, '{"a":"x"}', '{"a":"X"}', false],
    [{ nullIsAbsent: true }, '{"a":null}', '{}', true],
    [{ nullIsAbsent: true }, '{"a":null}', '{"a":null}', true],
    [{ nullIsAbsent: true }, '{"a":null}', '{"a":0}', false],
    [{ nullIsAbsent: true, match: 'exact' }, '{}', '{"a":null}', true],
    [{ nullIsAbsent: true }, '{"a":{"absent":true}}', '{"a":null}', true],
    [{ nullIsAbsent: true }, '{"a":{"any":true}}', '{"a":null}', false],
    [{ nullIsAbsent: true }, '{"a":[null]}', '{"a":[]}', false],
    [{ nullIsAbsent: true, match: { fields: ['a'] } }, '{"a":null}', '{}', true],
    [{ lists: 'set' }, '{"a":[1,2,3]}', '{"a":[3,1,2]}', true],
    [{ lists: 'set' }, '{"a":[1,1,2]}', '{"a":[1,2,2]}', false],
    [{ lists: 'set' }, '{"a":[1,2]}', '{"a":[1,2,2]}', false],
    [{ lists: 'set' }, '{"a":["é","b"]}', '{"a":["b","e\\u0301"]}', true],
    [{ lists: 'set' }, '{"a":[{"x":1},{"x":1,"y":2}]}', '{"a":[{"x":1,"y":2},{"x":1,"y":3}]}', true],
    [{ lists: 'set' }, '{"a":[{"any":true},1]}', '{"a":[1,2]}', true],
    [{ lists: 'set' }, '{"a":["1"]}', '{"a":[1]}', false],
  ])('%j: %s against %s', (options, expected, actual, result) => {
    expect(matches(expected, actual, options)).toBe(result);
  });
});

describe('what is told of a difference', () => {
  const differencesOf = (expected: JsonValue, actual: JsonValue, options: CompileOptions = {}) =>
    matchArguments(expected, actual, options).differences.map(
      ({ pointer, kind, expected: wanted, actual: found, meant }) =>
        `${pointer} ${kind}: ${found}, expected ${wanted}${meant === undefined ? '' : ` (${meant})`}`,
    );

  test('another type with the same look is told as such', () => {
    expect(
      differencesOf({ a: 1, b: '1', c: true, d: null, e: 1 }, { a: '1', b: 1, c: 'true', d: 'null', e: 'one' }),
    ).toEqual([
      '/a wrong_type: the text "1", expected the number 1 (equal with `coerce: true`)',
      '/b wrong_type: the number 1, expected the text "1" (equal with `coerce: true`)',
      '/c wrong_type: the text "true", expected the value true (equal with `coerce: true`)',
      '/d wrong_type: the text "null", expected null (equal with `coerce: true`)',
      '/e wrong: "one", expected 1',
    ]);
  });

  test('a limit tells that a text is no number, and what reads it', () => {
    const wanted = { a: { gt: 0 }, b: { near: 5 }, c: { money: '5' }, d: { gt: 0 }, e: { oneOf: [{ gt: 0 }, 'none'] } };
    const given = { a: '25.00', b: '5', c: '5 EUR', d: '5 EUR', e: '5' };
    expect(differencesOf(wanted, given)).toEqual([
      '/a wrong: "25.00", expected a number more than 0 (this is a text; say `coerce: true` or `money: true`)',
      '/b wrong: "5", expected 5 ± 1e-9 (this is a text; say `coerce: true` or `money: true`)',
      '/c wrong: "5 EUR", expected 5, as a number or a decimal text (this is a text that is no amount)',
      '/d wrong: "5 EUR", expected a number more than 0 (this is a text that is no number)',
      '/e wrong: "5", expected one of a number more than 0 or "none" (this is a text; say `coerce: true` or `money: true`)',
    ]);
    expect(differencesOf({ a: { gt: 0 } }, { a: '-1' }, { coerce: true })).toEqual([
      '/a wrong: "-1", expected a number more than 0',
    ]);
  });

  test('a day tells when it may be read in two ways', () => {
    const wanted = { a: { date: '2026-03-04' } };
    expect(differencesOf(wanted, { a: '04/03/2026' })).toEqual([
      '/a wrong: "04/03/2026", expected the day 2026-03-04 (this may be two days; say `order: day-first` or `month-first`)',
    ]);
    expect(differencesOf(wanted, { a: 'soon' })).toEqual([
      '/a wrong: "soon", expected the day 2026-03-04 (this is not the text of one day)',
    ]);
    expect(differencesOf(wanted, { a: '2026-03-05' })).toEqual(['/a wrong: "2026-03-05", expected the day 2026-03-04']);
  });

  test('what is nothing but a limit is not met by what cannot be read', () => {
    const matches = (given: JsonValue) => matchArguments({ a: { not: { gt: 100 } } }, { a: given }).matched;
    expect([20, 120, '20.00', '120.00', '120 EUR'].map(matches)).toEqual([true, false, true, false, false]);
    expect(matchArguments({ a: { not: 1 } }, { a: '1' }).matched).toBe(true);
  });

  test('missing and unexpected keys name each other when one is the other misspelt', () => {
    expect(differencesOf({ order_id: 'A-1' }, { orderId: 'A-1', note: 1 }, { match: 'exact' })).toEqual([
      '/order_id missing: nothing, expected "A-1" (orderId)',
      '/orderId unexpected: "A-1", expected nothing (order_id)',
      '/note unexpected: 1, expected nothing',
    ]);
  });

  test('in a set the difference is told inside the item that resembles most', () => {
    const expected = {
      lines: [
        { id: 1, count: 2 },
        { id: 2, count: 3 },
      ],
    };
    const actual = {
      lines: [
        { id: 2, count: 9 },
        { id: 1, count: 2 },
      ],
    };
    expect(differencesOf(expected, actual, { lists: 'set' })).toEqual(['/lines/0/count wrong: 9, expected 3']);
  });

  test('long integers are told by their digits, long and deep values by their beginning', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(
      differencesOf({ id: json('12345678901234567890') as JsonValue }, { id: json('12345678901234567891') }),
    ).toEqual(['/id wrong: 12345678901234567891, expected 12345678901234567890']);
    expect(differencesOf({ a: 1 }, { a: deep })[0]).toMatch(/^\/a wrong: \[{120}…, expected 1$/);
  });
});

describe('credit', () => {
  test.each<[CompileOptions['credit'], CompileOptions['match'], number]>([
    ['leaves', 'partial', 3 / 5],
    ['leaves', 'exact', 3 / 6],
    ['expected', 'partial', 1 / 3],
    ['union', 'exact', (1 + 0 + 2 / 3) / 4],
  ])('as a share of %s, %s', (credit, match, share) => {
    const expected = { a: 1, b: 2, c: { x: 1, y: 2, z: 3 } };
    const actual = { a: 1, b: 3, c: { x: 1, y: 2, z: 4 }, d: 4 };
    expect(compileArguments(expected, { credit, match }).credit(actual)).toBeCloseTo(share, 12);
  });

  test('arguments that could not be read earn nothing, an empty expectation everything', () => {
    expect(compileArguments({ a: 1 }).credit(undefined)).toBe(0);
    expect(compileArguments({}).credit({ a: 1 })).toBe(1);
    expect(compileArguments(undefined).credit({ a: 1 })).toBe(1);
  });
});

describe('large and deep values', () => {
  const nest = (levels: number): JsonValue => {
    let value: JsonValue = 1;
    for (let level = 0; level < levels; level += 1) value = { a: value };
    return value;
  };

  test('an agent’s value of 10,000 levels is compared without an overflow, an author’s is refused', () => {
    const matcher = compileArguments(nest(900), { match: 'exact' });
    expect(matcher.compare(nest(10_000))).toMatchObject({ matched: false, credit: 0 });
    expect(
      compileArguments({ a: 1 }, { match: 'exact', defaults: { b: nest(5) } }).matches({ a: 1, b: nest(10_000) }),
    ).toBe(false);
    expect(() => compileArguments(nest(10_000))).toThrow(UsageError);
  });

  test('lists of 10,000 are compared in order and as sets', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => index);
    expect(compileArguments({ list }).matches({ list: [...list] })).toBe(true);
    expect(compileArguments({ list }, { lists: 'set' }).compare({ list: list.toReversed() })).toMatchObject({
      matched: true,
    });
    const objects = list.map((id) => ({ id }));
    expect(() => compileArguments({ objects }, { lists: 'set' })).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: the expected value at \`objects\` is a list of more than 1000 objects, which cannot be compared in any order]`,
    );
  });
});
