import type { ChatMessage, ChatReply, ModelToolCall } from '../../domain/contracts/chat-model.ts';
import { equalJson } from '../../domain/values/canonical.ts';
import { parseJson } from '../../domain/values/parse-json.ts';

/**
 * Whether a message of a client's history can be this reply. Clients trim words, write arguments anew and make up ids, and
 * some keep only the words or only the calls of a reply that has both; what they do keep must be the reply's.
 */
export function isAnswer({ text, calls }: ChatReply, message: ChatMessage | undefined): boolean {
  const words = plain(text);
  const isBlank = words === '' && calls.length === 0;
  if (message?.role !== 'assistant') return isBlank;
  const { content, toolCalls = [] } = message;
  const kept = plain(content);
  if (kept === '' && toolCalls.length === 0) return isBlank;
  return (kept === '' || kept === words) && (toolCalls.length === 0 || areEqualCalls(toolCalls, calls));
}

function areEqualCalls(kept: readonly ModelToolCall[], calls: readonly ModelToolCall[]): boolean {
  return (
    kept.length === calls.length &&
    kept.every(({ name, rawArguments }, index) => {
      const other = calls[index];
      return name === other?.name && areEqualArguments(rawArguments, other.rawArguments);
    })
  );
}

function areEqualArguments(kept: string, given: string): boolean {
  if (kept.trim() === given.trim()) return true;
  const [one, other] = [parseJson(kept), parseJson(given)];
  return one.status === 'parsed' && other.status === 'parsed' && equalJson(one.value, other.value);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
