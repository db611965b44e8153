import { expect, test } from 'vitest';
import { scriptedModel } from '../../../src/llm/scripted-model.ts';
import { chooseJudge } from '../../../src/scorers/judge/choose-judge.ts';

const [a, b] = [scriptedModel([]), scriptedModel([])];

test.each([
  [{ judge: a, default: b }, undefined, 'judge'],
  [{ user: b, default: a }, undefined, 'default'],
  [{ anything: a }, undefined, 'anything'],
  [{ user: b, other: a }, undefined, undefined],
  [{}, undefined, undefined],
  [{ judge: a, strict: b }, 'strict', 'strict'],
  [{ judge: a }, 'strict', undefined],
  [{ judge: a }, 'constructor', undefined],
])('of %j, asked for %j, the judge is %j', (models, name, chosen) => {
  expect(chooseJudge(models, name)?.name).toBe(chosen);
});
