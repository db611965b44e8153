import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList, isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { CompileOptions } from '../../../../src/scorers/trajectory/arguments/match-options.ts';

/** Data, in which nothing is a matcher; the names that objects inherit are names like any other. */
const key = fc.constantFrom('a', 'b', 'id', '__proto__', 'constructor', 'any', 'text', 'é');
const leaf: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  null,
  true,
  false,
  0,
  1,
  -2.5,
  '',
  '1',
  'true',
  'é',
  'A-1',
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
}));
const object = fc.array(fc.tuple(key, value), { maxLength: 5 }).map(objectOf);
const mode = fc.constantFrom<CompileOptions>(
  { match: 'partial' },
  { match: 'exact' },
  { match: 'subset' },
  { match: 'exact', lists: 'set' },
  { match: 'partial', coerce: true },
  { match: 'subset', nullIsAbsent: true },
  { match: 'exact', isShallow: true },
);
const compile = (expected: JsonValue, options: CompileOptions) =>
  compileArguments(expected, { ...options, isLiteral: true });

function objectOf(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  const made: Record<string, JsonValue> = {};
  for (const [name, member] of entries)
    Object.defineProperty(made, name, { value: member, enumerable: true, configurable: true, writable: true });
  return made;
}

function reverseKeys(given: JsonValue): JsonValue {
  if (isList(given)) return given.map(reverseKeys);
  if (!isObject(given)) return given;
  return objectOf(
    Object.entries(given)
      .toReversed()
      .map(([name, member]) => [name, reverseKeys(member)] as const),
  );
}

/** Some of a value: any keys left out at any depth, all items kept. */
function partOf(given: JsonValue, keeps: () => boolean): JsonValue {
  if (isList(given)) return given.map((item) => partOf(item, keeps));
  if (!isObject(given)) return given;
  return objectOf(
    Object.entries(given)
      .filter(keeps)
      .map(([name, member]) => [name, partOf(member, keeps)] as const),
  );
}

describe('comparison', () => {
  test('every value matches itself in every mode, in whatever order its keys are', () => {
    fc.assert(
      fc.property(object, mode, (given, options) => {
        expect(compile(given, options).compare(reverseKeys(given))).toEqual({
          matched: true,
          credit: 1,
          differences: [],
        });
      }),
    );
  });

  test('a part of a value is matched by the value, and a value by its part when some may be left out', () => {
    fc.assert(
      fc.property(object, fc.infiniteStream(fc.boolean()), (given, choices) => {
        const part = partOf(given, () => choices.next().value as boolean);
        expect(compile(part, { match: 'partial' }).matches(given)).toBe(true);
        expect(compile(given, { match: 'subset' }).matches(part)).toBe(true);
      }),
    );
  });

  test('partial and subset are each other’s mirror, and exact is both', () => {
    fc.assert(
      fc.property(object, object, (one, other) => {
        const partial = compile(one, { match: 'partial' }).matches(other);
        expect(compile(other, { match: 'subset' }).matches(one)).toBe(partial);
        const exact = compile(one, { match: 'exact' }).matches(other);
        expect(exact).toBe(partial && compile(one, { match: 'subset' }).matches(other));
        expect(compile(other, { match: 'exact' }).matches(one)).toBe(exact);
      }),
    );
  });

  test('the quick and the full answer agree, credit is from 0 to 1, and 1 only for a match', () => {
    const credit = fc.constantFrom('leaves', 'union', 'expected' as const);
    fc.assert(
      fc.property(object, fc.oneof(object, value), mode, credit, (expected, actual, options, by) => {
        const matcher = compile(expected, { ...options, credit: by });
        const { matched, credit: share, differences } = matcher.compare(actual);
        expect(matcher.matches(actual)).toBe(matched);
        expect(matcher.credit(actual)).toBe(share);
        expect(share >= 0 && share <= 1).toBe(true);
        expect([share === 1, differences.length === 0]).toEqual([matched, matched]);
      }),
      { numRuns: 1000 },
    );
  });

  test('ignore matches all that could be read, and the order of a set counts for nothing', () => {
    fc.assert(
      fc.property(object, fc.array(value, { maxLength: 6 }), fc.nat(), (given, items, turns) => {
        expect(compile(given, { match: 'ignore' }).matches(objectOf([['x', given]]))).toBe(true);
        const turned = [...items.slice(turns % (items.length + 1)), ...items.slice(0, turns % (items.length + 1))];
        expect(compile({ items }, { lists: 'set', match: 'exact' }).matches({ items: turned })).toBe(true);
      }),
    );
  });

  test('leaving out fields, ignoring keys and defaults only ever let more pass', () => {
    const loosened = fc.constantFrom<CompileOptions>(
      { ignoreKeys: ['**.id'] },
      { defaults: { id: 1, 'a.id': 'A-1' } },
      { nullIsAbsent: true },
      { coerce: true },
    );
    fc.assert(
      fc.property(object, object, loosened, (expected, actual, options) => {
        if (!compile(expected, { match: 'exact' }).matches(actual)) return;
        expect(compile(expected, { match: 'exact', ...options }).matches(actual)).toBe(true);
      }),
    );
  });
});
