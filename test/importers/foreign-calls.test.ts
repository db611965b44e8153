import { expect, test } from 'vitest';
import { call, launches, result, says, toldImport, user } from './told-import.ts';

/** The status of the import and what is told of calls, for a message of the assistant with these keys. */
const told = (more: object, message: object = says('Done.')): string =>
  toldImport([user('Refund A-1, please.'), { ...message, ...more }, result('a', 'ok')])
    .split('\n')
    .filter((line) => /^(?:refused|openai-chat|error)/.test(line))
    .join('\n');

test('calls under a key that nobody reads make the conversation unusable', () => {
  expect(told({ actions: [{ name: 'refund', arguments: { order_id: 'A-1' } }] })).toMatchInlineSnapshot(`
    "refused
    error: [1].actions: \`actions\` holds what looks like a call of \`refund\`, and calls are not read there"
  `);
  for (const more of [
    { actions: [{ tool: 'refund', input: { order_id: 'A-1' } }] },
    { planned_actions: [{ name: 'refund', parameters: { order_id: 'A-1' } }] },
    { steps: [{ toolName: 'refund', args: '{}' }] },
    { whatever: { name: 'refund', arguments: '{}' } },
    { additional_kwargs: { tool_calls: [{ id: 'a', function: { name: 'refund', arguments: '{}' } }] } },
    { functionCall: { name: 'refund', args: {} } },
    { calls: [{ name: 'refund' }] },
    { agent_actions: [{ tool: 'refund', result: 'ok' }] },
    { tool: 'refund', arguments: {} },
    { action: 'refund', action_input: { order_id: 'A-1' } },
    { tool_calls: [], toolCalls: [{ name: 'refund', args: {} }] },
  ]) {
    expect(told(more), JSON.stringify(more)).toMatch(/^refused\nerror: .*holds what looks like a call of `refund`/);
  }
});

test('calls that are kept a second time are no others', () => {
  const raw = { choices: [{ message: { tool_calls: [call('a', 'refund')] } }] };
  expect(told({ raw }, launches(call('a', 'refund')))).toBe('openai-chat');
  expect(told({ raw }, launches(call('a', 'lookup')))).toMatch(/^refused\nerror: .*`raw` holds .*`refund`/);
  const twice = { choices: [{ message: { tool_calls: [call('a', 'refund'), call('b', 'refund')] } }] };
  expect(told({ raw: twice }, launches(call('a', 'refund')))).toMatch(/^refused\nerror: /);
  const parts = [{ type: 'tool_use', id: 'a', name: 'refund', input: {} }];
  const inParts = toldImport([
    user('Hi.'),
    { role: 'assistant', content: parts, additional_kwargs: { tool_calls: [call('a', 'refund')] } },
    result('a', 'ok'),
  ]);
  expect(inParts).toMatch(/^anthropic-messages\n/);
});

test('what is no call is left alone', () => {
  for (const more of [
    { name: 'bot', usage: { input: 3, output: 4 } },
    { metadata: { span: { name: 'generation', input: 'Hi.', output: 'Done.' } } },
    { transactions: [{ name: 'Ada', id: 'T-1' }] },
    { quick_actions: [{ name: 'Refund', label: 'Refund it' }] },
    { tools: [{ name: 'refund', description: 'Pays back.', parameters: { type: 'object' } }] },
    { tools: [{ name: 'refund', parameters: { type: 'object', properties: {} } }] },
    { annotations: [{ type: 'url_citation', url: 'https://example.com' }], tool_calls: null },
    { customer: { name: 'Ada', parameters: { city: 'Bern' } } },
  ]) {
    expect(told(more), JSON.stringify(more)).toBe('openai-chat');
  }
});

test('calls of the user under a key that nobody reads are told as well', () => {
  const log = [user('Hi.', { actions: [{ name: 'reboot', arguments: {} }] }), says('Hello.')];
  expect(toldImport(log)).toMatch(/^refused\nerror: \[0\]\.actions: `actions` holds/);
});

test('tools that cannot be read are told, and nobody knows them', () => {
  const messages = [user('Hi.'), says('Hello.')];
  const problems = (tools: unknown): string =>
    toldImport({ messages, tools })
      .split('\n')
      .filter((line) => line.startsWith('warning'))
      .join('\n');
  expect(problems('x')).toMatchInlineSnapshot(
    `"warning: tools: expected a list of tools, found a text: it is not read, and nobody knows which tools there were"`,
  );
  expect(problems({ refund: { description: 'Pays back.' } })).toMatchInlineSnapshot(
    `"warning: tools: expected a list of tools, found an object with \`refund\`: it is not read, and nobody knows which tools there were"`,
  );
  expect(problems([{ name: 'refund', parameters: 'order_id' }])).toMatchInlineSnapshot(
    `"warning: tools[0]: expected a JSON Schema, found a text: the parameters of \`refund\` are not known"`,
  );
  expect(problems([{ name: 'refund', effect: 'reads' }])).toMatchInlineSnapshot(
    `"warning: tools[0]: the effect of \`refund\` is none of \`read\`, \`write\`, \`unknown\` and is not read"`,
  );
  expect(problems([{ name: 'refund', effect: 'write', parameters: {} }])).toBe('');
});
