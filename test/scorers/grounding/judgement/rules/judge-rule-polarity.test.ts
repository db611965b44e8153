import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const RULES = [
  '- Silver lockers cannot be shared between households.',
  '- Kayaks can be taken home overnight.',
  '- Members must sign the harbour register.',
  '- Sauna slots can be moved if the desk is told a day ahead.',
  '- 烧窑课程可以转让。',
].join('\n');

function wrong(answer: string, policy = RULES): readonly string[] {
  const { claims } = checkGrounding({ evidence: [], answer, policy });
  return claims.flatMap(({ verdict, reason, text }) =>
    verdict === 'contradicted' && reason === 'polarity' ? [text] : [],
  );
}

test.each([
  ['Silver lockers can be shared between households.', 'can be shared between households'],
  ['I have looked, and silver lockers can be shared between households.', 'can be shared between households'],
  ['Kayaks cannot be taken home overnight.', 'cannot be taken home overnight'],
  ['Members do not have to sign the harbour register.', 'have to sign the harbour register'],
  ['烧窑课程不得转让。', '不得转让'],
])('what a rule says the other way round is contradicted: `%s`', (answer, span) => {
  expect(wrong(answer)).toEqual([span]);
});

test.each([
  'Silver lockers cannot be shared between households.',
  'Silver lockers can be shared between households if both pay.',
  'Can silver lockers be shared between households?',
  'Lockers can be shared.',
  'Sauna slots cannot be moved.',
  'This kayak cannot be taken home overnight.',
  'Members can sign the harbour register.',
  'Locker keys can be copied between households.',
])('a case, a question, another force or another matter is left alone: `%s`', (answer) => {
  expect(wrong(answer)).toEqual([]);
});

test('another rule about the same with the other sign leaves it open', () => {
  const policy = `${RULES}\nSilver lockers can be shared between households in winter.`;
  expect(wrong('Silver lockers can be shared between households.', policy)).toEqual([]);
});
