import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

/** Readings of a gauge, four a day. */
const readings = Array.from({ length: 24 }, (_, index) => ({
  moment: `2025-03-1${Math.floor(index / 4)} ${String((index % 4) * 6).padStart(2, '0')}:00:00`,
  level_m: Number((2.11 + index * 0.173).toFixed(2)),
  flow: Number((31.7 + ((index * 7) % 24) * 1.31).toFixed(2)),
}));
const evidence = [{ kind: 'tool_result' as const, name: 'read_gauge', content: { readings } }];
const wrong = (answer: string): string[] =>
  checkGrounding({ evidence, answer })
    .claims.filter(({ reason }) => reason === 'wrong_record')
    .map(({ text }) => text);

test('a sentence that tells both ends of a field tells of many records', () => {
  const [first, last] = [readings[0], readings[9]];
  const other = readings[14];
  expect(
    wrong(`The level goes from ${first?.level_m} m to ${last?.level_m} m, with a flow of ${other?.flow}.`),
  ).toEqual([]);
});

test('of a day and what is told of it, the values are the strangers', () => {
  const [low, same] = [readings[5], readings[5]];
  expect(wrong(`On March 14, the level is ${low?.level_m} m and the flow is ${same?.flow}.`)).not.toContain('March 14');
});

test('what data foretells is no promise', () => {
  const { claims } = checkGrounding({ evidence, answer: 'The river will be calm.' });
  expect(claims.filter(({ kind }) => kind === 'promise')).toEqual([]);
});
