import { z } from 'zod';
import type { ChatMessage, ChatTool } from '../../../domain/contracts/chat-model.ts';
import { JsonValue } from '../../../domain/values/json-value.ts';
import { checkResults, invalid, readBody, turnOf, type WireAsk } from '../wire-ask.ts';
import { contentText, WireContent } from '../wire-content.ts';

/** Source of the format: OpenAI's API reference, "Create chat completion". What a fake does not need is passed over. */
const WireCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
  custom: z.looseObject({ name: z.string(), input: z.string() }).optional(),
});
const WireMessage = z.discriminatedUnion(
  'role',
  [
    z.looseObject({ role: z.enum(['system', 'developer']), content: WireContent }),
    z.looseObject({ role: z.literal('user'), content: WireContent }),
    z.looseObject({
      role: z.literal('assistant'),
      content: WireContent.nullish(),
      refusal: z.string().nullish(),
      tool_calls: z.array(WireCall).nullish(),
    }),
    z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: WireContent }),
  ],
  { error: 'expected a message of role `system`, `developer`, `user`, `assistant` or `tool`' },
);
type WireMessage = z.infer<typeof WireMessage>;

const WireTool = z.looseObject({
  type: z.string(),
  function: z
    .looseObject({ name: z.string().min(1), description: z.string().nullish(), parameters: JsonValue.nullish() })
    .optional(),
  custom: z.looseObject({ name: z.string().min(1), description: z.string().nullish() }).optional(),
});

const ChatBody = z.looseObject({
  model: z.string().min(1),
  messages: z.array(WireMessage).min(1, { error: 'expected at least one message' }),
  tools: z.array(WireTool).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ schema: JsonValue.nullish() }).nullish() })
    .nullish(),
  temperature: z.number().nullish(),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
  n: z.int().nullish(),
});
type ChatBody = z.infer<typeof ChatBody>;

export type ChatAsk = WireAsk & { hasUsageChunk: boolean };

/** The body of `POST /chat/completions`. Throws `ProviderError` (400) for what a provider would refuse. */
export function readChatRequest(given: unknown): ChatAsk {
  const body = readBody(ChatBody, given);
  if ((body.n ?? 1) !== 1) throw invalid('this model gives one answer; `n` can only be 1', 'n');
  const names = new Map<string, string>();
  const messages = body.messages.map((message) => readMessage(message, names));
  checkResults(messages);
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  const outputSchema = schemaOf(body);
  return {
    model: body.model,
    isStream: body.stream ?? false,
    hasUsageChunk: body.stream_options?.include_usage ?? false,
    request: {
      messages,
      turn: turnOf(messages),
      ...((body.tools ?? []).length === 0 ? {} : { tools: (body.tools ?? []).map(readTool) }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(typeof body.temperature === 'number' ? { temperature: body.temperature } : {}),
      ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    },
  };
}

/** `names` collects the tool of each call, which results do not repeat. */
function readMessage(message: WireMessage, names: Map<string, string>): ChatMessage {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: contentText(message.content) };
    case 'user':
      return { role: 'user', content: contentText(message.content) };
    case 'tool': {
      const { tool_call_id: toolCallId } = message;
      const content = contentText(message.content);
      return { role: 'tool', toolCallId, name: names.get(toolCallId) ?? '', content, isError: false };
    }
    default: {
      const content = contentText(message.content ?? message.refusal ?? '');
      const toolCalls = (message.tool_calls ?? []).map(readCall);
      for (const { id, name } of toolCalls) names.set(id, name);
      return toolCalls.length === 0 ? { role: 'assistant', content } : { role: 'assistant', content, toolCalls };
    }
  }
}

function readCall({ id, function: called, custom }: z.infer<typeof WireCall>) {
  return { id, name: called?.name ?? custom?.name ?? '', rawArguments: called?.arguments ?? custom?.input ?? '' };
}

function readTool({ type, function: called, custom }: z.infer<typeof WireTool>): ChatTool {
  const { name = type, description } = called ?? custom ?? {};
  return { name, description: description ?? '', parameters: called?.parameters ?? {} };
}

function schemaOf({ response_format: format }: ChatBody): JsonValue | undefined {
  if (format?.type === 'json_object') return { type: 'object' };
  return format?.type === 'json_schema' ? (format.json_schema?.schema ?? {}) : undefined;
}
