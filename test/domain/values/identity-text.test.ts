import { expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalText } from '../../../src/domain/values/canonical.ts';
import { identityText } from '../../../src/domain/values/identity-text.ts';
import { toJsonValue } from '../../../src/domain/values/json-value.ts';

test('of plain values it is their canonical text', () => {
  for (const value of [{ b: 1, a: [null, 'x', { c: true }] }, 5n, new Date(0), new Map([[1, 2]]), 'a', undefined]) {
    expect(identityText(value)).toBe(canonicalText(toJsonValue(value).value));
  }
});

test('functions count by their source and properties, instances by their class and properties', () => {
  class Point {
    readonly x: number;
    constructor(x: number) {
      this.x = x;
    }
  }
  const withKey = (key: number) => Object.assign(() => 1, { key });
  const values = [
    () => 1,
    () => 2,
    withKey(1),
    withKey(2),
    new Point(1),
    new Point(2),
    { x: 1 },
    z.string(),
    z.number(),
    z.number().max(1),
  ];
  expect(new Set(values.map(identityText)).size).toBe(values.length);
  expect(identityText({ f: () => 1 })).toBe(identityText({ f: () => 1 }));
  expect(identityText(z.object({ a: z.number().max(1) }))).toBe(identityText(z.object({ a: z.number().max(1) })));
});

test('circles, deep and hostile values have a text, too', () => {
  const circle: Record<string, unknown> = { f: () => 1 };
  circle.self = circle;
  let deep: unknown = () => 1;
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  const hostile = new Proxy(new (class Trap {})(), {
    get() {
      throw new Error('no');
    },
  });
  for (const value of [circle, deep, { hostile }]) expect(identityText(value)).toEqual(expect.any(String));
});
