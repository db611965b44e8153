import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { Persona, Realism } from '../../src/domain/authoring/persona.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import { UserDefinition } from '../../src/domain/authoring/user-definition.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { createUser } from '../../src/users/create-user.ts';
import { personaChecks } from '../../src/users/persona-checks.ts';
import { readFencedBlocks } from '../docs/fenced-blocks.ts';
import { linesOf, talkWith } from './talk-with.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/persona-users.md`, 'utf8');
const blocks = readFencedBlocks('docs/persona-users.md', page).filter(({ language }) => language === 'yaml');
const library = readdirSync(`${root}/personas`).map((file) =>
  Persona.parse(parse(readFileSync(`${root}/personas/${file}`, 'utf8'))),
);

test('the scenario on the page makes a user who talks', async () => {
  const { user, facts, goal } = Scenario.parse(parse(blocks[0]!.text));
  const persona = library.find(({ id }) => id === 'discreet')!;
  const models = { user: scriptedModel(['When does order A-1001 arrive?', 'END']) };
  const moves = await talkWith(createUser(user, { facts, goal, persona, models }), ['On Monday.']);
  expect(linesOf(moves)).toEqual(['When does order A-1001 arrive?', '(end: user_done)']);
});

test('the other blocks are users as well, or behaviours of a persona', () => {
  const others = blocks.slice(1).map(({ text }) => parse(text) as { user?: unknown; behaviours?: unknown });
  const definitions = others.filter(({ user }) => user !== undefined);
  expect(definitions.map(({ user }) => UserDefinition.safeParse(user).success)).toEqual([true, true]);
  const [{ behaviours } = {}, ...more] = others.filter(({ user }) => user === undefined);
  const persona = Persona.parse({ id: 'bender', name: 'Bender', description: 'Bends.', behaviours });
  expect(personaChecks(persona)).toHaveLength(1);
  expect(more).toEqual([]);
});

test('every key of realism, and every value of it, has its line', () => {
  for (const [key, schema] of Object.entries(Realism.shape)) {
    const line = page.split('\n').find((text) => text.startsWith(`| \`${key}\` |`)) ?? '';
    expect(line, key).not.toBe('');
    const { anyOf = [] } = z.toJSONSchema(schema) as { anyOf?: { enum?: string[] }[] };
    const choices = anyOf.flatMap((part) => part.enum ?? []);
    expect(choices.length > 1 || key === 'mixes', key).toBe(true);
    for (const choice of choices) expect(line).toContain(`\`${choice}\``);
  }
});

test.each(library.map((persona) => [persona.id, persona] as const))(
  'the shipped persona `%s` can be spoken for',
  async (_, persona) => {
    const model = scriptedModel(['…', '…'], { after: 'stick' });
    await talkWith(createUser({ persona: {} }, { persona, goal: 'Something.', models: { user: model } }));
    const [{ content } = { content: '' }] = model.calls[0]!.messages;
    for (const { instruction } of persona.behaviours) expect(content).toContain(instruction);
    expect(content).toContain(persona.description);
  },
);
