import { inspect, isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromJsonValue } from '../../../src/domain/values/from-json-value.ts';
import { valueAt } from '../../../src/domain/values/json-pointer.ts';
import { JsonObject, JsonValue, toJsonValue } from '../../../src/domain/values/json-value.ts';

const encoded = (value: unknown) => toJsonValue(value).value;

describe('JsonValue accepts plain JSON as it is', () => {
  test('an own `__proto__` key stays and nothing is copied', () => {
    const input = JSON.parse('{"__proto__":{"isAdmin":true},"id":[1,null,"a"]}');
    const schema = z.strictObject({ content: JsonValue, state: JsonObject });
    const parsed = schema.parse({ content: input, state: input });
    expect(parsed.content).toBe(input);
    expect(parsed.state).toBe(input);
    expect(Object.keys(input)).toEqual(['__proto__', 'id']);
  });

  test.each([
    ['undefined', undefined, 'expected a JSON value: undefined is not a JSON type'],
    ['a function in a list', [() => 1], 'expected a JSON value: function is not a JSON type'],
    ['NaN', { a: Number.NaN }, 'expected a JSON value: NaN is not a JSON number'],
    ['a date', { at: new Date(0) }, 'expected a JSON value: an object of a class is not JSON'],
    ['a throwing getter', throwingGetter(), 'expected a JSON value: a part of it cannot be read'],
    ['a cycle', cyclic(), 'expected a JSON value: nested deeper than 1000 levels, or containing itself'],
    ['a tower', nested(100_000), 'expected a JSON value: nested deeper than 1000 levels, or containing itself'],
    ['branches shared 2^64 times', doubled(64), 'expected a JSON value: more than 5000000 values'],
  ])('%s is refused', (_name, value, message) => {
    expect(JsonValue.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test('a list is no JSON object', () => {
    expect(JsonObject.safeParse([]).error?.issues[0]?.message).toBe(
      'expected a JSON object: it is another kind of value',
    );
  });

  test('a schema with such a field still has a JSON Schema', () => {
    const { properties } = z.toJSONSchema(z.strictObject({ value: JsonValue, object: JsonObject }));
    expect(properties).toEqual({ value: {}, object: { type: 'object' } });
  });
});

describe('what survives the way through JSON', () => {
  const survivors: Record<string, unknown> = {
    'a plain object': { id: 'A-1', total: 49.9, ok: true, none: null, list: [1, [2]] },
    bigint: 2n ** 70n,
    NaN: Number.NaN,
    infinities: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    'minus zero': -0,
    undefined: [undefined, { a: undefined }],
    dates: [new Date(0), new Date(Number.NaN), new Date(8.64e15), new Date(-8.64e15)],
    'a map with objects for keys': new Map<unknown, unknown>([[{ a: 1 }, new Map([['x', -0]])]]),
    'a set': new Set([1n, 'a', undefined]),
    'a registered symbol': Symbol.for('app.id'),
    'a pattern': /a\/b/giu,
    'an address': new URL('https://user@example.test/a?b#c'),
    'binary data': [
      Buffer.from([1, 2]),
      new Uint8Array([1, 255]),
      new Float64Array([1.5, Number.NaN]).subarray(1),
      new BigInt64Array([-1n]),
      new DataView(new ArrayBuffer(3), 1),
      new Uint8Array([9]).buffer,
    ],
    'objects that look like tags': [{ $type: 'bigint', value: '1' }, { $type: 5 }, { $type: { $type: 'x' } }],
    'a lone surrogate': { 'k\ud83d': 'a\ud83d' },
  };

  test.each(Object.entries(survivors))('[F50] %s', (_name, value) => {
    const { value: json, lossy } = toJsonValue(value);
    expect(lossy).toEqual([]);
    const stored = JSON.parse(JSON.stringify(json));
    expect(isDeepStrictEqual(stored, json)).toBe(true);
    expect(JsonValue.safeParse(stored).success).toBe(true);
    expect(fromJsonValue(stored)).toStrictEqual(value);
    expect(isSame(fromJsonValue(stored), value)).toBe(true);
  });

  test('[F54] own `__proto__`, `constructor` and `prototype` keys are data and pollute nothing', () => {
    const source = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"id":1}');
    const json = encoded(source);
    const back = fromJsonValue(json) as object;
    expect(JSON.stringify(json)).toBe(JSON.stringify(source));
    expect(JSON.stringify(back)).toBe(JSON.stringify(source));
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('an object literal of another realm is plain', () => {
    expect(toJsonValue(runInNewContext('({ a: [1] })'))).toEqual({ value: { a: [1] }, lossy: [] });
  });

  test('anything that is not called lossy comes back as it was', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withUnicodeString: true,
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '$type', 'value', 'toJSON', 'a/b~c')),
    } as fc.ObjectConstraints);
    fc.assert(
      fc.property(anything, (value) => {
        const { value: json, lossy } = toJsonValue(value);
        expect(JsonValue.safeParse(json).success).toBe(true);
        expect(isDeepFrozen(json)).toBe(true);
        for (const pointer of lossy) expect(valueAt(json, pointer)).toBeDefined();
        const back = fromJsonValue(JSON.parse(JSON.stringify(json)));
        if (lossy.length === 0) expect(isSame(back, value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('only what cannot be rebuilt is called lossy', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => toJsonValue(value).lossy.length === 0));
  });
});

describe('what is lost is marked and listed', () => {
  class Order {
    id = 'A-1';
    total = 5n;
  }
  class Money {
    toJSON() {
      return { cents: 4990 };
    }
  }
  class Index extends Map<unknown, unknown> {}
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const cases: Record<string, [unknown, unknown]> = {
    'a function': [{ run: function go() {} }, { run: { $type: 'function', name: 'go' } }],
    'a symbol': [Symbol('secret'), { $type: 'symbol', description: 'secret' }],
    'an error, without its stack': [
      Object.assign(new RangeError('too far', { cause: 'wind' }), { code: 7 }),
      { $type: 'error', name: 'RangeError', message: 'too far', cause: 'wind', properties: { code: 7 } },
    ],
    'an instance of a class': [
      new Order(),
      { $type: 'instance', class: 'Order', value: { id: 'A-1', total: { $type: 'bigint', value: '5' } } },
    ],
    'an instance with toJSON': [new Money(), { $type: 'instance', class: 'Money', value: { cents: 4990 } }],
    'a boxed text': [Object('x'), { $type: 'instance', class: 'String', value: 'x' }],
    'a subclass of Map': [new Index([[1, 2]]), { $type: 'map', value: [[1, 2]] }],
    'a list with a name of its own': [Object.assign([1], { total: 1 }), [1]],
    'a list with a hole': [Object.assign(new Array(2), { 1: 2 }), [{ $type: 'undefined' }, 2]],
    'a key that is a symbol': [{ [Symbol('a')]: 1, b: 2 }, { b: 2 }],
    'a getter that throws': [throwingGetter(), { before: 1, bad: { $type: 'unreadable' }, after: 2 }],
    'a revoked proxy': [[revoked.proxy], [{ $type: 'unreadable' }]],
    'a proxy whose every trap throws': [hostileProxy(), { $type: 'unreadable' }],
    'a toJSON that throws': [
      { a: 1, toJSON: throwing },
      { $type: 'instance', class: 'Object', value: { a: 1, toJSON: { $type: 'function', name: 'throwing' } } },
    ],
    'a message that throws': [
      Object.defineProperty(new Error('x'), 'message', { get: throwing }),
      { $type: 'unreadable' },
    ],
    'a cycle': [{ 'a/b': [cyclic()] }, { 'a/b': [{ name: 'loop', self: { $type: 'cycle', pointer: '/a~1b/0' } }] }],
  };

  test.each(Object.entries(cases))('[F50] %s', (name, [value, expected]) => {
    const { value: json, lossy } = toJsonValue(value);
    expect(json).toStrictEqual(expected);
    expect(lossy).toHaveLength(name === 'a toJSON that throws' ? 2 : 1);
    expect(valueAt(json, lossy[0] ?? '?')).toBeDefined();
    expect(() => fromJsonValue(json)).not.toThrow();
  });

  test('[F50] one object that holds them all', () => {
    const everything = Object.fromEntries(Object.entries(cases).map(([name, [value]]) => [name, value]));
    const { value: json, lossy } = toJsonValue(everything);
    expect(Object.keys(json as JsonObject)).toEqual(Object.keys(cases));
    expect([...new Set(lossy.map((pointer) => pointer.split('/')[1]))]).toEqual(Object.keys(cases));
  });

  test('a cycle through a map points at the map', () => {
    const map = new Map<string, unknown>();
    map.set('me', { map });
    expect(encoded({ map })).toEqual({
      map: { $type: 'map', value: [['me', { map: { $type: 'cycle', pointer: '/map' } }]] },
    });
  });
});

describe('limits', () => {
  test('[F51] a tower of 10,000 lists is cut at its depth', () => {
    const { value, lossy } = toJsonValue(nested(10_000));
    expect(lossy).toEqual(['/0'.repeat(200)]);
    expect(valueAt(value, lossy[0] ?? '?')).toEqual({ $type: 'truncated', reason: 'depth' });
  });

  test('[F51] a hundred thousand members are kept, the others counted', () => {
    const keys = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`k${index}`, index]));
    const { value, lossy } = toJsonValue({ keys, list: new Array(1_000_000).fill(0) });
    expect(valueAt(value, '/keys')).toMatchObject({ $type: 'truncated', reason: 'width', omitted: 1 });
    expect(valueAt(value, '/keys/value/k99999')).toBe(99_999);
    expect(valueAt(value, '/list')).toMatchObject({ $type: 'truncated', reason: 'width', omitted: 900_000 });
    expect(lossy).toEqual(['/keys', '/list']);
  });

  test('pointers into a cut list go through its tag', () => {
    const { value, lossy } = toJsonValue([1, throwing, 3], { maxWidth: 2 });
    expect(value).toEqual({
      $type: 'truncated',
      reason: 'width',
      omitted: 1,
      value: [1, { $type: 'function', name: 'throwing' }],
    });
    expect(lossy).toEqual(['', '/value/1']);
  });

  test('branches that multiply are cut at the number of values in all', () => {
    const { value, lossy } = toJsonValue(doubled(60), { maxParts: 1000 });
    expect(lossy).toHaveLength(53);
    expect(valueAt(value, lossy[0] ?? '?')).toEqual({ $type: 'truncated', reason: 'size' });
  });

  test('towers of maps, escapes and cuts stay JSON', () => {
    let tower: unknown = {};
    for (let level = 0; level < 300; level += 1)
      tower = level % 2 ? new Map([[{ $type: 1 }, tower]]) : { $type: tower, b: 1 };
    expect(JsonValue.safeParse(encoded(tower)).success).toBe(true);
    expect(JsonValue.safeParse(toJsonValue(tower, { maxWidth: 1, maxDepth: 10_000 }).value).success).toBe(true);
  });

  test('nothing is shared with the source', () => {
    const source = { list: [{ a: 1 }] };
    const json = encoded(source);
    source.list.length = 0;
    expect(json).toEqual({ list: [{ a: 1 }] });
    expect(isDeepFrozen(json)).toBe(true);
  });
});

test('a tag that makes no sense comes back as a plain object', () => {
  const odd: JsonValue[] = [
    { $type: 'bigint', value: 'x' },
    { $type: 'bigint', value: '0x10' },
    { $type: 'date' },
    { $type: 'map', value: [1] },
    { $type: 'url', value: 'no' },
    { $type: 'regexp', source: '(', flags: '' },
    { $type: 'toString' },
    { $type: 'object', value: 1 },
    { $type: 'bytes', kind: 'Float64Array', value: 'AA==' },
  ];
  expect(fromJsonValue(odd)).toEqual(odd);
});

test('a decimal comes back as the nearest number', () => {
  expect(fromJsonValue({ $type: 'decimal', value: '0.1000000000000000000001' })).toBe(0.1);
});

function throwing(): never {
  throw new Error('no');
}

function throwingGetter(): unknown {
  return Object.defineProperty({ before: 1, bad: 0, after: 2 }, 'bad', { get: throwing });
}

function hostileProxy(): unknown {
  const traps = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'];
  return new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, throwing])));
}

function cyclic(): unknown {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  return loop;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function doubled(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value, value];
  return value;
}

/** Node 20 holds two invalid dates for different, so what is printed counts too. */
function isSame(a: unknown, b: unknown): boolean {
  const whole = { depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null, showHidden: true };
  return isDeepStrictEqual(a, b) || inspect(a, whole) === inspect(b, whole);
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
