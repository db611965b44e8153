import { expect, test } from 'vitest';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { ExpectedArguments } from '../../../../src/scorers/trajectory/arguments/expected-arguments.ts';

function told(value: unknown): string {
  try {
    compileArguments({ amount: value } as ExpectedArguments);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  [{ greater: 20 }, 'greater', 'gt'],
  [{ greaterThan: 20 }, 'greaterThan', 'gt'],
  [{ at_most: 20 }, 'at_most', 'lte'],
  [{ $gt: 20 }, '$gt', 'gt'],
  [{ oneof: [1, 2] }, 'oneof', 'oneOf'],
  [{ anyOf: [1, 2] }, 'anyOf', 'oneOf'],
  [{ patern: '^A' }, 'patern', 'pattern'],
  [{ regex: '^A' }, 'regex', 'pattern'],
  [{ absnet: true }, 'absnet', 'absent'],
  [{ near: 5, witin: 2 }, 'witin', 'within'],
])('%j is refused: `%s` was meant as `%s`', (value, key, meant) => {
  expect(told(value)).toBe(
    `\`${key}\` at \`amount\` is no matcher: did you mean \`${meant}\`? For an object with that key write \`{ equals: … }\``,
  );
});

test('a misspelt matcher is found in lists and inside other matchers', () => {
  expect(told([{ not: { patern: 'x' } }])).toMatchInlineSnapshot(
    `"\`patern\` at \`amount[0].not\` is no matcher: did you mean \`pattern\`? For an object with that key write \`{ equals: … }\`"`,
  );
});

test.each([
  { note: 'x' },
  { year: 2026 },
  { dates: ['2026-01-01'] },
  { data: 'x' },
  { next: 'a' },
  { matches: 5 },
  { regex: { flags: 'i' } },
  { min: 1, max: 2 },
  { greater: 20, unit: 'EUR' },
  { text: 'Hi', format: 'plain' },
  { equals: { greater: 5 } },
])('%j is data, and left alone', (value) => {
  expect(told(value)).toBe('accepted');
});

test('the arguments themselves may have such names', () => {
  expect(compileArguments({ regex: '^A' }).matches({ regex: '^A' })).toBe(true);
});
