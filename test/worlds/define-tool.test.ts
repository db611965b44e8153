import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../../src/domain/errors.ts';
import type { JsonObject } from '../../src/domain/values/json-value.ts';
import { defineTool } from '../../src/worlds/define-tool.ts';
import { checkText, issueRefund, lookupOrder } from './order-world.ts';

const good = { order_id: 'A-1001', amount: '49.90', reason: 'late' };
const bad: Record<string, unknown> = {
  'an id of the wrong shape': { ...good, order_id: '1001' },
  'a negative amount': { ...good, amount: '-5' },
  'an amount of nothing': { ...good, amount: '0.00' },
  'a fraction of a cent': { ...good, amount: '10.001' },
  'no reason': { order_id: 'A-1001', amount: '10.00' },
  'a reason of its own': { ...good, reason: 'because' },
  'a key too many': { ...good, force: true },
  'an exponent': { ...good, amount: '1e2' },
  'full-width digits': { ...good, amount: '４９．９０' },
};

const problemOf = (tool: Parameters<typeof checkText>[0], given: unknown): string => {
  const checked = checkText(tool, typeof given === 'string' ? given : JSON.stringify(given));
  return checked.status === 'ok' ? `accepted ${JSON.stringify(checked.value)}` : checked.problem;
};
const toolWith = (parameters: z.ZodObject | JsonObject) =>
  defineTool({ name: 'tool', description: 'Does.', parameters, effect: 'read', run: () => null });

describe('refused arguments', () => {
  test('[S1.10] are told with place, what was found and what is expected', () => {
    const told = Object.entries(bad).map(([what, given]) => `${what}: ${problemOf(issueRefund, given)}`);
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "an id of the wrong shape: \`order_id\` is "1001": expected text that matches \`^A-\\d{4}$\`
      a negative amount: \`amount\` is "-5": expected a decimal number with at most 2 places, above 0, such as "49.90"
      an amount of nothing: \`amount\` is "0.00": expected a decimal number with at most 2 places, above 0, such as "49.90"
      a fraction of a cent: \`amount\` is "10.001": expected a decimal number with at most 2 places, above 0, such as "49.90"
      no reason: \`reason\` is missing: expected one of "late", "damaged", "other"
      a reason of its own: \`reason\` is "because": expected one of "late", "damaged", "other"
      a key too many: \`force\` is not known: expected only \`order_id\`, \`amount\`, \`reason\`
      an exponent: \`amount\` is "1e2": expected a decimal number with at most 2 places, above 0, such as "49.90"
      full-width digits: \`amount\` is "４９．９０": expected a decimal number with at most 2 places, above 0, such as "49.90""
    `);
  });

  test('[S1.11] are several at once, when several things are wrong', () => {
    expect(problemOf(issueRefund, { order_id: 5, amount: true, raeson: 'late' })).toMatchInlineSnapshot(
      `"\`order_id\` is 5: expected text that matches \`^A-\\d{4}$\`; \`amount\` is true: expected a decimal number with at most 2 places, above 0, such as "49.90"; \`reason\` is missing: expected one of "late", "damaged", "other"; \`raeson\` is not known: expected only \`order_id\`, \`amount\`, \`reason\` (did you mean \`reason\`?)"`,
    );
  });

  test('are no object at all', () => {
    expect(
      ['null', '[1,2]', '"Oslo"', '7'].map((raw) => problemOf(lookupOrder, raw)).join('\n'),
    ).toMatchInlineSnapshot(`
      "the arguments are null: expected an object with \`order_id\`
      the arguments are [1,2]: expected an object with \`order_id\`
      the arguments are "Oslo": expected an object with \`order_id\`
      the arguments are 7: expected an object with \`order_id\`"
    `);
  });

  test('[S1.12] also hold unknown keys deep inside, which zod alone would drop', () => {
    const tool = toolWith(
      z.object({
        address: z.object({ city: z.string(), zip: z.string().optional() }),
        lines: z.array(z.object({ sku: z.string() })),
        pay: z.union([z.object({ card: z.string() }), z.object({ iban: z.string() })]),
        tags: z.record(z.string(), z.object({ on: z.boolean() })).optional(),
        free: z.looseObject({}).optional(),
      }),
    );
    const given = {
      address: { city: 'Oslo' },
      lines: [{ sku: 'a' }],
      pay: { iban: 'NO1' },
      free: { any: 1 },
      tags: { a: { on: true } },
    };
    expect(problemOf(tool, given)).toMatch(/^accepted/);
    const typos = {
      ...given,
      address: { city: 'Oslo', zipp: '1' },
      lines: [{ sku: 'a', qty: 2 }],
      pay: { iban: 'NO1', bic: 'X' },
      tags: { a: { on: true, of: 1 } },
    };
    expect(problemOf(tool, typos)).toMatchInlineSnapshot(
      `"\`address.zipp\` is not known: expected only \`city\`, \`zip\` (did you mean \`zip\`?); \`lines[0].qty\` is not known: expected only \`sku\`; \`pay.bic\` is not known: expected only \`card\`, \`iban\`; \`tags.a.of\` is not known: expected only \`on\`"`,
    );
  });

  test('keep the words of an author', () => {
    const tool = toolWith(
      z.object({
        id: z.string().regex(/^E\d{3}$/, 'must be an employee id such as E001'),
        days: z.int().refine((days) => days % 2 === 0, 'must be even'),
        pay: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('card'), number: z.string().min(4) }),
          z.object({ kind: z.literal('cash') }),
        ]),
      }),
    );
    expect(problemOf(tool, { id: 'X', days: 3, pay: { kind: 'card', number: '1' } })).toMatchInlineSnapshot(
      `"\`id\` is "X": must be an employee id such as E001; \`days\` is 3: must be even; \`pay.number\` is "1": expected text, at least 4 characters"`,
    );
    expect(problemOf(tool, { id: 'E001', days: 2, pay: { kind: 'coin' } })).toMatchInlineSnapshot(
      `"\`pay.kind\` is "coin": expected "card" or "cash""`,
    );
  });

  test('hold numbers that would be rounded before a tool sees them', () => {
    const tool = toolWith(z.object({ order: z.union([z.string(), z.number()]) }));
    expect(problemOf(tool, '{"order": 12345678901234567890}')).toMatchInlineSnapshot(
      `"\`order\` is 12345678901234567890: the number 12345678901234567890 is too long to be exact: send it as text, if text is accepted"`,
    );
    expect(problemOf(tool, '{"order": 0.12345678901234567890}')).toContain('too long to be exact');
    expect(problemOf(tool, '{"order": "12345678901234567890"}')).toMatch(/^accepted/);
  });

  test('are cut in what they show, however long they are', () => {
    const problem = problemOf(issueRefund, { ...good, order_id: '👋'.repeat(100_000) });
    expect(problem.length).toBeLessThan(400);
    expect(problem).not.toMatch(/\p{Surrogate}/u);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
    expect(problemOf(issueRefund, { ...good, ...many })).toMatch(/; and 4992 more$/);
  });
});

describe('accepted arguments', () => {
  test('[S2.03] are normalised only where the tool declares it', () => {
    const plain = toolWith(z.object({ employee_id: z.string().regex(/^E\d{3}$/) }));
    const forgiving = toolWith(
      z.object({
        employee_id: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^E\d{3}$/),
      }),
    );
    expect(problemOf(plain, { employee_id: ' e001 ' })).toMatch(/^`employee_id` is " e001 "/);
    expect(checkText(forgiving, '{"employee_id":" e001 "}')).toEqual({ status: 'ok', value: { employee_id: 'E001' } });
  });

  test('[S2.03] of a multiplication keep their sign and fraction', () => {
    const multiply = defineTool({
      name: 'multiply',
      description: 'Multiplies.',
      parameters: z.object({ a: z.number(), b: z.number() }),
      effect: 'read',
      run: ({ a, b }) => a * b,
    });
    const checked = checkText(multiply, '{"a": -2.5, "b": 3.6}');
    expect(checked.status === 'ok' && multiply.run(checked.value, {} as never)).toBeCloseTo(-9);
  });

  test('are a copy that the tool may change', () => {
    const tool = toolWith({
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' } } },
      required: ['tags'],
    });
    const checked = checkText(tool, '{"tags":["b","a"]}');
    expect(checked).toEqual({ status: 'ok', value: { tags: ['b', 'a'] } });
    expect(checked.status === 'ok' && Object.isFrozen((checked.value as { tags: string[] }).tags)).toBe(false);
  });
});

describe('a declaration', () => {
  test('shows the model a closed schema, with descriptions', () => {
    expect(issueRefund.parameters).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "properties": {
          "amount": {
            "description": "A decimal number with at most 2 places, above 0, such as "49.90"",
            "pattern": "^(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$",
            "type": [
              "string",
              "number",
            ],
          },
          "order_id": {
            "pattern": "^A-\\d{4}$",
            "type": "string",
          },
          "reason": {
            "enum": [
              "late",
              "damaged",
              "other",
            ],
            "type": "string",
          },
        },
        "required": [
          "order_id",
          "amount",
          "reason",
        ],
        "type": "object",
      }
    `);
  });

  test("that cannot be used is the author's mistake, named", () => {
    const mistakes = [
      () => toolWith(z.object({ at: z.date() })),
      () => toolWith({ type: 'object', properties: { a: { type: 'strng' }, b: { patern: 'x' } } }),
      () => defineTool({ name: 'a b', description: 'Does.', parameters: {}, effect: 'read', run: () => null }),
      () => defineTool({ name: 'a', description: ' ', parameters: {}, effect: 'read', run: () => null }),
    ];
    const told = mistakes.map((make) => {
      try {
        return make().name;
      } catch (error) {
        return error instanceof UsageError ? error.message : 'another error';
      }
    });
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "the parameters of the tool \`tool\` cannot be shown to a model as JSON Schema: Date cannot be represented in JSON Schema
      the parameters of the tool \`tool\` are no usable JSON Schema: parameters.properties.a.type: unknown type "strng" (did you mean \`string\`?); parameters.properties.b.patern: \`patern\` is not a keyword of JSON Schema that is supported here (did you mean \`pattern\`?)
      tool name "a b": expected 1 to 120 letters, digits, \`_\`, \`-\` or \`.\`
      the tool \`a\` has an empty description: a model cannot choose it"
    `);
  });

  test('without parameters refuses any', () => {
    expect(problemOf(toolWith({}), { a: 1 })).toBe('`a` is not known: no keys are expected here');
    expect(problemOf(toolWith(z.object({})), { a: 1 })).toBe('`a` is not known: no keys are expected here');
    expect(problemOf(toolWith({}), {})).toBe('accepted {}');
  });
});
