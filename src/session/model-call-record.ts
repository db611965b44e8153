import type { ChatReply, ModelCallRecord } from '../domain/contracts/chat-model.ts';

/** What is kept of a request, out of its reply or of what is known of one that failed. */
export function modelCallRecord(
  model: string,
  { attempts, usage, cassetteKey }: Pick<ChatReply, 'attempts' | 'usage' | 'cassetteKey'>,
): ModelCallRecord {
  return {
    model,
    attempts: [...attempts],
    ...(usage === undefined ? {} : { usage }),
    ...(cassetteKey === undefined ? {} : { cassetteKey }),
  };
}
