import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { findConfig } from '../../src/files/config/load-config.ts';
import { moduleLoader } from '../../src/files/config/module-loader.ts';
import { moduleProblem } from '../../src/files/config/module-problem.ts';
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
    expect(told[0]).toMatch(
      /^make\.mjs:2:15: this threw while the file was loaded: SyntaxError: .+ \(loaded by `rehearsal\.config\.mjs`\)\n {2}Hint: /,
    );
  });

  const loads: readonly (readonly [name: string, text: string])[] = [
    ['throws an error', `\nfunction read() {\n  throw new Error('data.csv is missing');\n}\nread();`],
    ['throws no error', `throw 'no';`],
    ['throws where no column is known', `await Promise.reject(new Error('no database'));\nexport default {};`],
    ['reads what is not there', `import { readFileSync } from 'node:fs';\n  readFileSync('/nope.csv');`],
    ['uses an unknown name', `const text = 1;\nexport default { agents: { mine: agnet } };`],
    ['cannot be parsed', `import 'node:fs';\nexport default { agents: { mine: } };`],
    ['imports no file', `import 'node:fs';\nimport { agent } from './agnet.END';\nexport default { agent };`],
    ['imports no package', `\nimport { agent } from '@some/where/deep';\nexport default { agent };`],
    [
      'imports no export',
      `import 'node:fs';\nimport { agent } from './agent.END';\nexport default { agents: { mine: agent } };`,
    ],
    ['calls no export', `import 'node:fs';\nimport { agent } from './agent.END';\nexport default agent();`],
    [
      'holds what a schema refuses',
      `const issues = [{ path: ['user', 0], message: 'no text' }];\nthrow Object.assign(new Error('[\\n'), { name: 'ZodError', issues });`,
    ],
  ];

  function plantBroken(text: string, end: string): string {
    const files = {
      [`rehearsal.config.${end}`]: text.replaceAll('END', end),
      [`agent.${end}`]: 'export const other = 1;\n',
    };
    return plant({ ...files, 'scenarios/a.yaml': scenario('agent: mine') });
  }

  test('each is told at the author’s own line, with what to do', async () => {
    const told: string[] = [];
    for (const [name, text] of loads) told.push(`# ${name}`, ...(await load(plantBroken(text, 'ts'))).told);
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "# throws an error
      rehearsal.config.ts:3:9: this threw while the file was loaded: data.csv is missing
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # throws no error
      rehearsal.config.ts:1:1: this threw \`no\` while the file was loaded
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # throws where no column is known
      rehearsal.config.ts:1:1: this threw while the file was loaded: no database
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # reads what is not there
      rehearsal.config.ts:2:26: this threw while the file was loaded: ENOENT: no such file or directory, open '/nope.csv'
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # uses an unknown name
      rehearsal.config.ts:2:34: \`agnet\` is not defined
        Hint: import it, or mend its name
      # cannot be parsed
      rehearsal.config.ts:2:34: this is no valid code: unexpected token
      # imports no file
      rehearsal.config.ts:2:24: there is no file \`./agnet.ts\`
        Hint: did you mean \`./agent.ts\`?
      # imports no package
      rehearsal.config.ts:2:24: the package \`@some/where\` is not installed
        Hint: install it: \`npm install @some/where\`
      # imports no export
      rehearsal.config.ts:3:28: agents.mine: is undefined; does \`./agent.ts\` export \`agent\`?
      # calls no export
      rehearsal.config.ts:3:16: \`agent\` is imported and is no function
        Hint: mend the name, or export it from the module that it is imported from
      # holds what a schema refuses
      rehearsal.config.ts:2:21: a value was refused here
        user.0: no text"
    `);
  });

  test('what Node says of JavaScript is told in the same way', () => {
    const folders = loads.map(([, text]) => plantBroken(text, 'mjs'));
    const script = `
      const { moduleLoader } = await import('./config/module-loader.js');
      const loader = moduleLoader({ entry: new URL('package-root.js', import.meta.url).href });
      const errors = [];
      for (const folder of JSON.parse(process.argv[2])) {
        const thrown = await loader.load(folder + '/rehearsal.config.mjs').then(() => undefined, (error) => error);
        errors.push(thrown instanceof Error ? { ...thrown, name: thrown.name, message: thrown.message, stack: thrown.stack } : thrown);
      }
      console.log(JSON.stringify(errors));`;
    const errors = JSON.parse(runAsBuilt(script, JSON.stringify(folders))) as readonly (string | Error)[];
    const told = errors.map((thrown, index) => {
      const error = typeof thrown === 'string' ? thrown : Object.assign(new Error(thrown.message), thrown);
      const root = folders[index] ?? '';
      const path = join(root, 'rehearsal.config.mjs');
      return `# ${loads[index]?.[0]}\n${formatProblem(moduleProblem(error, { path, root, cwd: root }))}`;
    });
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "# throws an error
      rehearsal.config.mjs:3:9: this threw while the file was loaded: data.csv is missing
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # throws no error
      rehearsal.config.mjs:1:1: this threw \`no\` while the file was loaded
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # throws where no column is known
      rehearsal.config.mjs:1:22: this threw while the file was loaded: no database
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # reads what is not there
      rehearsal.config.mjs:2:3: this threw while the file was loaded: ENOENT: no such file or directory, open '/nope.csv'
        Hint: mend it, or do what may fail in \`open\`, which is called for each session
      # uses an unknown name
      rehearsal.config.mjs:2:34: \`agnet\` is not defined
        Hint: import it, or mend its name
      # cannot be parsed
      rehearsal.config.mjs:2:34: this is no valid code: unexpected token
      # imports no file
      rehearsal.config.mjs:2:24: there is no file \`./agnet.mjs\`
        Hint: did you mean \`./agent.mjs\`?
      # imports no package
      rehearsal.config.mjs:2:24: the package \`@some/where\` is not installed
        Hint: install it: \`npm install @some/where\`
      # imports no export
      rehearsal.config.mjs:2:10: \`./agent.mjs\` does not export \`agent\`
        Hint: mend the name, or export it there
      # calls no export
      rehearsal.config.mjs:2:10: \`./agent.mjs\` does not export \`agent\`
        Hint: mend the name, or export it there
      # holds what a schema refuses
      rehearsal.config.mjs:2:21: a value was refused here
        user.0: no text"
    `);
  });

  test('one without a default export, or with another value', async () => {
    const none = plant({ 'rehearsal.config.mjs': 'export const config = {};', 'scenarios/a.yaml': scenario() });
    expect((await load(none)).told).toEqual([
      'rehearsal.config.mjs:1:1: no default export: write `export default defineConfig({ … })`\n' +
        '  Hint: put `export default` in the place of `export const config =`',
    ]);
    const typed = plant({ 'rehearsal.config.ts': '\nexport const seed: number = 1;', 'scenarios/a.yaml': scenario() });
    expect((await load(typed)).told[0]).toMatch(/^rehearsal\.config\.ts:2:1: no default export/);
    const list = plant({ 'rehearsal.config.mjs': 'export default [];', 'scenarios/a.yaml': scenario() });
    expect((await load(list)).told).toEqual([
      'rehearsal.config.mjs:1:1: found an empty list, expected an object with `agents`, `worlds`, `machines`, …',
    ]);
  });

  test('an agent that is undefined is asked for at the module that it is imported from', async () => {
    const root = plant({
      'rehearsal.config.ts': `import first, { second as renamed } from './agent.ts';
import { third } from "./agent.ts";
export default {
  agents: { first, mine: renamed, 'a.b': undefined, third },
};`,
      'agent.ts': 'export const none = 1;\n',
      'scenarios/a.yaml': scenario('agent: mine'),
    });
    expect((await load(root)).told.join('\n')).toMatchInlineSnapshot(`
      "rehearsal.config.ts:4:3: agents.a.b: is undefined
      rehearsal.config.ts:4:3: agents.third: is undefined; does \`./agent.ts\` export \`third\`?
      rehearsal.config.ts:4:3: agents.first: this is no agent: expected an object with \`name\`, \`adapter\` and \`open()\`
      rehearsal.config.ts:4:20: agents.mine: is undefined; does \`./agent.ts\` export \`second\`?"
    `);
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
        Known keys: \`agents\`, \`budgets\`, \`calibration\`, \`cassette\`, \`expect\`, \`gate\`, \`machines\`, \`models\`, \`personas\`, \`prices\`, \`reporters\`, \`runGate\`, \`scenarios\`, \`scorers\`, \`secrets\`, \`seed\`, \`worlds\`.
        Hint: did you mean \`agents\`?
      rehearsal.config.mjs:3:3: agents.broken: this is no agent: expected an object with \`name\`, \`adapter\` and \`open()\`
      rehearsal.config.mjs:4:13: worlds.orders: this is no world: expected an object with \`name\` and \`open()\`
      rehearsal.config.mjs:5:15: machines.buyer: this is no machine: expected a function
      rehearsal.config.mjs:6:3: scorers: found an object without keys, expected a list
      rehearsal.config.mjs:7:3: seed: found the number 1.5, expected a whole number from 0 to 4294967295
      rehearsal.config.mjs:8:11: gate.minPasRate: unknown key \`minPasRate\`
        Known keys: \`minPassRate\`, \`minPassRateLow\`, \`passHatK\`, \`scores\`.
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
      'scenarios/throws.scenario.mjs:2:9: this threw while the file was loaded: no\n' +
        '  Hint: mend it, or do what may fail in `open`, which is called for each session',
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
