import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { UserDefinition } from '../../src/domain/authoring/user-definition.ts';
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
    user[3].persona: a persona user needs a model to speak for it, and this version has none to give it
      Hint: use a script or a machine for now: \`user: [ "…" ]\` or \`user: { machine: … }\`]
  `);
  expect(checkUser(definition, { facts }).map(({ code }) => code)).toEqual([
    'unknown-fact',
    'unknown-state',
    'persona-needs-model',
  ]);
});

test('a script that is shorter than the least number of turns is refused, unless more parts follow', () => {
  expect(checkUser(['Hi.'], { minTurns: 2 }).map(({ code }) => code)).toEqual(['too-short']);
  expect(checkUser([{ script: ['Hi.'] }, { script: ['Ho.'] }], { minTurns: 2 })).toEqual([]);
});
