import { describe, expect, test } from 'vitest';
import { functionModel } from '../../../src/llm/function-model.ts';
import { play, saying } from '../../fixtures/session-parts.ts';
import { personaOf, talk, terse } from './persona-talk.ts';

const ask = 'Where is order A-1001?';

describe('words that no user would say', () => {
  test.each([
    ['[F31] an offer of help', 'How can I help you today?'],
    ['[F31] the role in Chinese', '您好，请问有什么可以帮您？'],
    ['[F31] a label', 'Assistant: Your order is on its way.'],
    ['[A14] reasoning', '<think>The user wants its order.</think> Where is it?'],
    ['[A14] the brief', 'As a simulated user, I ask for my order.'],
    ['[F32] an invented id', 'It is order ZX-90817.'],
  ])('%s is asked for again, and never reaches the agent', async (_, words) => {
    const { lines, moves } = await talk([ask, words, 'When does it come?', 'END'], ['Sent.', 'Soon.']);
    expect(lines).toEqual([ask, 'When does it come?', '(end: user_done)']);
    expect(moves[1]!.trace.notes).toHaveLength(1);
    expect(moves[1]!.trace.notes![0]).toMatch(/^asked again: /);
  });

  test('[F31] [A14] twice in a row makes the session invalid with the turn quoted', async () => {
    const model = functionModel(({ turn }) => (turn === 0 ? ask : 'How can I help you today?'));
    const { end, transcript } = await play({ user: personaOf(model), agent: saying('Sent.') });
    expect(end).toMatchObject({ reason: 'user_error' });
    expect(end.detail).toMatchInlineSnapshot(
      `"turn 1: the simulated user spoke as the agent: “How can I help you today?”, also when it was asked again"`,
    );
    expect(transcript.filter((event) => event.type === 'user_message')).toHaveLength(1);
  });

  test('[A14] leaked reasoning makes the session invalid with the turn quoted', async () => {
    const { lines, moves } = await talk([ask, '<think>Hm.</think>ok', '<think>Well.</think>ok'], ['Sent.']);
    expect(moves[1]).toMatchObject({ kind: 'broken', reason: 'user_error' });
    expect(lines[1]).toMatchInlineSnapshot(
      `"(broken: turn 1: the simulated user wrote its reasoning into the message (let the model's endpoint keep reasoning apart, or turn it off): “<think>Well.</think>ok”, also when it was asked again)"`,
    );
  });

  test("[F30] replying 'ok' forever breaks the simulation", async () => {
    const model = functionModel(({ turn }) => (turn === 0 ? ask : 'ok'));
    const { end, turns } = await play({
      user: personaOf(model),
      agent: saying('It arrives on Monday. Anything else?'),
    });
    expect(end).toMatchObject({ reason: 'user_error' });
    expect(end.detail).toMatchInlineSnapshot(
      `"turn 3: the simulated user said the same thing three times: “ok”, also when it was asked again"`,
    );
    expect(turns).toBe(3);
  });

  test('[F32] an id that the agent named first is no invention', async () => {
    const { lines } = await talk([ask, 'Is ZX 90817 the parcel?', 'END'], ['Parcel ZX-90817 has it.', 'Yes.']);
    expect(lines).toEqual([ask, 'Is ZX 90817 the parcel?', '(end: user_done)']);
  });
});

describe('words that could be better', () => {
  const short = { ...terse, behaviours: [{ instruction: 'Few words.', check: { maxWords: 5 } }] };

  test('a broken behaviour is asked for again, and noted when it comes again', async () => {
    const long = 'I would like to know where my order A-1001 is.';
    const once = await talk([long, ask, 'END'], ['Sent.'], { persona: short });
    expect(once.lines).toEqual([ask, '(end: user_done)']);
    const twice = await talk([long, long, 'END'], ['Sent.'], { persona: short });
    expect(twice.lines).toEqual([long, '(end: user_done)']);
    expect(twice.moves[0]!.trace.notes).toMatchInlineSnapshot(`
      [
        "manner: opening question, disclosure gradual",
        "asked again: wrote 11 words, and at most 5 are allowed (behaviour "Few words."): “I would like to know where my order A-1001 is.”",
        "kept all the same: wrote 11 words, and at most 5 are allowed (behaviour "Few words."): “I would like to know where my order A-1001 is.”",
      ]
    `);
  });

  test('the first words are taken when the second ones cannot be used at all', async () => {
    const long = 'I would like to know where my order A-1001 is.';
    const { lines } = await talk([long, 'How can I help you?', 'END'], ['Sent.'], { persona: short });
    expect(lines).toEqual([long, '(end: user_done)']);
  });

  test('what had to be mentioned is asked for before the end', async () => {
    const persona = { ...terse, behaviours: [{ instruction: 'Say please.', check: { mustMention: 'please' } }] };
    const { lines, model } = await talk([ask, 'END', 'Send me the date, please.', 'END'], ['Sent.', 'Monday.'], {
      persona,
    });
    expect(lines).toEqual([ask, 'Send me the date, please.', '(end: user_done)']);
    expect(model.calls[2]!.messages.at(-1)!.content).toContain('never mentioned `please`');
  });

  test('a fact that waits for a question is asked back when nobody asked for it', async () => {
    const { lines } = await talk([`${ask} kim@example.com`, ask, 'END'], ['Sent.']);
    expect(lines).toEqual([ask, '(end: user_done)']);
  });

  test('what only a judge can check is noted at the start', async () => {
    const persona = { ...terse, behaviours: [{ instruction: 'Be kind.', check: { judge: 'Is it kind?' } }] };
    const { moves } = await talk([ask, 'END'], ['Sent.'], { persona });
    expect(moves.map(({ trace }) => trace.notes)).toMatchInlineSnapshot(`
      [
        [
          "manner: opening question, disclosure gradual, length medium",
          "left to a judge after the talk: "Be kind."",
        ],
        undefined,
      ]
    `);
  });

  test('an amount or a date that it has from nowhere is only noted', async () => {
    const { lines, moves } = await talk(['I paid $49.90 on 3 May for A-1001, where is it?', 'END'], ['Sent.']);
    expect(lines[0]).toBe('I paid $49.90 on 3 May for A-1001, where is it?');
    expect(moves[0]!.trace.notes?.slice(1)).toEqual([
      'named a date that it has from nowhere: “3 May”',
      'named an amount that it has from nowhere: “49.90”',
    ]);
  });
});
