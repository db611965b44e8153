import { normalizeText } from '../../domain/values/text.ts';
import { asksAnything } from '../language/open-questions.ts';
import { tokensOf, withoutQuotes } from '../language/same-words.ts';
import { finding, heardTexts, justHeard, type WordsCheck } from './words-check.ts';

const REASONING =
  /<\/?(?:think|thinking|thought|thoughts|reasoning|analysis|scratchpad|reflection)\b[^>]{0,80}>|<\|[a-z_]{2,30}\|>/i;
/** A heading of reasoning, where the words under it are about the talk, or the message comes after it. */
const HEADING =
  /^[\s*_#]{0,6}(?:(?:my |internal )?(?:thought|reasoning|analysis|inner monologue)|思考(?:过程)?|推理(?:过程)?)[\s*_]{0,4}[:：]|^[\s*_#]{0,6}(?:my |internal )?thoughts[\s*_]{0,4}[:：](?=[^\n]*\b(?:the (?:user|customer|agent|assistant|persona|goal)|i (?:should|need to|must|have to|will)|let me|they|he|she|my next)\b|[^\n]*\n\s*\n)/im;
/** Somebody who writes a message, not somebody who sends it. */
const STAGE =
  /\bhere(?:'s| is) (?:[\w'-]{1,20} ){0,3}(?:user|customer|persona|next|opening|revised|rewritten|corrected|suggested|simulated)(?:'s)? (?:[\w'-]{1,20} ){0,2}(?:message|reply|response|answer)\b[^.\n]{0,60}:|\b(?:the|this) (?:simulated )?(?:user|persona) (?:would|should|will|might) (?:say|ask|reply|respond|write|answer)\b|\bas (?:the|a) (?:simulated|role-?played) (?:user|customer|person)\b|\bas the persona\b|\b(?:stay(?:ing)? in|break(?:ing)?|out of) character\b(?! (?:for|of|set|limit)\b)|\bi was (?:instructed|told|asked) to (?:play|act|pretend|role-?play|stay in)\b|\bmy system prompt\b|(?:以下|这)是(?:我的|用户的)?(?:回复|消息|回答)[:：]|作为(?:一个|一名|这位|该)?模拟(?:用户|顾客|客户|角色)|扮演(?:着|的是)?(?:一个|一名|一位|这位|该)?(?:用户|顾客|客户|角色)/im;
/** Obliging words before a message, where nobody had asked for anything. */
const OBLIGING = /^(?:sure|okay|certainly|of course)[,!.]? here\b[^.\n]{0,80}:/i;
/** Words of the stage. Somebody who heard one may say it as well. */
const STAGE_WORDS = [
  'simulated user',
  'simulated customer',
  'user simulator',
  'my persona',
  'my instructions say',
  'hidden fact',
  '模拟用户',
  '系统提示词',
];
/** Of this talk, that it is played: a role-play group and the part that one plays at work are none of it. */
const PLAYED =
  /\b(?:this|our|the current) (?:is (?:just |only )?an? )?(?:role-?play(?:ing)?|role play|simulation|simulated (?:chat|conversation|talk))\b(?! (?:group|game|set|costume|book|club))|\b(?:i am|i'm|i was) (?:just |only |here |merely |currently |actually )*(?:simulating|pretending to be|playing|role-?playing(?: as)?|acting (?:as|like|the part of)|impersonating) (?:the (?:role|part) of )?(?:an? |the |your )?(?:\w+ ){0,2}(?:customers?|users?|clients?|callers?|persona|role|character|patient|guest|shopper|employee)\b|\bmy (?:role|character) (?:here )?(?:is to|says|would|in this)\b|我(?:只是|就是|其实|现在|正)?在?(?:模拟|假扮|假装|扮演)(?:的是)?(?:一个|一名|一位|这位|该)?(?:\p{sc=Han}{0,4})(?:用户|顾客|客户|角色)|(?:这|本次)(?:只)?(?:是|次)?(?:一次|一场|个)?(?:角色扮演|模拟对话)|我的(?:人设|指令|提示词)(?:是|要求|说|让|里|规定)/iu;
/** So many words in a row of the prompt are no accident. */
const RUN = 8;

/** The user gave away that it is played: reasoning, words of the stage, or pieces of its prompt. */
export const leakedBrief: WordsCheck = (said, { instructions = [], fence, persona, goal = '' }) => {
  const { text, before } = said;
  const leak = (message: string) => [finding('break', 'leaked-brief', { message, words: text })];
  if (REASONING.test(text) || HEADING.test(text)) {
    return leak("wrote its reasoning into the message (let the model's endpoint keep reasoning apart, or turn it off)");
  }
  if (fence !== undefined && text.toLowerCase().includes(fence.toLowerCase())) return leak('quoted its prompt');
  const plain = text.replaceAll('’', "'");
  const isUnasked = OBLIGING.test(plain) && !asksAnything(justHeard(before));
  if (STAGE.test(plain) || isUnasked) return leak('spoke about its message instead of saying it');
  const known = [goal, persona?.description ?? '', ...heardTexts(before)].map(normalizeText);
  const normal = normalizeText(plain);
  const played = PLAYED.exec(withoutQuotes(plain))?.[0];
  const word = [...STAGE_WORDS, ...(played === undefined ? [] : [normalizeText(played)])].find(
    (one) => normal.includes(one) && !known.some((other) => other.includes(one)),
  );
  if (word !== undefined) return leak('spoke of being played');
  return quotesPrompt(text, { instructions, heard: heardTexts(before) }) ? leak('quoted its prompt') : [];
};

function quotesPrompt(
  text: string,
  { instructions, heard }: { instructions: readonly string[]; heard: readonly string[] },
): boolean {
  const runs = new Set(instructions.flatMap(runsOf));
  const mine = runsOf(text).filter((run) => runs.has(run));
  if (mine.length === 0) return false;
  const others = new Set(heard.flatMap(runsOf));
  return mine.some((run) => !others.has(run));
}

function runsOf(text: string): string[] {
  const tokens = tokensOf(text);
  return Array.from({ length: Math.max(0, tokens.length - RUN + 1) }, (_, at) => tokens.slice(at, at + RUN).join(' '));
}
