import { malformed, type StreamFold } from '../reply/reply-parts.ts';
import { ChatEvent, wordsOf } from './chat-shapes.ts';
import { gatherCalls } from './gather-calls.ts';
import { chatParts } from './read-chat-reply.ts';

/**
 * Puts a stream of Chat Completions together. The answer is whole when the provider says why it ended; a stream that
 * stops before is not, whatever it brought.
 */
export function chatStream(): StreamFold {
  const calls = gatherCalls();
  let text = '';
  let refusal = '';
  let usage: unknown;
  let finish_reason: string | undefined;
  let hasChoice = false;
  let isDone = false;
  // Some servers give no reason; their last word is enough for text, but not for calls, which somebody will run.
  const isWhole = (): boolean => (finish_reason ?? '') !== '' || (isDone && hasChoice && calls.calls().length === 0);
  return {
    add(event) {
      if (event === '[DONE]') {
        isDone = true;
        return { text: '', isContent: false, state: 'over' };
      }
      const read = ChatEvent.safeParse(event);
      if (!read.success) throw malformed('an event of the stream is none of Chat Completions', JSON.stringify(event));
      usage = read.data.usage ?? usage;
      // Only one answer was asked for.
      const choice = read.data.choices?.find(({ index }) => (index ?? 0) === 0);
      const { content, refusal: refused, tool_calls: pieces } = choice?.delta ?? {};
      const words = wordsOf(content);
      text += words;
      refusal += refused ?? '';
      for (const piece of pieces ?? []) calls.add(piece);
      finish_reason = choice?.finish_reason ?? finish_reason;
      hasChoice ||= choice !== undefined;
      const isContent = words !== '' || (refused ?? '') !== '' || (pieces ?? []).length > 0;
      return { text: words, isContent, state: isWhole() ? 'whole' : 'open' };
    },
    finish() {
      if (!isWhole()) throw malformed('the stream ended before the answer was whole');
      return chatParts({ text, refusal, calls: calls.calls(), finish_reason, usage });
    },
  };
}
