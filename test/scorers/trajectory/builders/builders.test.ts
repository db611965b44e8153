import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { call } from '../../../../src/scorers/trajectory/builders/call.ts';
import { expectCalls, expectNoCalls } from '../../../../src/scorers/trajectory/builders/expect-calls.ts';
import { match } from '../../../../src/scorers/trajectory/builders/match.ts';
import { CallsSpecification } from '../../../../src/scorers/trajectory/specification/calls-specification.ts';

describe('builders', () => {
  test('make the objects that a file holds', () => {
    const built = expectCalls({
      id: 'refund-path',
      order: 'sequence',
      unknownKeys: 'allow',
      calls: [
        call('lookup', { order_id: match.text('a-1') }),
        call.anyOrder(call('x', undefined, { id: 'first' }), call('y', {}, { after: ['first'] })),
        call.optional(call('z')),
        call.oneOf(call('p'), [call('q', { at: match.date('2026-03-04', { order: 'day-first' }) }), call('r')]),
        call.repeat(call('page'), { min: 0, max: 5 }),
        call.repeat(call('page')),
        call.together(call('a', { n: match.near(10, { within: 0.1 }) }), call('b')),
      ],
    });
    expect(built).toEqual(
      parse(`
type: calls
id: refund-path
order: sequence
unknownKeys: allow
calls:
  - { tool: lookup, arguments: { order_id: { text: a-1 } } }
  - anyOrder: [{ tool: x, id: first }, { tool: y, arguments: {}, after: [first] }]
  - optional: { tool: z }
  - oneOf: [{ tool: p }, [{ tool: q, arguments: { at: { date: 2026-03-04, order: day-first } } }, { tool: r }]]
  - { repeat: { tool: page }, min: 0, max: 5 }
  - repeat: { tool: page }
  - together: [{ tool: a, arguments: { n: { near: 10, within: 0.1 } } }, { tool: b }]
`),
    );
    const { type: _type, id: _id, ...specification } = built;
    expect(CallsSpecification.safeParse(specification).success).toBe(true);
    expect([expectNoCalls(), expectNoCalls({ turn: 1 })]).toEqual([
      { type: 'no-calls' },
      { type: 'no-calls', turn: 1 },
    ]);
  });

  test('every matcher has its builder', () => {
    const odd = (value: unknown) => value === 1;
    expect([
      match.any(),
      match.absent(),
      match.absentOr(1),
      match.oneOf(1, 'a'),
      match.not(1),
      match.equals({ any: true }),
      match.pattern('^a'),
      match.text('a', { case: 'exact', trim: false, punctuation: 'ignore' }),
      match.date('2026-01-15'),
      match.near(1, { relative: 0.1 }),
      { ...match.gt(1), ...match.lte(3) },
      { ...match.gte(1), ...match.lt(3) },
      match.money('1.00'),
      match.set([1, 2]),
      match.schema({ type: 'integer' }),
      match.where(odd),
      match.where(odd, 'odd'),
    ]).toEqual([
      { any: true },
      { absent: true },
      { absentOr: 1 },
      { oneOf: [1, 'a'] },
      { not: 1 },
      { equals: { any: true } },
      { pattern: '^a' },
      { text: 'a', case: 'exact', trim: false, punctuation: 'ignore' },
      { date: '2026-01-15' },
      { near: 1, relative: 0.1 },
      { gt: 1, lte: 3 },
      { gte: 1, lt: 3 },
      { money: '1.00' },
      { set: [1, 2] },
      { schema: { type: 'integer' } },
      { where: odd },
      { where: odd, called: 'odd' },
    ]);
  });
});
