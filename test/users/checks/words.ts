import type { TalkLine } from '../../../src/domain/contracts/simulated-user.ts';
import { checkMessage } from '../../../src/users/checks/check-message.ts';
import type { UserKnowledge } from '../../../src/users/checks/words-check.ts';

/** A talk in which user and agent take turns, the user first. */
export function talkOf(...texts: readonly string[]): TalkLine[] {
  return texts.map((text, at) => ({ speaker: at % 2 === 0 ? 'user' : 'agent', turn: Math.floor(at / 2), text }));
}

/** `effect code` of everything found in a message that follows the talk. */
export function faultsOf(text: string, before: readonly TalkLine[] = [], knowledge: UserKnowledge = {}): string[] {
  const turn = before.filter(({ speaker }) => speaker === 'user').length;
  return checkMessage({ text, turn, before }, knowledge).map(({ effect, code }) => `${effect} ${code}`);
}
