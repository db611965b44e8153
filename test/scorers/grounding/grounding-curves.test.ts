import { expect, test } from 'vitest';
import type { Score } from '../../../src/domain/verdicts/score.ts';
import { groundingPointsOf } from '../../../src/scorers/grounding/grounding-curves.ts';

const head = { id: 'g', scorer: 'grounded', stage: 'generation', required: true } as const;
const scored = { status: 'scored', value: 1, passed: true, reason: '', findings: [], metrics: {} } as const;

test('points are taken from grounded scores, turn by turn, without turns that held nothing', () => {
  const scores: Score[] = [
    {
      ...head,
      ...scored,
      findings: [],
      turns: [
        { turn: 1, metrics: { supported: 2, checkable: 3 } },
        { turn: 0, metrics: { supported: 0, checkable: 0 } },
      ],
    },
    { ...head, id: 'h', ...scored, findings: [], turns: [{ turn: 1, metrics: { supported: 1, checkable: 1 } }] },
    {
      ...head,
      scorer: 'calls',
      ...scored,
      findings: [],
      turns: [{ turn: 2, metrics: { supported: 1, checkable: 1 } }],
    },
    { ...head, status: 'not_applicable', reason: '' },
  ];
  expect(groundingPointsOf(scores)).toEqual([{ turn: 1, supported: 2, checkable: 3 }]);
});
