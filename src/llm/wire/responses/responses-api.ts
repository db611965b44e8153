import type { ChatMessage, ChatReply } from '../../../domain/contracts/chat-model.ts';
import type { Conversation } from '../conversation.ts';
import { tokenUse } from '../token-use.ts';
import type { WireApi } from '../wire-api.ts';
import { readResponsesRequest } from './read-responses-request.ts';
import { responseErrorFrame, responseFrames } from './response-frames.ts';
import { type ResponseHead, responseBody } from './response-object.ts';

/** Responses that a later request may go on from; the oldest is forgotten first. */
const MAX_KNOWN = 10_000;

/** Responses. `created` is the moment that answers tell, in seconds since 1970. */
export function responsesApi(created: number): WireApi {
  const known = new Map<string, { conversation: Conversation; messages: readonly ChatMessage[] }>();
  return {
    read(given) {
      const {
        body,
        request,
        isStream,
        conversation: messages,
      } = readResponsesRequest(given, (id) => known.get(id)?.messages);
      const useOf = (reply: ChatReply) => tokenUse(request, reply);
      const headOf = (id: string): ResponseHead => ({ id: `resp_${id}`, created, body, useOf });
      return {
        request,
        isStream,
        conversation: known.get(body.previous_response_id ?? '')?.conversation,
        body: (reply, id) => responseBody(reply, headOf(id)),
        frames: (chunks, id) => responseFrames(chunks, headOf(id)),
        errorFrame: (error) => responseErrorFrame(error.body),
        onAnswered({ text, calls }, id, conversation) {
          const answer: ChatMessage = { role: 'assistant', content: text, toolCalls: calls };
          known.set(`resp_${id}`, { conversation, messages: [...messages, answer] });
          const [oldest] = known.keys();
          if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
        },
      };
    },
  };
}
