import { expect, test } from 'vitest';
import { checkPlace } from '../../src/cli/check-place.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import { checkName } from '../../src/scorers/create-scorers.ts';

const scenario = Scenario.parse({
  id: 'order',
  title: 'An order',
  user: ['Hello.'],
  expect: [
    { type: 'calls', id: 'look-up', order: ['lookup'] },
    { type: 'said', text: 'delivered' },
  ],
});
const LINES: Readonly<Record<string, number>> = { 'expect[0]': 10, 'expect[1]': 14, 'routing[2]': 20 };
const loaded = {
  scenario,
  placeOf: (path: string) => ({ file: 'scenarios/order.yaml', line: LINES[path] ?? 1, column: 3 }),
};

test('a score is written where its check is, whichever of its questions it answers', () => {
  expect(checkPlace(loaded, 'look-up')).toEqual({ file: 'scenarios/order.yaml', line: 10 });
  expect(checkPlace(loaded, 'look-up/arguments').line).toBe(10);
  expect(checkPlace(loaded, checkName(scenario.expect[1]!)).line).toBe(14);
});

test('a check that is not written in the scenario is found at the scenario, or at its row', () => {
  expect(checkPlace(loaded, 'look-up-more').line).toBe(1);
  expect(checkPlace(loaded, undefined).line).toBe(1);
  expect(checkPlace(loaded, 'routing', 'routing[2]').line).toBe(20);
});
