import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointerTo, valueAt, walkLeaves } from '../../../src/domain/values/json-pointer.ts';
import { type JsonValue, toJsonValue } from '../../../src/domain/values/json-value.ts';

test('a pointer escapes what RFC 6901 escapes', () => {
  expect(pointerTo([])).toBe('');
  expect(pointerTo(['a', 0, 'b/c', 'm~n', '', '~1'])).toBe('/a/0/b~1c/m~0n//~01');
});

describe('the value at a pointer', () => {
  // The document of RFC 6901, section 5.
  const document: JsonValue = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7, '~1': 9 };

  test.each<[string, JsonValue]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/~01', 9],
  ])('%j', (pointer, value) => {
    expect(valueAt(document, pointer)).toEqual(value);
  });

  test.each([
    'foo',
    '/foo/2',
    '/foo/-',
    '/foo/01',
    '/foo/length',
    '/foo/0/0',
    '/toString',
    '/__proto__',
    '/m~n',
    '/m~2n',
    '//',
  ])('%j leads nowhere', (pointer) => {
    expect(valueAt(document, pointer)).toBeUndefined();
  });

  test('an own `__proto__` can be pointed at', () => {
    expect(valueAt(JSON.parse('{"__proto__":{"a":1}}'), '/__proto__/a')).toBe(1);
  });
});

test('leaves are visited in order, tags without parts whole, others entered', () => {
  const { value } = toJsonValue({
    'a/b': [1, 'x', null, true],
    empty: [[], {}],
    big: 5n,
    map: new Map([['k', 2n]]),
    fake: { $type: 'bigint', value: '1' },
  });
  const leaves: [string, JsonValue][] = [];
  walkLeaves(value, (leaf, pointer) => leaves.push([pointer, leaf]));
  expect(leaves).toEqual([
    ['/a~1b/0', 1],
    ['/a~1b/1', 'x'],
    ['/a~1b/2', null],
    ['/a~1b/3', true],
    ['/empty/0', []],
    ['/empty/1', {}],
    ['/big', { $type: 'bigint', value: '5' }],
    ['/map/value/0/0', 'k'],
    ['/map/value/0/1', { $type: 'bigint', value: '2' }],
    ['/fake/value/$type', 'bigint'],
    ['/fake/value/value', '1'],
  ]);
});

test('every leaf stands where its pointer says', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withDate: true }), (anything) => {
      const { value } = toJsonValue(anything);
      walkLeaves(value, (leaf, pointer) => expect(valueAt(value, pointer)).toBe(leaf));
    }),
  );
});
