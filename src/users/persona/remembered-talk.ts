import type { ChatMessage } from '../../domain/contracts/chat-model.ts';
import type { Heard, TalkLine } from '../../domain/contracts/simulated-user.ts';
import { cutHeard, heardMessage, OPENING_REQUEST } from '../../domain/prompts/persona-prompt.ts';

/** What was heard, as lines; more of a message than a person would read is not kept. */
export function linesHeard({ turn, texts, notices }: Heard): TalkLine[] {
  const line = (speaker: TalkLine['speaker'], text: string): TalkLine => ({
    speaker,
    turn: Math.max(0, turn),
    text: cutHeard(text),
  });
  return [...texts.map((text) => line('agent', text)), ...notices.map((text) => line('world', text))];
}

/**
 * The talk as the model gets it, with roles flipped: the user's own words are `assistant`, what others said is `user`,
 * fenced, and the two take turns.
 */
export function chatMessages(
  system: string,
  { talk, fence }: { talk: readonly TalkLine[]; fence: string },
): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: 'system', content: system }];
  let others: TalkLine[] = [];
  const closeOthers = (): void => {
    const isOpening = messages.length === 1 && others.length === 0;
    const textsOf = (speaker: TalkLine['speaker']) =>
      others.flatMap((line) => (line.speaker === speaker ? [line.text] : []));
    const heard = { texts: textsOf('agent'), notices: textsOf('world') };
    messages.push({ role: 'user', content: isOpening ? OPENING_REQUEST : heardMessage(heard, fence) });
    others = [];
  };
  for (const line of talk) {
    if (line.speaker !== 'user') {
      others.push(line);
      continue;
    }
    closeOthers();
    messages.push({ role: 'assistant', content: line.text });
  }
  closeOthers();
  return messages;
}
