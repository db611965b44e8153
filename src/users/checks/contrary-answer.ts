import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import { openQuestions } from '../language/open-questions.ts';
import { wordsOnly } from '../language/same-words.ts';
import { changesMind } from './changes-mind.ts';
import { finding, justHeard, quoteOf, type WordsCheck } from './words-check.ts';

const YES =
  /^(?:yes|yeah|yep|correct|right|exactly|sure|是的?|对的?|没错|可以|好的?)(?![\p{L}'])|^(?:是的|对|没错|好的)/iu;
const NO = /^(?:no|nope|not at all)(?![\p{L}'])|^(?:不是|不对|不行|没有|不用|不)/iu;

/**
 * The same question, word for word, got a yes before and gets a no now, or the other way round, and the user does not say
 * that it changed its mind. What is asked may have come true meanwhile ("Does it work now?"), so this is only asked back.
 */
export const contraryAnswer: WordsCheck = ({ text, before }) => {
  const said = polarityOf(text);
  if (said === undefined || changesMind(text)) return [];
  const asked = openQuestions(justHeard(before));
  const [question] = asked;
  // One word that answers two questions may mean either.
  if (question === undefined || asked.length > 1) return [];
  const earlier = answersTo(question, before);
  if (earlier.length === 0 || earlier.at(-1) === said) return [];
  const message = `said ${said} to a question that it had said ${earlier.at(-1)} to ("${quoteOf(question)}")`;
  return [finding('correct', 'contrary-answer', { message, words: text })];
};

function polarityOf(text: string): 'yes' | 'no' | undefined {
  const words = text.trim();
  if (NO.test(words)) return 'no';
  return YES.test(words) ? 'yes' : undefined;
}

/** What the user has said to the question so far, in order. */
function answersTo(question: string, before: readonly TalkLine[]): ('yes' | 'no')[] {
  const wanted = wordsOnly(question);
  return before.flatMap(({ speaker, text }, at) => {
    const said = speaker === 'user' ? polarityOf(text) : undefined;
    if (said === undefined) return [];
    const asked = openQuestions(justHeard(before.slice(0, at)));
    return asked.length === 1 && asked[0] !== undefined && wordsOnly(asked[0]) === wanted ? [said] : [];
  });
}
