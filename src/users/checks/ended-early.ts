import type { UserFacts } from '../facts.ts';
import { listenFor } from '../language/elicitation.ts';
import { saysValue } from './says-value.ts';
import { idKeys, valuesIn } from './values.ts';
import { finding, heardTexts, ownWords, type SaidWords, type UserKnowledge, type WordsFinding } from './words-check.ts';

/**
 * Signs that a talk was ended before its goal was settled, as far as words tell: the agent never said anything, it asked for
 * a fact of the goal and nobody told it, or an id, an address, a date or an amount of the goal was never mentioned.
 */
export function endedEarly({ text, before }: SaidWords, { goal = '', facts = {} }: UserKnowledge): WordsFinding[] {
  const own = [...ownWords(before), text].join('\n');
  if (heardTexts(before).every((heard) => heard.trim() === '')) {
    return [finding('break', 'ended-early', { message: 'ended before the agent had said anything', words: own })];
  }
  const talk = [own, ...heardTexts(before)];
  const ids = talk.flatMap(idKeys);
  const keys = new Set(talk.flatMap(valuesIn).map(({ key }) => key));
  const missing = valuesIn(goal).filter(({ key }) => !keys.has(key) && !ids.some((id) => id.includes(key)));
  const withheld = withheldFact(talk, { goal, facts, heard: heardTexts(before) });
  if (withheld !== undefined) {
    const message = `ended without having told \`${withheld}\`, which it was asked for and its goal speaks of`;
    return [finding('correct', 'goal-not-told', { message, words: goal })];
  }
  return missing.map((value) => {
    const message = `ended without a word about \`${value.text}\`, which its goal speaks of`;
    return finding('note', 'goal-not-mentioned', { message, words: goal });
  });
}

/** A fact that the goal speaks of, that the agent asked for, and that nobody ever said. */
function withheldFact(
  talk: readonly string[],
  { goal, facts, heard }: { goal: string; facts: UserFacts; heard: readonly string[] },
): string | undefined {
  const isAskedFor = listenFor(heard);
  return Object.entries(facts).find(([name, fact]) => {
    const { value, disclosure } = typeof fact === 'string' ? { value: fact, disclosure: 'open' as const } : fact;
    if (disclosure === 'never' || !saysValue(goal, value)) return false;
    return isAskedFor({ name, value }) && !talk.some((text) => saysValue(text, value));
  })?.[0];
}
