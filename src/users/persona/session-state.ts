import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';

/** What a persona's session keeps between turns. */
export type SessionState = {
  talk: TalkLine[];
  /** Answers in a row that brought nothing new. */
  stalled: number;
  /** The user wanted to end, and the agent had not finished. */
  isHeld: boolean;
  hasBegun: boolean;
  isOver: boolean;
};

export function storeState({ talk, stalled, isHeld, hasBegun, isOver }: SessionState): JsonValue {
  return { talk: talk.map(({ speaker, turn, text }) => ({ speaker, turn, text })), stalled, isHeld, hasBegun, isOver };
}

export function readState(snapshot: JsonValue): SessionState {
  const { talk, stalled, isHeld, hasBegun, isOver } = snapshot as SessionState;
  if (!Array.isArray(talk) || !Number.isInteger(stalled) || typeof isOver !== 'boolean') {
    throw new Error('not a snapshot of a persona user');
  }
  return { talk: talk.map((line) => ({ ...line })), stalled, isHeld, hasBegun, isOver };
}
