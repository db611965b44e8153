import { type Logistic, logitOf, probabilityOf } from '../../src/scorers/grounding/combiner/logistic.ts';

export type Row = { values: readonly number[]; isPositive: boolean; weight: number };

/** Logistic regression by Newton's method, with a penalty on all weights but the first; deterministic. */
export function fitLogistic(rows: readonly Row[], { penalty }: { penalty: number }): Logistic {
  const width = rows[0]?.values.length ?? 0;
  const means = columns(width, (at) => rows.reduce((sum, { values }) => sum + at_(values, at), 0) / rows.length);
  const deviations = columns(width, (at) => {
    const squares = rows.reduce((sum, { values }) => sum + (at_(values, at) - at_(means, at)) ** 2, 0);
    return Math.sqrt(squares / rows.length) || 1;
  });
  const inputs = rows.map(({ values }) => [
    1,
    ...values.map((value, at) => (value - at_(means, at)) / at_(deviations, at)),
  ]);
  let weights: number[] = new Array(width + 1).fill(0);
  for (let round = 0; round < 50; round += 1) {
    const step = newtonStep(rows, inputs, { weights, penalty });
    weights = weights.map((weight, at) => weight - at_(step, at));
    if (Math.max(...step.map(Math.abs)) < 1e-9) break;
  }
  return { weights: weights.map(rounded), means: means.map(rounded), deviations: deviations.map(rounded) };
}

/** Probability of a row by a fitted model. */
export function predict(model: Logistic, values: readonly number[]): number {
  return probabilityOf(logitOf(model, values));
}

function newtonStep(
  rows: readonly Row[],
  inputs: readonly (readonly number[])[],
  { weights, penalty }: { weights: readonly number[]; penalty: number },
): number[] {
  const size = weights.length;
  const gradient = weights.map((weight, at) => (at === 0 ? 0 : penalty * weight));
  const curvature = columns(size, (row) => columns(size, (at) => (row === at ? (row === 0 ? 1e-6 : penalty) : 0)));
  for (const [index, { isPositive, weight }] of rows.entries()) {
    const input = inputs[index] as readonly number[];
    const guess = probabilityOf(input.reduce((sum, value, at) => sum + value * at_(weights, at), 0));
    for (let row = 0; row < size; row += 1) {
      gradient[row] = at_(gradient, row) + weight * (guess - (isPositive ? 1 : 0)) * at_(input, row);
      const line = curvature[row] as number[];
      for (let at = 0; at < size; at += 1)
        line[at] = at_(line, at) + weight * guess * (1 - guess) * at_(input, row) * at_(input, at);
    }
  }
  return solve(curvature, gradient);
}

/** Gauss with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((line, at) => [...line, at_(right, at)]);
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .map((line, at) => ({ at, value: Math.abs(at_(line, column)) }))
      .filter(({ at }) => at >= column)
      .reduce((best, one) => (one.value > best.value ? one : best)).at;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const top = rows[column] as number[];
    for (const [at, line] of rows.entries()) {
      if (at === column) continue;
      const factor = at_(line, column) / at_(top, column);
      for (let position = column; position <= size; position += 1)
        line[position] = at_(line, position) - factor * at_(top, position);
    }
  }
  return rows.map((line, at) => at_(line, size) / at_(line, at));
}

function columns<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function at_(values: readonly number[], at: number): number {
  return values[at] as number;
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
