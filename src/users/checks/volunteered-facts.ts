import type { UserFacts } from '../facts.ts';
import { listenFor } from '../language/elicitation.ts';
import { openQuestions } from '../language/open-questions.ts';
import { saysValue } from './says-value.ts';
import { finding, heardTexts, justHeard, type SaidWords, type UserKnowledge, type WordsCheck } from './words-check.ts';

/** A fact that waits for a question was told and nobody had asked for it. */
export const volunteeredFacts: WordsCheck = (said, knowledge) =>
  Object.entries(knowledge.facts ?? {}).flatMap(([name, fact]) => {
    const waits = typeof fact === 'object' && fact.disclosure === 'on_request';
    if (!waits || !isVolunteered(name, said, knowledge)) return [];
    return [finding('correct', 'volunteered-fact', { message: `told the fact \`${name}\` unasked`, words: said.text })];
  });

/**
 * Whether these words give a fact away for the first time and unasked. A question that is about no known fact may have
 * meant any of them, so nothing is said of an answer to it.
 */
export function isVolunteered(name: string, { text, before }: SaidWords, { facts = {} }: UserKnowledge): boolean {
  const value = valueOfFact(facts, name);
  if (value === undefined || !saysValue(text, value)) return false;
  if (before.some((line) => saysValue(line.text, value))) return false;
  const heard = heardTexts(before);
  if (listenFor(heard)({ name, value })) return false;
  const isAskedNow = listenFor(justHeard(before));
  const isPuzzling =
    openQuestions(justHeard(before)).length > 0 &&
    !Object.keys(facts).some((other) => isAskedNow({ name: other, value: valueOfFact(facts, other) ?? '' }));
  return !isPuzzling;
}

function valueOfFact(facts: UserFacts, name: string): string | undefined {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return typeof fact === 'object' ? fact.value : fact;
}
