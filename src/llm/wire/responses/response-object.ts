import type { ChatReply, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import type { TokenUse } from '../token-use.ts';
import type { ResponsesBody } from './read-responses-request.ts';

/** What every part of one answer repeats, and what it is made of. */
export type ResponseHead = {
  id: string;
  /** Seconds since 1970. */
  created: number;
  body: ResponsesBody;
  useOf(reply: ChatReply): TokenUse;
};

type Item = Readonly<Record<string, unknown>>;

/** The body of an answer that is not streamed. Source: OpenAI's API reference, "The response object". */
export function responseBody(reply: ChatReply, head: ResponseHead): string {
  return JSON.stringify(finishedResponse(reply, head));
}

/** The response before anything of it is there. */
export function openResponse({ id, created, body }: ResponseHead, status = 'in_progress'): Item {
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: body.model,
    output: [],
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: body.metadata ?? {},
  };
}

export function finishedResponse(reply: ChatReply, head: ResponseHead): Item {
  const isCut = reply.finish === 'length';
  const { tokensIn, tokensOut } = head.useOf(reply);
  return {
    ...openResponse(head, isCut ? 'incomplete' : 'completed'),
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: outputOf(reply, head.id),
    usage: {
      input_tokens: tokensIn,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: tokensOut,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokensIn + tokensOut,
    },
  };
}

function outputOf(reply: ChatReply, responseId: string): readonly Item[] {
  const { text, calls, finish } = reply;
  const part = finish === 'refusal' ? refusalPart(text) : textPart(text);
  // A reply of nothing but calls has no message; an empty reply has an empty one.
  const message = text === '' && calls.length > 0 ? [] : [messageItem(responseId, 'completed', [part])];
  return [...message, ...calls.map((call, index) => callItem(call, { responseId, index, status: 'completed' }))];
}

export function textPart(text: string): Item {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function refusalPart(refusal: string): Item {
  return { type: 'refusal', refusal };
}

export function messageItem(responseId: string, status: string, content: readonly Item[]): Item {
  return { id: responseId.replace('resp_', 'msg_'), type: 'message', status, role: 'assistant', content };
}

export function callItem(
  { id, name, rawArguments }: ModelToolCall,
  { responseId, index, status }: { responseId: string; index: number; status: string },
): Item {
  const itemId = `${responseId.replace('resp_', 'fc_')}_${index}`;
  return { id: itemId, type: 'function_call', status, call_id: id, name, arguments: rawArguments };
}
