import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { commandAgent } from '../../src/agents/command-agent.ts';
import { endpointAgent } from '../../src/agents/endpoint-agent.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';

const model = scriptedModel(['Hello.']);
const reply = () => 'Hello.';
const url = 'http://127.0.0.1:1/chat';

/** What a call is told, which has to be the author's mistake. */
function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'not refused';
}

/** Options as plain JavaScript would write them. */
const options = (given: unknown): never => given as never;

describe('options of agents', () => {
  test('that are misspelt are refused with the nearest name', () => {
    const made = [
      () => functionAgent(reply, options({ toolCallVisible: false })),
      () => chatAgent(options({ model, sytem: 'Be kind.' })),
      () => endpointAgent(options({ model, toolCallVisible: true })),
      () => commandAgent(options({ command: ['true'], passenv: ['KEY'] })),
      () => httpAgent(options({ url, reply: { text: 'text', call: 'calls' }, timeout: 5 })),
      () => httpAgent(options({ url, reply: { text: 'text', call: 'calls' }, timeouts: { idleMS: 5, first: 1 } })),
      () => httpAgent(options({ url, reply: { text: 'a', calls: { path: 'b', argument: 'c' }, done: { pth: 'd' } } })),
      () => httpAgent(options({ url, reply: { text: 'a' }, start: { url: '/s', session: 'id' }, end: { ulr: '/e' } })),
    ];
    expect(made.map(refusal).join('\n')).toMatchInlineSnapshot(`
      "UsageError: functionAgent: \`toolCallVisible\` is not known; did you mean \`toolCallsVisible\`?
      UsageError: chatAgent: \`sytem\` is not known; did you mean \`system\`?
      UsageError: endpointAgent: \`toolCallVisible\` is not known; did you mean \`toolCallsVisible\`?
      UsageError: commandAgent: \`passenv\` is not known; did you mean \`passEnv\`?
      UsageError: httpAgent: \`timeout\` is not known; did you mean \`timeouts\`?
      httpAgent: \`reply.call\` is not known; did you mean \`calls\`?
      UsageError: httpAgent: \`timeouts.idleMS\` is not known; did you mean \`idleMs\`?
      httpAgent: \`timeouts.first\` is not known; known are \`firstByteMs\`, \`idleMs\`
      httpAgent: \`reply.call\` is not known; did you mean \`calls\`?
      UsageError: httpAgent: \`reply.calls.argument\` is not known; did you mean \`arguments\`?
      httpAgent: \`reply.done.pth\` is not known; did you mean \`path\`?
      UsageError: httpAgent: \`start.session\` is not known; did you mean \`sessionId\`?
      httpAgent: \`end.ulr\` is not known; did you mean \`url\`?"
    `);
  });

  test('that are missing or of another kind are refused with advice', () => {
    const made = [
      () => functionAgent(options(undefined)),
      () => functionAgent(options({ reply })),
      () => functionAgent(options({ open: 'session' })),
      () => functionAgent(reply, options(['name'])),
      () => chatAgent(options({})),
      () => chatAgent(options(undefined)),
      () => chatAgent(options({ model: 'gpt-5-mini' })),
      () => endpointAgent(options({})),
      () => commandAgent(options({ command: ['true'], passEnv: 'KEY' })),
      () => commandAgent(options({ command: ['true'], lifetime: 'sesion' })),
      () => commandAgent(options({ command: ['true'], toolCalls: true })),
      () => httpAgent(options({ url })),
      () => httpAgent(options({ url, reply: {} })),
      () => httpAgent(options({ url, reply: 'text' })),
      () => httpAgent(options(undefined)),
    ];
    expect(made.map(refusal).join('\n')).toMatchInlineSnapshot(`
      "UsageError: functionAgent: the first argument is a function from messages to an answer, or an object with \`open\`; found undefined
      UsageError: functionAgent: the first argument is a function from messages to an answer, or an object with \`open\`; found an object
      UsageError: functionAgent: \`open\` is a function; found a text
      UsageError: functionAgent: the options are a list; expected an object with \`name\`, \`toolCallsVisible\`, \`fixed\`
      UsageError: chatAgent: \`model\` is missing: give it \`openaiModel({ model: '…' })\`, or \`scriptedModel([…])\` for a fake one
      UsageError: chatAgent: the options are undefined; expected an object with \`model\`, \`name\`, \`system\`, \`maxSteps\`, \`toolFilter\`, \`temperature\`, \`maxTokens\`
      UsageError: chatAgent: \`model\` is a text; expected a model: \`openaiModel({ model: '…' })\`, or \`scriptedModel([…])\` for a fake one
      UsageError: endpointAgent: \`model\` is missing: give it \`openaiModel({ model: '…' })\`, or \`scriptedModel([…])\` for a fake one
      UsageError: commandAgent: \`passEnv\` is a text; expected a list of names
      UsageError: commandAgent: \`lifetime\` is one of \`session\`, \`run\`; did you mean \`session\`?
      UsageError: commandAgent: \`toolCalls\` is one of \`world\`, \`reported\`, \`none\`
      UsageError: httpAgent: \`reply\` is missing: say where the words stand, by \`reply: { text: 'output.text' }\`, or \`reply: { text: '' }\` where the whole answer is the words
      UsageError: httpAgent: \`reply.text\` is missing: say where the words stand, by \`reply: { text: 'output.text' }\`, or \`reply: { text: '' }\` where the whole answer is the words
      UsageError: httpAgent: \`reply\` is a text; expected an object with \`text\`, \`texts\`, \`calls\`, \`results\`, \`error\`, \`handedOff\`, \`done\`
      UsageError: httpAgent: the options are undefined; expected an object with \`url\`, \`method\`, \`headers\`, \`body\`, \`name\`, \`reply\`, \`stream\`, \`sessionHeader\`, \`sessionId\`, \`start\`, \`end\`, \`timeouts\`, \`allowAddresses\`, \`env\`, \`fixed\`"
    `);
  });

  test('that are all known are taken', () => {
    expect(functionAgent(reply, { name: 'f', toolCallsVisible: false, fixed: ['model'] }).name).toBe('f');
    expect(functionAgent({ open: () => reply }).toolCallsVisible).toBe(true);
    expect(chatAgent({ model, system: 'Be kind.', toolFilter: () => true, temperature: 0 }).adapter).toBe('chat');
    expect(endpointAgent({ model, stream: false }).toolCallsVisible).toBe(false);
    expect(
      httpAgent({ url, reply: { text: 'a', calls: 'b' }, start: { url: '/s', sessionId: 'id' } }).toolCallsVisible,
    ).toBe(true);
  });

  test('a name that nobody chose is told as such', () => {
    expect(chatAgent({ model })).toMatchObject({ name: 'scripted model', hasDefaultName: true });
    expect(chatAgent({ model, name: 'desk' })).toMatchObject({ name: 'desk', hasDefaultName: false });
    expect(functionAgent(reply).hasDefaultName).toBe(true);
    expect(endpointAgent({ model }).hasDefaultName).toBe(true);
    expect(commandAgent({ command: ['true'] }).hasDefaultName).toBe(true);
    expect(httpAgent({ url, reply: { text: '' } }).hasDefaultName).toBe(true);
  });
});
