import { expect, test } from 'vitest';
import { trajectoryOf } from '../../../src/domain/transcript/trajectory.ts';
import { turnsOf } from '../../../src/domain/transcript/turns.ts';
import { sessionReader } from '../../../src/scorers/grounding/session-reading.ts';
import { agent, call, result, transcriptOf, user } from '../../fixtures/transcripts.ts';

const inputOf = (price: number) => {
  const transcript = transcriptOf(user('P-1?'), call('find', { id: 'P-1' }), result({ price }), agent('It costs $5.'));
  const trajectory = trajectoryOf(transcript);
  return { transcript, trajectory, turns: turnsOf(transcript, trajectory) };
};

test('a session is read once, other sessions and other allowed texts apart from it', () => {
  const read = sessionReader();
  const input = inputOf(5);
  const reading = read(input);
  expect(read({ ...input })).toBe(reading);
  expect(read(inputOf(5))).not.toBe(reading);
  expect(read(input, ['The lamp costs $5.'])).not.toBe(reading);
  expect(sessionReader()(input)).not.toBe(reading);
});

test('answers and their claims are taken apart once', () => {
  const { answerOf, judgedIn } = sessionReader()(inputOf(5));
  const message = { turn: 0, seq: 9, text: 'It costs $5.' };
  expect(answerOf(message)).toBe(answerOf({ ...message }));
  expect(judgedIn(answerOf(message))).toBe(judgedIn(answerOf(message)));
});
