import type { OpenAI } from 'openai';
import type { ChatMessage, ChatRequest, ChatTool } from '../../../domain/contracts/chat-model.ts';
import { wellFormed } from '../../../domain/values/text.ts';
import type { RequestSettings } from '../request/settings.ts';
import { outputFormat, withSchemaInWords } from '../request/structured-output.ts';

type Body = OpenAI.Responses.ResponseCreateParams;
type Item = OpenAI.Responses.ResponseInputItem;

/** The request in the words of the Responses API. The provider is asked to keep nothing. */
export function toResponsesRequest(request: ChatRequest, settings: RequestSettings, isStreamed: boolean): Body {
  const { tools = [], outputSchema: schema } = request;
  const { model, structuredOutput: mode, extraBody } = settings;
  const temperature = request.temperature ?? settings.temperature;
  const maxTokens = request.maxTokens ?? settings.maxTokens;
  const format = outputFormat(schema, mode);
  return {
    model,
    input: withSchemaInWords(request.messages, { schema, mode }).flatMap(itemsOf),
    store: false,
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...(format === undefined ? {} : { text: { format } }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(isStreamed ? { stream: true } : {}),
    ...extraBody,
  };
}

function itemsOf(message: ChatMessage): Item[] {
  const content = wellFormed(message.content);
  if (message.role === 'tool') return [{ type: 'function_call_output', call_id: message.toolCallId, output: content }];
  if (message.role !== 'assistant') return [{ role: message.role, content }];
  const calls = (message.toolCalls ?? []).map(
    ({ id, name, rawArguments }): Item => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: wellFormed(rawArguments),
    }),
  );
  return content === '' && calls.length > 0 ? calls : [{ role: 'assistant', content }, ...calls];
}

function toolOf({ name, description, parameters }: ChatTool): OpenAI.Responses.FunctionTool {
  return { type: 'function', name, description, parameters: parameters as Record<string, unknown>, strict: false };
}
