import { expect, test } from 'vitest';
import { paletteOf } from '../../../src/reporters/terminal/palette.ts';
import { userNotes } from '../../../src/reporters/terminal/user-notes.ts';
import { keyOf, resultOf } from '../../fixtures/results.ts';
import { agent, event, transcriptOf, user } from '../../fixtures/transcripts.ts';

const step = (notes: string[]) =>
  event({
    type: 'user_step',
    driver: 'persona',
    part: 0,
    left: [],
    entered: [],
    transitions: [],
    guards: [],
    captures: [],
    disclosed: [],
    notes,
  });
const transcript = transcriptOf(step(['manner: opening question']), user('Where is it?'), agent('Shall I look?'));
const note = (turn: number, quote: string) => ({
  turn,
  code: 'left-question',
  message: 'ended while the agent waited for an answer',
  quote,
});
const look = { columns: 60, palette: paletteOf(false) };

test('what was odd is told by turn, with its words, and nothing is told of a user without notes', () => {
  const result = resultOf(keyOf('a'), { transcript, userNotes: [note(1, 'Shall I look?'), note(0, '')] });
  expect(userNotes(result, { ...look, isWhole: false }).join('\n')).toMatchInlineSnapshot(`
    "simulated user
      turn 0: ended while the agent waited for an answer
      turn 1: ended while the agent waited for an answer: “Shall
        I look?”"
  `);
  expect(userNotes(resultOf(keyOf('a'), { transcript }), { ...look, isWhole: false })).toEqual([]);
});

test('where everything is told, what the user noted while it talked is told as well', () => {
  const result = resultOf(keyOf('a'), { transcript, userNotes: [note(0, 'Shall I look?')] });
  expect(userNotes(result, { ...look, isWhole: true }).join('\n')).toMatchInlineSnapshot(`
    "simulated user
      turn 0: manner: opening question
      turn 0: ended while the agent waited for an answer: “Shall
        I look?”"
  `);
});

test('many notes are cut with a count, and words that are hostile are shown as they are written', () => {
  const result = resultOf(keyOf('a'), {
    transcript,
    userNotes: Array.from({ length: 9 }, () => note(0, '\u001b[2Jhi')),
  });
  const lines = userNotes(result, { ...look, isWhole: false });
  expect(lines.at(-1)).toBe('  and 3 more notes');
  expect(lines.join('')).not.toContain('\u001b');
});
