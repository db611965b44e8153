import OpenAI, { APIError } from 'openai';
import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../../src/agents/function-agent.ts';
import {
  BudgetExceededError,
  type ChatModel,
  ModelUnavailableError,
  type OpenModel,
} from '../../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { ScriptError, type ScriptedStep, scriptedModel } from '../../../src/llm/scripted-model.ts';
import { modelFetch } from '../../../src/llm/wire/model-fetch.ts';
import { play, userOf } from '../../fixtures/session-parts.ts';

type Messages = OpenAI.ChatCompletionMessageParam[];

const hello: Messages = [{ role: 'user', content: 'Where is A-1001?' }];

/** The real client over a script, without retries of its own. */
function clientOf(steps: readonly ScriptedStep[], { maxRetries = 0 }: { maxRetries?: number } = {}) {
  const fetch = modelFetch(scriptedModel(steps));
  return { fetch, client: new OpenAI({ apiKey: 'unused', fetch, maxRetries }) };
}

/** What the client makes of a stream. */
async function streamed(client: OpenAI, messages = hello) {
  const pieces: string[] = [];
  const stream = client.chat.completions
    .stream({ model: 'any', messages })
    .on('content', (delta) => void pieces.push(delta));
  const completion = await stream.finalChatCompletion();
  return { pieces, choice: completion.choices[0]! };
}

async function thrownBy(work: Promise<unknown>): Promise<APIError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof APIError)) throw new Error('an error of the client was expected', { cause: error });
  return error;
}

const look = { id: 'call_7', name: 'lookup_order', arguments: { order_id: 'A-1001' } };

describe('what the openai client reads as Chat Completions', () => {
  test('words come whole, with usage, and in the pieces of the script when streamed', async () => {
    const step = { stream: ['Ship', 'ped 😀 ', '已送达'], usage: { tokensIn: 11, tokensOut: 4 } };
    const whole = await clientOf([step]).client.chat.completions.create({ model: 'any', messages: hello });
    expect(whole).toMatchObject({ object: 'chat.completion', model: 'any' });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Shipped 😀 已送达' } });
    expect(whole.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 });
    const { pieces, choice } = await streamed(clientOf([step]).client);
    expect(pieces).toEqual(step.stream);
    expect(choice.message.content).toBe('Shipped 😀 已送达');
  });

  test('calls come with their argument text, malformed as it is, whole and streamed', async () => {
    const calls = [look, { id: 'call_8', name: 'lookup_order', arguments: '{"order_id": "A-1001 and much more text' }];
    const expected = [
      { id: 'call_7', type: 'function', function: { name: 'lookup_order', arguments: '{"order_id":"A-1001"}' } },
      { id: 'call_8', type: 'function', function: { name: 'lookup_order', arguments: calls[1]!.arguments } },
    ];
    const whole = await clientOf([{ text: 'One moment.', calls }]).client.chat.completions.create({
      model: 'any',
      messages: hello,
    });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: 'One moment.' } });
    expect(whole.choices[0]?.message.tool_calls).toEqual(expected);
    const { choice, pieces } = await streamed(clientOf([{ text: 'One moment.', calls }]).client);
    expect(choice.message.tool_calls).toMatchObject(expected);
    expect(pieces).toEqual(['One moment.']);
  });

  test('a message of nothing but calls has no content', async () => {
    const { client } = clientOf([[look], [look]]);
    const whole = await client.chat.completions.create({ model: 'any', messages: hello });
    expect(whole.choices[0]?.message.content).toBeNull();
    const [first] = await chunksOf(client);
    expect(first?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: null });
  });

  test('a refusal stands in its own field', async () => {
    const { client } = clientOf([{ refusal: 'I cannot help with that.' }, { refusal: 'I cannot help with that.' }]);
    const whole = await client.chat.completions.create({ model: 'any', messages: hello });
    expect(whole.choices[0]?.message).toMatchObject({ content: null, refusal: 'I cannot help with that.' });
    expect((await streamed(client)).choice.message.refusal).toBe('I cannot help with that.');
  });

  test('a message that was cut short says so', async () => {
    const { client } = clientOf([{ text: 'It is', finish: 'length' }]);
    const whole = await client.chat.completions.create({ model: 'any', messages: hello });
    expect(whole.choices[0]?.finish_reason).toBe('length');
  });

  test('the last chunk tells the usage when it is asked for, and no chunk does otherwise', async () => {
    const { client } = clientOf([{ text: 'Hi', usage: { tokensIn: 3, tokensOut: 1 } }, 'Hi']);
    const asked = await chunksOf(client, { include_usage: true });
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });
    expect((await chunksOf(client)).some((chunk) => 'usage' in chunk)).toBe(false);
  });

  test('the model is listed', async () => {
    const { data } = await clientOf(['Hi']).client.models.list();
    expect(data.map(({ id, object }) => ({ id, object }))).toEqual([{ id: 'scripted model', object: 'model' }]);
  });
});

async function chunksOf(client: OpenAI, stream_options?: { include_usage: boolean }) {
  const body = { model: 'any', messages: hello, stream: true as const };
  const stream = await client.chat.completions.create(
    stream_options === undefined ? body : { ...body, stream_options },
  );
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('what the openai client reads as Responses', () => {
  const step = { text: 'One moment.', calls: [look], usage: { tokensIn: 11, tokensOut: 4 } };

  test('words and calls come whole', async () => {
    const whole = await clientOf([step]).client.responses.create({ model: 'any', input: 'Where is A-1001?' });
    expect(whole).toMatchObject({ status: 'completed', output_text: 'One moment.', error: null });
    expect(whole.output[1]).toMatchObject({
      type: 'function_call',
      call_id: 'call_7',
      name: 'lookup_order',
      arguments: '{"order_id":"A-1001"}',
    });
    expect(whole.usage).toMatchObject({ input_tokens: 11, output_tokens: 4, total_tokens: 15 });
  });

  test('a stream adds up to the same response', async () => {
    const body = { model: 'any', input: 'Where is A-1001?' };
    const whole = await clientOf([step]).client.responses.create(body);
    const final = await clientOf([step]).client.responses.stream(body).finalResponse();
    expect(final.output).toMatchObject(whole.output);
    expect(final.usage).toEqual(whole.usage);
  });

  test('its events come in order, each with its number', async () => {
    const stream = await clientOf([
      { stream: ['Ship', 'ped'], calls: [{ name: 'a', arguments: '' }] },
    ]).client.responses.create({ model: 'any', input: 'Hi', stream: true });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, index) => index));
    expect(events.map(({ type }) => type)).toMatchInlineSnapshot(`
      [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.output_item.added",
        "response.function_call_arguments.done",
        "response.output_item.done",
        "response.completed",
      ]
    `);
  });

  test('refusals and messages that were cut short are told as such', async () => {
    const cutShort = { text: 'It is', finish: 'length' as const };
    const { client } = clientOf([{ refusal: 'No.' }, { refusal: 'No.' }, cutShort, cutShort]);
    const refused = await client.responses.create({ model: 'any', input: 'Hi' });
    expect(refused.output[0]).toMatchObject({ content: [{ type: 'refusal', refusal: 'No.' }] });
    const final = await client.responses.stream({ model: 'any', input: 'Hi' }).finalResponse();
    expect(final.output[0]).toMatchObject({ content: [{ type: 'refusal', refusal: 'No.' }] });
    const short = await client.responses.create({ model: 'any', input: 'Hi' });
    expect(short).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    const stream = await client.responses.create({ model: 'any', input: 'Hi', stream: true });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types.at(-1)).toBe('response.incomplete');
  });

  test('a later request goes on from an earlier response, without its instructions', async () => {
    const { client, fetch } = clientOf([[look], 'Delivered.']);
    const first = await client.responses.create({ model: 'any', input: 'Where?', instructions: 'Be brief.' });
    const second = await client.responses.create({
      model: 'any',
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: 'call_7', output: 'delivered' }],
    });
    expect(second.output_text).toBe('Delivered.');
    expect(fetch.requests[0]?.request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(fetch.requests[1]?.request.messages).toEqual([
      { role: 'user', content: 'Where?' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'call_7', name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' }],
      },
      { role: 'tool', toolCallId: 'call_7', name: 'lookup_order', content: 'delivered', isError: false },
    ]);
    const unknown = await thrownBy(
      client.responses.create({ model: 'any', input: 'x', previous_response_id: 'resp_0' }),
    );
    expect(unknown.message).toBe('400 no response is known by the id `resp_0`');
  });
});

describe('a fault of the script reaches the client as it is', () => {
  test('an error has status, code, message and headers', async () => {
    const error = { status: 429, message: 'Slow down.', code: 'rate_limit_exceeded', headers: { 'Retry-After': '7' } };
    const thrown = await thrownBy(
      clientOf([{ error }]).client.chat.completions.create({ model: 'm', messages: hello }),
    );
    expect(thrown).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' });
    expect(thrown.message).toBe('429 Slow down.');
    expect(thrown.headers?.get('retry-after')).toBe('7');
  });

  test('the client asks again after such an error, and gets the next step', async () => {
    const error = { status: 429, headers: { 'retry-after-ms': '1' } };
    const { client, fetch } = clientOf([{ error }, 'Delivered.'], { maxRetries: 1 });
    const whole = await client.chat.completions.create({ model: 'm', messages: hello });
    expect(whole.choices[0]?.message.content).toBe('Delivered.');
    expect(fetch.requests.map(({ status }) => status)).toEqual([429, 200]);
    await fetch.close();
  });

  test('a text alone is a provider that is overloaded', async () => {
    const { client, fetch } = clientOf([{ error: 'overloaded' }]);
    const thrown = await thrownBy(client.chat.completions.create({ model: 'm', messages: hello, stream: true }));
    expect(thrown).toMatchObject({ status: 503, message: '503 overloaded' });
    // A fault that was planted is there to be coped with.
    await fetch.close();
  });

  test('a page instead of an answer is handed on word for word', async () => {
    const { client } = clientOf([{ raw: { body: '<html>sign in</html>' } }]);
    const whole: unknown = await client.chat.completions.create({ model: 'm', messages: hello });
    expect(whole).toBe('<html>sign in</html>');
  });

  test('an answer without a body is nothing', async () => {
    const { client } = clientOf([{ raw: { body: '', status: 204 } }]);
    expect(await client.chat.completions.create({ model: 'm', messages: hello })).toBeNull();
  });

  test('a stream that is cut off ends in the middle of the arguments', async () => {
    const cut = {
      calls: [{ name: 'refund', arguments: '{"amount": 1000, "currency": "EUR"}' }],
      cut: { afterPieces: 1 },
    };
    const chunks = await chunksOf(clientOf([cut]).client);
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? []);
    expect(pieces).toEqual(['', '{"amount": 1000,']);
    expect(chunks.some(({ choices }) => choices[0]?.finish_reason)).toBe(false);
  });

  test('cut before the first piece, a stream has only its beginning', async () => {
    const { client } = clientOf([
      { text: 'Shipped', cut: { afterPieces: 0 } },
      { calls: [look], cut: { afterPieces: 0 } },
    ]);
    const words = await chunksOf(client);
    expect(words.map(({ choices }) => choices[0]?.delta)).toEqual([{ role: 'assistant', content: '', refusal: null }]);
    const calls = await chunksOf(client);
    expect(calls.at(-1)?.choices[0]?.delta.tool_calls?.[0]).toMatchObject({
      id: 'call_7',
      function: { arguments: '' },
    });
    expect(calls).toHaveLength(2);
  });

  test('a connection that breaks is an error in the middle of the stream, after what came', async () => {
    const { client } = clientOf([{ stream: ['Ship', 'ped'], cut: { afterPieces: 1, connection: 'reset' } }]);
    const stream = await client.chat.completions.create({ model: 'm', messages: hello, stream: true });
    const pieces: string[] = [];
    const read = async () => {
      for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? '');
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(pieces).toEqual(['', 'Ship']);
  });

  test('a body that is cut off is no JSON', async () => {
    const steps = [
      { text: 'Shipped', cut: { afterBytes: 40 } },
      { text: 'Shipped', cut: { afterPieces: 0 } },
    ];
    const { client } = clientOf(steps);
    for (const _step of steps) {
      await expect(client.chat.completions.create({ model: 'm', messages: hello })).rejects.toBeInstanceOf(SyntaxError);
    }
  });

  test('cut by bytes, a stream has exactly so many', async () => {
    const fetch = modelFetch(scriptedModel([{ text: '已送达', cut: { afterBytes: 260 } }]));
    const body = JSON.stringify({ model: 'm', messages: hello, stream: true });
    const response = await fetch('http://localhost/v1/chat/completions', { method: 'POST', body });
    expect((await response.arrayBuffer()).byteLength).toBe(260);
  });
});

describe('any chat model can stand behind the client', () => {
  test('a function sees messages, tools, schema, sampling and the turn, and is streamed', async () => {
    const seen: unknown[] = [];
    const model = functionModel(({ signal: _signal, key: _key, ...input }) => {
      seen.push(input);
      return 'It was delivered yesterday.';
    });
    const client = new OpenAI({ apiKey: 'unused', fetch: modelFetch(model) });
    const stream = client.chat.completions.stream({
      model: 'any',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image_url', image_url: { url: 'data:,' } },
          ],
        },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Where?' },
      ],
      tools: [{ type: 'function', function: { name: 'lookup_order', parameters: { type: 'object' } } }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      temperature: 0.5,
      max_completion_tokens: 20,
    });
    expect(await stream.finalContent()).toBe('It was delivered yesterday.');
    expect(seen).toEqual([
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi\n[image_url]' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Where?' },
        ],
        tools: [{ name: 'lookup_order', description: '', parameters: { type: 'object' } }],
        outputSchema: { type: 'object' },
        turn: 1,
        call: 0,
        role: 'agent',
        seed: 0,
      },
    ]);
  });

  test('a provider that is down reaches the client with its status, and closing tells it when nothing came after', async () => {
    const down = new ModelUnavailableError('no recording of this request', [{ status: 'error', problem: 'missing' }]);
    let isDown = true;
    const fetch = modelFetch(functionModel(() => (isDown ? Promise.reject(down) : 'Back.')));
    const client = new OpenAI({ apiKey: 'unused', fetch, maxRetries: 0 });
    const thrown = await thrownBy(client.chat.completions.create({ model: 'm', messages: hello }));
    expect(thrown).toMatchObject({ status: 503, message: '503 no recording of this request' });
    await expect(fetch.close()).rejects.toBe(down);
    isDown = false;
    await client.chat.completions.create({ model: 'm', messages: hello });
    await fetch.close();
  });

  test('a spent budget is no answer of a provider: the request is rejected with it', async () => {
    const spent = new BudgetExceededError('the budget is spent');
    const fetch = modelFetch(functionModel(() => Promise.reject(spent)));
    const body = JSON.stringify({ model: 'm', messages: hello });
    await expect(fetch('http://localhost/v1/chat/completions', { method: 'POST', body })).rejects.toBe(spent);
    await expect(fetch.close()).rejects.toBe(spent);
  });

  test('a model that hangs is left when the client gives up', async () => {
    let noteAsked: () => void;
    const isAsked = new Promise<void>((resolve) => {
      noteAsked = resolve;
    });
    const model = functionModel(() => {
      noteAsked();
      return new Promise<never>(() => undefined);
    });
    const client = new OpenAI({ apiKey: 'unused', fetch: modelFetch(model), maxRetries: 0 });
    const stop = new AbortController();
    const asked = client.chat.completions.create({ model: 'm', messages: hello }, { signal: stop.signal });
    await isAsked;
    stop.abort();
    await expect(asked).rejects.toThrow('Request was aborted');
  });

  test('a failure in the middle of a stream is told in the stream', async () => {
    const broken = new Error('the function broke');
    const model = functionModel(() => 'unused');
    const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 0 });
    const fetch = modelFetch({
      ...session,
      async *stream() {
        yield { type: 'text', text: 'Ship' };
        throw broken;
      },
    });
    const client = new OpenAI({ apiKey: 'unused', fetch, maxRetries: 0 });
    await expect(streamed(client)).rejects.toThrow('the function broke');
    await expect(fetch.close()).rejects.toBe(broken);
  });
});

describe('a script that does not fit is never green', () => {
  test('[A11] an extra model call is an error by default, which the client does not repeat', async () => {
    const { client, fetch } = clientOf(['Delivered.'], { maxRetries: 2 });
    await client.chat.completions.create({ model: 'm', messages: hello });
    const again: Messages = [...hello, { role: 'assistant', content: 'Delivered.' }, { role: 'user', content: 'And?' }];
    const thrown = await thrownBy(client.chat.completions.create({ model: 'm', messages: again }));
    expect(thrown).toMatchObject({ status: 500, type: 'script_error' });
    expect(thrown.message).toMatchInlineSnapshot(
      `"500 \`scripted model\` has no answer to call 2 (turn 1): its script has only 1 step. The last message was of user: "And?""`,
    );
    expect(fetch.requests).toHaveLength(2);
    await expect(fetch.close()).rejects.toBeInstanceOf(ScriptError);
  });

  const deskWith = (model: ChatModel) =>
    functionAgent({
      open(context) {
        const fetch = modelFetch(model, context);
        const client = new OpenAI({ apiKey: 'unused', fetch, maxRetries: 0 });
        return {
          async reply(messages) {
            try {
              const body = { model: 'any', messages: messages as Messages };
              return (await client.chat.completions.create(body)).choices[0]?.message.content ?? '';
            } catch {
              return 'I am sorry, something went wrong.';
            }
          },
          close: () => fetch.close(),
        };
      },
    });

  test('an agent with a client of its own talks to the script of its session', async () => {
    const model = scriptedModel(['Delivered.', { text: 'Yesterday.', expect: { user: 'When', turn: 1 } }]);
    const run = await play({ agent: deskWith(model), user: userOf('Where is A-1001?', 'When?') });
    expect(run.end.reason).toBe('user_done');
    const said = run.transcript.flatMap((event) => (event.type === 'agent_message' ? [event.text] : []));
    expect(said).toEqual(['Delivered.', 'Yesterday.']);
    expect(model.calls.map(({ key, turn }) => [key.scenario, turn])).toEqual([
      ['example', 0],
      ['example', 1],
    ]);
  });

  test('an agent that swallows the error of a request too many does not pass', async () => {
    const run = await play({ agent: deskWith(scriptedModel(['Delivered.'])), user: userOf('Where?', 'When?') });
    expect(run.end).toMatchObject({ reason: 'agent_error' });
    expect(run.end.detail).toContain('has no answer to call 2');
  });

  test('the model is opened behind the budgets and the cassette of the run where there are some', async () => {
    const key = { scenario: 'a', variant: 'default', trial: 0 };
    const opened: string[] = [];
    const openModel: OpenModel = (model) => {
      opened.push(model.name);
      return model.open({ role: 'user', key, seed: 5 });
    };
    const model = scriptedModel(['Hi.']);
    const fetch = modelFetch(model, { key, seed: 0, openModel });
    await new OpenAI({ apiKey: 'unused', fetch }).chat.completions.create({ model: 'any', messages: hello });
    expect(opened).toEqual(['scripted model']);
    expect(model.sessions[0]).toMatchObject({ role: 'user', seed: 5 });
  });

  test('steps left over are told when it is closed', async () => {
    const { client, fetch } = clientOf(['One.', 'Two.']);
    await client.chat.completions.create({ model: 'm', messages: hello });
    await expect(fetch.close()).rejects.toThrow('2 steps and 1 unused');
  });
});
