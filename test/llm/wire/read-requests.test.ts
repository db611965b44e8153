import { describe, expect, test } from 'vitest';
import { readChatRequest } from '../../../src/llm/wire/chat/read-chat-request.ts';
import { ProviderError } from '../../../src/llm/wire/provider-error.ts';
import { readResponsesRequest } from '../../../src/llm/wire/responses/read-responses-request.ts';

const user = { role: 'user', content: 'Hi' };
const called = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: `tool_${id}`, arguments: '{}' } })),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const chat = (...messages: unknown[]) => readChatRequest({ model: 'm', messages });

/** Why a provider would refuse it. */
function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ProviderError && error.status === 400) return `${error.message} (${error.body.param})`;
    throw error;
  }
  return 'it was taken';
}

describe('a request of Chat Completions', () => {
  test('with tool rounds is read with the names of the tools, and its turn', () => {
    const { request } = chat(
      user,
      called('a', 'b'),
      result('b'),
      result('a'),
      { role: 'assistant', content: 'Done' },
      user,
    );
    expect(request.turn).toBe(1);
    expect(request.messages[1]).toEqual({
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: 'a', name: 'tool_a', rawArguments: '{}' },
        { id: 'b', name: 'tool_b', rawArguments: '{}' },
      ],
    });
    expect(request.messages[2]).toEqual({
      role: 'tool',
      toolCallId: 'b',
      name: 'tool_b',
      content: 'ok',
      isError: false,
    });
  });

  test('without a message of the user belongs to turn 0', () => {
    expect(chat({ role: 'system', content: 'Greet.' }).request.turn).toBe(0);
  });

  test('may have parts, refusals, calls of custom tools and a schema', () => {
    const { request, hasUsageChunk, isStream } = readChatRequest({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            { type: 'file', file: {} },
          ],
        },
        {
          role: 'assistant',
          refusal: 'No.',
          tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls -l' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      tools: [{ type: 'custom', custom: { name: 'shell' } }],
      response_format: { type: 'json_object' },
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 9,
    });
    expect({ hasUsageChunk, isStream }).toEqual({ hasUsageChunk: true, isStream: true });
    expect(request).toEqual({
      messages: [
        { role: 'user', content: 'See\n[file]' },
        { role: 'assistant', content: 'No.', toolCalls: [{ id: 'c', name: 'shell', rawArguments: 'ls -l' }] },
        { role: 'tool', toolCallId: 'c', name: 'shell', content: 'a\nb', isError: false },
      ],
      tools: [{ name: 'shell', description: '', parameters: {} }],
      outputSchema: { type: 'object' },
      turn: 0,
      maxTokens: 9,
    });
  });

  test('is refused as a provider refuses it, with the place', () => {
    const bodies: unknown[] = [
      null,
      [],
      { messages: [user] },
      { model: 'm' },
      { model: 'm', messages: [] },
      { model: 'm', messages: [{ role: 'robot', content: 'x' }] },
      { model: 'm', messages: [{ role: 'user', content: 7 }] },
      { model: 'm', messages: [{ role: 'user' }] },
      { model: 'm', messages: [user], n: 3 },
      { model: 'm', messages: [user], tools: [{ type: 'function', function: { description: 'nameless' } }] },
    ];
    expect(bodies.map((body) => refusalOf(() => readChatRequest(body)))).toMatchInlineSnapshot(`
      [
        "the body is no request: a JSON object is expected (null)",
        "the body is no request: a JSON object is expected (null)",
        "\`model\` is missing (model)",
        "\`messages\` is missing (messages)",
        "\`messages\`: expected at least one message (messages)",
        "\`messages[0].role\`: expected a message of role \`system\`, \`developer\`, \`user\`, \`assistant\` or \`tool\` (messages[0].role)",
        "\`messages[0].content\`: expected a text or a list of parts (messages[0].content)",
        "\`messages[0].content\` is missing (messages[0].content)",
        "this model gives one answer; \`n\` can only be 1 (n)",
        "\`tools[0].function.name\` is missing (tools[0].function.name)",
      ]
    `);
  });

  test('with calls and results that do not fit each other is refused', () => {
    const conversations = [
      [user, called('a'), user],
      [user, called('a', 'b'), result('a')],
      [user, result('z')],
      [user, called('a'), result('a'), user, result('a')],
    ];
    expect(conversations.map((messages) => refusalOf(() => chat(...messages)))).toMatchInlineSnapshot(`
      [
        "the call \`a\` has no result: results follow the message that made the calls, before anything else (messages)",
        "the call \`b\` has no result: results follow the message that made the calls, before anything else (messages)",
        "the result for call \`z\` follows no message that made this call (messages)",
        "the result for call \`a\` follows no message that made this call (messages)",
      ]
    `);
  });

  test('keeps keys that would get lost', () => {
    const parameters: unknown = JSON.parse('{"__proto__": {"admin": true}, "type": "object"}');
    const body = { model: 'm', messages: [user], tools: [{ type: 'function', function: { name: 'a', parameters } }] };
    expect(JSON.stringify(readChatRequest(body).request.tools?.[0]?.parameters)).toBe(JSON.stringify(parameters));
  });
});

describe('a request of Responses', () => {
  const read = (input: unknown, more = {}) => readResponsesRequest({ model: 'm', input, ...more }, () => undefined);

  test('has words and calls of one message together, and skips what the model thought', () => {
    const { request } = read(
      [
        { role: 'developer', content: 'Be brief.' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One moment.' }] },
        { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
        { type: 'function_call', call_id: 'b', name: 'look', arguments: '{"n":1}' },
        { type: 'function_call_output', call_id: 'a', output: 'one' },
        { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'two' }] },
      ],
      { instructions: 'First.', text: { format: { type: 'json_schema', name: 'x', schema: { type: 'array' } } } },
    );
    expect(request).toEqual({
      messages: [
        { role: 'system', content: 'First.' },
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: 'One moment.',
          toolCalls: [
            { id: 'a', name: 'look', rawArguments: '{}' },
            { id: 'b', name: 'look', rawArguments: '{"n":1}' },
          ],
        },
        { role: 'tool', toolCallId: 'a', name: 'look', content: 'one', isError: false },
        { role: 'tool', toolCallId: 'b', name: 'look', content: 'two', isError: false },
      ],
      outputSchema: { type: 'array' },
      turn: 0,
    });
  });

  test('is refused as a provider refuses it, with the place', () => {
    const inputs: unknown[] = [
      undefined,
      7,
      [{ role: 'user' }],
      [{ type: 'function_call', call_id: 'a' }],
      [{ type: 'function_call_output', call_id: 'a', output: 'x' }],
      [{ type: 'item_reference', id: 'msg_1' }],
    ];
    expect(inputs.map((input) => refusalOf(() => read(input)))).toMatchInlineSnapshot(`
      [
        "\`input\` is missing (input)",
        "\`input\`: expected a text or a list of items (input)",
        "\`input[0].content\` is missing (input[0].content)",
        "\`input[0]\`: a call needs \`call_id\`, \`name\` and \`arguments\` (input[0])",
        "the result for call \`a\` follows no message that made this call (messages)",
        "\`input[0]\`: items of type \`item_reference\` are not understood here (input[0])",
      ]
    `);
  });
});
