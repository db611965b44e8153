import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findViolations, ruleNames, sourceFilesIn } from './architecture/architecture.ts';
import { readRoomTable } from './architecture/room-table.ts';

const TABLE = `
| room | may also import | packages at home there |
|---|---|---|
| domain | – | – |
| users | – | xstate |
| runs | statistics | p-limit (one limiter, it counts sessions) |
| statistics | – | – |
| cli | all | commander, node:fs |
| index.ts | all but cli | – |
`;

describe('the source of this project', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = sourceFilesIn(root);
  test.each(ruleNames)('%s', (rule) => {
    expect(findViolations(root, rule, files)).toEqual([]);
  });
});

describe('a room imports only what the table allows', () => {
  const rule = 'a room imports only what the table allows';

  test.each<[string, Record<string, string>, string]>([
    [
      'another room',
      { 'src/users/a.ts': `import { b } from '../runs/b.ts';` },
      'src/users/a.ts:1: `users` may not import `runs` (`../runs/b.ts`)',
    ],
    [
      'only a type of another room',
      { 'src/domain/deep/a.ts': `\nimport type { B } from '../../users/b.ts';` },
      'src/domain/deep/a.ts:2: `domain` may not import `users` (`../../users/b.ts`)',
    ],
    [
      'an import while running',
      { 'src/users/a.ts': `export const load = () => import('../cli/main.ts');` },
      'src/users/a.ts:1: `users` may not import `cli` (`../cli/main.ts`)',
    ],
    [
      'an import inside a type',
      { 'src/users/a.ts': `export type A = import('../runs/b.ts').B;` },
      'src/users/a.ts:1: `users` may not import `runs` (`../runs/b.ts`)',
    ],
    [
      'a re-export',
      { 'src/index.ts': `export { run } from './cli/main.ts';` },
      'src/index.ts:1: `index.ts` may not import `cli` (`./cli/main.ts`)',
    ],
    [
      'the public names from inside',
      { 'src/cli/a.ts': `import { a } from '../index.ts';` },
      'src/cli/a.ts:1: `cli` may not import `index.ts` (`../index.ts`)',
    ],
    [
      'a package away from home',
      { 'src/domain/a.ts': `import { createMachine } from 'xstate/graph';` },
      'src/domain/a.ts:1: package `xstate` is not at home in `domain`',
    ],
    [
      'a part of Node that touches the world',
      { 'src/users/a.ts': `import { readFile } from 'node:fs/promises';` },
      'src/users/a.ts:1: package `node:fs` is not at home in `users`',
    ],
    [
      'a file outside src',
      { 'src/cli/a.ts': `import manifest from '../../package.json' with { type: 'json' };` },
      'src/cli/a.ts:1: `../../package.json` leaves src',
    ],
    [
      'a room without a line',
      { 'src/dreams/a.ts': '' },
      'src/dreams/a.ts:1: room `dreams` is not in the table of docs/architecture.md',
    ],
  ])('%s is refused', (_name, files, violation) => {
    expect(findViolations(plant(files), rule)).toEqual([violation]);
  });

  test('what the table names is allowed, and so are zod, harmless parts of Node and words in comments', () => {
    const files = {
      'src/domain/a.ts': `import { z } from 'zod';\nimport { join } from 'node:path';\nimport './b.ts';`,
      'src/runs/a.ts': `import pLimit from 'p-limit';\nimport '../statistics/a.ts';\nimport '../domain/a.ts';`,
      'src/cli/a.ts': `import { readFile } from 'node:fs/promises';\nimport '../runs/a.ts';`,
      'src/users/a.ts': `// import '../runs/a.ts'\nexport const text = "import x from '../runs/a.ts'";`,
    };
    expect(findViolations(plant(files), rule)).toEqual([]);
  });
});

describe('files do not import each other in a circle', () => {
  const rule = 'files do not import each other in a circle';

  test('a circle is told once, with its way', () => {
    const files = {
      'src/domain/a.ts': `import './b.ts';`,
      'src/domain/b.ts': `import type { C } from './deep/c.ts';`,
      'src/domain/deep/c.ts': `export { a } from '../a.ts';`,
    };
    expect(findViolations(plant(files), rule)).toEqual([
      'src/domain/a.ts:1: files import each other: ' +
        'src/domain/a.ts -> src/domain/b.ts -> src/domain/deep/c.ts -> src/domain/a.ts',
    ]);
  });

  test('a file that two others import is no circle', () => {
    const files = {
      'src/domain/a.ts': `import './b.ts';\nimport './c.ts';`,
      'src/domain/b.ts': `import './c.ts';`,
      'src/domain/c.ts': '',
    };
    expect(findViolations(plant(files), rule)).toEqual([]);
  });
});

describe('the shape of a file', () => {
  test('300 lines are allowed and 301 are not', () => {
    const files = { 'src/domain/a.ts': '//\n'.repeat(300), 'src/domain/b.ts': '//\n'.repeat(301) };
    expect(findViolations(plant(files), 'files and functions are short')).toEqual([
      'src/domain/b.ts:1: 301 lines; at most 300',
    ]);
  });

  test('60 lines of a function are allowed and 61 are not, whatever kind of function', () => {
    const files = {
      'src/domain/a.ts': `export function fits() {\n${'//\n'.repeat(58)}}`,
      'src/domain/b.ts': `/** Told\n at its\n name. */\nexport const long = () => {\n${'//\n'.repeat(59)}};`,
      'src/domain/c.ts': `export const it = {\n  method() {\n${'//\n'.repeat(59)}},\n};`,
    };
    expect(findViolations(plant(files), 'files and functions are short')).toEqual([
      'src/domain/b.ts:4: a function of 61 lines; at most 60',
      'src/domain/c.ts:2: a function of 61 lines; at most 60',
    ]);
  });

  test.each([
    ['src/domain/toolOrder.ts', '`toolOrder.ts` is not kebab-case'],
    ['src/domain/tool_order.ts', '`tool_order.ts` is not kebab-case'],
    ['src/domain/utils.ts', '`utils` does not say what the file holds'],
    ['src/domain/types.d.ts', '`types` does not say what the file holds'],
  ])('the name %s is refused', (path, message) => {
    const files = { [path]: '', 'src/domain/tool-order.ts': '', 'src/domain/sha256.ts': '' };
    expect(findViolations(plant(files), 'file names are kebab-case and say what is inside')).toEqual([
      `${path}:1: ${message}`,
    ]);
  });

  test('default exports are refused in every form', () => {
    const files = {
      'src/domain/a.ts': 'export default 1;',
      'src/domain/b.ts': 'export default function b() {}',
      'src/domain/c.ts': 'const c = 1;\nexport { c as default };',
      'src/domain/d.ts': 'export const d = { default: 1 };',
    };
    expect(findViolations(plant(files), 'exports are named')).toEqual([
      'src/domain/a.ts:1: a default export; exports are named',
      'src/domain/b.ts:1: a default export; exports are named',
      'src/domain/c.ts:2: a default export; exports are named',
    ]);
  });
});

describe('effects', () => {
  test.each([
    'export const a = process.env.HOME;',
    `export const a = process['env'];`,
    'const { env } = process;',
    'export const a = globalThis.process.env;',
  ])('the environment is refused: %s', (text) => {
    const files = { 'src/domain/a.ts': text, 'src/cli/a.ts': text };
    expect(findViolations(plant(files), 'the environment is read at the edge')).toEqual([
      'src/domain/a.ts:1: `process.env` is read only in cli, vitest, llm and environment.ts',
    ]);
  });

  test.each([
    ['export const a = Date.now();', 'Date.now'],
    ['export const a = (now = Date.now) => now();', 'Date.now'],
    ['export const a = new Date();', 'new Date()'],
    ['export const a = Date();', 'Date()'],
    ['const { random } = Math;', 'Math.random'],
    ['export const a = performance.now();', 'performance.now'],
    ['export const a = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
    [`import { randomBytes as bytes } from 'node:crypto';`, 'randomBytes'],
    ['setTimeout(() => {}, 1);', 'setTimeout'],
    ['globalThis.setTimeout(() => {}, 1);', 'setTimeout'],
    ['export const a = { setInterval };', 'setInterval'],
    ['export const a = { wait: setImmediate };', 'setImmediate'],
  ])('time and chance are refused: %s', (text, name) => {
    const files = { 'src/domain/a.ts': text, 'src/runs/a.ts': text, 'src/domain/clock.ts': text };
    expect(findViolations(plant(files), 'time and chance are handed in')).toEqual([
      `src/domain/a.ts:1: \`${name}\`: time and chance are handed in`,
    ]);
  });

  test('a clock that was handed in, a given date and a timer of the same name are allowed', () => {
    const text = `
      // Date.now()
      export interface Timers { setTimeout(run: () => void, ms: number): void }
      export const a = (clock: Timers & { now(): number }) => clock.setTimeout(() => clock.now(), 1);
      export const b = new Date(0).toISOString() + 'Math.random()' + Math.round(1.5);
      export const c = { setTimeout: 1, environment: { env: 1 }.env };`;
    expect(findViolations(plant({ 'src/domain/a.ts': text }), 'time and chance are handed in')).toEqual([]);
    expect(findViolations(plant({ 'src/domain/a.ts': text }), 'the environment is read at the edge')).toEqual([]);
  });
});

describe('the table', () => {
  test('a page without it, or with a line that names an unknown room, is refused', () => {
    expect(() => readRoomTable('# Architecture')).toThrow('has no table');
    const typo = TABLE.replace('| runs | statistics |', '| runs | statistic |');
    expect(() => readRoomTable(typo)).toThrow('`runs` may import `statistic`, which has no line itself');
    expect(() => readRoomTable(TABLE.replace(' xstate |', ''))).toThrow('has not three cells');
  });
});

/** A project in a folder of its own: the files given, and the table above. */
function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'rehearsal-architecture-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ ...files, 'docs/architecture.md': TABLE })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
