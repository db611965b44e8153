import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const desk = started({ tools: [toolOf('list_berths', 'read', { description: 'Lists free berths.' })] });
const BERTHS = {
  berths: [
    { id: 'T-81', time: '08:40', date: '2026-01-22', pilot: 'Pilot Moor', fee: 31 },
    { id: 'T-82', time: '13:15', date: '2026-01-23', pilot: 'Pilot Reed', fee: 47 },
  ],
};

function wrongIn(answer: string): string[] {
  const transcript = transcriptOf(
    desk,
    user('Which berths are free on Thursday?'),
    call('list_berths', {}),
    result(BERTHS),
    agent(answer),
  );
  return tableLines(scoreWith(grounded, transcript)).filter((line) => /contradicted|unsupported/.test(line));
}

describe('an id in brackets right behind a value takes the value', () => {
  test.each([
    ['Two berths are free: 08:40 (T-81), 13:15 (T-82).'],
    ['Free are 08:40 with Pilot Moor (T-81), 13:15 with Pilot Reed (T-82).'],
    ['08:40 (T-81) and 13:15 (T-82).'],
    ['You can choose 08:40 [T-81] or 13:15 [T-82], as you like.'],
    ['We have these: 31 for 08:40 (T-81); 47 for 13:15 (T-82).'],
    ['上午八点四十（T-81）和下午一点一刻（T-82）。'],
    ['有 2 个泊位：08:40 Pilot Moor（T-81）、13:15 Pilot Reed（T-82）。'],
    ['有 2 个泊位：08:40 Pilot Moor（T-81），13:15 Pilot Reed（T-82）。'],
    ['有两个空位：上午8点40分（T-81），下午1点15分（T-82）。'],
    ['For T-81 it is 08:40, for T-82 it is 13:15.'],
    ['T-81 (08:40), T-82 (13:15).'],
    ['08:40 is gone by now, 13:15 (T-82) is free.'],
    ['有2个泊位:8:40（T-81）等。'],
    ['T-81 at 08:40 and T-82 at 13:15.'],
    ['The berths: T-81 - 08:40, T-82 - 13:15.'],
  ])('`%s` is right', (answer) => {
    expect(wrongIn(answer)).toEqual([]);
  });

  test.each([
    [
      'Two berths are free: 13:15 (T-81), 08:40 (T-82).',
      ['0 13:15 contradicted wrong_record', '0 08:40 contradicted wrong_record'],
    ],
    ['13:15 with Pilot Moor (T-81) is free.', ['0 13:15 contradicted wrong_record']],
    [
      '下午一点一刻（T-81）和上午八点四十（T-82）。',
      ['0 下午一点一刻 contradicted wrong_record', '0 上午八点四十 contradicted wrong_record'],
    ],
  ])('`%s` mixes records up', (answer, lines) => {
    expect(wrongIn(answer).filter((line) => !/ T-8\d /.test(line))).toEqual(lines);
  });
});
