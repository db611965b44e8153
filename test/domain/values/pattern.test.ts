import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, type TextPattern } from '../../../src/domain/values/pattern.ts';

test.each([
  ['refund(ed)?', 'You were refunded.', true],
  ['refund', 'REFUND', false],
  ['/refund/i', 'REFUND', true],
  ['/a.b/s', 'a\nb', true],
  ['/^b$/m', 'a\nb', true],
  ['/^b$/iu', 'B', true],
  ['^\\d{4}-\\d{2}$', '2025-01', true],
  ['\\u00fcber', 'über', true],
  ['\\u{1f600}', '😀', true],
  ['\\p{Greek}+|\\p{Lu}', 'ω', true],
  ['[(?=]', '=', true],
  ['a\\/b', 'a/b', true],
  ['/', 'a/b', true],
  ['//', 'a//b', true],
  ['[\\]/]', ']', true],
  ['\\(\\?=', '(?=', true],
  ['\\\\1', '\\1', true],
])('`%s` on %j is %s', (source, text, found) => {
  expect(compiled(source).test(text)).toBe(found);
});

test('flags may be given beside a bare source', () => {
  const result = compilePattern('refund', 'i');
  expect(result.status === 'ok' && result.pattern.test('REFUND')).toBe(true);
});

test('a match tells its text, place and groups', () => {
  const pattern = compiled('(?<year>\\d{4})-(?<month>\\d\\d)(-(?<day>\\d\\d))?');
  expect(pattern.source).toBe('(?<year>\\d{4})-(?<month>\\d\\d)(-(?<day>\\d\\d))?');
  expect(pattern.exec('😀 2025-01!')).toEqual({
    text: '2025-01',
    index: 3,
    groups: { 1: '2025', 2: '01', 3: undefined, 4: undefined, year: '2025', month: '01', day: undefined },
  });
  expect(pattern.exec('never')).toBeUndefined();
});

test('a group named `__proto__` is a group', () => {
  const match = compiled('(?<__proto__>a)').exec('a');
  expect(Object.entries(match?.groups ?? {})).toEqual([
    ['1', 'a'],
    ['__proto__', 'a'],
  ]);
});

test('what is not supported is said plainly', () => {
  const sources = [
    'a(?=b)',
    'a(?!b)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(',
    '[a',
    'a**',
    'a{2000}',
    '',
    '//x',
    '/a/g',
    '/a/ix',
    'a'.repeat(10_001),
  ];
  const problems = sources.map((source) => {
    const result = compilePattern(source);
    return result.status === 'problem' ? result.problem : `compiled: ${source}`;
  });
  expect(problems).toMatchInlineSnapshot(`
    [
      "\`a(?=b)\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group",
      "\`a(?!b)\`: look-around (\`(?!…)\`) is not supported: match what surrounds the text as well, and use a group",
      "\`(?<=a)b\`: look-around (\`(?<=…)\`) is not supported: match what surrounds the text as well, and use a group",
      "\`(?<!a)b\`: look-around (\`(?<!…)\`) is not supported: match what surrounds the text as well, and use a group",
      "\`(a)\\1\`: back-references (\`\\1\`) are not supported: write the alternatives out",
      "\`(?<n>a)\\k<n>\`: back-references (\`\\k<…>\`) are not supported: write the alternatives out",
      "\`(\`: missing closing ): \`(\`",
      "\`[a\`: missing closing ]: \`[a\`",
      "\`a**\`: invalid nested repetition operator: \`**\`",
      "\`a{2000}\`: invalid repeat count: \`{2000}\`",
      "\`\`: a pattern may not be empty, it would match everything",
      "compiled: //x",
      "\`/a/g\`: unknown flag \`g\`; known are \`i\`, \`m\` and \`s\`",
      "\`/a/ix\`: unknown flag \`x\`; known are \`i\`, \`m\` and \`s\`",
      "\`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\`: a pattern may have 10000 characters at most",
    ]
  `);
});

describe('a hostile pattern takes linear time', () => {
  test.each([
    ['^(a+)+$', `${'a'.repeat(100_000)}!`],
    ['(x+x+)+y', 'x'.repeat(100_000)],
    ['^(a|a)*$', `${'a'.repeat(100_000)}!`],
    ['(.*)(.*)(.*)(.*)z', 'a'.repeat(10_000)],
  ])('`%s`', (source, text) => {
    expect(compiled(source).test(text)).toBe(false);
    expect(compiled(source).exec(text)).toBeUndefined();
  });
});

test('no source makes it throw', () => {
  const part = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{2,',
    '}',
    '\\',
    '*',
    '+',
    '?',
    '|',
    '^',
    '$',
    'a',
    '<',
    '=',
    '/',
    'p{',
    '\ud83d',
    '-',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      (source) => {
        const result = compilePattern(source);
        if (result.status === 'ok') result.pattern.exec('aa(b)\ud83d');
      },
    ),
    { numRuns: 500 },
  );
});

function compiled(source: string): TextPattern {
  const result = compilePattern(source);
  return result.status === 'ok' ? result.pattern : expect.unreachable(result.problem);
}
