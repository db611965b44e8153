import type { ChatChunk, ChatReply, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import type { TokenUse } from '../token-use.ts';
import { eventText, type Frame, piecesOf } from '../wire-reply.ts';

/** What every part of one answer repeats. */
export type ChatHead = {
  id: string;
  model: string;
  /** Seconds since 1970. */
  created: number;
  useOf(reply: ChatReply): TokenUse;
};

/** The body of an answer that is not streamed. Source: OpenAI's API reference, "The chat completion object". */
export function chatReplyBody(reply: ChatReply, { id, model, created, useOf }: ChatHead): string {
  const { text, calls, finish } = reply;
  const isRefusal = finish === 'refusal';
  const message = {
    role: 'assistant',
    content: isRefusal || (text === '' && calls.length > 0) ? null : text,
    refusal: isRefusal && text !== '' ? text : null,
    annotations: [],
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(wireCall) }),
  };
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(reply, { isTold: true }) }],
    usage: wireUsage(useOf(reply)),
    system_fingerprint: null,
  });
}

/** The events of an answer that is streamed. Source: OpenAI's API reference, "The chat completion chunk object". */
export async function* chatReplyFrames(
  chunks: AsyncIterable<ChatChunk>,
  { id, model, created, useOf }: ChatHead,
  { hasUsageChunk }: { hasUsageChunk: boolean },
): AsyncGenerator<Frame> {
  const head = { id, object: 'chat.completion.chunk', created, model, system_fingerprint: null };
  const frame = (kind: Frame['kind'], delta: object, finish: string | null = null): Frame => ({
    kind,
    text: eventText({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(hasUsageChunk ? { usage: null } : {}),
    }),
  });
  let isOpen = false;
  let hasText = false;
  for await (const chunk of chunks) {
    // A message of nothing but calls has no content, not an empty one.
    const isCall = chunk.type === 'reply' && chunk.reply.text === '' && chunk.reply.calls.length > 0;
    if (!isOpen) yield frame('opening', { role: 'assistant', content: isCall ? null : '', refusal: null });
    isOpen = true;
    if (chunk.type === 'text') {
      hasText = true;
      yield frame('piece', { content: chunk.text });
      continue;
    }
    const { reply } = chunk;
    if (!hasText) {
      const key = reply.finish === 'refusal' ? 'refusal' : 'content';
      for (const piece of piecesOf(reply.text)) yield frame('piece', { [key]: piece });
    }
    for (const [index, { id: callId, name, rawArguments }] of reply.calls.entries()) {
      const opening = { index, id: callId, type: 'function', function: { name, arguments: '' } };
      yield frame('opening', { tool_calls: [opening] });
      for (const piece of piecesOf(rawArguments)) {
        yield frame('piece', { tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    yield frame('closing', {}, finishReason(reply, { isTold: !hasText }));
    if (hasUsageChunk) {
      yield { kind: 'closing', text: eventText({ ...head, choices: [], usage: wireUsage(useOf(reply)) }) };
    }
    yield { kind: 'closing', text: eventText('[DONE]') };
    return;
  }
  throw new Error("the model's stream ended without its reply");
}

/** `isTold`: a refusal stands in a field of its own; else it can only be told as a filter that stopped the words. */
function finishReason({ finish, text }: ChatReply, { isTold }: { isTold: boolean }): string {
  if (finish !== 'refusal') return finish;
  return isTold && text !== '' ? 'stop' : 'content_filter';
}

function wireCall({ id, name, rawArguments }: ModelToolCall) {
  return { id, type: 'function', function: { name, arguments: rawArguments } };
}

function wireUsage({ tokensIn, tokensOut }: TokenUse) {
  return {
    prompt_tokens: tokensIn,
    completion_tokens: tokensOut,
    total_tokens: tokensIn + tokensOut,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
