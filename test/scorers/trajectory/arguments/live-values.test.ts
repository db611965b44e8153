import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../../../../src/domain/errors.ts';
import { builtInScorers } from '../../../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../../../src/scorers/create-scorers.ts';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import {
  ExpectedArguments,
  type ExpectedValue,
} from '../../../../src/scorers/trajectory/arguments/expected-arguments.ts';
import { call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { type Check, expectation, findingsOf, scoresOf } from '../../score-transcript.ts';

const matches = (expected: ExpectedValue, actual: unknown) =>
  compileArguments({ a: expected }).matches((actual === undefined ? {} : { a: actual }) as never);

describe('live values', () => {
  test.each<[string, ExpectedValue, unknown, boolean]>([
    ['a function', (value: unknown) => value === 6, 6, true],
    ['a function', (value: unknown) => value === 6, 5, false],
    ['a function sees an absent key', (value: unknown) => value === undefined, undefined, true],
    ['a pattern', /^a-\d+$/i, 'A-1', true],
    ['a pattern that is searched for from a place', /a/g, 'ba', true],
    ['a pattern and a number', /1/, 1, false],
    ['zod', z.number().min(1), 2, true],
    ['zod', z.number().min(1), '2', false],
    ['zod inside a list', [z.string(), 1] as never, ['x', 1], true],
    ['Vitest’s stringContaining', expect.stringContaining('ell'), 'hello', true],
    ['Vitest’s stringContaining', expect.stringContaining('xx'), 'hello', false],
    ['Vitest’s any', expect.any(Number), 4, true],
    ['Vitest’s any', expect.any(Number), '4', false],
    ['Vitest’s not', expect.not.stringContaining('a'), 'b', true],
    ['Vitest’s objectContaining', expect.objectContaining({ x: expect.any(String) }), { x: 'a', y: 1 }, true],
    ['Vitest’s arrayContaining', expect.arrayContaining([2]), [1, 2], true],
    ['Vitest’s closeTo', expect.closeTo(0.3, 5), 0.1 + 0.2, true],
    ['Jest’s protocol', { asymmetricMatch: (value: unknown) => value === 1, toString: () => 'One' }, 1, true],
    [
      'Standard Schema',
      { '~standard': { validate: (value: unknown) => (value === 1 ? { value } : { issues: [] }) } },
      2,
      false,
    ],
    ['a big integer', 12345678901234567890n, { $type: 'bigint', value: '12345678901234567890' }, true],
    ['a small big integer', 5n, 5, true],
  ])('%s', (_name, expected, actual, matched) => {
    expect(matches(expected, actual)).toBe(matched);
  });

  test('a long integer reaches a function as what it stands for', () => {
    expect(
      matches((value: unknown) => value === 12345678901234567890n, { $type: 'bigint', value: '12345678901234567890' }),
    ).toBe(true);
  });

  test('code that throws, waits or says neither yes nor no has not tested', () => {
    const told = (expected: ExpectedValue) => {
      try {
        matches(expected, 'x');
      } catch (error) {
        return error instanceof UsageError ? error.message : String(error);
      }
      return 'no error';
    };
    expect(told((value: unknown) => (value as { x: { y: boolean } }).x.y)).toMatchInlineSnapshot(
      `"on "x", what \`(value) => value.x.y\` says yes to: the test threw: Cannot read properties of undefined (reading 'y'); it must answer true or false at once"`,
    );
    expect(told((async () => true) as never)).toMatchInlineSnapshot(
      `"on "x", what \`async () => true\` says yes to: the test answered with a promise; it must answer true or false at once"`,
    );
    expect(told((() => 1) as never)).toMatchInlineSnapshot(
      `"on "x", what \`() => 1\` says yes to: the test answered with a number; it must answer true or false at once"`,
    );
    expect(told(z.string().refine(async () => true))).toMatch(
      /^on "x", what the schema of a string accepts: the test threw: /,
    );
    expect(told(/(?=x)/)).toMatchInlineSnapshot(
      `"a pattern cannot be used: \`/(?=x)/\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group; a function can test what it cannot"`,
    );
  });

  test('what cannot stand in arguments is refused with its place', () => {
    const problems = [
      { a: [{ b: undefined }] },
      { a: new Date(0) },
      { a: Number.NaN },
      { a: Symbol('x') },
      [1],
      'x',
      null,
    ].map((value) => ExpectedArguments.safeParse(value).error?.issues[0]?.message);
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "expected the arguments as keys and values: \`a[0].b\`: undefined is no value: write \`{ absent: true }\` for a key that must not be there
      expected the arguments as keys and values: \`a\`: an object of a class is not JSON: for a day write \`{ date: "2026-01-15" }\`
      expected the arguments as keys and values: \`a\`: NaN is not a JSON number
      expected the arguments as keys and values: \`a\`: a symbol is not a JSON value
      expected the arguments as keys and values: this is another kind of value
      expected the arguments as keys and values: this is another kind of value
      expected the arguments as keys and values: this is another kind of value"
    `);
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    expect(ExpectedArguments.safeParse(circle).success).toBe(false);
    const own = JSON.parse('{"__proto__":1}') as never;
    expect(ExpectedArguments.parse(own)).toBe(own);
  });
});

describe('live values in the checks of a scenario', () => {
  const transcript = transcriptOf(
    started({ tools: [toolOf('refund', 'write')] }),
    user('Refund A-1.'),
    call('refund', { amount: 120, order_id: 'A-1' }),
    result('done'),
  );
  const check = (amount: unknown): Check => ({
    type: 'calls',
    calls: [{ tool: 'refund', arguments: { amount, order_id: expect.stringMatching(/^A-/) } }],
  });
  const findings = (amount: unknown) => scoresOf(check(amount), transcript).flatMap(findingsOf);
  const idOf = (amount: unknown) => createScorers([expectation(check(amount))], builtInScorers)[0]?.id;

  test('they come through to the comparison, and say what they wanted', () => {
    expect(findings((amount: number) => amount > 100)).toEqual([]);
    expect(findings((amount: number) => amount < 100)).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected what \`(amount) => amount < 100\` says yes to",
      ]
    `);
    expect(findings({ where: (amount: number) => amount < 100, called: 'a small amount' })).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected a small amount",
      ]
    `);
    expect(findings(z.number().max(100).describe('at most 100'))).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected what the schema “at most 100” accepts (Too big: expected number to be <=100)",
      ]
    `);
    expect(findings(expect.any(String))).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected Any<String>",
      ]
    `);
  });

  test('a schema says itself what is wrong, and where', () => {
    const standard = (validate: () => unknown) => ({ '~standard': { version: 1, vendor: 'x', validate } });
    const whole = (expected: unknown) =>
      scoresOf({ type: 'calls', calls: [{ tool: 'refund', arguments: expected }] }, transcript).flatMap(findingsOf);
    expect(whole(z.object({ amount: z.number().max(100), reason: z.string() }))).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with the arguments = {"amount":120,"order_id":"A-1"}; expected what the schema of a object accepts (amount: Too big: expected number to be <=100; reason: Invalid input: expected string, received undefined)",
      ]
    `);
    expect(
      findings(standard(() => ({ issues: [{ message: 'too much', path: ['a', { key: 'b' }] }, { message: 'no' }] }))),
    ).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected what the schema accepts (a.b: too much; no)",
      ]
    `);
    expect(findings(standard(() => ({ issues: [null, { path: [] }] })))).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`refund\` was called with \`amount\` = 120; expected what the schema accepts",
      ]
    `);
  });

  test('the id of a check depends on their code, and on nothing else', () => {
    const amounts = [
      (amount: number) => amount > 1,
      (amount: number) => amount > 2,
      z.number().max(1),
      z.number().max(2),
      z.number().refine((amount) => amount > 3),
      z.number().refine((amount) => amount > 4),
      expect.any(Number),
      expect.any(String),
      expect.objectContaining({ a: 1 }),
      expect.objectContaining({ a: 2 }),
      /a/,
      /a/i,
    ];
    expect(new Set(amounts.map(idOf)).size).toBe(amounts.length);
    expect(idOf((amount: number) => amount > 1)).toBe(idOf((amount: number) => amount > 1));
    expect(idOf(z.number().max(1))).toBe(idOf(z.number().max(1)));
  });

  test('a test that broke makes the session invalid and never passed', () => {
    const scores = scoresOf(
      check(() => undefined as never),
      transcript,
    );
    expect(scores.map(({ status }) => status)).toContain('errored');
  });
});
