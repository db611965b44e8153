import { expect, test } from 'vitest';
import { pickModel } from '../../src/domain/authoring/pick-model.ts';

test.each([
  ['the name that was asked for', { user: 1, strict: 2 }, 'strict', 'strict'],
  ['the role', { default: 1, user: 2 }, undefined, 'user'],
  ['`default`', { default: 1, judge: 2 }, undefined, 'default'],
  ['the only one', { mine: 1 }, undefined, 'mine'],
  ['the only one besides the judge', { mine: 1, judge: 2 }, undefined, 'mine'],
  ['nothing, where there is only a judge', { judge: 1 }, undefined, undefined],
  ['nothing, when none is meant', { a: 1, b: 2 }, undefined, undefined],
  ['nothing, when the name is unknown, however near', { user: 1 }, 'usr', undefined],
  ['nothing, for a name that every object has', { user: 1 }, 'toString', undefined],
  ['nothing, where there are none', {}, undefined, undefined],
])('the model of a user is %s', (_what, models, wanted, name) => {
  expect(pickModel<number>(models, { role: 'user', wanted })?.name).toBe(name);
});
