import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Limits } from '../../src/domain/authoring/limits.ts';
import { Persona } from '../../src/domain/authoring/persona.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import { readYaml } from '../../src/files/yaml/read-yaml.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { checkUser } from '../../src/users/check-user.ts';
import { checkWorldDefinition } from '../../src/worlds/check-world-definition.ts';
import { readFencedBlocks } from '../docs/fenced-blocks.ts';
import { load, plant, scenario } from './projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readPage = (name: string) => readFileSync(`${root}/docs/${name}.md`, 'utf8');
const blocks = ['writing-a-scenario', 'writing-a-persona'].flatMap((name) =>
  readFencedBlocks(`${name}.md`, readPage(name)).filter(({ language }) => language === 'yaml'),
);
const checks = {
  scorers: async () => builtInScorers,
  user: (definition: Parameters<typeof checkUser>[0], { facts }: Scenario) => checkUser(definition, { facts }),
  world: checkWorldDefinition,
};

describe('every block of yaml on the pages loads', () => {
  test.each(blocks.map((block) => [`${block.path}:${block.line}`, block] as const))('%s', async (_place, block) => {
    const { value } = await readYaml(block.text, 'block.yaml');
    const { id = 'a', ...keys } = value as { id?: string };
    const isPersona = 'name' in keys;
    // A fragment stands in an otherwise complete file.
    const base = ['title: A', 'user: [ "Hello" ]', 'expect: [ { type: grounded } ]', ''];
    const text = block.marks.includes('fragment')
      ? `${base.filter((line) => !Object.keys(keys).includes(line.split(':')[0] ?? '')).join('\n')}${block.text}`
      : block.text;
    const library = plant({ 'terse.yaml': 'name: Terse\ndescription: d\n' });
    const terse = { 'personas/terse.yaml': 'name: Terse\ndescription: d\n' };
    const files = isPersona
      ? { [`personas/${id}.yaml`]: text, 'scenarios/a.yaml': scenario(`persona: ${id}`) }
      : { ...terse, [`scenarios/${id}.yaml`]: text };
    const { told, scenarios } = await load(plant(files), { checks, library });
    expect(told).toEqual([]);
    expect(scenarios).toHaveLength(1);
  });
});

describe('every key has its line and its default', () => {
  test.each([
    ['writing-a-scenario', Scenario.shape],
    ['writing-a-scenario', Limits.shape],
    ['writing-a-persona', Persona.shape],
  ])('%s', (page, shape) => {
    const lines = readPage(page).split('\n');
    const missing = Object.keys(shape).filter(
      (key) => key !== '$schema' && !lines.some((line) => line.startsWith(`| \`${key}\` |`)),
    );
    expect(missing).toEqual([]);
    for (const [key, schema] of Object.entries(shape)) {
      const parsed = schema.safeParse(undefined);
      if (!parsed.success || parsed.data === undefined || key === 'limits' || key === 'user') continue;
      const told = typeof parsed.data === 'object' ? JSON.stringify(parsed.data) : String(parsed.data);
      const defaults = lines.filter((one) => one.startsWith(`| \`${key}\` |`)).map((one) => one.split('|')[2]?.trim());
      expect(defaults, key).toContain(`\`${told}\``);
    }
  });
});

test('problems of the pages would be told', async () => {
  const { problems } = await load(plant({ 'scenarios/a.yaml': scenario('asert: []') }), { checks });
  expect(problems.map(formatProblem)).toHaveLength(1);
});
