import { expect, test } from 'vitest';
import { ANSWER_FEATURES } from '../../../../src/scorers/grounding/combiner/answer-features.ts';
import { COMBINER } from '../../../../src/scorers/grounding/combiner/combiner-weights.ts';
import { logitOf, probabilityOf } from '../../../../src/scorers/grounding/combiner/logistic.ts';

test('odds are the first weight and the standardised values times theirs', () => {
  const model = { weights: [0.5, 2, -1], means: [1, 10], deviations: [0.5, 4] };
  expect(logitOf(model, [2, 14])).toBeCloseTo(0.5 + 2 * 2 - 1);
});

test('even odds are one half', () => {
  expect(probabilityOf(0)).toBe(0.5);
  expect(probabilityOf(3)).toBeCloseTo(1 - probabilityOf(-3));
});

test('the shipped weights fit the features', () => {
  expect(COMBINER.answer.weights).toHaveLength(ANSWER_FEATURES.length + 1);
  expect(COMBINER.answer.means).toHaveLength(ANSWER_FEATURES.length);
  expect(COMBINER.calibration.weights).toHaveLength(4);
});

test('a surer answer is more probable', () => {
  const sizes = [1.6, 1.1];
  const at = (logit: number) => probabilityOf(logitOf(COMBINER.calibration, [logit, ...sizes]));
  expect(at(2)).toBeGreaterThan(at(-2));
});
