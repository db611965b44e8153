import type { Persona } from '../../domain/authoring/persona.ts';
import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import { visibleText } from '../../domain/display/visible-text.ts';
import { truncate } from '../../domain/values/text.ts';
import type { UserFacts } from '../facts.ts';

/**
 * What a finding means for a persona user. `break`: the message is asked for again, and the simulation is broken if it
 * comes again · `correct`: asked for again, then noted · `note`: only noted.
 */
export type FindingEffect = 'break' | 'correct' | 'note';

/** Something wrong with a user's words. `message` goes on from "the simulated user": `spoke as the agent`. */
export type WordsFinding = {
  code: string;
  effect: FindingEffect;
  message: string;
  /** The words, as they may be shown. */
  quote: string;
};

/** One message of a user and all that was said before it. */
export type SaidWords = { text: string; turn: number; before: readonly TalkLine[] };

/** What the user may know, and how they are to speak. */
export type UserKnowledge = {
  persona?: Persona | undefined;
  facts?: UserFacts | undefined;
  goal?: string | undefined;
  /** BCP 47 tag. */
  language?: string | undefined;
  /** A second language that is mixed in. */
  mixes?: string | undefined;
  /** Texts of a prompt that nobody would say of themselves. */
  instructions?: readonly string[] | undefined;
  /** The word around the other side's words in a prompt. */
  fence?: string | undefined;
};

/** One question about a message. */
export type WordsCheck = (said: SaidWords, knowledge: UserKnowledge) => WordsFinding[];

const MAX_QUOTE = 160;

/** A piece of somebody's words for a sentence of ours. */
export function quoteOf(words: string): string {
  return truncate(visibleText(words.trim(), { newlines: 'escape' }), MAX_QUOTE);
}

export function finding(
  effect: FindingEffect,
  code: string,
  { message, words }: { message: string; words: string },
): WordsFinding {
  return { code, effect, message, quote: quoteOf(words) };
}

/** What the user said before, in order. */
export function ownWords(before: readonly TalkLine[]): string[] {
  return before.filter(({ speaker }) => speaker === 'user').map(({ text }) => text);
}

/** The agent's messages since the user last spoke, in order. */
export function justHeard(before: readonly TalkLine[]): string[] {
  const last = before.findLastIndex(({ speaker }) => speaker === 'user');
  return before.slice(last + 1).flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : []));
}

/** Everything that agent and world said. */
export function heardTexts(before: readonly TalkLine[]): string[] {
  return before.flatMap(({ speaker, text }) => (speaker === 'user' ? [] : [text]));
}
