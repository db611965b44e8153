import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import { foldedText } from '../text/fold-text.ts';
import type { Phrase } from './phrase.ts';

type Message = EventOf<'agent_message'>;

/** The message that shares most words with one of the phrases; the last one when none shares any. */
export function closestMessage(phrases: readonly Phrase[], messages: readonly Message[]): Message | undefined {
  const wanted = phrases.map(({ words }) => wordsOf(words ?? ''));
  let closest: { message: Message; shared: number } | undefined;
  for (const message of messages) {
    const heard = new Set(wordsOf(message.text));
    const shared = Math.max(0, ...wanted.map((words) => shareOf(words, heard)));
    if (closest === undefined || shared >= closest.shared) closest = { message, shared };
  }
  return closest?.message;
}

function shareOf(words: readonly string[], heard: ReadonlySet<string>): number {
  return words.length === 0 ? 0 : words.filter((word) => heard.has(word)).length / words.length;
}

/** Words, and single characters of scripts written without spaces. */
function wordsOf(text: string): string[] {
  return foldedText(text).match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
