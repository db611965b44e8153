import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Score } from '../../../src/domain/verdicts/score.ts';
import { assignPairs } from '../../../src/scorers/trajectory/pairing/assign.ts';
import { call, failed, parallel, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { scoresOf } from '../score-transcript.ts';

const names = ['a', 'b', 'c'] as const;
const tools = started({ tools: [toolOf('a'), toolOf('b', 'write'), toolOf('c', 'unknown')] });
const oneCall = fc.record({ tool: fc.constantFrom(...names), id: fc.integer({ min: 1, max: 3 }), ok: fc.boolean() });
const oneWish = fc.record({ tool: fc.constantFrom(...names), id: fc.option(fc.integer({ min: 1, max: 3 })) });
type Wish = { tool: string; id: number | null };
type Made = { tool: string; id: number; ok: boolean };

const wished = (wishes: readonly Wish[]) =>
  wishes.map(({ tool, id }) => (id === null ? { tool } : { tool, arguments: { id } }));
const made = (calls: readonly Made[]) =>
  transcriptOf(
    tools,
    user('Go.'),
    ...calls.flatMap(({ tool, id, ok }) => [call(tool, { id }), ok ? result(1) : failed('no')]),
  );
const check = (wishes: readonly Wish[], more: object = {}) => ({
  type: 'calls',
  id: 'calls',
  calls: wished(wishes),
  ...more,
});
const passes = (scores: readonly Score[]) =>
  scores.every((score) => score.status === 'not_applicable' || (score.status === 'scored' && score.passed));
const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('pairing', () => {
  test('for `any` the verdict does not depend on the order of the list', () => {
    fc.assert(
      fc.property(
        fc.array(oneWish, { minLength: 1, maxLength: 5 }),
        fc.array(oneCall, { maxLength: 6 }),
        fc.nat(),
        (wishes, calls, turns) => {
          const shuffled = [
            ...wishes.slice(turns % wishes.length),
            ...wishes.slice(0, turns % wishes.length),
          ].toReversed();
          const transcript = made(calls);
          const [one, two] = [wishes, shuffled].map((list) =>
            passes(scoresOf(check(list, { order: 'any' }), transcript)),
          );
          expect(one).toBe(two);
        },
      ),
    );
  });

  test('a pairing that satisfies everything is found whenever there is one', () => {
    const fits = (wish: Wish, { tool, id, ok }: Made) =>
      wish.tool === tool && ok && (wish.id === null || wish.id === id);
    fc.assert(
      fc.property(
        fc.array(oneWish, { minLength: 1, maxLength: 4 }),
        fc.array(oneCall, { minLength: 1, maxLength: 5 }),
        (wishes, calls) => {
          const exists = (orders: Made[][]) =>
            orders.some((order) => wishes.every((wish, at) => order[at] !== undefined && fits(wish, order[at])));
          const inOrder = (list: Made[]): Made[][] =>
            list.length === 0 ? [[]] : inOrder(list.slice(1)).flatMap((rest) => [[list[0] as Made, ...rest], rest]);
          const found = (order: string) => passes(scoresOf(check(wishes, { order, extra: 'allow' }), made(calls)));
          expect(found('any')).toBe(exists(permutations(calls)));
          expect(found('sequence')).toBe(exists(inOrder(calls)));
        },
      ),
    );
  });

  test('exact implies sequence, sequence implies any, and shares are from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.array(oneWish, { minLength: 1, maxLength: 5 }),
        fc.array(oneCall, { maxLength: 6 }),
        (wishes, calls) => {
          const transcript = made(calls);
          const [exact, sequence, any] = ['exact', 'sequence', 'any'].map((order) =>
            scoresOf(check(wishes, { order, ...(order === 'exact' ? {} : { extra: 'allow' }) }), transcript),
          );
          expect(!passes(exact!) || passes(sequence!)).toBe(true);
          expect(!passes(sequence!) || passes(any!)).toBe(true);
          for (const score of [...exact!, ...sequence!, ...any!]) {
            if (score.status === 'scored')
              expect([score.value >= 0 && score.value <= 1, score.passed && score.value < 1]).toEqual([true, false]);
          }
        },
      ),
    );
  });

  test('one more call never raises precision, one wish less never lowers recall', () => {
    const metrics = (scores: readonly Score[]) => (scores[0]?.status === 'scored' ? scores[0].metrics : {});
    fc.assert(
      fc.property(
        fc.array(oneWish, { minLength: 2, maxLength: 5 }),
        fc.array(oneCall, { maxLength: 5 }),
        (wishes, calls) => {
          const before = metrics(scoresOf(check(wishes), made(calls)));
          const more = metrics(scoresOf(check(wishes), made([...calls, { tool: 'a', id: 9, ok: true }])));
          const extraTool = wishes.some(({ tool }) => tool === 'a');
          if (!extraTool) expect((more.precision ?? 0) <= (before.precision ?? 0)).toBe(true);
          expect((before.recall ?? 0) >= 0 && (before.recall ?? 0) <= 1).toBe(true);
        },
      ),
    );
  });

  test('calls of one step are a set between their neighbours', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), (ids) => {
        const together = parallel(...ids.map((id) => ['a', { id }] as const));
        const transcript = transcriptOf(
          tools,
          user('Go.'),
          call('b'),
          result(1),
          together,
          ...ids.map(() => result(1)),
          call('b'),
          result(1),
        );
        const wishes: Wish[] = [
          { tool: 'b', id: null },
          ...[1, 2, 3, 4, 5].map((id) => ({ tool: 'a', id })),
          { tool: 'b', id: null },
        ];
        expect(passes(scoresOf(check(wishes), transcript))).toBe(true);
      }),
    );
  });

  test('an assignment has the greatest sum of weights', () => {
    const matrix = fc.integer({ min: 1, max: 4 }).chain((columns) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 4,
      }),
    );
    fc.assert(
      fc.property(matrix, (weights) => {
        const columns = weights[0]!.length;
        const sum = (chosen: readonly number[]) =>
          chosen.reduce((total, column, row) => total + (column < 0 ? 0 : weights[row]![column]!), 0);
        const slots = [...Array.from({ length: columns }, (_, column) => column), ...weights.map(() => -1)];
        const best = Math.max(
          ...permutations(slots.slice(0, Math.max(columns, weights.length))).map((order) =>
            sum(weights.map((_, row) => order[row] ?? -1)),
          ),
        );
        expect(sum(assignPairs(weights.length, columns, (row, column) => weights[row]![column]!))).toBe(best);
      }),
      { numRuns: 60 },
    );
  });
});
