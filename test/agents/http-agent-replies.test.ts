import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { HttpAgentOptions } from '../../src/agents/http/http-options.ts';
import type { ReplyOptions } from '../../src/agents/http/reply/reply-paths.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import type { AgentStep } from '../../src/domain/contracts/agent.ts';
import { answering } from './http-server.ts';
import { contextOf, replyOf } from './test-gateway.ts';

type Answer = Parameters<typeof answering>[0];

async function stepsOf(answer: Answer, reply: ReplyOptions, more: Partial<HttpAgentOptions> = {}) {
  const { url } = await answering(answer);
  const session = await httpAgent({ url: `${url}/chat`, reply, ...more }).open(contextOf());
  return replyOf(session, 'Hello');
}

/** Steps in short: `text: Hi`, `call a: look {}`, `result a: ok 1`. */
const inShort = (steps: readonly AgentStep[]): string[] =>
  steps.map((step) => {
    switch (step.type) {
      case 'text':
        return `${step.final ? 'final' : 'text'}: ${step.text}`;
      case 'reported_call':
        return `call ${step.id}: ${step.name} ${step.rawArguments}`;
      case 'reported_result': {
        const { outcome } = step;
        return `result ${step.callId}: ${outcome.status} ${outcome.status === 'ok' ? JSON.stringify(outcome.content) : outcome.message}`;
      }
      case 'handed_off':
        return `handed off: ${step.to}`;
      default:
        return step.type;
    }
  });

/** What went wrong, with the port of the test's server left out. */
async function faultOf(answer: Answer, reply: ReplyOptions, more: Partial<HttpAgentOptions> = {}): Promise<string> {
  try {
    return `no fault: ${inShort(await stepsOf(answer, reply, more)).join(', ')}`;
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message.replaceAll(/127\.0\.0\.1:\d+/g, 'agent.example')}`;
  }
}

const saying =
  (body: string, type = 'application/json', status = 200) =>
  (_seen: unknown, response: ServerResponse): undefined => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

describe('words', () => {
  test.each<[string, unknown, string, string[]]>([
    ['by a dotted path', { a: [{ b: 'Hi' }] }, 'a[0].b', ['final: Hi']],
    ['by a dotted path with positions between dots', { a: [{ b: 'Hi' }] }, 'a.0.b', ['final: Hi']],
    ['by a JSON Pointer', { 'a/b': { '~c': 'Hi' } }, '/a~1b/~0c', ['final: Hi']],
    ['at the root', 'Hi', '', ['final: Hi']],
    ['of every item', [{ text: 'One' }, { text: 'Two' }], '[*].text', ['text: One', 'final: Two']],
    ['of every item that has some', [{ text: 'One' }, { image: 'x' }], '[*].text', ['final: One']],
    ['of no item at all, which is silence', [], '[*].text', ['final: ']],
    ['of no item in a list of lists', [{ parts: [] }, {}], '[*].parts[*].text', ['final: ']],
    ['that are empty', { text: '' }, 'text', ['final: ']],
    ['that are null, which is silence', { text: null }, 'text', ['final: ']],
    ['beside a `$type` of theirs', { $type: 'Reply', text: 'Hi', in: { $type: 'X', y: 'Yo' } }, 'in.y', ['final: Yo']],
    ['under a name that objects have', { constructor: 'Hi' }, 'constructor', ['final: Hi']],
  ])('%s', async (_what, answer, text, expected) => {
    expect(inShort(await stepsOf(answer, { text }))).toEqual(['step_started', ...expected]);
  });

  test('of an answer in plain text', async () => {
    const steps = await stepsOf(saying('"Hi", I said', 'text/plain; charset=utf-8'), { text: '' });
    expect(inShort(steps)).toEqual(['step_started', 'final: "Hi", I said']);
    expect(inShort(await stepsOf(saying('', 'text/plain'), { text: '' }))).toEqual(['step_started', 'final: ']);
  });

  test('and a hand-over, which may need no words', async () => {
    const reply = { text: 'text', handedOff: 'to' };
    expect(inShort(await stepsOf({ text: 'Wait.', to: 'a human' }, reply))).toEqual([
      'step_started',
      'final: Wait.',
      'handed off: a human',
    ]);
    expect(inShort(await stepsOf({ to: true }, reply))).toEqual(['step_started', 'handed off: undefined']);
    for (const to of [null, false, '', ' ', 0, [], {}, { name: '' }])
      expect(inShort(await stepsOf({ text: 'Hi', to }, reply))).toEqual(['step_started', 'final: Hi']);
  });
});

describe('calls', () => {
  const reply = { text: 'text', calls: 'calls' };

  test('with their results stand one after the other, as the agent had seen each before the next', async () => {
    const calls = [
      { id: 'a', name: 'look', arguments: { id: 12345678901234567890n.toString() }, result: { found: true } },
      { id: 'b', name: 'pay', arguments: '{"amount": 1.50}', error: 'too late' },
      { id: 'c', function: { name: 'note', arguments: '{"x":' }, output: 'done' },
      { name: 'tell', input: null, result: null },
      { name: 'fail', result: 'broken', error: true },
    ];
    expect(inShort(await stepsOf({ calls, text: 'Done.' }, reply))).toEqual([
      'step_started',
      'call a: look {"id":"12345678901234567890"}',
      'result a: ok {"found":true}',
      'step_started',
      'call b: pay {"amount": 1.50}',
      'result b: error too late',
      'step_started',
      'call c: note {"x":',
      'result c: ok "done"',
      'step_started',
      'call call_0_3: tell {}',
      'result call_0_3: ok null',
      'step_started',
      'call call_0_4: fail {}',
      'result call_0_4: error broken',
      'step_started',
      'final: Done.',
    ]);
  });

  test('keep large numbers as they were written', async () => {
    const body = '{"text":"","calls":[{"id":1,"name":"look","arguments":{"id":12345678901234567890,"x":1e400}}]}';
    expect(inShort(await stepsOf(saying(body), reply))).toContain('call 1: look {"id":12345678901234567890,"x":1e400}');
  });

  test('share a message of the model where the answer says so', async () => {
    const call = (id: string, message: number) => ({ id, name: 'look', args: {}, message, result: id });
    const calls = [call('a', 1), call('b', 1), call('c', 2)];
    const steps = await stepsOf({ calls, text: 'Done.' }, { ...reply, calls: { path: 'calls', step: 'message' } });
    expect(inShort(steps)).toEqual([
      'step_started',
      'call a: look {}',
      'call b: look {}',
      'result a: ok "a"',
      'result b: ok "b"',
      'step_started',
      'call c: look {}',
      'result c: ok "c"',
      'step_started',
      'final: Done.',
    ]);
  });

  test('[F16] with results elsewhere get theirs, also those of several messages', async () => {
    const results = [
      { id: 'c', content: 3 },
      { id: 'b', content: 2 },
      { id: 'a', content: 1 },
      { id: 'zzz', content: 'orphan' },
    ];
    const both = { ...reply, results: 'results' };
    const calls = [
      { id: 'a', name: 'look', step: 1 },
      { id: 'b', name: 'look', step: 1 },
      { id: 'c', name: 'look', step: 2 },
    ];
    const flat = inShort(await stepsOf({ calls, results, text: '' }, both));
    expect(flat.slice(4, 8)).toEqual(['result c: ok 3', 'result b: ok 2', 'result a: ok 1', 'result zzz: ok "orphan"']);
    const staged = await stepsOf({ calls, results, text: '' }, { ...both, calls: { path: 'calls', step: 'step' } });
    expect(inShort(staged)).toEqual([
      'step_started',
      'call a: look {}',
      'call b: look {}',
      'result a: ok 1',
      'result b: ok 2',
      'step_started',
      'call c: look {}',
      'result c: ok 3',
      'result zzz: ok "orphan"',
      'step_started',
      'final: ',
    ]);
  });

  test('[F14] [F15] whose ids are missing or come twice stay apart, and results are bound in order', async () => {
    const calls = ['call_0_1', undefined, 'x', 'x'].map((id) => ({ id, name: 'look' }));
    const results = ['first', 'second'].map((content) => ({ id: 'x', content }));
    const steps = inShort(await stepsOf({ calls, results, text: '' }, { ...reply, results: 'results' }));
    expect(steps.slice(1, 7)).toEqual([
      'call call_0_1: look {}',
      'call call_0_1_: look {}',
      'call x: look {}',
      'call call_0_3: look {}',
      'result x: ok "first"',
      'result call_0_3: ok "second"',
    ]);
  });

  test('in the messages of a whole talk are found by every item', async () => {
    const messages = [
      { tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{}' } }] },
      { content: 'no calls' },
      { tool_calls: [{ id: 'b', function: { name: 'look', arguments: '{}' } }] },
    ];
    const steps = inShort(await stepsOf({ messages, text: '' }, { text: 'text', calls: 'messages[*].tool_calls[*]' }));
    expect(steps.filter((step) => step.startsWith('call'))).toEqual(['call a: look {}', 'call b: look {}']);
  });
});

describe('a stream', () => {
  const sse = { stream: 'sse' } as const;
  const events = (...datas: (string | object)[]) =>
    saying(
      datas.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''),
      'text/event-stream',
    );

  test('is put together, with words before calls told before them', async () => {
    const answer = events(
      { type: 'start' },
      { text: 'Let me ' },
      { text: 'look.' },
      { calls: [{ id: 'a', name: 'look' }] },
      { results: [{ id: 'a', content: 1 }] },
      { text: 'Do' },
      { text: 'ne.' },
      '[DONE]',
      { text: 'nobody reads this' },
    );
    const reply = { text: 'text', calls: 'calls', results: 'results' };
    expect(inShort(await stepsOf(answer, reply, sse))).toEqual([
      'step_started',
      'text: Let me look.',
      'call a: look {}',
      'result a: ok 1',
      'step_started',
      'final: Done.',
    ]);
  });

  test('may hold messages of their own, and data that is no JSON', async () => {
    expect(inShort(await stepsOf(events('One', '5'), { text: '', texts: 'messages' }, sse))).toEqual([
      'step_started',
      'text: One',
      'final: 5',
    ]);
    expect(inShort(await stepsOf(events('On', 'e'), { text: '' }, sse))).toEqual(['step_started', 'final: One']);
  });

  test('in lines is read as well, and says by a value that it is whole', async () => {
    const lines = saying(
      '{"text":"Hi"}\n{"end":{"why":"stop"}}\n{"text":"nobody reads this"}\n',
      'application/x-ndjson',
    );
    const reply = { text: 'text', done: { path: 'end.why', is: 'stop' } };
    expect(inShort(await stepsOf(lines, reply, { stream: 'lines' }))).toEqual(['step_started', 'final: Hi']);
  });

  test('without a word is silence where words could have been', async () => {
    expect(inShort(await stepsOf(events({ text: '' }, '[DONE]'), { text: 'text' }, sse))).toEqual([
      'step_started',
      'final: ',
    ]);
  });

  test('[F09] that breaks off tells what came before, then fails', async () => {
    const cut = (_seen: unknown, response: ServerResponse): undefined => {
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: {"text":"I will pay"}\n\n', () => response.destroy());
    };
    const { url } = await answering(cut);
    const session = await httpAgent({ url, reply: { text: 'text' }, ...sse }).open(contextOf());
    const told: AgentStep[] = [];
    const listen = async () => {
      for await (const step of session.reply({ turn: 0, text: 'Hi' }, { signal: new AbortController().signal }))
        told.push(step);
    };
    await expect(listen()).rejects.toMatchObject({
      name: 'AgentReplyError',
      message: `the answer of ${url}/: the connection was cut (UND_ERR_SOCKET)`,
    });
    expect(inShort(told)).toEqual(['step_started', 'text: I will pay']);
  });

  test('[F12] [F23] that is none, or says nothing, is an error', async () => {
    const reply = { text: 'text' };
    const faults = [
      await faultOf(saying('<html>sign in</html>', 'text/html'), reply, sse),
      await faultOf(saying('{"text":"Hi"}'), reply, sse),
      await faultOf(events('[DONE]'), reply, sse),
      await faultOf(events({ other: 1 }), reply, sse),
      await faultOf(events('{"text":'), reply, sse),
      await faultOf(events({ text: 'Hi' }), { ...reply, done: 'END' }, sse),
      await faultOf(saying('{"text":"Hi"}\n'), { ...reply, done: { path: 'end' } }, { stream: 'lines' }),
      await faultOf(events({ text: 'Hi' }, { error: 'overloaded' }), { ...reply, error: 'error' }, sse),
      await faultOf(saying('<p>', 'text/html'), reply, { stream: 'lines' }),
      await faultOf(events({ text: 'Hi' }, '{"text":"a","text":"b"}'), reply, sse),
    ];
    expect(faults.join('\n')).toMatchInlineSnapshot(`
      "AgentReplyError: the agent answered 200 (text/html), and no event stream: <html>sign in</html>
      AgentReplyError: the agent answered 200 (application/json), and no event stream: {"text":"Hi"}
      AgentReplyError: the agent's stream has nothing at \`text\` in any of its parts, where \`reply.text\` looks
      AgentReplyError: the agent's stream has nothing at \`text\` in any of its parts, where \`reply.text\` looks
      AgentReplyError: a part of the agent's stream is no JSON (line 1, column 9: the text ends, but a JSON value is expected): {"text":
      AgentReplyError: the agent's stream ended before it said that it was whole: expected \`END\`
      AgentReplyError: the agent's stream ended before it said that it was whole: expected something at \`end\`
      AgentReplyError: the agent answered with an error: overloaded
      AgentReplyError: the agent answered 200 (text/html), and no lines of JSON: <p>
      AgentReplyError: a part of the agent's stream contradicts itself: line 1, column 13: the key "text" is given twice: {"text":"a","text":"b"}"
    `);
  });
});

describe('a stream that tells of an error has failed, although nothing looks for it', () => {
  const reply = { text: 'text' };
  const streamed = (lines: string) => saying(lines, 'text/event-stream');

  test.each<[string, string, string]>([
    ['by the name of an event', 'event: error\ndata: {"code":529}\n\n', ': {"code":529}'],
    ['by an event that is no JSON', 'event: error\ndata: overloaded\n\n', ': overloaded'],
    [
      'by data that is an error',
      'data: {"error":{"message":"overloaded"}}\n\n',
      ': {"error":{"message":"overloaded"}}',
    ],
    ['by data with a type', 'data: {"type":"error","error":"no"}\n\n', ': {"type":"error","error":"no"}'],
  ])('%s', async (_how, event, shown) => {
    const answer = streamed(`data: {"text":"Let me look."}\n\n${event}data: [DONE]\n\n`);
    expect(await faultOf(answer, reply, { stream: 'sse' })).toBe(
      `AgentReplyError: the agent's stream tells of an error${shown}`,
    );
  });

  test('by a line', async () => {
    const answer = saying('{"text":"Let me look."}\n{"error":"overloaded"}\n', 'application/x-ndjson');
    expect(await faultOf(answer, reply, { stream: 'lines' })).toContain('tells of an error: {"error":"overloaded"}');
  });

  test.each([
    'data: {"text":"","error":"of a tool"}\n\n',
    'data: {"error":null}\n\n',
    'data: {"error":"","type":"ping"}\n\n',
    'data: {"tool":"look","error":"not found"}\n\n',
    'event: warning\ndata: {"code":1}\n\n',
  ])('but not by %s', async (event) => {
    const answer = streamed(`${event}data: {"text":"Hi"}\n\ndata: [DONE]\n\n`);
    expect(inShort(await stepsOf(answer, reply, { stream: 'sse' }))).toEqual(['step_started', 'final: Hi']);
  });
});

describe('[F12] [F23] an answer that cannot be used is an error of the agent', () => {
  test('in words', async () => {
    const reply = { text: 'data.text' };
    const calls = { text: 'text', calls: 'calls' };
    const faults = [
      await faultOf(saying('no such order', 'text/plain', 500), reply),
      await faultOf(saying('', 'text/plain', 404), reply),
      await faultOf(saying(`<html>\n  <b>sign in</b>${'!'.repeat(500)}`, 'text/html'), reply),
      await faultOf(saying(''), reply),
      await faultOf(saying('{"data":{"text":"He'), reply),
      await faultOf({ data: { txt: 'Hi' }, more: 1 }, reply),
      await faultOf('Hi', reply),
      await faultOf({ data: { text: 7 } }, reply),
      await faultOf({ data: { text: ['Hi'] } }, reply),
      await faultOf({ data: { text: 'Hi' }, problem: { code: 7 } }, { ...reply, error: 'problem' }),
      await faultOf({ messages: [{ txt: 'Hi' }, {}] }, { text: 'messages[*].text' }),
      await faultOf({ messages: [{ parts: [{}] }] }, { text: 'messages[*].parts[*].text' }),
      await faultOf({ text: 'Hi' }, calls),
      await faultOf({ text: 'Hi', calls: [{ name: 'look' }] }, { ...calls, calls: 'calls[*].tool' }),
      await faultOf(saying('{"text":"All is well.","text":"It failed."}'), { text: 'text' }),
      await faultOf({ text: 'Hi', calls: [{ id: 'a', tool: 'look' }] }, calls),
      await faultOf({ text: 'Hi', calls: ['look'] }, calls),
      await faultOf({ text: 'Hi', calls: [], results: [{ content: 1 }] }, { ...calls, results: 'results' }),
      await faultOf((_seen: unknown, response: ServerResponse) => void response.socket?.destroy(), reply),
      await faultOf(
        (_seen: unknown, response: ServerResponse) =>
          void response.writeHead(302, { location: 'http://169.254.169.254/latest?x=1' }).end(),
        reply,
      ),
    ];
    expect(faults.join('\n')).toMatchInlineSnapshot(`
      "AgentReplyError: http://agent.example/chat answered 500 (text/plain): no such order
      AgentReplyError: http://agent.example/chat answered 404 (text/plain), without a word
      AgentReplyError: the agent answered 200 (text/html), which is no JSON (line 1, column 1: a JSON value is expected): <html> <b>sign in</b>!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!…
      AgentReplyError: the agent answered 200 (application/json) with an empty body
      AgentReplyError: the agent answered 200 (application/json), which is no JSON (line 1, column 17: this string is not closed): {"data":{"text":"He
      AgentReplyError: the agent's answer has nothing at \`data.text\`, where \`reply.text\` looks: its keys are data, more
      AgentReplyError: the agent's answer has nothing at \`data.text\`, where \`reply.text\` looks: it is a string
      AgentReplyError: the agent's answer has no text at \`data.text\`, but a number: 7
      AgentReplyError: the agent's answer has no text at \`data.text\`, but a list: ["Hi"]
      AgentReplyError: the agent answered with an error: {"code":7}
      AgentReplyError: the agent's answer has nothing at \`messages[*].text\`, where \`reply.text\` looks: no item of its list has it, and the keys of the first are txt
      AgentReplyError: the agent's answer has nothing at \`messages[*].parts[*].text\`, where \`reply.text\` looks: no item of its list has it, and the keys of the first are parts
      AgentReplyError: the agent's answer has nothing at \`calls\`, where \`reply.calls\` looks: its keys are text; if it is left out when nothing was called, say \`mayBeMissing: true\`
      AgentReplyError: the agent's answer has nothing at \`calls[*].tool\`, where \`reply.calls\` looks: no item of its list has it, and the keys of the first are name; if it is left out when nothing was called, say \`mayBeMissing: true\`
      AgentReplyError: the agent answered 200 (application/json), which contradicts itself: line 1, column 24: the key "text" is given twice: {"text":"All is well.","text":"It failed."}
      AgentReplyError: call 1 at \`calls\` has no name at \`name\` or \`function.name\`: its keys are id, tool
      AgentReplyError: call 1 at \`calls\` has no name at \`name\` or \`function.name\`: it is "look"
      AgentReplyError: result 1 at \`results\` names no call at \`callId\` or \`tool_call_id\` or \`call_id\` or \`id\`
      AgentReplyError: http://agent.example/chat: the connection was cut (UND_ERR_SOCKET)
      AgentReplyError: http://agent.example/chat answered 302 and sends the request to http://169.254.169.254/latest, which is not followed: it is another host, port or protocol"
    `);
  });

  test.each([null, false, '', '  ', 0, [], {}, [null], { code: 0, message: '' }])(
    'an error that says nothing is none: %j',
    async (error) => {
      expect(inShort(await stepsOf({ text: 'Hi', error }, { text: 'text', error: 'error' }))).toEqual([
        'step_started',
        'final: Hi',
      ]);
      const calls = [{ id: 'a', name: 'look', result: 1, error }];
      expect(inShort(await stepsOf({ text: '', calls }, { text: 'text', calls: 'calls' }))).toContain('result a: ok 1');
    },
  );

  test.each([true, 'no', 7, ['', 'no'], { code: 7, message: '' }])(
    'an error that says something is one: %j',
    async (error) => {
      expect(await faultOf({ text: 'Hi', error }, { text: 'text', error: 'error' })).toContain(
        'answered with an error',
      );
    },
  );

  test('calls whose every item lacks the path may be missing too, and an empty list is silence', async () => {
    const path = 'messages[*].calls[*]';
    const messages = [{ text: 'Hi' }];
    const said = ['step_started', 'final: Hi'];
    expect(
      inShort(await stepsOf({ messages }, { text: 'messages[*].text', calls: { path, mayBeMissing: true } })),
    ).toEqual(said);
    expect(inShort(await stepsOf({ text: 'Hi', messages: [] }, { text: 'text', calls: path }))).toEqual(said);
    expect(
      inShort(await stepsOf({ text: 'Hi', messages: [{ calls: [] }, {}] }, { text: 'text', calls: path })),
    ).toEqual(said);
  });

  test('calls that an agent leaves out when it made none may be missing, where the author says so', async () => {
    const reply = { text: 'text', calls: { path: 'calls', mayBeMissing: true } };
    expect(inShort(await stepsOf({ text: 'Hi' }, reply))).toEqual(['step_started', 'final: Hi']);
    expect(inShort(await stepsOf({ text: 'Hi', calls: null }, { text: 'text', calls: 'calls' }))).toEqual([
      'step_started',
      'final: Hi',
    ]);
  });

  test('[F69] no value of a header is shown, wherever the agent repeats it', async () => {
    const headers = { authorization: 'Bearer {{env.KEY}}', cookie: 'CANARY-COOKIE', accept: 'application/json' };
    const more = { headers, env: { KEY: 'CANARY-KEY' } };
    const echo = `${'x'.repeat(190)} CANARY-KEY, CANARY-COOKIE, application/json`;
    const answers: Answer[] = [
      saying(echo, 'text/plain', 401),
      saying(echo, 'text/html'),
      { error: 'bad key CANARY-KEY' },
      { text: { key: 'CANARY-COOKIE' } },
    ];
    for (const answer of answers) {
      const fault = await faultOf(answer, { text: 'text', error: 'error' }, more);
      expect(fault).toContain('AgentReplyError');
      expect(fault).not.toContain('CANARY');
    }
    const { url } = await answering(saying('accept application/json', 'text/plain', 401));
    const session = await httpAgent({ url, reply: { text: 'text' }, ...more }).open(contextOf());
    await expect(replyOf(session, 'Hi')).rejects.toThrow('accept application/json');
  });

  test('an answer that does not begin or stops coming is an error where a time is set', async () => {
    const { url } = await answering(({ path }: { path: string }, response: ServerResponse) => {
      if (path === '/half') response.write('{');
    });
    const faults = await Promise.all(
      ['never', 'half'].map(async (path) => {
        const timeouts = { firstByteMs: 20, idleMs: 20 };
        const session = await httpAgent({ url: `${url}/${path}`, reply: { text: 'text' }, timeouts }).open(contextOf());
        return replyOf(session, 'Hi').catch((error: Error) => `${error.name}: ${error.message.replace(url, '')}`);
      }),
    );
    expect(faults).toEqual([
      'AgentReplyError: /never: no answer began in time (UND_ERR_HEADERS_TIMEOUT)',
      'AgentReplyError: the answer of /half: the answer stopped coming (UND_ERR_BODY_TIMEOUT)',
    ]);
  });
});
