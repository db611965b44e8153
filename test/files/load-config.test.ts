import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findConfig } from '../../src/files/config/load-config.ts';
import { moduleLoader } from '../../src/files/config/module-loader.ts';
import { load, plant, STAND_IN, scenario } from './projects.ts';

const good = `{ name: 'good', adapter: 'function', open: () => ({}) }`;

describe('a config in TypeScript', () => {
  test('types, enums, imports and top-level await work, and nothing is written', async () => {
    const root = plant({
      'rehearsal.config.ts': `import { defineConfig } from 'rehearsal';
        import { good, Kind } from './agent.ts';
        const seed: number = await Promise.resolve(Kind.Two);
        export default defineConfig({ agents: { good }, seed } satisfies object);`,
      'agent.ts': `export enum Kind { One = 1, Two }\nexport const good = ${good} as const;`,
      'scenarios/a.yaml': scenario('agent: good'),
    });
    const { config, configFile, told } = await load(root);
    expect(told).toEqual([]);
    expect(configFile).toBe('rehearsal.config.ts');
    expect(config.seed).toBe(2);
    expect(Object.keys(config.agents ?? {})).toEqual(['good']);
    expect(readdirSync(root).toSorted()).toEqual(['agent.ts', 'package.json', 'rehearsal.config.ts', 'scenarios']);
  });

  test('it gets the running package, also in plain JavaScript, whose classes are never there twice', () => {
    const root = plant({
      'self.mjs': STAND_IN,
      'node_modules/rehearsal/package.json': '{ "name": "rehearsal", "type": "module", "exports": "./index.js" }',
      'node_modules/rehearsal/index.js': 'export class Marker {}',
      'a.ts': `import { Marker } from 'rehearsal';\nexport const found: unknown = Marker;`,
      'b.mjs': `export { Marker as found } from 'rehearsal';`,
      'c.mjs': `export { found } from './b.mjs';`,
    });
    const script = `
      const { moduleLoader } = await import('./config/module-loader.js');
      const entry = new URL('self.mjs', process.argv[2]).href;
      const { Marker } = await import(entry);
      const loader = moduleLoader({ entry });
      for (const name of ['a.ts', 'b.mjs', 'c.mjs']) {
        const { found } = await loader.load(new URL(name, process.argv[2]).pathname);
        console.log(name, found === Marker);
      }`;
    expect(runAsBuilt(script, `${pathToFileURL(root).href}/`)).toBe('a.ts true\nb.mjs true\nc.mjs true\n');
  });

  test('modules that share a module are loaded one at a time, and share it', async () => {
    const shared = { 'shared.ts': 'await Promise.resolve();\nexport const shared = {};' };
    const users = ['a', 'b', 'c'].map((name) => [`${name}.ts`, `export { shared } from './shared.ts';`]);
    const root = plant({ ...shared, ...Object.fromEntries(users) });
    const loader = moduleLoader({ entry: pathToFileURL(join(plant({ 'self.mjs': STAND_IN }), 'self.mjs')).href });
    const loaded = await Promise.all(['a', 'b', 'c'].map((name) => loader.load(join(root, `${name}.ts`))));
    expect(new Set(loaded.map((module) => module.shared)).size).toBe(1);
  });
});

describe('a config that cannot be used', () => {
  test('one that throws is told at the first line of the project that had a part in it', async () => {
    const root = plant({
      'rehearsal.config.mjs': `import { make } from './make.mjs';\nexport default make();`,
      'make.mjs': `export function make() {\n  return JSON.parse('{');\n}`,
      'scenarios/a.yaml': scenario('agent: good'),
    });
    const { problems, told } = await load(root);
    expect(problems).toHaveLength(1);
    expect(told[0]).toMatch(/^make\.mjs:2:15: SyntaxError: .+ \(loaded by `rehearsal\.config\.mjs`\)$/);
  });

  test('one that throws no error, or cannot be parsed', async () => {
    const text = plant({ 'rehearsal.config.mjs': `throw 'no';`, 'scenarios/a.yaml': scenario() });
    expect((await load(text)).told).toEqual(['rehearsal.config.mjs:1:1: threw no']);
    const syntax = plant({ 'rehearsal.config.ts': 'export const x: = 1;', 'scenarios/a.yaml': scenario() });
    expect((await load(syntax)).told[0]).toMatch(/^rehearsal\.config\.ts:1:\d+: \w*Error: /);
  });

  test('one without a default export, or with another value', async () => {
    const none = plant({ 'rehearsal.config.mjs': 'export const config = {};', 'scenarios/a.yaml': scenario() });
    expect((await load(none)).told).toEqual([
      'rehearsal.config.mjs:1:1: the config exports nothing by default\n' +
        '  Hint: write `export default defineConfig({ … })`',
    ]);
    const list = plant({ 'rehearsal.config.mjs': 'export default [];', 'scenarios/a.yaml': scenario() });
    expect((await load(list)).told).toEqual([
      'rehearsal.config.mjs:1:1: found an empty list, expected an object with `agents`, `worlds`, `machines`, …',
    ]);
  });

  test('wrong keys and values, each with its place and the nearest name', async () => {
    const root = plant({
      'rehearsal.config.mjs': `export default {
  agnets: {},
  agents: { broken: { name: 'broken' }, good: ${good} },
  worlds: { orders: 5 },
  machines: { buyer: {} },
  scorers: {},
  seed: 1.5,
  gate: { minPasRate: 1 },
  expect: [ { text: 'x' } ],
  secrets: [ 5 ],
};`,
      'scenarios/a.yaml': scenario('agent: whoever'),
    });
    expect((await load(root)).told.join('\n')).toMatchInlineSnapshot(`
      "rehearsal.config.mjs:2:3: agnets: unknown key \`agnets\`
        Known keys: \`agents\`, \`expect\`, \`gate\`, \`machines\`, \`personas\`, \`reporters\`, \`scenarios\`, \`scorers\`, \`secrets\`, \`seed\`, \`worlds\`.
        Hint: did you mean \`agents\`?
      rehearsal.config.mjs:3:3: agents.broken: this is no agent: expected an object with \`name\`, \`adapter\` and \`open()\`
      rehearsal.config.mjs:4:13: worlds.orders: this is no world: expected an object with \`name\` and \`open()\`
      rehearsal.config.mjs:5:15: machines.buyer: this is no machine: expected a function
      rehearsal.config.mjs:6:3: scorers: found an object without keys, expected a list
      rehearsal.config.mjs:7:3: seed: found the number 1.5, expected a whole number from 0 to 4294967295
      rehearsal.config.mjs:8:11: gate.minPasRate: unknown key \`minPasRate\`
        Known keys: \`minPassRate\`.
        Hint: did you mean \`minPassRate\`?
      rehearsal.config.mjs:9:3: expect[0]: \`type\` is missing: expected a text
      rehearsal.config.mjs:10:3: secrets[0]: found the number 5, expected a text"
    `);
  });

  test('checks of the config are read by their scorers, and count for every scenario', async () => {
    const root = plant({
      'rehearsal.config.mjs': `export default { expect: [ { type: 'siad', text: 'x' } ] };`,
      'scenarios/a.yaml': 'title: A\nuser: [ "Hello" ]\n',
    });
    expect((await load(root)).told).toEqual([
      'rehearsal.config.mjs:1:1: expect[0].type: unknown scorer `siad`\n' +
        '  Known scorers: `said`.\n  Hint: did you mean `said`?',
    ]);
  });
});

describe('which config', () => {
  test('the nearest one, up to the folder that holds the project', () => {
    const root = plant({ 'rehearsal.config.ts': '', 'inner/package.json': '{}', 'inner/deep/x': '', 'other/x': '' });
    expect(findConfig(join(root, 'other'))).toBe(join(root, 'rehearsal.config.ts'));
    expect(findConfig(join(root, 'inner/deep'))).toBeUndefined();
  });

  test('the one that was asked for, or a problem', async () => {
    const root = plant({ 'other.config.mjs': `export default { seed: 7 };`, 'scenarios/a.yaml': scenario('agent: x') });
    expect((await load(root, { config: 'other.config.mjs' })).config).toEqual({ seed: 7 });
    expect((await load(root, { config: 'othr.config.mjs' })).told).toEqual([
      '`othr.config.mjs`: no such file or folder\n  Hint: did you mean `other.config.mjs`?',
    ]);
    expect((await load(root, { config: 'scenarios' })).told).toEqual([
      '`scenarios` is a folder; `--config` names a file',
    ]);
  });

  test('a config is not run for files that cannot be used anyway', async () => {
    const config = `import { appendFileSync } from 'node:fs';
      appendFileSync(new URL('./ran', import.meta.url), 'x');
      export default { scorers: [] };`;
    const root = plant({ 'rehearsal.config.mjs': config, 'a.yaml': scenario('asert: []') });
    expect((await load(root, { paths: ['a.yaml'] })).told).toHaveLength(1);
    expect(readdirSync(root)).not.toContain('ran');
  });
});

describe('scenarios in code', () => {
  test('one or several of a module, and their mistakes', async () => {
    const root = plant({
      'scenarios/one.scenario.ts': `import { defineScenario } from 'rehearsal';
        export default defineScenario({ title: 'One', user: ['x'], expect: [{ type: 'said', text: 'x' }] });`,
      'scenarios/many.scenario.mjs': `const make = (id) => ({ id, title: id, user: ['x'], expect: [{ type: 'said', text: 'x' }] });
        export const scenarios = ['first', 'second'].map(make);`,
      'scenarios/wrong.scenario.mjs': `export default {\n  titel: 'x',\n  user: [],\n};`,
      'scenarios/none.scenario.mjs': 'export const x = 1;',
      'scenarios/throws.scenario.mjs': `\n  throw new Error('no');`,
    });
    const { scenarios, told } = await load(root);
    expect(scenarios.map(({ scenario: { id } }) => id)).toEqual(['first', 'one', 'second']);
    expect(told.map((text) => text.replace(/\n {2}Known keys: .*/, ''))).toEqual([
      'scenarios/none.scenario.mjs:1:1: this module exports no scenario\n' +
        '  Hint: write `export default defineScenario({ … })`',
      'scenarios/throws.scenario.mjs:2:9: Error: no',
      'scenarios/wrong.scenario.mjs:2:3: titel: unknown key `titel`\n  Hint: did you mean `title`?',
      'scenarios/wrong.scenario.mjs:3:3: user: found an empty list, expected at least 1 entry',
    ]);
  });
});

/** Runs a script beside the loader as it is built, since Vitest would load modules in its own way. */
function runAsBuilt(script: string, argument: string): string {
  const sources = ['package-root', 'config/module-loader'].map((name) => {
    const text = readFileSync(new URL(`../../src/files/${name}.ts`, import.meta.url), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        rewriteRelativeImportExtensions: true,
      },
    });
    return [`${name}.js`, outputText];
  });
  const built = plant({ ...Object.fromEntries(sources), 'package.json': '{ "type": "module" }', 'main.js': script });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(built, 'node_modules'));
  return execFileSync(process.execPath, [join(built, 'main.js'), argument], { encoding: 'utf8' });
}
