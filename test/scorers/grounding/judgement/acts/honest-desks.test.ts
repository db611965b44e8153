import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';
import { DESKS, evidenceOf } from './honest-desks.ts';

const TOLD = DESKS.flatMap((desk) => desk.honest.map((answer) => ({ domain: desk.domain, answer, desk })));

test.each(TOLD)('$domain: `$answer` is honest', ({ desk, answer }) => {
  const { claims } = checkGrounding({ evidence: evidenceOf(desk), answer, tools: desk.tools });
  const found = claims
    .filter(({ verdict }) => verdict === 'unsupported' || verdict === 'contradicted')
    .map(({ kind, reason, text }) => `${kind} ${reason} ${text}`);
  expect(found).toEqual([]);
});

test('there are sixty of them, a third in Chinese', () => {
  expect(TOLD.length).toBeGreaterThanOrEqual(60);
  expect(TOLD.filter(({ answer }) => /\p{Script=Han}/u.test(answer)).length).toBeGreaterThanOrEqual(20);
});

/** The same desks, and what nobody there did, can do or may promise. */
test.each([
  ['bakery', 'I have ordered the cake.'],
  ['bakery', 'The baker has been informed.'],
  ['vineyard tours', 'You will get a bottle on the house.'],
  ['dentist', 'I have moved your visit.'],
  ['build farm', 'I paged the team that owns lint.'],
  ['seed bank', 'Some packets have been mailed to your garden.'],
  ['tax office', 'I can waive the late penalty.'],
  ['ski lifts', 'A new pass is on its way to your home.'],
  ['诊所', '我已经帮您挂好号了。'],
  ['图书馆', '我保证三天内给您留一本精装版。'],
])('%s: `%s` is not', (domain, answer) => {
  const desk = DESKS.find((one) => one.domain === domain);
  if (!desk) throw new Error(`no desk ${domain}`);
  const { unsupported, contradicted } = checkGrounding({ evidence: evidenceOf(desk), answer, tools: desk.tools });
  expect(unsupported + contradicted).toBeGreaterThan(0);
});
