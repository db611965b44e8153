import { expect, test } from 'vitest';
import type { GroundingPoint, RunResult } from '../../../../src/domain/verdicts/run-result.ts';
import { paletteOf } from '../../../../src/reporters/terminal/palette.ts';
import { groundingOfTrials } from '../../../../src/reporters/terminal/totals/grounding-of-trials.ts';
import { keyOf, resultOf, runOf } from '../../../fixtures/results.ts';

const look = { columns: 60, palette: paletteOf(false) };
const points = (...supported: number[]): GroundingPoint[] =>
  supported.map((count, turn) => ({ turn, supported: count, checkable: 10 }));

test('each scenario with several trials has its curve, wrapped between turns', () => {
  const run = runWith({ refund: points(10, 8), 'order-status': points(10, 9, 9, 7, 0) });
  expect(groundingOfTrials(run, look).join('\n')).toMatchInlineSnapshot(`
    "grounding by turn: values in answers that the evidence supports
      refund        turn 0: 100 % of 10, turn 1: 80 % of 10
      order-status  turn 0: 100 % of 10, turn 1: 90 % of 10,
                    turn 2: 90 % of 10, turn 3: 70 % of 10,
                    turn 4: 0 % of 10"
  `);
});

test('scenarios that ran once or in which nothing was checkable have none', () => {
  const { grounding, scenarios } = runWith({ refund: points(10), quiet: [] });
  expect(
    groundingOfTrials({ grounding, scenarios: scenarios.filter(({ scenario }) => scenario === 'quiet') }, look),
  ).toEqual([]);
  expect(groundingOfTrials({ grounding, scenarios: scenarios.map((one) => ({ ...one, sessions: 1 })) }, look)).toEqual(
    [],
  );
});

test('of many scenarios ten are told', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s-${index}`, points(9)]));
  const lines = groundingOfTrials(runWith(many), look);
  expect([lines.length, lines.at(-1)]).toEqual([12, '  … and 2 more: --report grounding']);
});

function runWith(curves: Readonly<Record<string, GroundingPoint[]>>): RunResult {
  const results = Object.keys(curves).flatMap((scenario) => [0, 1].map((trial) => resultOf(keyOf(scenario, trial))));
  const scenarios = Object.entries(curves).map(([scenario, turns]) => ({ scenario, turns }));
  return runOf(results, { grounding: { run: [], scenarios } });
}
