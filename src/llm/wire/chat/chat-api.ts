import type { ChatReply } from '../../../domain/contracts/chat-model.ts';
import { tokenUse } from '../token-use.ts';
import type { WireApi } from '../wire-api.ts';
import { eventText } from '../wire-reply.ts';
import { readChatRequest } from './read-chat-request.ts';
import { type ChatHead, chatReplyBody, chatReplyFrames } from './write-chat-reply.ts';

/** Chat Completions. `created` is the moment that answers tell, in seconds since 1970. */
export function chatApi(created: number): WireApi {
  return {
    read(body) {
      const { model, request, isStream, hasUsageChunk } = readChatRequest(body);
      const useOf = (reply: ChatReply) => tokenUse(request, reply);
      const headOf = (id: string): ChatHead => ({ id: `chatcmpl-${id}`, model, created, useOf });
      return {
        request,
        isStream,
        conversation: undefined,
        body: (reply, id) => chatReplyBody(reply, headOf(id)),
        frames: (chunks, id) => chatReplyFrames(chunks, headOf(id), { hasUsageChunk }),
        errorFrame: (error) => ({ kind: 'closing', text: eventText({ error: error.body }) }),
        onAnswered: () => undefined,
      };
    },
  };
}
