import { describe, expect, test } from 'vitest';
import { startOf } from '../../src/domain/transcript/endings.ts';
import { importTranscript } from '../../src/importers/import-transcript.ts';
import { readTranscripts } from '../../src/importers/text/read-transcripts.ts';
import { call, launches, result, says, tellImport, toldImport, user } from './told-import.ts';

const uses = (id: string, name: string, input: object = {}) => ({ type: 'tool_use', id, name, input });
const answers = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const words = (text: string) => ({ type: 'text', text });

function policyOf(value: unknown): unknown {
  const read = importTranscript(value);
  return read.status === 'imported' ? startOf(read.transcript)?.policy : read.problems;
}

describe('calls and results among the parts of messages', () => {
  test('are the same talk as calls beside the content', () => {
    const parts = toldImport([
      user('Refund A-1.'),
      says([words('I look.'), uses('a', 'lookup', { id: 'A-1' }), uses('b', 'list')]),
      user([answers('b', [words('["A-1"]')]), answers('a', '{"total":5}')]),
      says([words('Done.')]),
      user([words('Thanks.')]),
    ]);
    const chat = toldImport([
      user('Refund A-1.'),
      { ...says('I look.'), tool_calls: [call('a', 'lookup', { id: 'A-1' }), call('b', 'list')] },
      result('b', ['A-1']),
      result('a', { total: 5 }),
      says('Done.'),
      user('Thanks.'),
    ]);
    expect(parts.replace('anthropic-messages', 'openai-chat')).toBe(chat);
    expect(parts).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Refund A-1."
      0 step [c0 c1] saw []
      0 agent "I look." …
      0 call c0 lookup {"id":"A-1"}
      0 call c1 list {}
      0 result c1 ok ["A-1"]
      0 result c0 ok {"total":5}
      0 step [] saw [c1 c0]
      0 agent "Done."
      1 user "Thanks."
      1 end user_done"
    `);
  });

  test('results in the name of the user begin no turn, and words beside them do', () => {
    expect(
      toldImport([
        user('Refund A-1.'),
        says([uses('a', 'refund')]),
        user([answers('a', 'closed', { is_error: true }), words('Hurry up!')]),
        says('It is closed.'),
      ]),
    ).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Refund A-1."
      0 step [c0] saw []
      0 call c0 refund {}
      0 result c0 error "closed"
      1 user "Hurry up!"
      1 step [] saw [c0]
      1 agent "It is closed."
      1 end user_done"
    `);
  });

  test('what a model says after the result of a tool that the provider runs is a step of its own', () => {
    expect(
      toldImport([
        user('Who won?'),
        says([
          words('I search.'),
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'who won' } },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'Basel won' }] },
          words('Basel.'),
        ]),
      ]),
    ).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Who won?"
      0 step [c0] saw []
      0 agent "I search." …
      0 call c0 web_search {"query":"who won"}
      0 result c0 ok [{"title":"Basel won"}]
      0 step [] saw [c0]
      0 agent "Basel."
      0 end user_done"
    `);
  });

  test('thoughts are no words, whatever they hold, and a failed search is an error', () => {
    expect(
      toldImport([
        user('Who won?'),
        says([
          { type: 'thinking', thinking: 'Hm.', signature: 'x' },
          { type: 'reasoning', text: 'Basel, I think.' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          {
            type: 'web_search_tool_result',
            tool_use_id: 's',
            content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
          },
          words('I cannot say.'),
        ]),
      ]),
    ).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Who won?"
      0 step [c0] saw []
      0 call c0 web_search {}
      0 result c0 error "{\\"type\\":\\"web_search_tool_result_error\\",\\"error_code\\":\\"unavailable\\"}"
      0 step [] saw [c0]
      0 agent "I cannot say."
      0 end user_done
      warning: [1].content[0]: a part of type \`thinking\` is no text and is left out
      warning: [1].content[1]: a part of type \`reasoning\` is no text and is left out"
    `);
  });

  test('a call that is written among the parts and beside them is one call', () => {
    expect(
      toldImport([user('Hi.'), { ...launches(call('a', 'f')), content: [uses('a', 'f')] }, result('a', 'one')]),
    ).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 f {}
      0 result c0 ok "one"
      0 end user_done"
    `);
  });

  test('instructions beside the messages are the policy, unless the messages have their own', () => {
    expect(policyOf({ system: 'Be kind.', messages: [user('Hi.'), says('Hello.')] })).toEqual(['Be kind.']);
    expect(policyOf({ system: [words('Be kind.'), words('Be brief.')], messages: [user('Hi.')] })).toEqual([
      'Be kind.\nBe brief.',
    ]);
    const own = [{ role: 'system', content: 'Be brief.' }, user('Hi.')];
    expect(policyOf({ system: 'cluster-7', messages: own })).toEqual(['Be brief.']);
  });

  test('a logged request has its reply as the last message, and its tools', () => {
    const log = {
      request: {
        model: 'm-1',
        system: 'Be kind.',
        tools: [{ name: 'f', description: 'Does it.', input_schema: { type: 'object' } }],
        messages: [user('Hi.'), says([uses('a', 'f')]), user([answers('a', '1')])],
      },
      response: { role: 'assistant', content: [words('Done.')], stop_reason: 'end_turn' },
    };
    expect(toldImport(log)).toMatchInlineSnapshot(`
      "anthropic-messages
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 f {}
      0 result c0 ok 1
      0 step [] saw [c0]
      0 agent "Done."
      0 end user_done"
    `);
    const read = importTranscript(log);
    expect(read.status === 'imported' && startOf(read.transcript)).toMatchObject({
      agent: { name: 'm-1' },
      policy: ['Be kind.'],
      tools: [{ name: 'f', parameters: { type: 'object' } }],
    });
  });
});

describe('items of the Responses API', () => {
  const launched = (id: string, name: string, args: object = {}) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  });
  const output = (id: string, text: unknown) => ({ type: 'function_call_output', call_id: id, output: text });
  const message = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text, annotations: [] }],
  });

  test('calls side by side are one step, also beside the words before them', () => {
    expect(
      toldImport([
        message('user', 'Refund A-1.'),
        { type: 'reasoning', summary: [] },
        message('assistant', 'I look.'),
        launched('a', 'lookup', { id: 'A-1' }),
        launched('b', 'list'),
        output('b', '["A-1"]'),
        output('a', [{ type: 'input_text', text: '{"total":5}' }]),
        launched('c', 'refund', { id: 'A-1' }),
        output('c', 'Error: closed'),
        message('assistant', 'It is closed.'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-responses
      0 user "Refund A-1."
      0 step [c0 c1] saw []
      0 agent "I look." …
      0 call c0 lookup {"id":"A-1"}
      0 call c1 list {}
      0 result c1 ok ["A-1"]
      0 result c0 ok {"total":5}
      0 step [c2] saw [c1 c0]
      0 call c2 refund {"id":"A-1"}
      0 result c2 error "Error: closed"
      0 step [] saw [c2]
      0 agent "It is closed."
      0 end user_done
      warning: [1]: an item of type \`reasoning\` is no message and is left out
      warning: 1 result has no flag and is taken as an error by the words"
    `);
  });

  test('a request beside its answer, with instructions, or a text that was asked', () => {
    expect(
      toldImport({
        id: 'resp_1',
        instructions: 'Be kind.',
        input: 'Hi.',
        output: [{ type: 'mcp_call', id: 'm', name: 'f', arguments: '{}', output: '1' }, message('assistant', 'One.')],
      }),
    ).toMatchInlineSnapshot(`
      "openai-responses
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 f {}
      0 result c0 ok 1
      0 step [] saw [c0]
      0 agent "One."
      0 end user_done"
    `);
    expect(
      policyOf({
        request: { instructions: 'Be kind.', input: [message('user', 'Hi.')] },
        response: { output: [message('assistant', 'Hello.')] },
      }),
    ).toEqual(['Be kind.']);
  });

  test('a tool that takes any text, and one that a provider of tools refused', () => {
    expect(
      toldImport([
        user('Hi.'),
        { type: 'custom_tool_call', call_id: 'a', name: 'shell', input: 'ls -l' },
        { type: 'custom_tool_call_output', call_id: 'a', output: 'a.txt' },
        { type: 'mcp_call', id: 'm', name: 'f', arguments: '{"a":1}', error: 'no such thing' },
        says('Hm.'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-responses
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 shell "ls -l"
      0 result c0 ok "a.txt"
      0 step [c1] saw [c0]
      0 call c1 f {"a":1}
      0 result c1 error "no such thing"
      0 step [] saw [c1]
      0 agent "Hm."
      0 end user_done"
    `);
  });

  test('may stand one a line', async () => {
    const lines = [message('user', 'Hi.'), launched('a', 'f'), output('a', '1'), message('assistant', 'One.')];
    const text = lines.map((line) => JSON.stringify({ ...line, conversation_id: 'c-1' })).join('\n');
    const told: string[] = [];
    for await (const read of readTranscripts(text)) told.push(`${read.id}: ${tellImport(read)}`);
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "c-1: openai-responses
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 f {}
      0 result c0 ok 1
      0 step [] saw [c0]
      0 agent "One."
      0 end user_done"
    `);
  });

  test('an object that merely has an input is no conversation', () => {
    for (const value of [{ input: 'Hi.' }, { input: 'Hi.', output: 'Hello.' }, { input: [1, 2] }, { input: [] }]) {
      expect(importTranscript(value).status, JSON.stringify(value)).toBe('refused');
    }
    expect(toldImport({ input: 'note', messages: [user('Hi.')] })).toMatch(/^openai-chat/);
  });

  test('many calls of one step are read in linear time', async () => {
    const items = [user('Hi.'), ...Array.from({ length: 100_000 }, (_, index) => launched(`c${index}`, 'f'))];
    const formats: unknown[] = [];
    for await (const { status, format } of readTranscripts(JSON.stringify(items))) formats.push([status, format]);
    expect(formats).toEqual([['imported', 'openai-responses']]);
  });
});

describe('messages of the AI SDK', () => {
  test('calls and results as parts of two messages', () => {
    expect(
      toldImport([
        user([words('Refund A-1.')]),
        says([words('I look.'), { type: 'tool-call', toolCallId: 'a', toolName: 'lookup', input: { id: 'A-1' } }]),
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'a', toolName: 'lookup', output: { type: 'json', value: { total: 5 } } },
          ],
        },
        says([{ type: 'tool-call', toolCallId: 'b', toolName: 'refund', args: {} }]),
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'b',
              toolName: 'refund',
              output: { type: 'error-text', value: 'closed' },
            },
          ],
        },
        says('It is closed.'),
      ]),
    ).toMatchInlineSnapshot(`
      "ai-sdk
      0 user "Refund A-1."
      0 step [c0] saw []
      0 agent "I look." …
      0 call c0 lookup {"id":"A-1"}
      0 result c0 ok {"total":5}
      0 step [c1] saw [c0]
      0 call c1 refund {}
      0 result c1 error "closed"
      0 step [] saw [c1]
      0 agent "It is closed."
      0 end user_done"
    `);
  });

  test('a message of an interface holds its steps, with what the tools answered', () => {
    const tool = (id: string, name: string, more: object) => ({
      type: `tool-${name}`,
      toolCallId: id,
      input: {},
      ...more,
    });
    expect(
      toldImport([
        { id: 'm1', role: 'user', parts: [words('Refund A-1.')] },
        {
          id: 'm2',
          role: 'assistant',
          content: '',
          parts: [
            { type: 'step-start' },
            words('I look.'),
            tool('a', 'lookup', { state: 'output-available', output: { total: 5 } }),
            tool('b', 'list', { state: 'output-available', output: ['A-1'] }),
            { type: 'step-start' },
            tool('c', 'refund', { state: 'output-error', errorText: 'closed' }),
            { type: 'dynamic-tool', toolName: 'ask', toolCallId: 'd', state: 'input-available', input: { a: 1 } },
            { type: 'step-start' },
            words('It is closed.'),
          ],
        },
      ]),
    ).toMatchInlineSnapshot(`
      "ai-sdk
      0 user "Refund A-1."
      0 step [c0 c1] saw []
      0 agent "I look." …
      0 call c0 lookup {}
      0 call c1 list {}
      0 result c0 ok {"total":5}
      0 result c1 ok ["A-1"]
      0 step [c2 c3] saw [c0 c1]
      0 call c2 refund {}
      0 call c3 ask {"a":1}
      0 result c2 error "closed"
      0 step [] saw [c2]
      0 agent "It is closed."
      0 end user_done
      warning: [1].parts[6]: no result of \`ask\` is recorded"
    `);
  });
});
