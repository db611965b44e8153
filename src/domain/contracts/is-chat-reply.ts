import type { ChatReply, ModelToolCall } from './chat-model.ts';

/** Whether an answer is a reply as far as its parts are read: a model of somebody's own may answer anything. */
export function isChatReply(answer: ChatReply | undefined): answer is ChatReply {
  if (typeof answer?.text !== 'string' || !Array.isArray(answer.calls) || !Array.isArray(answer.attempts)) return false;
  return answer.calls.every((call: Partial<ModelToolCall> | null) =>
    [call?.id, call?.name, call?.rawArguments].every((part) => typeof part === 'string'),
  );
}
