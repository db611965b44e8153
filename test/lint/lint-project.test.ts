import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/domain/authoring/config.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { Stage } from '../../src/domain/verdicts/evidence.ts';
import { loadProject } from '../../src/files/load-project.ts';
import { loadTools } from '../../src/files/load-tools.ts';
import { lintProject } from '../../src/lint/lint-project.ts';
import { checkTool } from '../../src/lint/passes/vague-tools.ts';
import { standardPasses } from '../../src/lint/standard-passes.ts';
import { plant, said, scenario } from '../files/projects.ts';

const stages: Readonly<Record<string, readonly Stage[]>> = { said: ['generation'], calls: ['selection', 'arguments'] };
const calls = { ...said, type: 'calls', stages: ['selection'] as const };
const passes = standardPasses({
  stagesOf: ({ type }) => stages[type] ?? [],
  countWords: (text) => text.split(/\s+/).length,
  languageOf: (text) => (/\p{sc=Han}/u.test(text) ? 'zh' : 'en'),
});

async function lint(files: Readonly<Record<string, string>>, config: Config = {}): Promise<string[]> {
  const cwd = plant(files);
  const project = await loadProject({ cwd, paths: ['scenarios'], checks: { scorers: async () => [said, calls] } });
  expect(project.problems.map(formatProblem)).toEqual([]);
  const found = lintProject({ ...project, config, configFile: 'rehearsal.config.ts' }, passes);
  return found.map((problem) => `${problem.severity} ${formatProblem(problem)}`);
}

describe('checks', () => {
  test('[S2.19] a scenario that looks at tool calls alone gets the warning "no generation check"', async () => {
    const files = {
      'scenarios/routing-only.yaml': 'title: A\nuser: [ "Hello" ]\nexpect:\n  - { type: calls, text: x }\n',
    };
    expect(await lint(files)).toEqual([
      'warning scenarios/routing-only.yaml:3:1: expect: no generation check: nothing here looks at what the agent says\n' +
        '  Hint: add `- type: grounded`, which compares answers with what the tools gave back',
    ]);
    expect(await lint(files, { expect: [{ type: 'said', text: 'x' }] })).toEqual([]);
  });

  test('a scenario whose checks are all optional can never pass', async () => {
    const optional = 'title: A\nuser: [ "Hello" ]\nexpect:\n  - { type: said, text: x, required: false }\n';
    expect(await lint({ 'scenarios/a.yaml': optional })).toEqual([
      'warning scenarios/a.yaml:3:1: expect: no check is required, so no session of this scenario can pass\n' +
        '  Hint: take `required: false` away from one of them',
    ]);
    expect(await lint({ 'scenarios/a.yaml': scenario('  - { type: said, text: x, required: false }') })).toEqual([]);
  });
});

describe('tools', () => {
  test('[S2.05] a file of tools names `data`, and what else a model would have to guess', async () => {
    const { tools, places, problems } = await loadTools('test/fixtures/vague-tools.json', { cwd: process.cwd() });
    expect(problems).toEqual([]);
    const found = tools.flatMap((tool) =>
      checkTool(tool, { path: tool.path, placeOf: places.placeOf, severity: 'error' }),
    );
    expect(found.map((problem) => `${problem.severity} ${formatProblem(problem)}`).join('\n')).toMatchInlineSnapshot(`
      "error test/fixtures/vague-tools.json:13:20: [1].description: the tool \`process\` has no description
      warning test/fixtures/vague-tools.json:12:13: [1].name: \`process\` says nothing of what the tool does
      error test/fixtures/vague-tools.json:17:17: [1].parameters.properties.data: the parameter \`data\` of \`process\` does not say what it holds
        Hint: name what it holds, such as \`order_id\` or \`refund_amount\`
      error test/fixtures/vague-tools.json:17:17: [1].parameters.properties.data: the parameter \`data\` of \`process\` is an object of unknown keys
        Hint: list its \`properties\`
      error test/fixtures/vague-tools.json:18:19: [1].parameters.properties.amount: the parameter \`amount\` of \`process\` has no type: any value would do
        Hint: say \`type\`, \`enum\` or \`const\`"
    `);
  });

  test('tools in the shapes of providers are read, and what is no tool is told with its place', async () => {
    const wrapped = `{ "tools": [
  { "type": "function", "function": { "name": "pay", "description": "Pays.", "parameters": { "type": "object", "properties": { "payload": {} } } } },
  { "name": "ship", "description": "Ships.", "input_schema": { "type": "object", "properties": { "id": { "type": "string" } } } },
  { "nam": "x" },
  5
] }`;
    const cwd = plant({ 'tools.json': wrapped, 'none.json': '{}', 'empty.json': '[]' });
    const { tools, places, problems } = await loadTools('tools.json', { cwd });
    expect(tools.map(({ name, path }) => [name, path])).toEqual([
      ['pay', 'tools[0].function'],
      ['ship', 'tools[1]'],
    ]);
    expect(problems.map(formatProblem)).toEqual([
      'tools.json:4:5: tools[2].nam: unknown key `nam`\n  Hint: did you mean `name`?',
      'tools.json:5:3: tools[3]: found the number 5, expected an object with `name`',
    ]);
    const found = tools.flatMap((tool) =>
      checkTool(tool, { path: tool.path, placeOf: places.placeOf, severity: 'error' }),
    );
    expect(found.map(({ code, path, place }) => [code, path, place?.line])).toEqual([
      ['vague-parameter', 'tools[0].function.parameters.properties.payload', 2],
      ['untyped-parameter', 'tools[0].function.parameters.properties.payload', 2],
    ]);
    for (const file of ['none.json', 'empty.json']) {
      expect((await loadTools(file, { cwd })).problems.map(formatProblem)).toEqual([
        `${file}:1:1: expected a list of tools, each with \`name\`, \`description\` and \`parameters\``,
      ]);
    }
  });

  test('tools of a world, written in place or of the config, are warnings', async () => {
    const world =
      'world: { tools: [ { name: refund, description: Refunds., parameters: { input: { type: string } }, answers: [ { result: 1 } ] } ] }';
    const tool = { name: 'pay', description: 'Pays.', parameters: { type: 'object', properties: { value: {} } } };
    const open = () => ({ tools: [tool] }) as never;
    const found = await lint(
      { 'scenarios/a.yaml': scenario(world) },
      { worlds: { shop: { name: 'shop', fixed: [], open } } },
    );
    expect(found.map((text) => text.split('\n')[0])).toEqual([
      'warning rehearsal.config.ts:1:1: worlds.shop.pay.parameters.properties.value: the parameter `value` of `pay` does not say what it holds',
      'warning rehearsal.config.ts:1:1: worlds.shop.pay.parameters.properties.value: the parameter `value` of `pay` has no type: any value would do',
      'warning scenarios/a.yaml:5:79: world.tools[0].parameters.input: the parameter `input` of `refund` does not say what it holds',
    ]);
  });

  test('parameters in the short form have the type that they say, in one word too', async () => {
    const parameters =
      '{ order_id: string, amount: { type: number }, filters: object, properties: { type: array }, note: { description: A note. }, extra: true }';
    const world = `world: { tools: [ { name: refund, description: Refunds., parameters: ${parameters}, answers: [ { result: 1 } ] } ] }`;
    const found = await lint({ 'scenarios/a.yaml': scenario(world) });
    expect(found.map((text) => text.split('\n')[0]?.replace(/^.*world/, ''))).toEqual([
      '.tools[0].parameters.filters: the parameter `filters` of `refund` is an object of unknown keys',
      '.tools[0].parameters.note: the parameter `note` of `refund` has no type: any value would do',
      '.tools[0].parameters.extra: the parameter `extra` of `refund` has no type: any value would do',
    ]);
  });
});

describe('users', () => {
  test('a fact that the user never brings up', async () => {
    const files = {
      'scenarios/a.yaml': `title: A
facts: { said: "A-1001", filled: B, given: C, guarded: "5", unused: D, behaved: E }
user:
  - { script: [ "It is a-1001", "{{ filled }}", { say: "x", discloses: [ given ] } ] }
  - machine:
      initial: a
      states: { a: { say: "x", on: [ { when: { number: { is: guarded } }, go: b }, { go: b } ] }, b: { end: done } }
persona: { id: p, name: P, description: d, behaviours: [ { instruction: i, check: { disclosesOnlyWhenAsked: behaved } } ] }
expect: [ { type: said, text: x } ]
`,
      'scenarios/b.yaml': scenario('facts: { any: x }').replace('user: [ "Hello" ]', 'user: { persona: {} }'),
    };
    expect(await lint(files)).toEqual([
      'warning scenarios/a.yaml:2:61: facts.unused: the user never brings up the fact `unused`\n' +
        '  Hint: say `{{unused}}` in a message, or leave the fact out',
    ]);
  });

  test('written messages that break a behaviour of their persona', async () => {
    const files = {
      'scenarios/a.yaml': `title: A
facts: { who: "one two three four" }
user:
  - { script: [ "Is it {{who}}", "您好" ] }
  - machine: { initial: a, states: { a: { say: [ "My LAWYER asks", "ok" ], end: done } } }
persona:
  id: p
  name: P
  description: d
  behaviours:
    - { instruction: short, check: { maxWords: 5 } }
    - { instruction: english, check: { language: en-GB } }
    - { instruction: no threats, check: { mustNotMention: lawyer } }
    - { instruction: begins large, check: { pattern: "^(\\\\p{Lu}|您)" } }
    - { instruction: polite, check: { judge: polite? } }
expect: [ { type: said, text: x } ]
`,
    };
    expect((await lint(files)).join('\n')).toMatchInlineSnapshot(`
      "warning scenarios/a.yaml:4:17: user[0].script[0]: the persona \`p\` would not write this: it has 6 words, at most 5 fit
      warning scenarios/a.yaml:4:34: user[0].script[1]: the persona \`p\` would not write this: it is in \`zh\`, not in \`en-GB\`
      warning scenarios/a.yaml:5:50: user[1].machine.states.a.say[0]: the persona \`p\` would not write this: it mentions \`lawyer\`
      warning scenarios/a.yaml:5:68: user[1].machine.states.a.say[1]: the persona \`p\` would not write this: it does not match \`^(\\p{Lu}|您)\`"
    `);
  });

  test('states of a machine in code that no transition leads to', async () => {
    const graph = {
      initial: 'a',
      states: ['a', 'b', 'lost', 'island'].map((id) => ({ id, says: true, ends: false })),
      transitions: [
        { id: '1', from: 'a', to: 'b' },
        { id: '2', from: 'lost', to: 'island' },
        { id: '3', from: 'island', to: 'lost' },
      ],
    };
    const user = { driver: 'machine', fixed: [], graph, open: () => ({}) as never };
    expect(await lint({ 'scenarios/a.yaml': scenario() }, { machines: { buyer: () => user } })).toEqual([
      'warning rehearsal.config.ts:1:1: machines.buyer: no transition leads to the state `lost`',
      'warning rehearsal.config.ts:1:1: machines.buyer: no transition leads to the state `island`',
    ]);
  });
});
