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
  const talk = linesOf(transcript);
  const said = talk.flatMap((line, at) => {
    if (line.speaker !== 'user') return [];
    const { text, turn } = line;
    return checkMessage({ text, turn, before: talk.slice(0, at) }, knowledge).map((found) => ({ turn, ...found }));
  });
  return [...said, ...checkEnd(transcript, knowledge)];
}

/** What stands against the end of a talk that its user found done. */
export function checkEnd(transcript: Transcript, knowledge: UserKnowledge): UserWordsFinding[] {
  const end = transcript.at(-1);
  if (end?.type !== 'session_ended' || end.reason !== 'user_done') return [];
  const talk = linesOf(transcript);
  const last = talk.findLast(({ speaker }) => speaker === 'user');
  if (last === undefined) return [];
  const { turn } = last;
  const whole = { text: '', turn, before: talk };
  const atEnd = [...endedEarly(whole, knowledge), ...missingMentions(whole, knowledge)];
  return [...unansweredAtEnd(talk, turn), ...atEnd.map((found) => ({ turn, ...found }))];
}

/** A line of a talk; `driver` is the kind of user that said it, empty for others and where nothing says it. */
export type SpokenLine = TalkLine & { driver: string };

/** What user, agent and world said in a transcript. */
export function linesOf(transcript: Transcript): SpokenLine[] {
  let driver = '';
  return transcript.flatMap((event): SpokenLine[] => {
    switch (event.type) {
      case 'session_started':
        driver = event.user.driver;
        return [];
      case 'user_step':
        driver = event.driver;
        return [];
      case 'user_message':
        return event.silent ? [] : [{ speaker: 'user', turn: event.turn, text: event.text, driver }];
      case 'agent_message':
        return [{ speaker: 'agent', turn: event.turn, text: event.text, driver: '' }];
      case 'notice':
        return [{ speaker: 'world', turn: event.turn, text: event.text, driver: '' }];
      default:
        return [];
    }
  });
}

function unansweredAtEnd(talk: readonly TalkLine[], turn: number): UserWordsFinding[] {
  const after = talk.slice(talk.findLastIndex(({ speaker }) => speaker === 'user') + 1);
  const [question] = openQuestions(after.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])));
  if (question === undefined) return [];
  const message = 'ended while the agent waited for an answer';
  return [{ turn, code: 'left-question', effect: 'note', message, quote: quoteOf(question) }];
}
