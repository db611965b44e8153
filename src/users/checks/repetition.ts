import { asksAnything, openQuestions } from '../language/open-questions.ts';
import { tokensOf, wordsOnly } from '../language/same-words.ts';
import { messagesAfterReplies } from './unanswered.ts';
import { finding, justHeard, ownWords, type WordsCheck, type WordsFinding } from './words-check.ts';

const ASKED_AGAIN =
  /\b(?:repeat|rephrase|again|once more|say that|didn't (?:get|catch|understand)|did not (?:get|catch|understand))\b|再说|重复|重新(?:说|描述|输入)|没(?:听|看|明)(?:懂|清|白)|再(?:讲|发|输入)一/i;
/** Shorter texts ("yes", "hello?") come up by themselves. */
const FEW_WORDS = 4;

/** The user said its first message again, and nobody had asked for that. Noted only where the agent had not answered it. */
export const repeatedOpening: WordsCheck = ({ text, before }) => {
  const [opening] = ownWords(before);
  const heard = justHeard(before).join('\n');
  const isWanted = heard.trim() === '' || ASKED_AGAIN.test(heard.replaceAll('’', "'"));
  if (opening === undefined || isWanted || tokensOf(text).length < FEW_WORDS) return [];
  if (wordsOnly(opening) !== wordsOnly(text)) return [];
  const isExcused = messagesAfterReplies(before, text).at(-1)?.isAfterStall === true;
  return [repeated('repeated-opening', { message: 'repeated its opening', words: text, isExcused })];
};

/**
 * The user goes round in a circle: the same words three times in a row, a longer message three times at all, or two
 * messages in turn, twice each. A short answer to a question that wants one is none of these. Who says the same again to an
 * agent that is still busy, repeats itself, or speaks of something else is not at fault, so that is only noted.
 */
export const loops: WordsCheck = ({ text, before }) => {
  const isShort = tokensOf(text).length < FEW_WORDS;
  const heard = justHeard(before);
  if (isShort && (openQuestions(heard).length > 0 || (asksAnything(heard) && ANSWER.test(text.trim())))) return [];
  const all = ownWords(before).map(wordsOnly);
  const message = circleOf(wordsOnly(text), all, isShort);
  if (message === undefined) return [];
  const messages = messagesAfterReplies(before, text);
  const own = messages
    .slice(0, -1)
    .filter(({ isAfterStall }) => !isAfterStall)
    .map((one) => wordsOnly(one.text));
  const isExcused = messages.at(-1)?.isAfterStall === true || circleOf(wordsOnly(text), own, isShort) === undefined;
  return [repeated('loop', { message, words: text, isExcused })];
};

/** A yes or a no, which may answer a question how it was. */
const ANSWER = /^(?:yes|yeah|yep|no|nope|是的?|对的?|不是?|没有?|有)(?![\p{L}])/iu;

function circleOf(said: string, own: readonly string[], isShort: boolean): string | undefined {
  const [last, second, third] = [own.at(-1), own.at(-2), own.at(-3)];
  const isSame = said === last && said === second;
  const isAgain = !isShort && own.filter((words) => words === said).length >= 2;
  if (isSame || isAgain) return 'said the same thing three times';
  const isCycle = said === second && last === third && last !== undefined && said !== last;
  return isCycle ? 'says two messages in turn' : undefined;
}

function repeated(
  code: string,
  { message, words, isExcused }: { message: string; words: string; isExcused: boolean },
): WordsFinding {
  if (!isExcused) return finding('break', code, { message, words });
  return finding('note', code, { message: `${message}, to an agent that had brought it no further`, words });
}
