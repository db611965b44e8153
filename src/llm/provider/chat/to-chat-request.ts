import type { OpenAI } from 'openai';
import type { ChatMessage, ChatRequest, ChatTool } from '../../../domain/contracts/chat-model.ts';
import { wellFormed } from '../../../domain/values/text.ts';
import type { RequestSettings } from '../request/settings.ts';
import { type OutputFormat, outputFormat, withSchemaInWords } from '../request/structured-output.ts';

type ChatBody = OpenAI.ChatCompletionCreateParams;

/** The request in the words of Chat Completions. Texts become well-formed; argument texts stay as the model wrote them. */
export function toChatRequest(request: ChatRequest, settings: RequestSettings, isStreamed: boolean): ChatBody {
  const { tools = [], outputSchema: schema } = request;
  const { model, seed, structuredOutput: mode, extraBody, tokenLimitName } = settings;
  const temperature = request.temperature ?? settings.temperature;
  const maxTokens = request.maxTokens ?? settings.maxTokens;
  const format = outputFormat(schema, mode);
  return {
    model,
    messages: withSchemaInWords(request.messages, { schema, mode }).map(messageOf),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...(format === undefined ? {} : { response_format: responseFormatOf(format) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [tokenLimitName]: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...extraBody,
  };
}

function messageOf(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  const content = wellFormed(message.content);
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content };
  if (message.role !== 'assistant') return { role: message.role, content };
  const { toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    // Some servers refuse empty words beside calls, and others a message without the key.
    content: content === '' ? null : content,
    tool_calls: toolCalls.map(({ id, name, rawArguments }) => ({
      id,
      type: 'function',
      function: { name, arguments: wellFormed(rawArguments) },
    })),
  };
}

function toolOf({ name, description, parameters }: ChatTool): OpenAI.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: parameters as Record<string, unknown> } };
}

function responseFormatOf(format: OutputFormat): NonNullable<ChatBody['response_format']> {
  if (format.type === 'json_object') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}
