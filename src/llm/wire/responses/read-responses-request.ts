import { z } from 'zod';
import type { ChatMessage, ChatTool, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import { JsonValue } from '../../../domain/values/json-value.ts';
import { checkResults, invalid, readBody, turnOf, type WireAsk } from '../wire-ask.ts';
import { contentText, WireContent } from '../wire-content.ts';

/** Source of the format: OpenAI's API reference, "Create a model response". What a fake does not need is passed over. */
const InputItem = z.looseObject({
  type: z.string().nullish(),
  role: z.enum(['user', 'assistant', 'system', 'developer']).optional(),
  content: WireContent.nullish(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  output: WireContent.optional(),
});
type InputItem = z.infer<typeof InputItem>;

const WireTool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  parameters: JsonValue.nullish(),
});

const ResponsesBody = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(InputItem)], { error: 'expected a text or a list of items' }),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  tools: z.array(WireTool).nullish(),
  tool_choice: JsonValue.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.looseObject({ format: z.looseObject({ type: z.string(), schema: JsonValue.nullish() }).nullish() }).nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  max_output_tokens: z.int().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type ResponsesBody = z.infer<typeof ResponsesBody>;

export type ResponsesAsk = WireAsk & {
  body: ResponsesBody;
  /** The conversation without the instructions, which hold for one request only. */
  conversation: readonly ChatMessage[];
};

/**
 * The body of `POST /responses`. `recall` gives the conversation up to an earlier response. Throws `ProviderError` (400)
 * for what a provider would refuse.
 */
export function readResponsesRequest(
  given: unknown,
  recall: (responseId: string) => readonly ChatMessage[] | undefined,
): ResponsesAsk {
  const body = readBody(ResponsesBody, given);
  const { input, instructions, previous_response_id: previous, max_output_tokens: maxTokens, temperature } = body;
  const before = typeof previous === 'string' ? recall(previous) : [];
  if (before === undefined) throw invalid(`no response is known by the id \`${previous}\``, 'previous_response_id');
  const conversation = readInput(typeof input === 'string' ? [{ role: 'user', content: input }] : input, before);
  checkResults(conversation);
  const system = typeof instructions === 'string' ? [{ role: 'system' as const, content: instructions }] : [];
  const outputSchema = schemaOf(body);
  return {
    model: body.model,
    isStream: body.stream ?? false,
    body,
    conversation,
    request: {
      messages: [...system, ...conversation],
      turn: turnOf(conversation),
      ...((body.tools ?? []).length === 0 ? {} : { tools: (body.tools ?? []).map(readTool) }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(typeof temperature === 'number' ? { temperature } : {}),
      ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    },
  };
}

function readInput(items: readonly InputItem[], before: readonly ChatMessage[]): ChatMessage[] {
  const messages = [...before];
  const names = new Map<string, string>();
  for (const message of before) {
    for (const { id, name } of message.role === 'assistant' ? (message.toolCalls ?? []) : []) names.set(id, name);
  }
  for (const [index, item] of items.entries()) readItem(item, { messages, names, where: `input[${index}]` });
  return messages;
}

type Reading = { messages: ChatMessage[]; names: Map<string, string>; where: string };

function readItem(item: InputItem, reading: Reading): void {
  const { messages, names, where } = reading;
  const { type, role, content, call_id: callId } = item;
  if (role !== undefined && (type ?? 'message') === 'message') {
    if (content === undefined || content === null) throw invalid(`\`${where}.content\` is missing`, `${where}.content`);
    messages.push({ role: role === 'developer' ? 'system' : role, content: contentText(content) });
    return;
  }
  switch (type) {
    case 'function_call': {
      const { name, arguments: rawArguments } = item;
      if (callId === undefined || name === undefined || rawArguments === undefined) {
        throw invalid(`\`${where}\`: a call needs \`call_id\`, \`name\` and \`arguments\``, where);
      }
      names.set(callId, name);
      addCall(messages, { id: callId, name, rawArguments });
      return;
    }
    case 'function_call_output': {
      if (callId === undefined || item.output === undefined) {
        throw invalid(`\`${where}\`: a result needs \`call_id\` and \`output\``, where);
      }
      const name = names.get(callId) ?? '';
      messages.push({ role: 'tool', toolCallId: callId, name, content: contentText(item.output), isError: false });
      return;
    }
    case 'reasoning':
      return;
    default:
      throw invalid(`\`${where}\`: items of type \`${type ?? '(none)'}\` are not understood here`, where);
  }
}

/** Words and calls that follow each other are one message of the model. */
function addCall(messages: ChatMessage[], call: ModelToolCall): void {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: '', toolCalls: [call] });
  else messages[messages.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), call] };
}

function readTool({ type, name, description, parameters }: z.infer<typeof WireTool>): ChatTool {
  return { name: name ?? type, description: description ?? '', parameters: parameters ?? {} };
}

function schemaOf({ text }: ResponsesBody): JsonValue | undefined {
  if (text?.format?.type === 'json_object') return { type: 'object' };
  return text?.format?.type === 'json_schema' ? (text.format.schema ?? {}) : undefined;
}
