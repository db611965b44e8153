import type { UserFacts } from '../facts.ts';
import { saysValue } from './says-value.ts';
import { finding, heardTexts, type WordsCheck } from './words-check.ts';

/** So few digits stand in many other values as well. */
const SHORT_NUMBER = /^\D*\d{1,2}\D*$/;

/** A fact that is never told was said, and not because somebody else had said it first or another fact holds the value. */
export const hiddenFacts: WordsCheck = ({ text, before }, { facts = {} }) =>
  Object.entries(facts).flatMap(([name, fact]) => {
    if (typeof fact === 'string' || fact.disclosure !== 'never' || !saysValue(text, fact.value)) return [];
    const known = [...tellable(facts), ...heardTexts(before)];
    if (known.some((other) => saysValue(other, fact.value))) return [];
    const effect = SHORT_NUMBER.test(fact.value) ? 'correct' : 'break';
    return [finding(effect, 'hidden-fact', { message: `told the fact \`${name}\`, which is never told`, words: text })];
  });

/** What the user may say of its facts. */
function tellable(facts: UserFacts): string[] {
  return Object.values(facts).map((fact) => {
    if (typeof fact === 'string') return fact;
    return fact.disclosure === 'never' ? (fact.fallback ?? '') : fact.value;
  });
}
