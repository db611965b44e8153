import { openQuestions } from '../language/open-questions.ts';
import { tokensOf, wordsOnly } from '../language/same-words.ts';
import { finding, justHeard, ownWords, type WordsCheck } from './words-check.ts';

const ASKED_AGAIN =
  /\b(?:repeat|rephrase|again|once more|say that|didn't (?:get|catch|understand)|did not (?:get|catch|understand))\b|再说|重复|重新(?:说|描述|输入)|没(?:听|看|明)(?:懂|清|白)|再(?:讲|发|输入)一/i;
/** Shorter texts ("yes", "hello?") come up by themselves. */
const FEW_WORDS = 4;

/** The user said its first message again, and nobody had asked for that. */
export const repeatedOpening: WordsCheck = ({ text, before }) => {
  const [opening] = ownWords(before);
  const heard = justHeard(before).join('\n');
  const isWanted = heard.trim() === '' || ASKED_AGAIN.test(heard.replaceAll('’', "'"));
  if (opening === undefined || isWanted || tokensOf(text).length < FEW_WORDS) return [];
  if (wordsOnly(opening) !== wordsOnly(text)) return [];
  return [finding('break', 'repeated-opening', { message: 'repeated its opening', words: text })];
};

/**
 * The user goes round in a circle: the same words three times in a row, a longer message three times at all, or two
 * messages in turn, twice each. A short answer to a question that wants one is none of these.
 */
export const loops: WordsCheck = ({ text, before }) => {
  const own = ownWords(before).map(wordsOnly);
  const said = wordsOnly(text);
  const isShort = tokensOf(text).length < FEW_WORDS;
  if (isShort && openQuestions(justHeard(before)).length > 0) return [];
  const [last, second, third] = [own.at(-1), own.at(-2), own.at(-3)];
  const isSame = said === last && said === second;
  const isAgain = !isShort && own.filter((words) => words === said).length >= 2;
  const isCycle = said === second && last === third && last !== undefined && said !== last;
  if (isSame || isAgain) return [finding('break', 'loop', { message: 'said the same thing three times', words: text })];
  if (isCycle) return [finding('break', 'loop', { message: 'says two messages in turn', words: text })];
  return [];
};
