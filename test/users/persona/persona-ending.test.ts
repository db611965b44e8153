import { describe, expect, test } from 'vitest';
import { functionModel } from '../../../src/llm/function-model.ts';
import { scriptedModel } from '../../../src/llm/scripted-model.ts';
import { play, saying } from '../../fixtures/session-parts.ts';
import { openSession } from '../talk-with.ts';
import { personaOf, talk } from './persona-talk.ts';

const ask = 'Where is order A-1001?';

describe('the end marker', () => {
  test.each(['END', 'END.', 'end', '[END]', '**END**', '【END】', 'ＥＮＤ。', '`END`', 'END!', '<<END>>', 'END 👍'])(
    '[A6] `%s` alone ends the talk',
    async (marker) => {
      const { lines } = await talk([ask, marker], ['It arrives on Monday.']);
      expect(lines).toEqual([ask, '(end: user_done)']);
    },
  );

  test('[A6] inside a sentence it is a word', async () => {
    const words = 'I need it before the END of the month, is that possible?';
    const { lines } = await talk([ask, words, 'END'], ['It arrives soon.', 'Yes.']);
    expect(lines).toEqual([ask, words, '(end: user_done)']);
  });

  test('[A6] words above it are said, and the talk ends after the reply to them', async () => {
    const model = scriptedModel([ask, 'Thanks, that is all.\nEND']);
    const { transcript, end } = await play({ user: personaOf(model), agent: saying('It arrives on Monday.') });
    expect(end).toMatchObject({ reason: 'user_done', detail: 'the persona said END' });
    const words = transcript.flatMap((event) =>
      event.type === 'user_message' || event.type === 'agent_message' ? [event.text] : [],
    );
    expect(words).toEqual([ask, 'It arrives on Monday.', 'Thanks, that is all.', 'It arrives on Monday.']);
  });

  test.each(['GIVE UP', 'give up.', '[GIVE UP]', '**Give up**', '`GIVE UP`', 'I give up!'])(
    '`%s` is an end as well, of another kind',
    async (marker) => {
      const { lines, moves } = await talk([ask, marker], ['I cannot say.']);
      expect(lines).toEqual([ask, '(end: user_gave_up)']);
      expect(moves.at(-1)).toMatchObject({ end: { detail: 'the persona said GIVE UP' } });
    },
  );

  test('the end marker of the agent ends nothing', async () => {
    const { lines } = await talk([ask, 'Is that all you have to say?', 'END'], ['END', 'It arrives on Monday.']);
    expect(lines).toEqual([ask, 'Is that all you have to say?', '(end: user_done)']);
  });
});

describe('an end that comes too early', () => {
  test("[F33] 'Shall I cancel order 7?' → 'yes' + stop: the stop is held until the agent has done it", async () => {
    const { lines, moves, model } = await talk(
      ['Cancel my order A-1001.', 'yes\nEND'],
      ['Shall I cancel order A-1001?', 'Done, it is cancelled.'],
    );
    expect(lines).toEqual(['Cancel my order A-1001.', 'yes', '(end: user_done)']);
    expect(moves[1]!.trace.notes).toEqual([
      'wanted to end with the answer to a question, and waits for the outcome: “Shall I cancel order A-1001?”',
    ]);
    expect(moves[2]).toMatchObject({ end: { detail: 'the persona said END, and was answered' } });
    expect(model.calls).toHaveLength(2);
  });

  test.each([
    ['another question', 'Really, you cannot undo it. Are you sure?'],
    ['a promise', 'One moment, please.'],
    ['a promise in Chinese', '好的，请稍等。'],
  ])('[F33] a held stop goes on being held by %s', async (_, reply) => {
    const { lines } = await talk(
      ['Cancel my order A-1001.', 'yes\nEND', 'Yes, go ahead.', 'END'],
      ['Shall I cancel order A-1001?', reply, 'It is cancelled.'],
    );
    expect(lines).toEqual(['Cancel my order A-1001.', 'yes', 'Yes, go ahead.', '(end: user_done)']);
  });

  test('[F33] "yes, go ahead" is not a goodbye', async () => {
    const { lines } = await talk(
      ['Cancel my order A-1001.', 'Yes, go ahead, thank you, bye.', 'END'],
      ['Shall I cancel it?', 'It is cancelled.'],
    );
    expect(lines).toEqual(['Cancel my order A-1001.', 'Yes, go ahead, thank you, bye.', '(end: user_done)']);
  });

  test('[F33] an end without an answer to the last question is refused once, and then breaks the simulation', async () => {
    const said = ['Shall I cancel order A-1001?', 'It is cancelled.'];
    const again = await talk(['Cancel my order A-1001.', 'END', 'Yes.', 'END'], said);
    expect(again.lines).toEqual(['Cancel my order A-1001.', 'Yes.', '(end: user_done)']);
    const broken = await talk(['Cancel my order A-1001.', 'END', 'END'], said);
    expect(broken.lines[1]).toMatchInlineSnapshot(
      `"(broken: turn 1: the simulated user wanted to end while the agent waits for the answer to "Shall I cancel order A-1001?", also when it was asked again)"`,
    );
  });

  test.each([
    'Anything else I can help you with?',
    'Is there something else?',
    '请问还有什么可以帮您？',
    'Let me know if anything is unclear.',
    'Was that helpful?',
    '如果还有问题，请告诉我。',
  ])('a closing offer may stay unanswered: %s', async (offer) => {
    const { lines } = await talk([ask, 'END'], [`It arrives on Monday. ${offer}`]);
    expect(lines).toEqual([ask, '(end: user_done)']);
  });

  test('who has lost patience may leave a question open', async () => {
    const { lines } = await talk([ask, 'GIVE UP'], ['What is your order number?']);
    expect(lines).toEqual([ask, '(end: user_gave_up)']);
  });

  test('leaving an agent at work is refused, and noted when it is insisted on', async () => {
    const { lines, moves } = await talk([ask, 'END', 'END'], ['Let me check that for you.']);
    expect(lines).toEqual([ask, '(end: user_done)']);
    expect(moves[1]!.trace.notes).toMatchInlineSnapshot(`
      [
        "asked again: wanted to end while the agent was still at work",
        "kept all the same: wanted to end while the agent was still at work",
      ]
    `);
  });

  test('an end before the first word breaks the simulation', async () => {
    expect((await talk(['END', 'END'])).lines).toMatchInlineSnapshot(`
      [
        "(broken: turn 0: the simulated user wanted to end before it had said anything, also when it was asked again)",
      ]
    `);
  });

  test('an end before `minTurns` is refused, and a marker under words waits', async () => {
    const more = { minTurns: 3 };
    const { lines, moves, model } = await talk(
      [ask, 'Thank you for the news.\nEND', 'END', 'And who brings it?', 'END'],
      ['It arrives.', 'On Monday.', 'The post does.'],
      more,
    );
    expect(lines).toEqual([ask, 'Thank you for the news.', 'And who brings it?', '(end: user_done)']);
    expect(moves[1]!.trace.notes).toEqual([
      'wanted to end before message 3, and has to go on: “Thank you for the news.”',
    ]);
    expect(model.calls[3]!.messages.at(-1)!.content).toContain('wanted to end after 2 of at least 3 messages');
    expect((await talk([ask, 'END', 'END'], ['It arrives.'], more)).lines[1]).toContain('(broken: turn 1:');
  });

  test('what the goal speaks of and nobody mentioned is noted', async () => {
    const goal = 'Orders A-1001 and B-2002 are cancelled by 3 May.';
    const { moves } = await talk(['Cancel a1001, please.', 'END'], ['It is cancelled.'], { goal });
    expect(moves[1]!.trace.notes).toEqual([
      `ended without a word about \`3 May\`, which its goal speaks of: “${goal}”`,
      `ended without a word about \`B-2002\`, which its goal speaks of: “${goal}”`,
    ]);
    const said = await talk(['Cancel order-A1001, please.', 'END'], ['It is cancelled.'], {
      goal: 'A-1001 is cancelled.',
    });
    expect(said.moves[1]!.trace.notes).toBeUndefined();
  });
});

describe('patience', () => {
  const impatient = { persona: { id: 'a', name: 'A', description: 'Waits for nobody.', patience: 2 } };

  test.each([
    ['nothing', ['', '']],
    ['the same again', ['I cannot help.', 'I cannot help!', 'i cannot help']],
    [
      'the same with another word',
      [
        'Sorry, I am not able to find anything about that order of yours.',
        'Sorry, I am not able to find anything about that order of yours now.',
        'Sorry, I am still not able to find anything about that order of yours.',
      ],
    ],
  ])('answers that bring nothing new use it up: %s', async (_, said) => {
    const words = [ask, 'Could you look again?', 'Please try once more.'].slice(0, said.length);
    const { lines, moves } = await talk(words, said, impatient);
    expect(lines).toEqual([...words, '(end: user_gave_up)']);
    expect(moves.at(-1)).toMatchObject({ end: { detail: '2 answers in a row brought nothing new (patience 2)' } });
  });

  test('a notice of the world is progress, whatever the agent says', async () => {
    const model = scriptedModel([ask, 'Could you look again?', 'And now?', 'END']);
    const session = openSession(personaOf(model, impatient));
    await session.next({ turn: -1, texts: [], notices: [] });
    for (const [turn, notices] of [[], ['The parcel is here.'], []].entries()) {
      expect((await session.next({ turn, texts: ['I cannot help.'], notices })).kind).not.toBe('broken');
    }
    expect(model.calls).toHaveLength(4);
  });

  test('the same sentence with a new value in it is progress', async () => {
    const said = [10001, 10002, 10003].map(
      (parcel) => `I have looked at the parcel with the number ${parcel} and I found nothing in it for you.`,
    );
    const words = [ask, 'And the next one?', 'And the last one?', 'END'];
    expect((await talk(words, said, impatient)).lines.at(-1)).toBe('(end: user_done)');
  });

  test('a new value or a new sentence gives it back', async () => {
    const said = ['I cannot help.', 'I cannot help.', 'It is parcel 77001.', 'I cannot help.', 'It arrives soon.'];
    const words = [ask, 'Why not?', 'And the parcel?', 'When does it come?', 'Which day?', 'END'];
    expect((await talk(words, said, impatient)).lines.at(-1)).toBe('(end: user_done)');
  });

  test('it does not run out before `minTurns`', async () => {
    const { lines } = await talk([ask, 'Why?', 'Really?', 'But why?'], ['No.', 'No.', 'No.', 'No.'], {
      ...impatient,
      minTurns: 4,
    });
    expect(lines).toEqual([ask, 'Why?', 'Really?', 'But why?', '(end: user_gave_up)']);
  });
});

test('[F34] a persona that never stops is stopped by the limit of turns', async () => {
  const model = functionModel(({ turn }) => `And what about point number ${turn}?`);
  const { end, turns } = await play({
    user: personaOf(model),
    agent: saying('It is fine.'),
    scenario: { limits: { maxTurns: 7 } },
  });
  expect(end.reason).toBe('max_turns');
  expect(turns).toBe(7);
});
