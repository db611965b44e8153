import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { readYaml, readYamlFile } from '../../src/files/yaml/read-yaml.ts';

async function problemsOf(text: string): Promise<string[]> {
  const { problems } = await readYaml(text, 'a.yaml');
  return problems.map((problem) => `${problem.severity} ${problem.code}: ${formatProblem(problem)}`);
}

async function readBytes(bytes: Uint8Array | string) {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-yaml-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.yaml'), bytes);
  const { value, problems } = await readYamlFile(join(folder, 'a.yaml'), 'a.yaml');
  return { value, problems: problems.map(formatProblem) };
}

describe('values and places', () => {
  test('every key and value has its place, counted from 1', async () => {
    const { value, places } = await readYaml('title: A\nexpect:\n  - type: said\n    text: "x"\n', 'a.yaml');
    expect(value).toEqual({ title: 'A', expect: [{ type: 'said', text: 'x' }] });
    expect(places.placeOf('title')).toEqual({ file: 'a.yaml', line: 1, column: 8 });
    expect(places.placeOf('expect[0].text', 'key')).toEqual({ file: 'a.yaml', line: 4, column: 5 });
    expect(places.placeOf('expect[0].text')).toEqual({ file: 'a.yaml', line: 4, column: 11 });
    expect(places.placeOf('expect[0]')).toEqual({ file: 'a.yaml', line: 3, column: 5 });
  });

  test('a path that is not in the file has the place of what is around it', async () => {
    const { places } = await readYaml('a:\n  b:\n    c: 1\n', 'a.yaml');
    expect(places.placeOf('a.b.x.y[3].z')).toEqual({ file: 'a.yaml', line: 2, column: 3 });
    expect(places.placeOf('nowhere')).toEqual({ file: 'a.yaml', line: 1, column: 1 });
  });

  test('an integer beyond 2^53 keeps its digits', async () => {
    const { value } = await readYaml('id: 12345678901234567890', 'a.yaml');
    expect(value).toEqual({ id: { $type: 'bigint', value: '12345678901234567890' } });
  });

  test('an anchor may be repeated', async () => {
    const { value, problems } = await readYaml('a: &x { b: 1 }\nc: *x\n', 'a.yaml');
    expect({ value, problems }).toEqual({ value: { a: { b: 1 }, c: { b: 1 } }, problems: [] });
  });

  test('[F57] a byte order mark and CRLF are accepted, and lines stay right', async () => {
    const { value, problems } = await readBytes('\ufeffa: 1\r\nb:\r\n  - c: 1\r\n    c: 2\r\n');
    expect(value).toEqual({ a: 1, b: [{ c: 1 }] });
    expect(problems).toEqual(['a.yaml:4:5: b[0].c: the key `c` is here already, in line 3']);
  });
});

describe('what a reader would not see is refused', () => {
  test.each([
    [
      '[F57] a repeated key',
      'a: 1\na: 2',
      'error duplicate-key: a.yaml:2:1: a: the key `a` is here already, in line 1',
    ],
    ['[F57] a tab', 'a:\n\t- b', 'error tab: a.yaml:2:1: a tab stands in the indentation; YAML takes spaces only'],
    [
      '[F56] a merge key',
      'a: &a { b: 1 }\nc:\n  <<: *a',
      'error merge-key: a.yaml:3:3: c.<<: merge keys (`<<`) are not used here\n  Hint: write the keys out',
    ],
    [
      '[F56] a tag that makes code in other readers',
      'a: !!js/function "f"',
      'error yaml-tag: a.yaml:1:4: the tag `tag:yaml.org,2002:js/function` is not known here\n  Hint: write the plain value',
    ],
    [
      'a second document',
      'a: 1\n---\nb: 2',
      'error several-documents: a.yaml:2:1: a second document begins here; a file holds one',
    ],
    [
      'a key that JavaScript drops',
      'facts:\n  __proto__: { admin: true }',
      'error reserved-key: a.yaml:2:3: facts.__proto__: the key `__proto__` is reserved by JavaScript and gets lost',
    ],
    [
      'an alias inside its own anchor',
      'a: &a [*a]',
      'error yaml-alias: a.yaml:1:8: a[0][0]: the alias `*a` stands inside its own anchor',
    ],
    ['an alias without anchor', 'a: *b', 'error yaml-alias: a.yaml:1:4: a: no anchor `&b` stands above this alias'],
    ['a key that is a list', '? [a]\n: 1', 'error bad-key: a.yaml:1:3: a key must be a text'],
    ['an open quote', 'a: "b', 'error yaml-syntax: a.yaml:1:6: a quote is opened and not closed'],
    [
      'a text that holds a colon',
      'a: b: c',
      'error yaml-syntax: a.yaml:1:4: a second `:` on one line\n  Hint: put a text that holds `: ` in quotes',
    ],
    [
      'another version of YAML',
      '%YAML 1.1\n---\na: yes',
      'error yaml-version: a.yaml:1:1: YAML 1.1 reads words differently; only 1.2 is used here',
    ],
    ['an empty file', '# nothing\n', 'error empty-file: a.yaml:1:1: the file is empty'],
    ['no number', 'a: .inf', 'error not-a-number: a.yaml:1:4: a: `.inf` is a number that JSON has no word for'],
  ])('%s', async (_name, text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  test.each(['0123', '1e3', '+49123', '0x1F'])(
    '`%s`, which looks like an id and is a number, is a warning',
    async (text) => {
      expect((await problemsOf(`order: ${text}`))[0]).toContain(
        `warning numeric-looking: a.yaml:1:8: order: \`${text}\` is read as the number ${Number(text)}`,
      );
      expect(await problemsOf(`order: "${text}"`)).toEqual([]);
    },
  );

  test('plain amounts are no warning', async () => {
    expect(await problemsOf('a: 49.90\nb: -3\nc: 0\nd: 0.5')).toEqual([]);
  });
});

describe('hostile files end soon', () => {
  const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let level = 1; level <= 8; level += 1) {
    bomb.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(',')}]`,
    );
  }

  test('[F56] aliases that multiply are refused in less than a second', async () => {
    const start = performance.now();
    expect(await problemsOf(bomb.join('\n'))).toEqual([
      'error alias-bomb: a.yaml:5:14: a4[1]: aliases repeat more than 10,000 values\n  Hint: write the values out',
    ]);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test.each([
    ['lists', '['.repeat(100_000)],
    ['objects', '{a: '.repeat(100_000)],
    ['dashes', '- '.repeat(100_000)],
    ['indentation', Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('[F56] deep nesting of %s is refused', async (_name, text) => {
    expect((await problemsOf(text))[0]).toContain('error too-deep: a.yaml:');
  });

  test('more words than any scenario has are refused with the place', async () => {
    const { problems } = await readYaml('- a\n'.repeat(200_000), 'a.yaml');
    expect(problems[0]?.message).toBe('the file goes on for too long: split it into several');
    expect(problems[0]?.place?.line).toBeGreaterThan(50_000);
  });

  test('a file that is wrong everywhere is told of in 50 places', async () => {
    expect(await problemsOf('a: 1\n'.repeat(20_000))).toHaveLength(50);
  });
});

describe('files that are no text', () => {
  test('[F57] a file of 50 MB is refused before it is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-yaml-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.yaml');
    writeFileSync(path, '');
    truncateSync(path, 50 * 1024 * 1024);
    const { problems } = await readYamlFile(path, 'a.yaml');
    expect(problems.map(formatProblem)).toEqual(['a.yaml:1:1: the file has 50.0 MB; at most 5 MB are read']);
  });

  test.each<[string, Uint8Array | string, string]>([
    [
      '[F57] UTF-16 with a mark',
      Buffer.from('\ufeffa: 1', 'utf16le'),
      'a.yaml:1:1: the file is UTF-16; save it as UTF-8',
    ],
    [
      '[F57] UTF-16 without one',
      Buffer.from('title: abc', 'utf16le'),
      'a.yaml:1:1: the file is UTF-16; save it as UTF-8',
    ],
    [
      'another encoding',
      Buffer.concat([Buffer.from('a: 1\nb: '), Buffer.from([0xe9, 0x0a])]),
      'a.yaml:2:1: this line is not UTF-8; save the file as UTF-8',
    ],
    ['NUL', 'a: 1\nb: x\0y', 'a.yaml:2:5: there is a NUL character here; a text file has none'],
  ])('%s is named', async (_name, bytes, problem) => {
    expect((await readBytes(bytes)).problems).toEqual([problem]);
  });

  test('a file that is not there, and a folder', async () => {
    const missing = await readYamlFile(join(tmpdir(), 'rehearsal-no-such-file.yaml'), 'a.yaml');
    expect(missing.problems.map(formatProblem)).toEqual(['a.yaml:1:1: the file cannot be read: it does not exist']);
    const folder = await readYamlFile(tmpdir(), 'a.yaml');
    expect(folder.problems.map(formatProblem)).toEqual(['a.yaml:1:1: this is not a file']);
  });
});
