import type { TalkLine } from '../domain/contracts/simulated-user.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { missingMentions } from './checks/behaviours.ts';
import { checkMessage } from './checks/check-message.ts';
import { endedEarly } from './checks/ended-early.ts';
import type { FindingEffect, UserKnowledge } from './checks/words-check.ts';
import { quoteOf } from './checks/words-check.ts';
import { openQuestions } from './language/open-questions.ts';

/** Something wrong with what the simulated user said in a turn, and how grave it is. */
export type UserWordsFinding = {
  turn: number;
  code: string;
  effect: FindingEffect;
  /** Goes on from "the simulated user": `spoke as the agent`. */
  message: string;
  /** The user's words, or the part of them that is meant. */
  quote: string;
};

/**
 * What a simulated user of any kind did that a person would not have done, as far as words tell: spoke as the agent,
 * leaked its brief, told what it never tells, invented or contradicted facts, repeated itself, thanked without end, did
 * the agent's work, ended too early, wrote another language, broke its persona's behaviours. Needs no model. `knowledge`
 * says what the user may know; what is not given there is not checked.
 */
export function checkUserWords(transcript: Transcript, knowledge: UserKnowledge = {}): UserWordsFinding[] {
  const talk = talkOf(transcript);
  const said = talk.flatMap((line, at) => {
    if (line.speaker !== 'user') return [];
    const { text, turn } = line;
    return checkMessage({ text, turn, before: talk.slice(0, at) }, knowledge).map((found) => ({ turn, ...found }));
  });
  const end = transcript.findLast((event) => event.type === 'session_ended');
  const isDone = end?.type === 'session_ended' && end.reason === 'user_done';
  const last = talk.findLast(({ speaker }) => speaker === 'user');
  if (last === undefined || !isDone) return said;
  const { turn } = last;
  const whole = { text: '', turn, before: talk };
  const atEnd = [...endedEarly(whole, knowledge), ...missingMentions(whole, knowledge)];
  return [...said, ...unansweredAtEnd(talk, turn), ...atEnd.map((found) => ({ turn, ...found }))];
}

/** What user, agent and world said in a transcript. */
function talkOf(transcript: Transcript): TalkLine[] {
  return transcript.flatMap((event): TalkLine[] => {
    if (event.type === 'user_message') {
      return event.silent ? [] : [{ speaker: 'user', turn: event.turn, text: event.text }];
    }
    if (event.type === 'agent_message') return [{ speaker: 'agent', turn: event.turn, text: event.text }];
    return event.type === 'notice' ? [{ speaker: 'world', turn: event.turn, text: event.text }] : [];
  });
}

function unansweredAtEnd(talk: readonly TalkLine[], turn: number): UserWordsFinding[] {
  const after = talk.slice(talk.findLastIndex(({ speaker }) => speaker === 'user') + 1);
  const [question] = openQuestions(after.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])));
  if (question === undefined) return [];
  const message = 'ended while the agent waited for an answer';
  return [{ turn, code: 'left-question', effect: 'note', message, quote: quoteOf(question) }];
}
