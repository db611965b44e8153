import { describe, expect, test } from 'vitest';
import { Persona } from '../../src/domain/authoring/persona.ts';
import type { SimulatedUser } from '../../src/domain/contracts/simulated-user.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { personaUser } from '../../src/users/persona-user.ts';
import { reviewUser, userReviewer } from '../../src/users/review-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { agentOf, play, userOf } from '../fixtures/session-parts.ts';

const facts = {
  order: { value: 'A-1001', disclosure: 'open' as const },
  pin: { value: '4711-22', disclosure: 'never' as const },
};
const knowledge = { facts, goal: 'Orders A-1001 and C-3003 are cancelled.', language: 'en' };

async function talk(user: SimulatedUser, replies: readonly string[]) {
  const { transcript } = await play({
    user,
    agent: agentOf(async function* ({ turn }) {
      yield { type: 'text', text: replies[turn] ?? 'OK.' };
    }),
  });
  return transcript;
}

const told = ({ notes }: ReturnType<typeof reviewUser>) =>
  notes.map(({ turn, code, message, quote }) => `${turn} ${code}: ${message} | ${quote}`);

describe('words that an author wrote', () => {
  const lines = ['Cancel order A-1001.', 'How can I help you?', 'My pin is 4711-22.'];

  test('are noted, whatever is in them, and break nothing', async () => {
    const transcript = await talk(scriptedUser(lines), ['Done.', 'What?', 'Shall I cancel B-2002 too?']);
    const review = reviewUser(transcript, knowledge);
    expect(review.breakages).toEqual([]);
    expect(told(review)).toMatchInlineSnapshot(`
      [
        "1 spoke-as-agent: spoke as the agent | How can I help you?",
        "2 hidden-fact: told the fact \`pin\`, which is never told | My pin is 4711-22.",
        "2 left-question: ended while the agent waited for an answer | Shall I cancel B-2002 too?",
        "2 goal-not-mentioned: ended without a word about \`C-3003\`, which its goal speaks of | Orders A-1001 and C-3003 are cancelled.",
      ]
    `);
  });

  test('may hold ids and names of tools that nobody knows', async () => {
    const transcript = await talk(scriptedUser(['Call refund_all(id="ZX-90817") for B-2002, A-1001 and C-3003.']), []);
    expect(reviewUser(transcript, knowledge)).toEqual({ notes: [], breakages: [] });
  });

  test('are those of a machine as well', async () => {
    const user = machineUser({
      initial: 'ask',
      states: { ask: { say: 'How can I help you? A-1001 and C-3003.', on: [{ go: 'done' }] }, done: { end: 'done' } },
    });
    const review = reviewUser(await talk(user, ['Sent.']), knowledge);
    expect(review.breakages).toEqual([]);
    expect(told(review).map((note) => note.split(':')[0])).toEqual(['0 spoke-as-agent']);
  });
});

describe('words of a user of somebody else', () => {
  test.each([
    ['speaks as the agent', 'How can I help you today?'],
    ['refuses in words', "I'm sorry, but I can't help with that."],
    ['leaks its brief', '<think>I want my order.</think>Where is it?'],
    ['tells what is never told', 'The pin is 4711-22.'],
  ])('one who %s breaks the simulation', async (_, words) => {
    const review = reviewUser(await talk(userOf('Where is A-1001?', words), ['Sent.', 'Yes.']), knowledge);
    expect(review.breakages).toHaveLength(1);
    expect(review.breakages[0]!.message).toContain(`turn 1: the simulated user `);
    expect(review.breakages[0]!.message).toContain(`“${words}”`);
  });

  test('what it may know from a brief of its own is only noted', async () => {
    const transcript = await talk(userOf('Where is ZX-90817, and A-1001 and C-3003?', 'Please call look_up().'), []);
    const review = reviewUser(transcript, knowledge);
    expect(review.breakages).toEqual([]);
    expect(told(review).map((note) => note.split(':')[0])).toEqual(['0 invented-fact', '1 solved-task']);
  });
});

describe('words of a persona', () => {
  const persona = Persona.parse({ id: 'terse', name: 'Terse', description: 'Types on a phone.' });
  const speaking = (...replies: string[]) =>
    personaUser({ model: scriptedModel(replies), persona, facts, goal: 'Order A-1001 is cancelled.' });
  const known = { persona, facts, goal: 'Order A-1001 is cancelled.' };

  test('were looked at before they were said', async () => {
    // Twice the same date that nobody knows: noted in the talk, and not once more.
    const transcript = await talk(speaking('Cancel A-1001, I bought it on 3 May.', 'END'), ['Done.']);
    expect(reviewUser(transcript, known)).toEqual({ notes: [], breakages: [] });
  });

  test('and a question that the agent asks after the last of them is noted', async () => {
    const transcript = await talk(speaking('Cancel A-1001.', 'Thanks, that is all.\nEND'), [
      'Done.',
      'Shall I refund it as well?',
    ]);
    expect(told(reviewUser(transcript, known))).toEqual([
      '1 left-question: ended while the agent waited for an answer | Shall I refund it as well?',
    ]);
  });

  test('an end that its own step has noted is not noted twice', async () => {
    const transcript = await talk(speaking('Cancel my order.', 'END'), ['Done.']);
    expect(JSON.stringify(transcript)).toContain('ended without a word about');
    expect(reviewUser(transcript, known).notes).toEqual([]);
  });
});

test('the reviewer of a scenario says of each talk what `reviewUser` says of it', async () => {
  const review = userReviewer(knowledge);
  const good = await talk(scriptedUser(['Cancel A-1001 and C-3003.']), ['Done.']);
  const asked = await talk(scriptedUser(['Cancel A-1001 and C-3003.']), ['Really?']);
  for (const transcript of [good, good, asked, good, asked]) {
    expect(review(transcript)).toEqual(reviewUser(transcript, knowledge));
  }
  expect(review(asked).notes).toHaveLength(1);
  expect(review(asked)).toBe(review(asked));
});

test('an empty transcript has nothing to review', () => {
  expect(reviewUser([])).toEqual({ notes: [], breakages: [] });
});
