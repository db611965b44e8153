import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { Persona } from '../../src/domain/authoring/persona.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { UserDefinition } from '../../src/domain/authoring/user-definition.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { checkUser } from '../../src/users/check-user.ts';
import { createUser } from '../../src/users/create-user.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { linesOf, talkWith } from './talk-with.ts';

const machine = {
  initial: 'ask',
  states: { ask: { say: 'Where is {{order}}?', on: [{ go: 'leave' }] }, leave: { end: 'done' } },
};
const facts = { order: 'A-1001' };
const machines = {
  polite: ({ facts: known }: { facts: Readonly<Record<string, string>> }) =>
    machineUser(
      createMachine({
        initial: 'a',
        states: { a: { meta: { say: `Dear agent, ${known.order}?` }, on: { REPLY: 'b' } }, b: { type: 'final' } },
      }),
    ),
};

test.each<[string, unknown, string[]]>([
  ['lines', ['Where is {{order}}?', { say: 'Thanks.' }], ['Where is A-1001?', 'Thanks.', '(end: user_done)']],
  ['a script', { script: ['Hi.'] }, ['Hi.', '(end: user_done)']],
  ['a machine', { machine }, ['Where is A-1001?', '(end: user_done)']],
  ['a machine of the config', { machine: 'polite' }, ['Dear agent, A-1001?', '(end: user_done)']],
  ['a chain', [{ script: ['Hi.'] }, { machine }], ['Hi.', 'Where is A-1001?', '(end: user_done)']],
])('a user is made from %s', async (_, definition, lines) => {
  expect(linesOf(await talkWith(createUser(UserDefinition.parse(definition), { facts, machines })))).toEqual(lines);
});

test('every mistake of every part is told at once, with its path', () => {
  const definition = UserDefinition.parse([
    { script: ['Where is {{oder}}?'] },
    { machine: 'polit' },
    { machine: { ...machine, initial: 'sak' } },
    { persona: {} },
  ]);
  expect(() => createUser(definition, { facts, machines })).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: the simulated user cannot be used:
    user[0].script[0]: unknown fact \`oder\`
      Known: \`order\`.
      Hint: did you mean \`order\`?
    user[1].machine: unknown machine \`polit\`
      Known: \`polite\`.
      Hint: did you mean \`polite\`?
    user[2].machine.initial: unknown state \`sak\`
      Known: \`ask\`, \`leave\`.
      Hint: did you mean \`ask\`?
    user[3].persona: a persona user needs a model to speak for it
      Hint: name one in rehearsal.config.ts: \`models: { user: openaiModel({ … }) }\`
    user[3].persona: the scenario does not say which persona speaks
      Hint: add \`persona: rehearsal/terse\`, another name, or a persona written in place
    user[3].persona: a persona user without a goal does not know what to ask for
      Hint: add \`goal: …\` to the scenario: what the user wants to have reached when the talk ends]
  `);
  expect(checkUser(definition, { facts }).map(({ code }) => code)).toEqual(['unknown-fact', 'unknown-state']);
});

test('a script that is shorter than the least number of turns is refused, unless more parts follow', () => {
  expect(checkUser(['Hi.'], { minTurns: 2 }).map(({ code }) => code)).toEqual(['too-short']);
  expect(checkUser([{ script: ['Hi.'] }, { script: ['Ho.'] }], { minTurns: 2 })).toEqual([]);
});

const persona = Persona.parse({ id: 'a', name: 'A', description: 'Somebody.' });
const saying = (text: string) => scriptedModel([text]);

test.each([
  ['the one it names', { persona: { model: 'big' } }, { big: saying('big'), user: saying('user') }, 'big'],
  ['`user`', { persona: {} }, { big: saying('big'), default: saying('default'), user: saying('user') }, 'user'],
  ['`default`', { persona: {} }, { big: saying('big'), default: saying('default') }, 'default'],
  ['the only one', { persona: {} }, { big: saying('big') }, 'big'],
])('a persona speaks through a model: %s', async (_, definition, models, words) => {
  const user = createUser(UserDefinition.parse(definition), { persona, goal: 'g', models });
  expect(user.driver).toBe('persona');
  expect(linesOf(await talkWith(user))[0]).toBe(words);
});

test('what a persona user needs and does not find is told', () => {
  const check = (definition: unknown, options: Parameters<typeof checkUser>[1]) =>
    checkUser(UserDefinition.parse(definition), options).map(formatProblem).join('\n');
  const scenario = { goal: 'g', persona: 'terse' };
  expect(check({ persona: { model: 'smal' } }, { models: ['small', 'large'], scenario })).toMatchInlineSnapshot(`
    "user.persona.model: unknown model \`smal\`
      Known: \`small\`, \`large\`.
      Hint: did you mean \`small\`?"
  `);
  expect(check({ persona: {} }, { models: ['small', 'large'], scenario })).toMatchInlineSnapshot(`
    "user.persona: several models could speak for the persona: \`small\`, \`large\`
      Hint: say \`persona: { model: … }\`, or call one of them \`user\` or \`default\`"
  `);
  expect(check({ persona: { model: 'small' } }, { models: [], scenario })).toMatchInlineSnapshot(`
    "user.persona.model: unknown model \`small\`
      There is no model.
      Hint: name one in rehearsal.config.ts: \`models: { user: openaiModel({ … }) }\`"
  `);
  expect(check({ persona: {} }, { models: [], scenario: {} })).toMatchInlineSnapshot(`
    "user.persona: a persona user needs a model to speak for it
      Hint: name one in rehearsal.config.ts: \`models: { user: openaiModel({ … }) }\`
    user.persona: the scenario does not say which persona speaks
      Hint: add \`persona: rehearsal/terse\`, another name, or a persona written in place
    user.persona: a persona user without a goal does not know what to ask for
      Hint: add \`goal: …\` to the scenario: what the user wants to have reached when the talk ends"
  `);
  expect(check({ persona: {} }, {})).toBe('');
  expect(check([{ script: ['Hi.'] }, { persona: {} }], { models: ['a'], scenario })).toBe('');
});

test('a goal that tells a fact which is never told is warned of', () => {
  const hidden = { pin: { value: '4711-22', disclosure: 'never' as const } };
  const scenario = { goal: 'The pin 4711-22 is changed.', persona: 'terse' };
  const [problem] = checkUser({ persona: {} }, { facts: hidden, scenario });
  expect(problem).toMatchObject({ severity: 'warning', code: 'hidden-fact-in-goal' });
});

test("realism, goal, language and the least number of turns reach the persona; in a chain the last part's only", async () => {
  const options = { persona, goal: 'Order A-1001 is found.', language: 'de', minTurns: 3 };
  const model = scriptedModel(['Wo ist A-1001?', 'END', 'END']);
  const realism = { typos: 'many' as const };
  const alone = await talkWith(createUser({ persona: { realism } }, { ...options, models: { user: model } }), [
    'Hier.',
  ]);
  expect(linesOf(alone)[1]).toContain('wanted to end after 1 of at least 3 messages');
  expect(alone[0]!.trace.notes?.[0]).toContain('typos many');
  expect(model.calls[0]!.messages[0]!.content).toContain('Write German (de).');
  expect(model.calls[0]!.messages[0]!.content).toContain('Order A-1001 is found.');
  const first = createUser([{ persona: {} }, { script: ['Eins.', 'Zwei.'] }], {
    ...options,
    models: { user: scriptedModel(['Wo ist A-1001?', 'END']) },
  });
  expect(linesOf(await talkWith(first, ['Hier.']))).toEqual(['Wo ist A-1001?', 'Eins.', 'Zwei.', '(end: user_done)']);
});
