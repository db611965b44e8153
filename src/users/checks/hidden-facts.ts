import type { UserFacts } from '../facts.ts';
import { tellsHidden } from './hidden-words.ts';
import { finding, heardTexts, type WordsCheck } from './words-check.ts';

/** A fact that is never told was said, and not because somebody else had said it first or another fact holds the value. */
export const hiddenFacts: WordsCheck = ({ text, before }, { facts = {} }) =>
  Object.entries(facts).flatMap(([name, fact]) => {
    if (typeof fact === 'string' || fact.disclosure !== 'never') return [];
    const telling = tellsHidden(text, fact.value);
    if (telling === 'no') return [];
    const known = [...tellable(facts), ...heardTexts(before)];
    if (known.some((other) => tellsHidden(other, fact.value) !== 'no')) return [];
    const effect = telling === 'sure' ? 'break' : 'correct';
    return [finding(effect, 'hidden-fact', { message: `told the fact \`${name}\`, which is never told`, words: text })];
  });

/** What the user may say of its facts. */
function tellable(facts: UserFacts): string[] {
  return Object.values(facts).map((fact) => {
    if (typeof fact === 'string') return fact;
    return fact.disclosure === 'never' ? (fact.fallback ?? '') : fact.value;
  });
}
