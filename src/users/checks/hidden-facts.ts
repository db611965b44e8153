import { saysValue } from './says-value.ts';
import { finding, heardTexts, type WordsCheck } from './words-check.ts';

/** A fact that is never told was said, and not because somebody else had said it first. */
export const hiddenFacts: WordsCheck = ({ text, before }, { facts = {} }) =>
  Object.entries(facts).flatMap(([name, fact]) => {
    if (typeof fact === 'string' || fact.disclosure !== 'never' || !saysValue(text, fact.value)) return [];
    const isFallback = fact.fallback !== undefined && saysValue(fact.fallback, fact.value);
    if (isFallback || heardTexts(before).some((heard) => saysValue(heard, fact.value))) return [];
    return [
      finding('break', 'hidden-fact', { message: `told the fact \`${name}\`, which is never told`, words: text }),
    ];
  });
