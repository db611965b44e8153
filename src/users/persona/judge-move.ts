import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import { missingMentions } from '../checks/behaviours.ts';
import { checkMessage } from '../checks/check-message.ts';
import { endedEarly } from '../checks/ended-early.ts';
import { finding, justHeard, ownWords, quoteOf, type UserKnowledge, type WordsFinding } from '../checks/words-check.ts';
import { isStillAtWork, openQuestions } from '../language/open-questions.ts';
import type { ReadReply } from './read-reply.ts';

/**
 * What a reply becomes. `say`: words, and the talk goes on · `last_words`: the agent still answers them · `end`: nothing
 * more. `isHeld`: the user wanted to end, and waits until nothing is asked or done any more.
 */
export type JudgedMove = {
  act: 'say' | 'last_words' | 'end';
  said: string;
  reason: 'user_done' | 'user_gave_up';
  isHeld: boolean;
  findings: readonly WordsFinding[];
};

type Situation = {
  /** Turn of this message, from 0. */
  turn: number;
  minTurns: number;
  talk: readonly TalkLine[];
  knowledge: UserKnowledge;
};

/** Decides what a usable reply does, and what is wrong with it. */
export function judgeMove(reply: Extract<ReadReply, { status: 'said' }>, situation: Situation): JudgedMove {
  const { said, ending } = reply;
  const { turn, talk, minTurns, knowledge } = situation;
  const words = { text: said, turn, before: talk };
  const findings = said === '' ? [] : checkMessage(words, knowledge);
  const reason = ending ?? 'user_done';
  if (ending === undefined) return { act: 'say', said, reason, isHeld: false, findings };
  if (said === '') return { act: 'end', said, reason, isHeld: false, findings: judgeEnd(reason, situation) };
  if (turn + 1 < minTurns) {
    const message = `wanted to end before message ${minTurns}, and has to go on`;
    return {
      act: 'say',
      said,
      reason,
      isHeld: false,
      findings: [...findings, finding('note', 'held-end', { message, words: said })],
    };
  }
  const [question] = reason === 'user_done' ? openQuestions(justHeard(talk)) : [];
  if (question !== undefined) {
    const message = `wanted to end with the answer to a question, and waits for the outcome`;
    return {
      act: 'say',
      said,
      reason,
      isHeld: true,
      findings: [...findings, finding('note', 'held-end', { message, words: question })],
    };
  }
  const atEnd =
    reason === 'user_done'
      ? [
          ...missingMentions(words, knowledge),
          ...endedEarly(words, knowledge).filter(({ effect }) => effect !== 'break'),
        ]
      : [];
  return { act: 'last_words', said, reason, isHeld: false, findings: [...findings, ...atEnd] };
}

/** Whether what the agent last said lets the user leave. */
export function mayLeave(talk: readonly TalkLine[]): boolean {
  const heard = justHeard(talk);
  return openQuestions(heard).length === 0 && !isStillAtWork(heard);
}

/** What stands against an end without another word. */
function judgeEnd(
  reason: 'user_done' | 'user_gave_up',
  { turn, minTurns, talk, knowledge }: Situation,
): WordsFinding[] {
  const refuse = (code: string, message: string) => [finding('break', code, { message, words: '' })];
  if (ownWords(talk).length === 0) return refuse('ended-early', 'wanted to end before it had said anything');
  if (turn < minTurns) return refuse('ended-early', `wanted to end after ${turn} of at least ${minTurns} messages`);
  if (reason === 'user_gave_up') return [];
  const heard = justHeard(talk);
  const [question] = openQuestions(heard);
  if (question !== undefined) {
    return refuse('left-question', `wanted to end while the agent waits for the answer to "${quoteOf(question)}"`);
  }
  const whole = { text: '', turn, before: talk };
  const busy = isStillAtWork(heard)
    ? [finding('correct', 'left-at-work', { message: 'wanted to end while the agent was still at work', words: '' })]
    : [];
  return [...busy, ...endedEarly(whole, knowledge), ...missingMentions(whole, knowledge)];
}
