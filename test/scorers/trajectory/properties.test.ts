import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCalls } from '../../../src/scorers/trajectory/compare-calls.ts';
import { judgeCalls } from '../../../src/scorers/trajectory/judge-calls.ts';
import type { MadeCall } from '../../../src/scorers/trajectory/made-call.ts';
import type { CallItemInput } from '../../../src/scorers/trajectory/specification/call-item.ts';
import type { CallsSpecificationInput } from '../../../src/scorers/trajectory/specification/calls-specification.ts';
import { planCalls } from '../../../src/scorers/trajectory/specification/plan-calls.ts';
import { type Made, passesByTryingAll } from './try-all-pairings.ts';

const runs = { numRuns: 2000 };
const tools = ['a', 'b', 'c'] as const;
const effects = { a: 'read', b: 'write', c: 'unknown' } as const;
const ids = fc.integer({ min: 1, max: 3 });

const wish: fc.Arbitrary<CallItemInput> = fc
  .record({ tool: fc.constantFrom(...tools), id: fc.option(ids) })
  .map(({ tool, id }) => (id === null ? { tool } : { tool, arguments: { id } }));
/** Calls, some of them in one message. */
const calls = (maxLength: number): fc.Arbitrary<Made[]> =>
  fc.array(fc.record({ name: fc.constantFrom(...tools), id: ids, isNext: fc.boolean() }), { maxLength }).map((list) => {
    let step = 0;
    return list.map(({ name, id, isNext }, index) => {
      if (isNext && index > 0) step += 1;
      return { name, arguments: { id }, step, effect: effects[name] };
    });
  });
const apart = (maxLength: number) => calls(maxLength).map((list) => list.map((call, step) => ({ ...call, step })));
const wishes = (maxLength: number) => fc.array(wish, { minLength: 1, maxLength });
const group: fc.Arbitrary<CallItemInput> = fc.oneof(
  wish,
  wishes(3).map((anyOrder) => ({ anyOrder })),
  wish.map((optional) => ({ optional })),
  fc.tuple(wish, fc.oneof(wish, wishes(2))).map(([one, other]) => ({ oneOf: [one, other] })),
  fc.tuple(wish, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })).map(([repeat, min, more]) => ({
    repeat,
    min,
    max: Math.max(1, min + more),
  })),
  fc.tuple(wish, wish).map((pair) => ({ together: pair as { tool: string }[] })),
);
const items: fc.Arbitrary<CallItemInput[]> = fc.array(
  fc.oneof(
    group,
    group.map((optional) => ({ optional })),
    fc.array(group, { minLength: 1, maxLength: 2 }).map((anyOrder) => ({ anyOrder })),
  ),
  { minLength: 1, maxLength: 3 },
);
const rules = fc.record({
  order: fc.constantFrom('sequence', 'exact', 'any') as fc.Arbitrary<'sequence' | 'exact' | 'any'>,
  extra: fc.constantFrom('reads', 'allow', 'forbid') as fc.Arbitrary<'reads' | 'allow' | 'forbid'>,
});
const specified = (
  list: CallItemInput[],
  { order, extra }: { order: 'sequence' | 'exact' | 'any'; extra: 'reads' | 'allow' | 'forbid' },
): CallsSpecificationInput => ({
  calls: list,
  order,
  ...(order === 'exact' ? {} : { extra }),
});
/** Such a list is refused where every other call is allowed: nothing could fail it. */
const mayBeEmpty = (item: CallItemInput): boolean => {
  if ('optional' in item) return true;
  if ('repeat' in item) return item.min === 0 || mayBeEmpty(item.repeat);
  if ('anyOrder' in item) return item.anyOrder.every(mayBeEmpty);
  return 'oneOf' in item && item.oneOf.some((way) => (Array.isArray(way) ? way.every(mayBeEmpty) : mayBeEmpty(way)));
};
const canFail = (list: CallItemInput[], { order, extra }: { order: string; extra: string }): boolean =>
  order === 'exact' || extra !== 'allow' || !list.every(mayBeEmpty);
const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((item, index) => ({ item, key: Math.sin((index + 1) * (seed + 1)) }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);

describe('the verdict', () => {
  test('is pass exactly when some pairing satisfies everything', () => {
    let passed = 0;
    fc.assert(
      fc.property(items, calls(6), rules, (list, made, rule) => {
        if (!canFail(list, rule)) return;
        const specification = specified(list, rule);
        const comparison = compareCalls(specification, made);
        if (comparison.passed) passed += 1;
        expect(comparison.passed).toBe(passesByTryingAll(specification, made));
      }),
      { numRuns: 4000 },
    );
    expect(passed).toBeGreaterThan(100);
  });

  test('with calls that wait for others is pass exactly when some pairing satisfies everything', () => {
    const waiting = fc
      .tuple(wishes(5), fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 4 }))
      .map(([list, edges]) =>
        list.map((item, index) => {
          const after = [
            ...new Set(
              edges.flatMap(([from, to]) =>
                from < to && to % list.length === index && from < index ? [`n${from}`] : [],
              ),
            ),
          ];
          return { ...item, id: `n${index}`, ...(after.length === 0 ? {} : { after }) };
        }),
      )
      .filter((list) => list.some((item) => 'after' in item));
    fc.assert(
      fc.property(waiting, calls(6), fc.constantFrom('reads', 'allow', 'forbid'), (list, made, extra) => {
        const specification: CallsSpecificationInput = {
          calls: list as CallItemInput[],
          order: 'partial',
          extra: extra as 'reads',
        };
        expect(compareCalls(specification, made).passed).toBe(passesByTryingAll(specification, made));
      }),
      { numRuns: 3000 },
    );
  });

  test('where calls may be left out is pass exactly when every call that needs an expectation has one', () => {
    fc.assert(
      fc.property(wishes(4), calls(5), rules, (list, made, rule) => {
        if (rule.order === 'exact' || rule.extra === 'allow') return;
        const specification: CallsSpecificationInput = { ...specified(list, rule), missing: 'allow' };
        expect(compareCalls(specification, made).passed).toBe(passesByTryingAll(specification, made));
      }),
      runs,
    );
  });

  test('[A9] for `any`, `anyOrder` and `oneOf` does not depend on the order of the list, and neither do the numbers', () => {
    fc.assert(
      fc.property(wishes(5), apart(6), fc.nat(), rules, (list, made, seed, { extra }) => {
        const other = shuffled(list, seed);
        const pairs: [CallsSpecificationInput, CallsSpecificationInput][] = [
          [
            { calls: list, order: 'any', extra },
            { calls: other, order: 'any', extra },
          ],
          [
            { calls: [{ anyOrder: list }], extra },
            { calls: [{ anyOrder: other }], extra },
          ],
        ];
        if (list.length > 1)
          pairs.push([
            { calls: [{ oneOf: list }], extra },
            { calls: [{ oneOf: other }], extra },
          ]);
        for (const [one, two] of pairs) {
          const [first, second] = [compareCalls(one, made), compareCalls(two, made)];
          expect(first.passed).toBe(second.passed);
          expect(roundedAll(first.metrics)).toEqual(roundedAll(second.metrics));
        }
      }),
      runs,
    );
  });

  test('for `any` does not depend on the order of the calls', () => {
    fc.assert(
      fc.property(wishes(5), apart(6), fc.nat(), (list, made, seed) => {
        const other = shuffled(made, seed).map((call, step) => ({ ...call, step }));
        const [first, second] = [made, other].map((calls) => compareCalls({ calls: list, order: 'any' }, calls));
        expect(first?.passed).toBe(second?.passed);
        expect(roundedAll(first!.metrics)).toEqual(roundedAll(second!.metrics));
      }),
      runs,
    );
  });

  test('of `exact` implies that of `sequence`, and that of `sequence` implies that of `any`', () => {
    fc.assert(
      fc.property(wishes(4), calls(5), (list, made) => {
        const [exact, sequence, any] = (['exact', 'sequence', 'any'] as const).map((order) =>
          compareCalls({ calls: list, order, ...(order === 'exact' ? {} : { extra: 'allow' }) }, made),
        );
        expect(!exact!.passed || sequence!.passed).toBe(true);
        expect(!sequence!.passed || any!.passed).toBe(true);
        expect(sequence!.metrics.matched).toBeLessThanOrEqual(any!.metrics.matched);
        expect(sequence!.metrics.credit).toBeLessThanOrEqual(any!.metrics.credit + 1e-9);
      }),
      runs,
    );
  });
});

describe('the quick way and the careful way', () => {
  test('say the same of plain specifications', () => {
    const plain = wishes(4).map((list) => list.map((item) => ({ ...item, outcome: 'ok' as const })));
    const matches = fc.constantFrom('partial', 'exact', undefined);
    fc.assert(
      fc.property(plain, calls(6), rules, matches, (list, made, rule, match) => {
        const specification = { ...specified(list as CallItemInput[], rule), match } as CallsSpecificationInput;
        const [quick, careful] = [specification, planCalls(specification)].map((one) => compareCalls(one, made));
        expect({ ...quick, pairs: quick?.pairs, extras: quick?.extras }).toMatchObject({
          passed: careful?.passed,
          value: careful?.value,
          metrics: careful?.metrics,
          pairs: careful?.pairs,
        });
        expect(quick?.extras.length).toBe(careful?.extras.length);
      }),
      runs,
    );
  });
});

describe('what is told', () => {
  test('names a fault exactly when not all is as expected, also with failed, repeated and unreadable calls', () => {
    const outcomes = fc.constantFrom('ok', 'error', 'none') as fc.Arbitrary<'ok' | 'error' | 'none'>;
    const wanted = fc.array(
      fc
        .tuple(wish, fc.constantFrom('ok', 'error', 'any', undefined), fc.option(fc.nat(2)))
        .map(([item, outcome, turn]) => ({
          ...item,
          ...(outcome === undefined ? {} : { outcome }),
          ...(turn === null ? {} : { turn }),
        })),
      { minLength: 1, maxLength: 4 },
    );
    const units = fc.constantFrom('session', 'turn', 'step') as fc.Arbitrary<'session' | 'turn' | 'step'>;
    const tried = fc.array(fc.tuple(outcomes, fc.boolean(), fc.boolean()), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        wanted,
        calls(6),
        tried,
        rules,
        fc.boolean(),
        units,
        (list, plainCalls, more, rule, foldRetries, unit) => {
          const made = plainCalls.map((call, index): MadeCall => {
            const [outcome, isUnreadable] = more[index] as ['ok' | 'error' | 'none', boolean, boolean];
            const turn = more.slice(0, index + 1).filter(([, , isNext]) => isNext).length % 3;
            return {
              ...call,
              ...(isUnreadable ? { arguments: undefined } : {}),
              outcome,
              turn,
              index,
              result: undefined,
            };
          });
          const turned = list.map((item) => (unit === 'turn' && !('turn' in item) ? { ...item, turn: 0 } : item));
          const specification = { ...specified(turned as CallItemInput[], rule), foldRetries, unit };
          const { passed, fault, wrongArguments, wrongExecution, forbidden, pairs } = judgeCalls(
            planCalls(specification),
            made,
          );
          expect(fault === undefined).toBe(passed);
          const isNothingWrong =
            forbidden.length + wrongArguments.size + wrongExecution.size === 0 && !pairs.includes(undefined);
          expect(isNothingWrong).toBe(passed);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('the numbers', () => {
  test('are shares from 0 to 1 that agree with each other and with the verdict', () => {
    fc.assert(
      fc.property(items, calls(6), rules, (list, made, rule) => {
        if (!canFail(list, rule)) return;
        const { metrics, passed, value } = compareCalls(specified(list, rule), made);
        for (const share of [metrics.recall, metrics.precision, metrics.f1, metrics.credit, metrics.editSimilarity]) {
          expect(share >= 0 && share <= 1).toBe(true);
        }
        expect(value).toBe(passed ? 1 : 0);
        expect(metrics.matched).toBeLessThanOrEqual(Math.min(metrics.expected, metrics.made));
        if (passed) expect([metrics.recall, metrics.missing]).toEqual([1, 0]);
        if (passed && rule.order === 'exact') expect([metrics.precision, metrics.editSimilarity]).toEqual([1, 1]);
      }),
      runs,
    );
  });

  test('one call more that nothing asked for never raises precision, and never changes recall', () => {
    fc.assert(
      fc.property(wishes(5), apart(5), rules, fc.nat(5), (list, made, { order }, at) => {
        if (order === 'exact') return;
        const more = made
          .toSpliced(at, 0, { name: 'z', arguments: { id: 1 }, step: 0, effect: 'write' })
          .map((call, step) => ({ ...call, step }));
        const [before, after] = [made, more].map((calls) => compareCalls({ calls: list, order }, calls).metrics);
        expect(after!.precision).toBeLessThanOrEqual(before!.precision);
        expect(after!.recall).toBe(before!.recall);
        expect(after!.extra).toBe(before!.extra + 1);
      }),
      runs,
    );
  });

  test('one expectation less that no call was made for never lowers recall, and any one takes at most one match', () => {
    fc.assert(
      fc.property(wishes(5), apart(5), rules, fc.nat(4), (list, made, { order }, at) => {
        if (order === 'exact' || list.length < 2) return;
        const less = list.toSpliced(at % list.length, 1);
        const [before, after] = [list, less].map((calls) => compareCalls({ calls, order }, made).metrics);
        expect(before!.matched - after!.matched === 0 || before!.matched - after!.matched === 1).toBe(true);
        const missing = compareCalls({ calls: [...list, { tool: 'z' }], order }, made).metrics;
        expect(missing.recall).toBeLessThanOrEqual(before!.recall);
      }),
      runs,
    );
  });

  test('the order of keys in arguments counts for nothing, and `__proto__` is a key like any other', () => {
    const object = fc.dictionary(
      fc.constantFrom('x', 'y', '__proto__', 'constructor'),
      fc.oneof(ids, fc.boolean(), fc.constant(null)),
    );
    const parse = (entries: [string, unknown][]) =>
      JSON.parse(
        `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
      ) as Record<string, number>;
    fc.assert(
      fc.property(object, object, (one, other) => {
        const [wanted, found] = [Object.entries(one), Object.entries(other)];
        const isEqual =
          wanted.length === found.length &&
          wanted.every(([key, value]) => found.some(([name, held]) => name === key && held === value));
        const compare = (expected: [string, unknown][], actual: [string, unknown][]) =>
          compareCalls({ calls: [{ tool: 'f', arguments: parse(expected) }], match: 'exact' }, [
            { name: 'f', arguments: parse(actual) },
          ]).passed;
        expect(compare(wanted, found)).toBe(isEqual);
        expect(compare(wanted, wanted.toReversed())).toBe(true);
      }),
      runs,
    );
  });
});

function roundedAll(metrics: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Math.round((value as number) * 1e9) / 1e9]),
  );
}
