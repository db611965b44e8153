import { ownWordsOf } from '../language/reported-speech.ts';
import { tokensOf, withoutQuotes, wordsOnly } from '../language/same-words.ts';
import { sentencesOf } from '../language/sentences.ts';
import {
  APOLOGIES,
  ASKS_FOR_IDS,
  ASKS_FOR_TROUBLE,
  DEEDS,
  NEWS,
  OFFERS,
  OWN_DEED,
  PROMISES,
  REFUSALS,
  SELF,
} from './agent-acts.ts';
import { finding, heardTexts, justHeard, type WordsCheck } from './words-check.ts';

/** Names under which the other side speaks, as a label before words. */
const LABEL =
  /^[\s*_[(<#]{0,6}(?:assistant|agent|support agent|customer (?:service|support)|representative|bot|ai|客服|助手|助理|人工智能)[\s*_\])>]{0,6}[:：]/im;
/** "System: Windows 11" tells of one's own, where the other side has spoken of one. */
const SYSTEM = /^[\s*_[(<#]{0,6}(?:system|系统)[\s*_\])>]{0,6}[:：]/im;
/** Behind words that were pasted: whose they are. */
const TELLS_WHOSE =
  /\b(?:that's|that is|this is|it's) what (?:you|your|they|he|she|somebody|someone)\b|\b(?:you|they|your \w+) (?:said|wrote|told me|promised)\b|(?:你们?|您|他们?|她|客服)[^，。！？\n:：]{0,8}(?:说|回复|答应|承诺|写)(?:的|过|了)?/i;
const ASKED_TO_LOOK =
  /\b(?:can|could|would|will) you\b[^.?!]{0,60}\b(?:check|look|find|see|verify|locate)\b|\bplease (?:\w+ )?(?:check|look|find|verify|locate)\b/i;
const SPOKE_OF_TROUBLE =
  /\b(?:problem|issue|error|trouble|cannot|can't|unable|failed|fails|sorry|unfortunately|\w+n't)\b/i;
const ASKING = /[?？][\s"'”’」』)\]]*$|[吗么]/;
const MIN_ECHO = 5;

/**
 * The user took the other side's role: spoke under its name, offered it help, asked it for what is needed to look a matter
 * up, told it of deeds and outcomes that are its own, excused a business, or handed its words back. A model that refuses in
 * words is none of the two. What is quoted, told of others, or pasted is somebody else's.
 */
export const spokeAsAgent: WordsCheck = ({ text, before }) => {
  const heard = justHeard(before).join('\n').replaceAll('’', "'");
  const own = ownWordsOf(text);
  if (REFUSALS.test(own))
    return [finding('break', 'refused', { message: 'refused to speak, as a model does', words: text })];
  if (isLabelled(own, { text, heard }) || actsAsAgent(own, heard)) {
    return [finding('break', 'spoke-as-agent', { message: 'spoke as the agent', words: text })];
  }
  const unquoted = withoutQuotes(text);
  const said = wordsOnly(unquoted);
  const isEcho = tokensOf(unquoted).length >= MIN_ECHO && heardTexts(before).some((one) => wordsOnly(one) === said);
  return isEcho
    ? [finding('break', 'echoed-agent', { message: "repeated the agent's words as its own", words: text })]
    : [];
};

function isLabelled(own: string, { text, heard }: { text: string; heard: string }): boolean {
  if (LABEL.test(own) && !TELLS_WHOSE.test(text.replace(LABEL, ' '))) return true;
  return !/\bsystem\b|系统|版本/i.test(heard) && SYSTEM.test(own);
}

function actsAsAgent(words: string, heard: string): boolean {
  const own = words.replace(OWN_DEED, ' ');
  const has = (patterns: readonly RegExp[], said = own): boolean => patterns.some((pattern) => pattern.test(said));
  if (has([...OFFERS, ...ASKS_FOR_IDS, ...DEEDS, ...SELF])) return true;
  if (!SPOKE_OF_TROUBLE.test(heard) && ASKS_FOR_TROUBLE.test(own)) return true;
  // Who was asked to look may say that it will.
  if (!ASKED_TO_LOOK.test(heard) && has(PROMISES)) return true;
  // "Sorry for your trouble, but I want my lamp" and "was my order …?" are a customer's.
  return sentencesOf(own)
    .filter((one) => !/\bmy\b(?! (?:\w+ )?apolog)/i.test(one))
    .some((one) => APOLOGIES.test(one) || (!ASKING.test(one) && has(NEWS, one)));
}
