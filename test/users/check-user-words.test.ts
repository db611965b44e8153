import { expect, test } from 'vitest';
import { Persona } from '../../src/domain/authoring/persona.ts';
import { checkUserWords } from '../../src/users/check-user-words.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { agentOf, play } from '../fixtures/session-parts.ts';

async function rehearse(lines: readonly string[], replies: readonly string[]) {
  const { transcript } = await play({
    user: scriptedUser(lines),
    agent: agentOf(async function* ({ turn }) {
      yield { type: 'text', text: replies[turn] ?? 'OK.' };
    }),
  });
  return transcript;
}

test('a scripted talk is looked at as well, turn by turn and at its end', async () => {
  const persona = Persona.parse({
    id: 'polite',
    name: 'Polite',
    description: 'd',
    behaviours: [{ instruction: 'Say please.', check: { mustMention: 'please' } }],
  });
  const transcript = await rehearse(
    ['Cancel order A-1001.', 'How can I help you?', 'My pin is 4711-22.'],
    ['Done.', 'What?', 'Shall I cancel B-2002 too?'],
  );
  const found = checkUserWords(transcript, {
    persona,
    goal: 'Orders A-1001 and C-3003 are cancelled.',
    facts: { pin: { value: '4711-22', disclosure: 'never' } },
  });
  expect(
    found.map(({ turn, effect, code, message, quote }) => `${turn} ${effect} ${code}: ${message} | ${quote}`),
  ).toMatchInlineSnapshot(`
    [
      "1 break spoke-as-agent: spoke as the agent | How can I help you?",
      "2 break hidden-fact: told the fact \`pin\`, which is never told | My pin is 4711-22.",
      "2 note left-question: ended while the agent waited for an answer | Shall I cancel B-2002 too?",
      "2 note goal-not-mentioned: ended without a word about \`C-3003\`, which its goal speaks of | Orders A-1001 and C-3003 are cancelled.",
      "2 correct broken-behaviour: never mentioned \`please\` (behaviour "Say please.") | ",
    ]
  `);
});

test('a good talk has nothing wrong with it', async () => {
  const transcript = await rehearse(
    ['Cancel order A-1001.', 'Yes.', 'Thanks.'],
    ['Shall I?', 'Done.', 'You are welcome.'],
  );
  expect(checkUserWords(transcript, { goal: 'Order A-1001 is cancelled.', language: 'en' })).toEqual([]);
});

test('a talk that was cut off by a limit is not held to its goal', async () => {
  const { transcript } = await play({
    user: scriptedUser(['Hello?', 'Are you there?', 'Well?']),
    scenario: { limits: { maxTurns: 1 } },
  });
  expect(checkUserWords(transcript, { goal: 'Order A-1001 is cancelled.' })).toEqual([]);
});

test('an empty transcript, and a silent user, have no words', async () => {
  expect(checkUserWords([])).toEqual([]);
});
