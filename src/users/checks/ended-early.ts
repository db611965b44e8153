import { idKeys, valuesIn } from './values.ts';
import { finding, heardTexts, ownWords, type SaidWords, type UserKnowledge, type WordsFinding } from './words-check.ts';

/**
 * Signs that a talk was ended before its goal was settled, as far as words tell: the agent never said anything, or an id,
 * an address, a date or an amount of the goal was never mentioned by anybody.
 */
export function endedEarly({ text, before }: SaidWords, { goal = '' }: UserKnowledge): WordsFinding[] {
  const own = [...ownWords(before), text].join('\n');
  if (heardTexts(before).every((heard) => heard.trim() === '')) {
    return [finding('break', 'ended-early', { message: 'ended before the agent had said anything', words: own })];
  }
  const talk = [own, ...heardTexts(before)];
  const ids = talk.flatMap(idKeys);
  const keys = new Set(talk.flatMap(valuesIn).map(({ key }) => key));
  const missing = valuesIn(goal).filter(({ key }) => !keys.has(key) && !ids.some((id) => id.includes(key)));
  return missing.map((value) => {
    const message = `ended without a word about \`${value.text}\`, which its goal speaks of`;
    return finding('note', 'goal-not-mentioned', { message, words: goal });
  });
}
