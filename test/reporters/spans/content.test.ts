import { expect, test } from 'vitest';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { otlpLines } from '../../../src/reporters/spans/otlp-lines.ts';
import type { SpanOptions } from '../../../src/reporters/spans/span.ts';
import { spansOf } from '../../../src/reporters/spans/spans-of.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';
import {
  agent,
  call,
  ended,
  event,
  failed,
  parallel,
  result,
  silence,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { scriptedResult } from './parts.ts';

test('[C16] no text of user, agent, model, tool, world or judge is in the spans unless it was asked for', async () => {
  const { planted, result: full } = fullOfCanaries();
  const kept = await linesOf(full, {});
  expect(planted.filter((canary) => kept.includes(canary))).toEqual([]);
  const told = await linesOf(full, { content: true });
  const missing = planted.filter((canary) => !told.includes(canary));
  // What a span has no place for: the inside of the world and of the user, and what nobody was told.
  expect(missing.map((canary) => canary.replace(/^canary-\d+-/, ''))).toMatchInlineSnapshot(`
    [
      "policy",
      "description",
      "change",
      "name of an event",
      "data of an event",
      "notice",
      "sender",
      "rule",
      "violation",
      "late reply",
      "capture",
      "state",
      "finding",
      "quote",
      "details",
      "exception",
      "stack",
      "title",
      "verdict",
    ]
  `);
});

test('without content, a call has the id that we gave it, and a model or tool of a program needs to look like a name', () => {
  const asked = (role: 'agent' | 'user', model: string) =>
    event({ type: 'model_call', role, model, attempts: [{ status: 'ok' }] });
  const shown = (adapter: string, ...models: string[]) => {
    const transcript = transcriptOf(
      started({ agent: { name: 'desk', adapter, toolCallsVisible: true }, tools: 'unknown' }),
      asked('user', 'the customer'),
      user('Hello'),
      ...models.map((model) => asked('agent', model)),
      call('look', {}, { id: 'the card is 4111' }),
      call('look at 4111', {}, { reported: true }),
      agent('Hi.'),
    );
    return spansOf(resultOf(keyOf('a'), { transcript })).map(({ name, attributes }) => {
      const { 'gen_ai.request.model': model, 'gen_ai.tool.call.id': id } = attributes;
      return [name, model ?? id].filter((part) => part !== undefined).join(': ');
    });
  };
  const long = 'x'.repeat(101);
  expect(shown('command', 'org/gpt-5:mini@2', 'my card is 4111', long, 'red\u001b[31m')).toMatchInlineSnapshot(`
    [
      "invoke_workflow a",
      "chat the customer: the customer",
      "invoke_agent desk: org/gpt-5:mini@2",
      "chat org/gpt-5:mini@2: org/gpt-5:mini@2",
      "chat unknown_model: unknown_model",
      "chat unknown_model: unknown_model",
      "chat unknown_model: unknown_model",
      "execute_tool look: c0",
      "execute_tool unknown_tool: c1",
    ]
  `);
  expect(shown('chat', 'scripted model')).toContain('chat scripted model: scripted model');
});

test('messages, arguments and results have the shapes of the conventions', async () => {
  const messages = spansOf(await scriptedResult(), { content: true }).flatMap(({ name, attributes }) => {
    const content = Object.entries(attributes).filter(([key]) => /messages|tool\.call\.(arguments|result)/.test(key));
    return content.map(([key, value]) => ({ name, [key]: JSON.parse(String(value)) as unknown }));
  });
  expect(messages).toMatchInlineSnapshot(`
    [
      {
        "gen_ai.input.messages": [
          {
            "parts": [
              {
                "content": "Where is order A-1001?",
                "type": "text",
              },
            ],
            "role": "user",
          },
        ],
        "name": "invoke_agent desk",
      },
      {
        "gen_ai.output.messages": [
          {
            "finish_reason": "stop",
            "parts": [
              {
                "content": "Order A-1001 is delivered.",
                "type": "text",
              },
            ],
            "role": "assistant",
          },
        ],
        "name": "invoke_agent desk",
      },
      {
        "gen_ai.input.messages": [
          {
            "parts": [
              {
                "content": "Where is order A-1001?",
                "type": "text",
              },
            ],
            "role": "user",
          },
        ],
        "name": "chat scripted model",
      },
      {
        "gen_ai.output.messages": [
          {
            "finish_reason": "tool_call",
            "parts": [
              {
                "arguments": {
                  "order_id": "A-1001",
                },
                "id": "call_0",
                "name": "lookup_order",
                "type": "tool_call",
              },
            ],
            "role": "assistant",
          },
        ],
        "name": "chat scripted model",
      },
      {
        "gen_ai.tool.call.arguments": {
          "order_id": "A-1001",
        },
        "name": "execute_tool lookup_order",
      },
      {
        "gen_ai.tool.call.result": {
          "order_id": "A-1001",
          "status": "delivered",
        },
        "name": "execute_tool lookup_order",
      },
      {
        "gen_ai.input.messages": [
          {
            "parts": [
              {
                "id": "call_0",
                "response": {
                  "order_id": "A-1001",
                  "status": "delivered",
                },
                "type": "tool_call_response",
              },
            ],
            "role": "tool",
          },
        ],
        "name": "chat scripted model",
      },
      {
        "gen_ai.output.messages": [
          {
            "finish_reason": "stop",
            "parts": [
              {
                "content": "Order A-1001 is delivered.",
                "type": "text",
              },
            ],
            "role": "assistant",
          },
        ],
        "name": "chat scripted model",
      },
      {
        "gen_ai.input.messages": [
          {
            "parts": [
              {
                "content": "Thank you.",
                "type": "text",
              },
            ],
            "role": "user",
          },
        ],
        "name": "invoke_agent desk",
      },
      {
        "gen_ai.output.messages": [
          {
            "finish_reason": "stop",
            "parts": [
              {
                "content": "You are welcome.",
                "type": "text",
              },
            ],
            "role": "assistant",
          },
        ],
        "name": "invoke_agent desk",
      },
      {
        "gen_ai.input.messages": [
          {
            "parts": [
              {
                "content": "Thank you.",
                "type": "text",
              },
            ],
            "role": "user",
          },
        ],
        "name": "chat scripted model",
      },
      {
        "gen_ai.output.messages": [
          {
            "finish_reason": "stop",
            "parts": [
              {
                "content": "You are welcome.",
                "type": "text",
              },
            ],
            "role": "assistant",
          },
        ],
        "name": "chat scripted model",
      },
    ]
  `);
});

test('a request brings what the one before had not, and one that failed has no answer', () => {
  const model = (status: 'ok' | 'error') =>
    event({ type: 'model_call', role: 'agent', model: 'small', attempts: [{ status }] });
  const transcript = transcriptOf(
    user('Pay and look.'),
    model('error'),
    model('ok'),
    parallel(['pay', { amount: 5 }, 'p'], ['look', 'not json', 'l']),
    failed('too much', 'tool_error', 'p'),
    result('a text', 'l'),
    model('ok'),
    agent('Done.'),
    silence(),
    model('ok'),
    agent('Anything else?'),
  );
  expect(
    messagesOf(resultOf(keyOf('a'), { transcript }), 'chat').map(({ input, output }) => ({
      input: JSON.stringify(input),
      output: JSON.stringify(output),
    })),
  ).toMatchInlineSnapshot(`
    [
      {
        "input": "[{"role":"user","parts":[{"type":"text","content":"Pay and look."}]}]",
        "output": undefined,
      },
      {
        "input": "[{"role":"user","parts":[{"type":"text","content":"Pay and look."}]}]",
        "output": "[{"role":"assistant","parts":[{"type":"tool_call","id":"p","name":"pay","arguments":{"amount":5}},{"type":"tool_call","id":"l","name":"look","arguments":"not json"}],"finish_reason":"tool_call"}]",
      },
      {
        "input": "[{"role":"tool","parts":[{"type":"tool_call_response","id":"p","response":{"error":"tool_error","message":"too much"}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"l","response":"a text"}]}]",
        "output": "[{"role":"assistant","parts":[{"type":"text","content":"Done."}],"finish_reason":"stop"}]",
      },
      {
        "input": undefined,
        "output": "[{"role":"assistant","parts":[{"type":"text","content":"Anything else?"}],"finish_reason":"stop"}]",
      },
    ]
  `);
});

test("to the user's model the agent asks and the user is the assistant; only the last request has the words", () => {
  const model = event({ type: 'model_call', role: 'user', model: 'persona', attempts: [{ status: 'ok' }] });
  const transcript = transcriptOf(
    model,
    user('Hello'),
    agent('Hi.'),
    agent('What is it?'),
    model,
    model,
    user('My parcel.'),
    model,
    ended('user_done'),
  );
  expect(messagesOf(resultOf(keyOf('a'), { transcript }), 'chat persona')).toEqual([
    {
      input: undefined,
      output: [{ role: 'assistant', parts: [{ type: 'text', content: 'Hello' }], finish_reason: 'stop' }],
    },
    {
      input: [
        { role: 'user', parts: [{ type: 'text', content: 'Hi.' }] },
        { role: 'user', parts: [{ type: 'text', content: 'What is it?' }] },
      ],
      output: undefined,
    },
    {
      input: expect.any(Array) as unknown,
      output: [{ role: 'assistant', parts: [{ type: 'text', content: 'My parcel.' }], finish_reason: 'stop' }],
    },
    // It ended the talk, and nothing was said.
    { input: undefined, output: undefined },
  ]);
});

function messagesOf(session: SessionResult, name: string) {
  const read = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(String(value)));
  return spansOf(session, { content: true })
    .filter((span) => span.name.startsWith(name))
    .map(({ attributes }) => ({
      input: read(attributes['gen_ai.input.messages']),
      output: read(attributes['gen_ai.output.messages']),
    }));
}

async function linesOf(session: SessionResult, options: SpanOptions): Promise<string> {
  let text = '';
  for await (const line of otlpLines(options).write(runOf([session]), streamOf([session]))) text += line;
  return text;
}

/** A session with its own word in every place that holds a text of somebody. */
function fullOfCanaries(): { planted: string[]; result: SessionResult } {
  const planted: string[] = [];
  const canary = (place: string): string => {
    planted.push(`canary-${planted.length}-${place}`);
    return planted.at(-1) ?? '';
  };
  const request = (role: 'agent' | 'user', problem?: string) =>
    event({
      type: 'model_call',
      role,
      model: 'small',
      attempts: [problem === undefined ? { status: 'ok' } : { status: 'error', problem }],
    });
  const transcript = transcriptOf(
    started({ policy: [canary('policy')], tools: [toolOf('look', 'read', { description: canary('description') })] }),
    request('user'),
    user(canary('user')),
    request('agent', canary('problem of a request')),
    request('agent'),
    call('look', { [canary('key of an argument')]: canary('argument') }, { id: canary('id of a call') }),
    event({ type: 'world_change', callId: 'c0', changes: [{ op: 'add', pointer: '/x', after: canary('change') }] }),
    result({ [canary('key of a result')]: canary('result') }),
    request('agent'),
    call(canary('made-up tool'), canary('unparsable arguments'), { text: canary('text of a step') }),
    failed(canary('error of a tool'), 'unknown_tool'),
    event({ type: 'agent_event', name: canary('name of an event'), data: canary('data of an event') }),
    event({ type: 'notice', text: canary('notice'), from: canary('sender') }),
    event({
      type: 'policy_violation',
      source: 'policy',
      rule: canary('rule'),
      message: canary('violation'),
      evidence: [],
    }),
    event({ type: 'late_reply_ignored', what: canary('late reply') }),
    call(canary('tool that was told of'), {}, { reported: true }),
    result({}),
    event({ type: 'model_call', role: 'agent', model: canary('model of a program'), attempts: [{ status: 'ok' }] }),
    agent(canary('answer')),
    silence(),
    event({ type: 'model_call', role: 'agent', model: canary('model of a turn'), attempts: [{ status: 'ok' }] }),
    agent(canary('more words')),
    event({
      type: 'user_step',
      ...{ driver: 'machine', part: 0, left: [], entered: [], transitions: [], guards: [], disclosed: [] },
      captures: [{ name: 'x', value: canary('capture') }],
    }),
    user(canary('last words')),
    ended('agent_error', { state: canary('state') }),
  ).map((one) => (one.type === 'session_ended' ? { ...one, detail: canary('detail of the end') } : one));
  const scores = [
    scoreOf(
      'said',
      [findingOf({ message: canary('finding'), evidence: [{ kind: 'event', seq: 1, quote: canary('quote') }] })],
      {
        reason: canary('reason'),
        details: canary('details'),
      },
    ),
    blindScore('judge', 'errored', canary('message of a score')),
  ];
  const judgeCalls = [
    { model: 'large', attempts: [{ status: 'error' as const, problem: canary('problem of a judge') }] },
  ];
  const error = { message: canary('exception'), stack: canary('stack') };
  return {
    planted,
    result: resultOf(keyOf('a'), {
      transcript,
      scores,
      judgeCalls,
      error,
      title: canary('title'),
      reason: canary('verdict'),
    }),
  };
}
