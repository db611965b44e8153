import { openQuestions } from '../language/open-questions.ts';
import { withoutQuotes } from '../language/same-words.ts';
import { knownTexts } from './invented-facts.ts';
import { finding, heardTexts, justHeard, type WordsCheck } from './words-check.ts';

const TOOL_CALL =
  /<\/?(?:tool_call|tool_use|function_call|function)\b|\{\s*"(?:name|tool|function|tool_name|action|arguments|parameters)"\s*:|\b(?:tool_calls?|function_call)\b/i;
/** A name of code, called: `lookup_order(…)`. */
const CODE_CALL = /\b[a-z]{1,40}(?:_[a-z0-9]{1,40}){1,5}\s?\(/;
const CODE_NAME = /\b[a-z]{1,40}(?:_[a-z0-9]{1,40}){1,5}\b/g;
/** A list of several steps, or headings: an answer, not a request. */
const STRUCTURE = /^\s{0,4}#{1,4} \S/m;
const ITEM = /^\s{0,4}(?:\d{1,2}[.)、]|[-*•]) \S/gm;
const MIN_ITEMS = 4;

/**
 * The user did the agent's work: wrote calls of tools that it cannot know, or an answer in the shape that assistants
 * write. Names that it heard or knows are its own to say.
 */
export const solvedTask: WordsCheck = (said, knowledge) => {
  const own = withoutQuotes(said.text);
  const known = [...heardTexts(said.before), ...knownTexts(said, knowledge)].join('\n');
  const names = (said.text.match(CODE_NAME) ?? []).filter((name) => !known.includes(name));
  if ((TOOL_CALL.test(said.text) || CODE_CALL.test(own)) && (names.length > 0 || TOOL_CALL.test(said.text))) {
    const message = 'called a tool, which is the work of the agent';
    return [finding('break', 'solved-task', { message, words: said.text })];
  }
  if (names.length > 0) {
    const message = `used the name \`${names[0]}\`, which it has from nowhere`;
    return [finding('correct', 'solved-task', { message, words: said.text })];
  }
  // Who is asked what they did may count it up.
  const isAsked = openQuestions(justHeard(said.before)).length > 0;
  const isAnswer = STRUCTURE.test(own) || (!isAsked && (own.match(ITEM) ?? []).length >= MIN_ITEMS);
  if (!isAnswer) return [];
  return [
    finding('correct', 'assistant-style', {
      message: 'wrote lists or headings as an assistant does',
      words: said.text,
    }),
  ];
};
