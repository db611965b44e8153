import { expect, test } from 'vitest';
import { fitLogistic, predict } from '../../scripts/train-grounding/fit-logistic.ts';
import { foldOf } from '../../scripts/train-grounding/measure-answers.ts';

const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({
  values: [value, value % 2],
  isPositive: value > 4 || value === 2,
  weight: 1,
}));

test('the fitted probabilities add up to the positives', () => {
  const model = fitLogistic(rows, { penalty: 0.5 });
  const sum = rows.reduce((total, { values }) => total + predict(model, values), 0);
  expect(sum).toBeCloseTo(5, 3);
});

test('what goes with positives raises the probability, and a penalty lowers its weight', () => {
  const mild = fitLogistic(rows, { penalty: 0.1 });
  const strict = fitLogistic(rows, { penalty: 20 });
  expect(predict(mild, [8, 0])).toBeGreaterThan(predict(mild, [1, 0]));
  expect(Math.abs(strict.weights[1] ?? 0)).toBeLessThan(Math.abs(mild.weights[1] ?? 0));
});

test('a group falls into the same fold every time, and groups fall into all of them', () => {
  const folds = ['heron', 'stork', 'crane', 'egret', 'ibis', 'bittern', 'spoonbill', 'rail'].map((name) =>
    foldOf(name, 3),
  );
  expect(folds).toEqual(
    ['heron', 'stork', 'crane', 'egret', 'ibis', 'bittern', 'spoonbill', 'rail'].map((name) => foldOf(name, 3)),
  );
  expect(new Set(folds)).toEqual(new Set([0, 1, 2]));
});
