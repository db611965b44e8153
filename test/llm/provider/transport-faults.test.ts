import { describe, expect, test } from 'vitest';
import { createProviderRuntime } from '../../../src/llm/provider/provider-runtime.ts';
import { connectionError } from '../../../src/network/connection-error.ts';
import { closedPort, type FaultAnswer, openFaultServer } from '../../fixtures/fault-server.ts';
import {
  answerAndBreak,
  answerEvents,
  answerJson,
  answerPieces,
  answerText,
  event,
  neverAnswer,
} from '../../fixtures/faults/answers.ts';
import { virtualClock } from '../../fixtures/faults/virtual-clock.ts';
import { chatEvents, says } from '../../fixtures/faults/wire.ts';
import { modelAt, unavailable, virtualRuntime } from './provider-under-test.ts';

const busy = (retryAfter: string, headers: Record<string, string> = {}): FaultAnswer =>
  answerJson({ error: { message: 'slow down' } }, 429, { 'retry-after': retryAfter, ...headers });

describe('429', () => {
  test('[F01] a storm: nobody comes back before the time, waits are spread, and every session gets its answer', async () => {
    const runtime = virtualRuntime();
    const seen = new Map<unknown, number[]>();
    await using server = await openFaultServer(({ body }) => {
      const moments = seen.get(body.seed) ?? [];
      seen.set(body.seed, [...moments, runtime.clock.now()]);
      return moments.length < 8 ? busy('2') : says('Delivered.');
    });
    const sessions = Array.from({ length: 16 }, (_, seed) =>
      modelAt({ baseURL: server.baseURL, seed: 'session' }, { runtime, seed }).ask(),
    );
    const replies = await Promise.all(sessions);
    expect(replies.map(({ text }) => text)).toEqual(replies.map(() => 'Delivered.'));
    for (const { attempts } of replies) {
      expect(attempts).toHaveLength(9);
      expect(
        attempts.slice(0, 8).every(({ httpStatus, waitedMs = 0 }) => httpStatus === 429 && waitedMs >= 2_000),
      ).toBe(true);
    }
    for (const moments of seen.values()) {
      const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
    }
    const waits = replies.flatMap(({ attempts }) => attempts.flatMap(({ waitedMs }) => waitedMs ?? []));
    expect(new Set(waits).size).toBeGreaterThan(waits.length / 4);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_500);
  });

  test('[F01] one session that is told to wait slows all sessions and models of the endpoint, and no other endpoint', async () => {
    const runtime = virtualRuntime();
    const moments: [unknown, number][] = [];
    const log = (name: unknown) => moments.push([name, runtime.clock.now()]);
    await using server = await openFaultServer(({ body }) => {
      log(body.model);
      return body.model === 'first' && moments.length === 1 ? busy('2') : says('Delivered.');
    });
    await using other = await openFaultServer(() => {
      log('elsewhere');
      return says('Delivered.');
    });
    const ask = (model: string, { baseURL } = server) =>
      modelAt({ baseURL, extraBody: {}, name: model, ...({ model } as object) }, { runtime }).ask();
    const first = ask('first');
    while (runtime.clock.sleeping() === 0) await new Promise(setImmediate);
    await Promise.all([first, ask('second'), ask('third'), ask('elsewhere', other)]);
    expect(moments[1]).toEqual(['elsewhere', 0]);
    expect(
      moments
        .slice(2)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(['first', 'second', 'third']);
    expect(Math.min(...moments.slice(2).map(([, moment]) => moment))).toBeGreaterThanOrEqual(2_000);
  });

  test('[F01] the waits of one request together have a limit, and so has the session', async () => {
    await using server = await openFaultServer([busy('20')]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL }).ask());
    expect(error.attempts.length).toBeLessThanOrEqual(3);
    expect(
      error.message.replace(server.baseURL, '<url>').replace(/which \d+(\.\d+)? s/, 'which <n> s'),
    ).toMatchInlineSnapshot(
      `"\`m\` at <url> gave no usable reply in 3 attempts: the provider answered 429: slow down; the provider asks to wait 20 s, and that is beyond the 60 s that a request may wait in all, of which <n> s have passed"`,
    );
    await using other = await openFaultServer([busy('20')]);
    const abort = new AbortController();
    const runtime = createProviderRuntime({ environment: () => ({}) });
    const waiting = modelAt({ baseURL: other.baseURL }, { runtime }).ask({}, abort.signal);
    while (other.requests.length === 0) await new Promise(setImmediate);
    abort.abort(new Error('the turn is over'));
    await expect(waiting).rejects.toBe(abort.signal.reason);
  });

  test('[F02] a wait that is longer than may be waited ends the request at once and says how long it is', async () => {
    await using server = await openFaultServer([busy('86400')]);
    const runtime = virtualRuntime();
    const error = await unavailable(modelAt({ baseURL: server.baseURL }, { runtime }).ask());
    expect(error.message.replace(server.baseURL, '<url>')).toMatchInlineSnapshot(
      `"\`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 86400 s, and that is beyond the 60 s that a request may wait in all"`,
    );
    expect(error.attempts).toEqual([{ status: 'error', httpStatus: 429, problem: expect.any(String) }]);
    expect(server.requests).toHaveLength(1);
    expect(runtime.clock.waits).toEqual([]);
  });

  test.each([
    'Wed, 21 Oct 1990 07:28:00',
    'Wed, 21 Oct 1990 07:28:00 GMT',
    '-5',
    'soon',
    '0',
    'NaN',
    '1e9',
    '',
    '12/31/2099',
  ])('[F03] `Retry-After: %s` says nothing, so the wait is ours', async (given) => {
    await using server = await openFaultServer([busy(given), busy(given), says('Delivered.')]);
    const runtime = virtualRuntime();
    const { attempts } = await modelAt({ baseURL: server.baseURL }, { runtime }).ask();
    expect(attempts).toHaveLength(3);
    const [first = 0, second = 0] = attempts.flatMap(({ waitedMs }) => waitedMs ?? []);
    expect([first >= 250 && first <= 500, second >= 500 && second <= 1_000]).toEqual([true, true]);
  });

  test('[F03] a date counts from the date of the answer itself, and milliseconds are understood', async () => {
    const dates = { date: 'Mon, 05 Jan 2026 09:00:00 GMT' };
    await using server = await openFaultServer([
      busy('Mon, 05 Jan 2026 09:00:03 GMT', dates),
      busy('soon', { 'retry-after-ms': '1500' }),
      busy('0.5'),
      says('Delivered.'),
    ]);
    const { attempts } = await modelAt({ baseURL: server.baseURL }).ask();
    const bounds = [3_000, 1_500, 500];
    for (const [index, ms] of bounds.entries()) {
      expect(attempts[index]?.waitedMs).toBeGreaterThanOrEqual(ms);
      expect(attempts[index]?.waitedMs).toBeLessThanOrEqual(ms * 1.25);
    }
  });

  test('a quota that is used up is not waited for', async () => {
    const body = { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } };
    await using server = await openFaultServer([answerJson(body, 429)]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL }).ask());
    expect(error.attempts.map(({ problem }) => problem)).toMatchInlineSnapshot(`
      [
        "the provider answered 429: You exceeded your current quota. (insufficient_quota)",
      ]
    `);
  });
});

describe('a provider that is down', () => {
  test('[F04] 503, 500, then an answer: the answer counts, and all three are told', async () => {
    await using server = await openFaultServer([
      answerText('busy', 503),
      answerJson({ error: { message: 'oops' } }, 500),
      says({ text: 'Delivered.', usage: { prompt_tokens: 7, completion_tokens: 2 } }),
    ]);
    const reply = await modelAt({ baseURL: server.baseURL }).ask();
    expect(reply).toEqual({
      text: 'Delivered.',
      calls: [],
      finish: 'stop',
      usage: { tokensIn: 7, tokensOut: 2 },
      attempts: [
        { status: 'error', httpStatus: 503, problem: 'the provider answered 503: busy', waitedMs: expect.any(Number) },
        { status: 'error', httpStatus: 500, problem: 'the provider answered 500: oops', waitedMs: expect.any(Number) },
        { status: 'ok', httpStatus: 200 },
      ],
    });
  });

  test('[F04] one that stays down is given up after four requests, each wait longer than the one before', async () => {
    await using server = await openFaultServer([answerText('', 503)]);
    const runtime = virtualRuntime();
    const error = await unavailable(modelAt({ baseURL: server.baseURL }, { runtime }).ask());
    expect(error.message.replace(server.baseURL, '<url>')).toMatchInlineSnapshot(
      `"\`m\` at <url> gave no usable reply in 4 attempts: the provider answered 503"`,
    );
    expect(server.requests).toHaveLength(4);
    expect(runtime.clock.waits).toEqual(runtime.clock.waits.toSorted((a, b) => a - b));
  });

  test('[F05] 400, 401, 404 are not tried again; what the provider said is kept, without the key', async () => {
    const excerpts = [];
    for (const status of [400, 401, 403, 404, 422]) {
      await using server = await openFaultServer([answerJson({ error: 'bad key sk-test-CANARY12345' }, status)]);
      const error = await unavailable(modelAt({ baseURL: server.baseURL, apiKey: 'sk-test-CANARY12345' }).ask());
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-test-CANARY12345');
      expect(JSON.stringify([error.message, error.stack, error.attempts])).not.toContain('CANARY');
      excerpts.push(...error.attempts);
    }
    expect(excerpts).toMatchInlineSnapshot(`
      [
        {
          "httpStatus": 400,
          "problem": "the provider answered 400: bad key [redacted]",
          "status": "error",
        },
        {
          "httpStatus": 401,
          "problem": "the provider answered 401: bad key [redacted]",
          "status": "error",
        },
        {
          "httpStatus": 403,
          "problem": "the provider answered 403: bad key [redacted]",
          "status": "error",
        },
        {
          "httpStatus": 404,
          "problem": "the provider answered 404: bad key [redacted]",
          "status": "error",
        },
        {
          "httpStatus": 422,
          "problem": "the provider answered 422: bad key [redacted]",
          "status": "error",
        },
      ]
    `);
  });

  test('[F05] a key is found before the excerpt is cut, also when it is no key by its looks, and only 200 characters stay', async () => {
    const apiKey = 'correct horse'.replace(' ', '-');
    await using server = await openFaultServer([answerText(`${'x'.repeat(190)}${apiKey}${'y'.repeat(500)}`, 400)]);
    const { attempts } = await unavailable(modelAt({ baseURL: server.baseURL, apiKey }).ask());
    const { problem = '' } = attempts[0] ?? {};
    expect(problem).not.toContain('corr');
    expect(problem.length).toBeLessThanOrEqual('the provider answered 400: '.length + 200);
  });

  test('[F06] a closed port and a connection that breaks after 10 bytes are tried again, then told', async () => {
    const baseURL = await closedPort();
    const refused = await unavailable(modelAt({ baseURL }).ask());
    await using server = await openFaultServer([answerAndBreak('{"choices"')]);
    const broken = await unavailable(modelAt({ baseURL: server.baseURL }).ask());
    expect([refused, broken].map(({ attempts }) => attempts.length)).toEqual([4, 4]);
    const shown = [refused, broken].map(({ message }) => message.replace(/127\.0\.0\.1:\d+/g, '<host>'));
    expect(shown).toMatchInlineSnapshot(`
      [
        "\`m\` at http://<host>/v1 gave no usable reply in 4 attempts: http://<host>/v1/chat/completions: nobody listens there (ECONNREFUSED)",
        "\`m\` at http://<host>/v1 gave no usable reply in 4 attempts: the answer of http://<host>/v1/chat/completions: the connection was cut (UND_ERR_SOCKET)",
      ]
    `);
    expect(server.requests).toHaveLength(4);
  });

  test('[F06] a name that nobody has is looked up again, then told', async () => {
    const lookUpFails = connectionError({ code: 'ENOTFOUND' }, 'http://nobody.invalid/v1/chat/completions');
    const runtime = createProviderRuntime({
      clock: virtualClock(),
      environment: () => ({}),
      makeFetch: () => Object.assign(() => Promise.reject(lookUpFails), { close: async () => {} }),
    });
    const error = await unavailable(modelAt({ baseURL: 'http://nobody.invalid/v1' }, { runtime }).ask());
    expect(error.attempts).toHaveLength(4);
    expect(error.message).toMatchInlineSnapshot(
      `"\`m\` at http://nobody.invalid/v1 gave no usable reply in 4 attempts: http://nobody.invalid/v1/chat/completions: there is no host of this name (ENOTFOUND)"`,
    );
  });
});

describe('silence', () => {
  const timed = (baseURL: string, timeouts: { requestMs?: number; idleMs?: number }, stream: boolean) =>
    modelAt(
      { baseURL, timeouts, stream, retry: { maxAttempts: 2, firstWaitMs: 1 } },
      {
        runtime: createProviderRuntime({ environment: () => ({}) }),
      },
    );

  test('[F07] headers that never come end the request, and the end of the turn ends it at once', async () => {
    await using server = await openFaultServer([neverAnswer]);
    const error = await unavailable(timed(server.baseURL, { requestMs: 30 }, false).ask());
    expect(error.attempts.map(({ problem }) => problem)).toEqual(Array(2).fill('no answer came within 30 ms'));
    await using other = await openFaultServer([neverAnswer]);
    const abort = new AbortController();
    const asked = timed(other.baseURL, {}, false).ask({}, abort.signal);
    while (other.requests.length === 0) await new Promise(setImmediate);
    abort.abort(new Error('the turn timed out'));
    await expect(asked).rejects.toBe(abort.signal.reason);
    while (other.underWay() > 0) await new Promise(setImmediate);
  });

  test('[F07] a body that is not streamed and never ends counts as no answer', async () => {
    const stalls: FaultAnswer = (response) => void response.writeHead(200, { 'content-length': '100' }).write('{');
    await using server = await openFaultServer([stalls]);
    const error = await unavailable(timed(server.baseURL, { requestMs: 30 }, false).ask());
    expect(error.attempts[0]?.problem).toBe('no answer came within 30 ms');
  });

  test('[F08] a stream that stalls ends after the longest pause, and comments are no sign of life', async () => {
    const [role, word] = chatEvents({ text: 'Delivered.' });
    const comments: FaultAnswer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(role) + event(word));
      const timer = setInterval(() => response.write(': still here\n\n'), 5);
      response.on('close', () => clearInterval(timer));
    };
    await using server = await openFaultServer([answerEvents([role, word], 'stall'), comments]);
    const error = await unavailable(timed(server.baseURL, { idleMs: 40 }, true).ask());
    expect(error.attempts.map(({ problem }) => problem)).toEqual(
      Array(2).fill('the stream paused for longer than 40 ms'),
    );
  });

  test('[F08] a model that thinks before its first word has as long as a request may take', async () => {
    const [role, ...rest] = chatEvents({ text: 'Delivered.' });
    const thinks: FaultAnswer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(role));
      setTimeout(() => response.end(rest.map(event).join('')), 60);
    };
    await using server = await openFaultServer([thinks]);
    const reply = await timed(server.baseURL, { requestMs: 20_000, idleMs: 5_000 }, true).ask();
    expect(reply.text).toBe('Delivered.');
    const impatient = await unavailable(timed(server.baseURL, { requestMs: 10, idleMs: 5_000 }, true).ask());
    expect(impatient.attempts[0]?.problem).toBe('no answer came within 10 ms');
  });

  test('[F08] what stalls after the answer is whole costs nothing but its usage', async () => {
    const events = chatEvents({ text: 'Delivered.' });
    await using server = await openFaultServer([
      answerEvents(events, 'stall'),
      answerEvents(events.slice(0, -1), 'break'),
    ]);
    const model = timed(server.baseURL, { idleMs: 30 }, true);
    expect([(await model.ask()).text, (await model.ask()).text]).toEqual(['Delivered.', 'Delivered.']);
  });
});

describe('an answer that is not whole', () => {
  const half = [
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'One moment.' } }] },
    {
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'refund', arguments: '{"amount": 10' } }] },
        },
      ],
    },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '}' } }] } }] },
  ];

  test('[F09] a stream that ends without its end is asked for once more, and its calls are never told', async () => {
    await using server = await openFaultServer([answerEvents(half), answerEvents(half, 'break')]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL, stream: true }).ask());
    expect(server.requests).toHaveLength(2);
    expect(error.message.replace(/127\.0\.0\.1:\d+/g, '<host>')).toMatchInlineSnapshot(
      `"\`m\` at http://<host>/v1 gave no usable reply in 2 attempts: the answer of http://<host>/v1/chat/completions: the connection was cut (UND_ERR_SOCKET)"`,
    );
    await using better = await openFaultServer([answerEvents(half), says('Delivered.')]);
    const reply = await modelAt({ baseURL: better.baseURL, stream: true }).ask();
    expect(reply).toMatchObject({ text: 'Delivered.', calls: [], attempts: [{ status: 'error' }, { status: 'ok' }] });
  });

  test('[F09] `[DONE]` behind half a call does not make it whole', async () => {
    await using server = await openFaultServer([answerEvents([...half.slice(0, 2), '[DONE]'])]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL, stream: true }).ask());
    expect(error.attempts).toHaveLength(2);
  });

  test('[F09] once somebody has heard words, the request is not sent again', async () => {
    await using server = await openFaultServer([answerEvents(half), says('Delivered.')]);
    const { model } = modelAt({ baseURL: server.baseURL });
    const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 1 });
    const heard: unknown[] = [];
    const listen = async () => {
      const { signal } = new AbortController();
      for await (const chunk of session.stream!({ messages: [], turn: 0 }, { signal })) heard.push(chunk);
    };
    const error = await unavailable(listen());
    expect(heard).toEqual([{ type: 'text', text: 'One moment.' }]);
    expect(server.requests).toHaveLength(1);
    expect(error.message).toContain('words of the answer had gone out already');
  });

  test('[F10] CRLF, comments, data over several lines, split characters, single bytes: the same reply as in one piece', async () => {
    const saying = {
      text: 'Größe 🙂 已送达 👩‍👩‍👧',
      calls: [{ id: 'c1', name: 'look', rawArguments: '{"city":"Orléans 🌍"}' }],
    };
    const plain = chatEvents(saying).map(event).join('');
    const crlf = plain.replaceAll('\n', '\r\n');
    const spread = chatEvents(saying)
      .map((one) =>
        typeof one === 'string' ? event(one) : `data: ${JSON.stringify(one, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
      )
      .join(': a comment\n\n');
    const bytes = (text: string) => [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    const emoji = Buffer.from(plain).indexOf(Buffer.from('🙂')) + 2;
    const split = [Buffer.from(plain).subarray(0, emoji), Buffer.from(plain).subarray(emoji)];
    const ways = [
      [plain],
      [crlf],
      [spread],
      split,
      bytes(plain),
      bytes(crlf),
      [`\ufeff${plain}`],
      [`event: x\nid: 1\nretry: 5\n${plain}`],
    ];
    await using server = await openFaultServer(ways.map((pieces) => answerPieces(pieces)));
    const { ask } = modelAt({ baseURL: server.baseURL, stream: true });
    for (const _ of ways) expect(await ask()).toMatchObject({ ...saying, attempts: [{ status: 'ok' }] });
  });

  test('[F11] an error object in an answer of status 200 means what its code says', async () => {
    const outcomes: unknown[] = [];
    const errors = [
      { message: 'overloaded' },
      { message: 'slow down', code: 'rate_limit_exceeded' },
      { message: 'wrong model', type: 'invalid_request_error' },
      { message: 'denied', code: 401 },
      { message: 'gateway', code: 502 },
    ];
    for (const error of errors) {
      for (const answer of [answerEvents([chatEvents({ text: 'A' })[0], { error }]), answerJson({ error })]) {
        await using server = await openFaultServer([answer, says('Delivered.')]);
        const asked = await modelAt({ baseURL: server.baseURL, stream: true })
          .ask()
          .catch(({ attempts }) => ({ text: 'given up', attempts }));
        outcomes.push([error.message, asked.text, asked.attempts[0].problem]);
      }
    }
    expect(outcomes).toMatchInlineSnapshot(`
      [
        [
          "overloaded",
          "Delivered.",
          "the provider answered with an error: overloaded",
        ],
        [
          "overloaded",
          "Delivered.",
          "the provider answered with an error: overloaded",
        ],
        [
          "slow down",
          "Delivered.",
          "the provider answered with an error: slow down (rate_limit_exceeded)",
        ],
        [
          "slow down",
          "Delivered.",
          "the provider answered with an error: slow down (rate_limit_exceeded)",
        ],
        [
          "wrong model",
          "given up",
          "the provider answered with an error: wrong model (invalid_request_error)",
        ],
        [
          "wrong model",
          "given up",
          "the provider answered with an error: wrong model (invalid_request_error)",
        ],
        [
          "denied",
          "given up",
          "the provider answered with an error: denied",
        ],
        [
          "denied",
          "given up",
          "the provider answered with an error: denied",
        ],
        [
          "gateway",
          "Delivered.",
          "the provider answered with an error: gateway",
        ],
        [
          "gateway",
          "Delivered.",
          "the provider answered with an error: gateway",
        ],
      ]
    `);
  });

  test('[F12] a web page, nothing at all and half of a JSON are no reply, and say what came', async () => {
    const page = '<html><title>sign in</title> <p>please sign in</p></html>';
    const answers: [FaultAnswer, number][] = [
      [answerText(page, 200, { 'content-type': 'text/html' }), 1],
      [answerText('', 200, { 'content-type': 'application/json' }), 2],
      [answerText('{"choices":[{"message":{"role"', 200, { 'content-type': 'application/json' }), 2],
      [answerJson({ choices: [] }), 2],
      [answerJson('all fine'), 2],
      [answerText('null', 200), 2],
      [answerEvents([]), 2],
      [answerEvents(['[DONE]']), 2],
      [answerEvents(['<html>']), 2],
    ];
    const problems: unknown[] = [];
    for (const [answer, attempts] of answers) {
      await using server = await openFaultServer([answer]);
      const error = await unavailable(modelAt({ baseURL: server.baseURL }).ask());
      expect(error.attempts).toHaveLength(attempts);
      problems.push(error.attempts.at(-1)?.problem);
    }
    expect(problems).toMatchInlineSnapshot(`
      [
        "the answer is no JSON (text/html): <html><title>sign in</title> <p>please sign in</p></html>",
        "the answer is empty (application/json)",
        "the answer is no JSON (application/json): {"choices":[{"message":{"role"",
        "the answer holds no message of a model: {"choices":[]}",
        "the answer holds no message of a model: "all fine"",
        "the answer holds no message of a model: null",
        "the stream ended before the answer was whole",
        "the stream ended before the answer was whole",
        "an event of the stream is no JSON: <html>",
      ]
    `);
  });

  test('a redirect is not followed, and a key does not travel with it', async () => {
    await using target = await openFaultServer([says('Delivered.')]);
    await using server = await openFaultServer([answerText('', 302, { location: target.baseURL })]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL, apiKey: 'sk-test-CANARY12345' }).ask());
    expect(error.attempts).toMatchObject([{ httpStatus: 302 }]);
    expect(target.requests).toHaveLength(0);
  });
});
