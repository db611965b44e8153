import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import { asksForNothing } from '../language/closing-words.ts';
import { isStillAtWork } from '../language/open-questions.ts';
import { isQuestion } from '../language/questions.ts';
import { tokensOf } from '../language/same-words.ts';
import { sentencesOf } from '../language/sentences.ts';
import { bringsNothingNew } from '../persona/progress.ts';
import { valuesIn } from './values.ts';

/** A message of the user, and whether the agent had left the one before it without an answer. */
export type OwnMessage = { text: string; isAfterStall: boolean };

/** The user's messages so far, in order, and at the end, with the text to come, the one that is looked at. */
export function messagesAfterReplies(before: readonly TalkLine[], text: string): OwnMessage[] {
  const replies: string[] = [];
  const messages: OwnMessage[] = [];
  let heard: string[] = [];
  const add = (words: string): void => {
    const last = messages.at(-1);
    messages.push({ text: words, isAfterStall: last !== undefined && isStall(heard, { asked: last.text, replies }) });
    if (heard.length > 0) replies.push(heard.join('\n'));
    heard = [];
  };
  for (const line of before) {
    if (line.speaker === 'user') add(line.text);
    else if (line.speaker === 'agent') heard.push(line.text);
  }
  add(text);
  return messages;
}

/**
 * Whether a reply leaves the user where they were: none, still at work, and to somebody who asked for something also the
 * same again, or something else. Who only says "ok" is told the same again for good reason.
 */
function isStall(heard: readonly string[], { asked, replies }: { asked: string; replies: readonly string[] }): boolean {
  const reply = heard.join('\n');
  if (reply.trim() === '' || isStillAtWork(heard)) return true;
  if (tokensOf(asked).length < FEW_WORDS && !isQuestion(asked)) return false;
  return bringsNothingNew(reply, replies) || isOffTopic(reply, asked);
}

/** Fewer words may be an answer to anything: "Soon." */
const FEW_WORDS = 4;
/** Words that take up what was said, or answer it in one word. */
const TAKES_UP =
  /\b(?:it|its|they|them|that|this|those|these|he|she|his|her|him|there|yes|no|not|cannot|\w+n't|sorry|unfortunately|today|tomorrow|yesterday|soon|because|already|done|sure|okay|ok|of course)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\d|它|他|她|这|那|是|不|没|抱歉|可以|已|因为|好|天|周/i;
const GREETING = /^(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|welcome|您好|你好|欢迎)\b/i;

/**
 * Whether a reply has nothing to do with what was asked, as far as words tell: a greeting and offers of help alone, or a
 * longer text that shares no word and no value with the question and takes nothing of it up.
 */
function isOffTopic(reply: string, asked: string): boolean {
  if (tokensOf(asked).length < FEW_WORDS) return false;
  const sentences = sentencesOf(reply);
  if (sentences.every((one) => GREETING.test(one) || asksForNothing(one))) return true;
  if (tokensOf(reply).length <= FEW_WORDS || TAKES_UP.test(reply)) return false;
  const keys = new Set(valuesIn(asked).map(({ key }) => key));
  if (valuesIn(reply).some(({ key }) => keys.has(key))) return false;
  const wanted = new Set(tokensOf(asked).map(stemOf).filter(isContent));
  return !tokensOf(reply)
    .map(stemOf)
    .some((stem) => wanted.has(stem));
}

function stemOf(word: string): string {
  return word.slice(0, 5);
}

/** Words of four letters and more say what somebody speaks of, and Chinese characters, but for the commonest. */
function isContent(stem: string): boolean {
  if (/\p{sc=Han}/u.test(stem)) return !/[的了我你您们吗呢在有和请什么哪怎]/.test(stem);
  return (
    stem.length >= 4 &&
    !/^(?:what|where|when|which|have|your|with|does|will|would|could|shoul|pleas|this|that|from|been)$/.test(stem)
  );
}
