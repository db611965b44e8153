import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import type { AgentStep } from '../../src/domain/contracts/agent.ts';
import type { World } from '../../src/domain/contracts/world.ts';
import { ToolError } from '../../src/domain/errors.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { eventLine } from '../fixtures/event-line.ts';
import { agentOf, brokenMove, manualClock, play, saying, userOf, worldOf } from '../fixtures/session-parts.ts';

const lines = (transcript: readonly TranscriptEvent[]) => transcript.map(eventLine);

describe('a talk', () => {
  test('is recorded from the first word to the reason it ended', async () => {
    const { transcript, end, turns } = await play({ user: userOf('Hello', 'Bye'), agent: saying('Hi.') });
    expect(lines(transcript)).toMatchInlineSnapshot(`
      [
        "0.0 session_started test-agent",
        "1.0 user_step",
        "2.0 user_message Hello",
        "3.0 agent_step [] saw []",
        "4.0 agent_message final Hi.",
        "5.1 user_step",
        "6.1 user_message Bye",
        "7.1 agent_step [] saw []",
        "8.1 agent_message final Hi.",
        "9.1 user_step",
        "10.1 session_ended user_done",
      ]
    `);
    expect({ reason: end.reason, turns }).toEqual({ reason: 'user_done', turns: 2 });
    for (const event of transcript) expect(TranscriptEvent.safeParse(event).error).toBeUndefined();
  });

  test('begins with a silent user message when the agent speaks first', async () => {
    const { transcript } = await play({ scenario: { firstSpeaker: 'agent' }, user: userOf('Hello') });
    expect(
      transcript.filter((event) => event.type === 'user_message').map(({ text, silent }) => ({ text, silent })),
    ).toEqual([
      { text: '', silent: true },
      { text: 'Hello', silent: false },
    ]);
  });

  test('lets the agent answer a last word before it ends', async () => {
    const { transcript, end } = await play({
      user: userOf({ kind: 'say', text: 'Thanks, bye', end: { reason: 'user_gave_up' } }),
    });
    expect(transcript.some((event) => event.type === 'agent_message')).toBe(true);
    expect(end.reason).toBe('user_gave_up');
  });

  test('[A3] a cap reached after a user message still gets the agent its answer', async () => {
    const { transcript, end } = await play({ scenario: { limits: { maxTurns: 1 } }, user: userOf('One', 'Two') });
    expect(transcript.at(-2)?.type).toBe('agent_message');
    expect(end.reason).toBe('max_turns');
  });

  test('frozen events cannot be changed by whoever listens', async () => {
    const { transcript } = await play({});
    expect(() => Object.assign(transcript[0] ?? {}, { seq: 9 })).toThrow(TypeError);
  });
});

describe('tool calls', () => {
  const lookup = worldOf({ lookup: { run: ({ id }) => ({ id, total: '49.90' }) }, note: {} });

  test('of one message are written together, in call order, and their results are seen by the next message', async () => {
    const agent = agentOf(async function* (_message, tools) {
      yield { type: 'step_started' };
      const results = await Promise.all([tools.call('lookup', { id: 'A-1' }), tools.call('lookup', { id: 'A-2' })]);
      yield { type: 'step_started' };
      yield { type: 'text', text: `${results.length} found.` };
    });
    const { transcript } = await play({ agent, world: lookup });
    expect(lines(transcript).slice(3, -2)).toMatchInlineSnapshot(`
      [
        "3.0 agent_step [c0,c1] saw []",
        "4.0 tool_call c0 lookup {"id":"A-1"}",
        "5.0 tool_call c1 lookup {"id":"A-2"}",
        "6.0 tool_result c0 ok",
        "7.0 tool_result c1 ok",
        "8.0 agent_step [] saw [c0,c1]",
        "9.0 agent_message final 2 found.",
      ]
    `);
  });

  test('of plain code that waits for each result are steps of their own', async () => {
    const agent = agentOf(async function* (_message, tools) {
      await tools.call('lookup', { id: 'A-1' });
      await tools.call('lookup', { id: 'A-2' });
      yield { type: 'text', text: 'Done.' };
    });
    const { calls } = trajectoryOf((await play({ agent, world: lookup })).transcript);
    expect(calls.map(({ step, launchedAt, seenAt }) => ({ step, launchedAt, seenAt }))).toEqual([
      { step: 0, launchedAt: 3, seenAt: 6 },
      { step: 1, launchedAt: 6, seenAt: 9 },
    ]);
  });

  test('finish in call order in the transcript, whichever tool was faster', async () => {
    let release = (): void => {};
    const world = worldOf({
      slow: {
        concurrent: true,
        run: () =>
          new Promise<string>((resolve) => {
            release = () => resolve('slow');
          }),
      },
      fast: { concurrent: true, run: async () => 'fast' },
    });
    const agent = agentOf(async function* (_message, tools) {
      const slow = tools.call('slow', {});
      const fast = tools.call('fast', {});
      setTimeout(() => release(), 0);
      await Promise.all([slow, fast]);
      yield { type: 'text', text: 'Done.' };
    });
    const { transcript } = await play({ agent, world });
    const results = transcript.filter((event) => event.type === 'tool_result').map(({ result }) => result);
    expect(results.map(({ callId, completed }) => ({ callId, completed }))).toEqual([
      { callId: 'c0', completed: 1 },
      { callId: 'c1', completed: 0 },
    ]);
  });

  test('[S1.08] of an invented tool have the outcome `unknown_tool` and a text that names the tools there are', async () => {
    let told: unknown;
    const agent = agentOf(async function* (_message, tools) {
      told = await tools.call('lokup', { id: 'A-1' });
      yield { type: 'text', text: 'I cannot do that.' };
    });
    const { transcript, end } = await play({ agent, world: lookup });
    expect(end.reason).toBe('user_done');
    expect(told).toMatchInlineSnapshot(`
      {
        "kind": "unknown_tool",
        "message": "unknown tool: there is no tool \`lokup\` (did you mean \`lookup\`?); tools: \`lookup\`, \`note\`",
        "status": "error",
      }
    `);
    expect(trajectoryOf(transcript).calls[0]?.outcome).toBe('error');
  });

  test('with arguments that are no JSON are kept as text and never reach the tool', async () => {
    const agent = agentOf(async function* (_message, tools) {
      await tools.call('lookup', '{"id": "A-1"');
      yield { type: 'text', text: 'Hm.' };
    });
    const call = trajectoryOf((await play({ agent, world: lookup })).transcript).calls[0];
    expect(call?.call.rawArguments).toBe('{"id": "A-1"');
    expect(call?.arguments).toBeUndefined();
    expect(call?.result?.outcome).toMatchObject({ status: 'error', kind: 'invalid_arguments' });
  });

  test('that the agent does not wait for belong to the message it ends with, and are waited for', async () => {
    const slow = worldOf({ lookup: { run: () => new Promise((resolve) => setTimeout(resolve, 1)) } });
    const agent = agentOf(async function* (_message, tools) {
      void tools.call('lookup', { id: 'A-1' });
      yield { type: 'text', text: 'On it.' };
    });
    const { transcript } = await play({ agent, world: slow });
    expect(lines(transcript).slice(3, -2)).toMatchInlineSnapshot(`
      [
        "3.0 agent_step [c0] saw []",
        "4.0 agent_message On it.",
        "5.0 tool_call c0 lookup {"id":"A-1"}",
        "6.0 tool_result c0 ok",
      ]
    `);
  });

  test('reported by the agent are recorded once, also when the world ran them', async () => {
    const agent = agentOf(async function* (_message, tools) {
      yield { type: 'step_started' };
      yield { type: 'reported_call', id: 'own', name: 'search', rawArguments: '{"q":"x"}' };
      await tools.call('lookup', { id: 'A-1' }, 'given');
      yield { type: 'reported_call', id: 'given', name: 'lookup', rawArguments: '{"id":"A-1"}' };
      yield { type: 'reported_result', callId: 'own', outcome: { status: 'ok', content: 'y' } };
      yield { type: 'reported_result', callId: 'nobody', outcome: { status: 'ok', content: 'z' } };
      yield { type: 'text', text: 'Found.' };
    });
    const { calls, problems } = trajectoryOf((await play({ agent, world: lookup })).transcript);
    expect(calls.map(({ name, outcome, call }) => ({ name, outcome, source: call.source }))).toEqual([
      { name: 'search', outcome: 'ok', source: 'reported' },
      { name: 'lookup', outcome: 'ok', source: 'world' },
    ]);
    expect(problems.map(({ kind }) => kind)).toEqual(['orphan_result']);
  });
});

describe('preconditions', () => {
  const world = worldOf(
    {
      lookup: {
        run: ({ id }) => {
          if (id === 'A-9') throw new ToolError('order A-9 not found');
          return { id };
        },
      },
      refund: {
        effect: 'write',
        requires: [{ tool: 'lookup', sameArguments: ['id'] }],
        run: (_value, state) => {
          state.refunded = true;
        },
      },
    },
    { state: { refunded: false } },
  );
  const refundAfter = (first: readonly [string, string][], together = false) =>
    agentOf(async function* (_message, tools) {
      const calls = first.map(
        ([name, id]) =>
          () =>
            tools.call(name, { id }),
      );
      if (together) await Promise.all(calls.map((run) => run()));
      else for (const run of calls) await run();
      yield { type: 'text', text: 'Done.' };
    });
  const lastOutcome = async (agent: ReturnType<typeof agentOf>) =>
    trajectoryOf((await play({ agent, world })).transcript).calls.at(-1)?.result?.outcome;

  test('hold a write back until the look-up of the same id has succeeded', async () => {
    expect(
      await lastOutcome(
        refundAfter([
          ['lookup', 'A-1'],
          ['refund', 'A-1'],
        ]),
      ),
    ).toMatchObject({ status: 'ok' });
    expect(await lastOutcome(refundAfter([['refund', 'A-1']]))).toMatchObject({ kind: 'blocked' });
    expect(
      await lastOutcome(
        refundAfter([
          ['lookup', 'A-9'],
          ['refund', 'A-9'],
        ]),
      ),
    ).toMatchObject({ kind: 'blocked' });
    expect(
      await lastOutcome(
        refundAfter([
          ['lookup', 'A-1'],
          ['refund', 'A-2'],
        ]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "kind": "blocked",
        "message": "blocked: \`refund\` needs a successful \`lookup\` for id "A-2" first, whose result has been seen; \`lookup\` succeeded, but not for id "A-2"",
        "status": "error",
      }
    `);
  });

  test('are not met by a look-up launched in the same message', async () => {
    expect(
      await lastOutcome(
        refundAfter(
          [
            ['lookup', 'A-1'],
            ['refund', 'A-1'],
          ],
          true,
        ),
      ),
    ).toMatchObject({ kind: 'blocked' });
  });

  test('a write that ran is followed by what it changed', async () => {
    const { transcript } = await play({
      agent: refundAfter([
        ['lookup', 'A-1'],
        ['refund', 'A-1'],
      ]),
      world,
    });
    expect(transcript.find((event) => event.type === 'world_change')).toMatchObject({
      callId: 'c1',
      changes: [{ op: 'replace', pointer: '/refunded', before: false, after: true }],
    });
    expect(transcript.at(-1)).toMatchObject({ world: { state: { refunded: true } } });
  });
});

describe('faults', () => {
  const world = worldOf({ lookup: { run: () => ({ ok: true }) } });

  test('[S1.20] planted on the first look-up are told to the agent before its next choice', async () => {
    const seen: string[] = [];
    const agent = agentOf(async function* (_message, tools) {
      const first = await tools.call('lookup', { id: 'A-1' });
      if (first.status === 'error') seen.push(first.message);
      yield { type: 'text', text: (await tools.call('lookup', { id: 'A-1' })).status };
    });
    const { transcript } = await play({
      agent,
      world,
      scenario: { faults: [{ tool: 'lookup', message: 'service unavailable' }] },
    });
    const { calls } = trajectoryOf(transcript);
    expect(seen).toEqual(['service unavailable']);
    expect(calls.map(({ outcome, result }) => [outcome, result?.injectedBy])).toEqual([
      ['error', 'faults[0]'],
      ['ok', undefined],
    ]);
    expect(calls[0]?.seenAt).toBe(calls[1]?.launchedAt);
    expect(transcript.some((event) => event.type === 'fault_injected' && event.fault === 'faults[0]')).toBe(true);
  });

  const crashing = worldOf({
    lookup: {
      run: () => {
        throw new TypeError('x is undefined');
      },
    },
  });
  const asks = agentOf(async function* (_message, tools) {
    const outcome = await tools.call('lookup', {});
    yield { type: 'text', text: outcome.status === 'error' ? outcome.message : 'ok' };
  });

  test('[S1.23] an unplanned exception is told to the agent, the talk goes on, and the session is no valid test', async () => {
    const { transcript, end, breakages } = await play({ agent: asks, world: crashing, user: userOf('One', 'Two') });
    expect(end.reason).toBe('user_done');
    expect(breakages).toEqual([
      { message: 'tool `lookup` crashed: TypeError: x is undefined' },
      { message: 'tool `lookup` crashed: TypeError: x is undefined' },
    ]);
    expect(transcript.find((event) => event.type === 'agent_message')?.text).toBe(
      'tool crashed: TypeError: x is undefined',
    );
    const outcomes = trajectoryOf(transcript).calls.map(({ result }) => result?.outcome);
    expect(outcomes).toMatchObject([{ kind: 'tool_crash' }, { kind: 'tool_crash' }]);
    expect(judgeSession([], end.reason, breakages).verdict).toBe('invalid');
  });

  test('[S1.23] with `fail_fast` an unplanned exception ends the session at once as an error of the world', async () => {
    const { end, turns } = await play({
      agent: asks,
      world: crashing,
      user: userOf('One', 'Two'),
      scenario: { onToolCrash: 'fail_fast' },
    });
    expect({ reason: end.reason, turns }).toEqual({ reason: 'world_error', turns: 1 });
    expect(judgeSession([], end.reason).verdict).toBe('invalid');
    expect(end.error?.stack).toMatch(/TypeError/);
  });

  test('a check of arguments that throws is a crash of the world, told to the agent', async () => {
    const broken = worldOf({
      lookup: {
        check: () => {
          throw new TypeError('no schema');
        },
      },
    });
    const { transcript, end, breakages } = await play({ agent: asks, world: broken });
    expect(end.reason).toBe('user_done');
    expect(breakages).toEqual([{ message: 'tool `lookup` crashed: TypeError: no schema' }]);
    expect(trajectoryOf(transcript).calls[0]?.result?.outcome).toMatchObject({ kind: 'tool_crash' });
  });

  test('a planted crash is part of the test and breaks nothing', async () => {
    const { breakages } = await play({
      agent: asks,
      world,
      scenario: { faults: [{ tool: 'lookup', kind: 'tool_crash', message: 'boom' }] },
    });
    expect(breakages).toEqual([]);
  });
});

describe('limits', () => {
  const world = worldOf({ lookup: { run: ({ id }) => ({ id }) } });
  const looping = (same: boolean) =>
    agentOf(async function* (_message, tools) {
      for (let id = 0; ; id += 1) {
        yield { type: 'step_started' };
        await tools.call('lookup', { id: same ? 0 : id });
      }
    });

  test('[S1.24] a looping agent stops at its cap of 5 steps', async () => {
    const { transcript, end } = await play({ agent: looping(false), world, scenario: { limits: { maxSteps: 5 } } });
    expect(end).toMatchObject({ reason: 'max_steps', detail: 'the agent took more than 5 steps in one turn' });
    expect(transcript.filter((event) => event.type === 'agent_step')).toHaveLength(5);
  });

  test('[S1.24] the third equal call in a row ends the session as a loop, and does not run', async () => {
    const { transcript, end } = await play({ agent: looping(true), world });
    expect(end).toMatchObject({ reason: 'loop', detail: 'the agent made the same call of `lookup` 3 times in a row' });
    expect(
      trajectoryOf(transcript).calls.map(({ result }) => result?.outcome.status === 'error' && result.outcome.kind),
    ).toEqual([false, false, 'cancelled']);
  });

  test('[F20] an agent that never answers ends with `timeout`, and what it said before is kept', async () => {
    const clock = manualClock();
    const agent = agentOf(async function* () {
      yield { type: 'step_started' };
      yield { type: 'text', text: 'Let me see…' };
      setTimeout(() => clock.advance(60_000), 0);
      await new Promise(() => {});
    });
    const { transcript, end } = await play({ agent, clock });
    expect(end).toMatchObject({ reason: 'timeout', detail: 'the agent did not finish turn 0 within 60 s' });
    expect(transcript.find((event) => event.type === 'agent_message')?.text).toBe('Let me see…');
  });

  test('[F21] an answer after the deadline is not appended, and noted', async () => {
    const clock = manualClock();
    const late: string[] = [];
    let answer = (): void => {};
    const agent = agentOf(async function* () {
      setTimeout(() => clock.advance(60_000), 0);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      yield { type: 'text', text: 'Too late' };
    });
    const { transcript, end } = await play({ agent, clock, onLateReply: (what) => late.push(what) });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(end.reason).toBe('timeout');
    expect(transcript.some((event) => event.type === 'agent_message')).toBe(false);
    expect(late).toEqual(['a step of type `text`']);
  });

  test('[F21] a function that answers after the deadline is noted too, as an event while the agent still closes', async () => {
    const clock = manualClock();
    let answer = (_text: string): void => {};
    const late: string[] = [];
    const slow = functionAgent({
      open: () => ({
        reply: () => {
          setTimeout(() => clock.advance(60_000), 0);
          return new Promise<string>((resolve) => {
            answer = resolve;
          });
        },
        async close() {
          answer('Too late');
          await new Promise((resolve) => setTimeout(resolve, 0));
        },
      }),
    });
    const { transcript, end } = await play({ agent: slow, clock, onLateReply: (what) => late.push(what) });
    expect(end.reason).toBe('timeout');
    expect(transcript.find((event) => event.type === 'late_reply_ignored')).toMatchObject({ what: 'an answer' });
    expect(transcript.at(-1)?.type).toBe('session_ended');
    expect(late).toEqual([]);
  });

  test('[F26] an agent that only echoes ends at the turn limit', async () => {
    const echo = agentOf(async function* ({ text }) {
      yield { type: 'text', text: `${text}?` };
    });
    const forever = {
      ...userOf(),
      open: () => ({
        next: () => ({
          kind: 'say' as const,
          text: 'And?',
          trace: {
            driver: 't',
            part: 0,
            left: [],
            entered: [],
            transitions: [],
            guards: [],
            captures: [],
            disclosed: [],
          },
        }),
        snapshot: () => null,
        restore() {},
      }),
    };
    expect((await play({ agent: echo, user: forever, scenario: { limits: { maxTurns: 7 } } })).turns).toBe(7);
  });

  test('a session deadline ends a talk that no turn deadline would', async () => {
    const clock = manualClock();
    const agent = agentOf(async function* () {
      setTimeout(() => clock.advance(30_000), 0);
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield { type: 'text', text: 'One moment.' };
    });
    const user = userOf(...Array.from({ length: 40 }, () => 'Still there?'));
    const { end } = await play({
      agent,
      user,
      clock,
      scenario: { limits: { maxTurns: 40, sessionTimeoutMs: 100_000 } },
    });
    expect(end).toMatchObject({ reason: 'timeout', detail: 'the session was not over after 100 s' });
  });

  test('a tool that hangs is a timeout that the agent is told of, and makes the session no valid test', async () => {
    const clock = manualClock();
    const hanging = worldOf({
      lookup: {
        run: () => {
          setTimeout(() => clock.advance(5_000), 0);
          return new Promise(() => {});
        },
      },
    });
    const agent = agentOf(async function* (_message, tools) {
      const outcome = await tools.call('lookup', {});
      yield { type: 'text', text: outcome.status === 'error' ? outcome.message : '' };
    });
    const { transcript, end, breakages } = await play({
      agent,
      world: hanging,
      clock,
      scenario: { limits: { toolTimeoutMs: 5_000 } },
    });
    expect(end.reason).toBe('user_done');
    expect(transcript.find((event) => event.type === 'agent_message')?.text).toBe(
      'timeout: the tool did not answer within 5 s',
    );
    expect(breakages).toEqual([{ message: 'tool `lookup` did not answer within 5 s' }]);
  });
});

describe('what breaks', () => {
  test.each([
    ['an error', new Error('boom'), 'boom'],
    ['a text', 'boom', 'boom'],
    ['nothing', undefined, 'undefined was thrown'],
    [
      'an object whose message cannot be read',
      {
        get message(): string {
          throw new Error('no');
        },
      },
      'a value that is no error was thrown: {"message":{"$type":"unreadable"}}',
    ],
  ])('[F22] an agent that throws %s fails with a safe text', async (_name, thrown, text) => {
    const agent = agentOf(async function* (): AsyncIterable<AgentStep> {
      yield { type: 'step_started' };
      throw thrown;
    });
    const { end } = await play({ agent });
    expect(end.reason).toBe('agent_error');
    expect(end.detail).toBe(text);
  });

  test('an agent that cannot be opened fails, a user or a world that breaks makes the session invalid', async () => {
    const never = () => {
      throw new Error('no key');
    };
    expect((await play({ agent: { ...saying(''), open: never } })).end.reason).toBe('agent_error');
    expect((await play({ world: { name: 'w', fixed: [], open: never } })).end.reason).toBe('world_error');
    expect((await play({ user: { ...userOf(), open: never } })).end.reason).toBe('user_error');
    expect((await play({ user: userOf(() => brokenMove('it spoke as the agent')) })).end).toMatchObject({
      reason: 'user_error',
      detail: 'it spoke as the agent',
    });
    expect((await play({ user: userOf(never) })).end.reason).toBe('user_error');
  });

  test('a user who ends without a word, or before the minimum, is no valid test', async () => {
    expect((await play({ user: userOf() })).end.reason).toBe('user_error');
    expect((await play({ user: userOf('One'), scenario: { limits: { minTurns: 2 } } })).end).toMatchObject({
      reason: 'user_error',
      detail: 'the simulated user ended after 1 turn, before its minimum of 2',
    });
  });

  test('a failing disposal is the end of a session that had nothing else against it', async () => {
    const agent = agentOf(
      async function* () {
        yield { type: 'text', text: 'Hi.' };
      },
      {
        dispose: async () => {
          throw new Error('1 unused step');
        },
      },
    );
    const { end, transcript } = await play({ agent });
    expect(end).toMatchObject({ reason: 'agent_error', detail: 'the agent failed while it closed: 1 unused step' });
    expect(transcript.at(-1)).toMatchObject({ type: 'session_ended', reason: 'agent_error' });
  });

  test('[F18] an agent that yields for ever without waiting is stopped, and does not stop the clock', async () => {
    const chatter = agentOf(async function* () {
      for (;;) yield { type: 'custom', name: 'tick', data: null };
    });
    const { end } = await play({ agent: chatter, clock: systemClock() });
    expect(end).toMatchObject({ reason: 'max_steps', detail: 'the agent yielded 10000 steps in one turn' });
    const timed = await play({ agent: chatter, clock: systemClock(), scenario: { limits: { turnTimeoutMs: 1 } } });
    expect(timed.end.reason).toBe('timeout');
  });

  test.each([
    ['a text', 'hello', 'the agent yielded "hello": expected a step, such as { type: \'text\', text }'],
    ['an unknown type', { type: 'txt' }, 'the agent yielded a step of unknown type "txt"'],
    [
      'a text that is none',
      { type: 'text', text: 5 },
      'the agent yielded a step of type `text` whose `text` is 5: expected text',
    ],
    [
      'a result without outcome',
      { type: 'reported_result', callId: 'a', ok: {} },
      "the agent reported a result without a readable `outcome`: expected { status: 'ok', content } or { status: 'error', kind, message }",
    ],
  ])('a step that is %s is the failure of the agent, said with what is wrong', async (_name, step, detail) => {
    const agent = agentOf(async function* () {
      yield step as unknown as AgentStep;
    });
    expect((await play({ agent })).end).toMatchObject({ reason: 'agent_error', detail });
  });

  test('a usage step without attempts is recorded with none', async () => {
    const agent = agentOf(async function* () {
      yield { type: 'usage', model: 'm' } as unknown as AgentStep;
      yield { type: 'text', text: 'Hi.' };
    });
    const { transcript } = await play({ agent });
    expect(transcript.find((event) => event.type === 'model_call')).toMatchObject({ model: 'm', attempts: [] });
  });

  test('a call without a name is a call of an unknown tool', async () => {
    const agent = agentOf(async function* (_message, tools) {
      const outcome = await tools.call(undefined as unknown as string, {});
      yield { type: 'text', text: outcome.status };
    });
    const { transcript } = await play({ agent, world: worldOf({ lookup: {} }) });
    expect(trajectoryOf(transcript).calls[0]).toMatchObject({ name: 'undefined', outcome: 'error' });
  });

  test('a world that cannot tell its state around a write is a crash that the agent is told of', async () => {
    const world = worldOf({ pay: { effect: 'write' } });
    let broken = false;
    const breaking: World = {
      ...world,
      open(context) {
        const session = world.open(context);
        return {
          ...session,
          state() {
            if (broken) throw new TypeError('no state');
            return session.state();
          },
        };
      },
    };
    const agent = agentOf(async function* (_message, tools) {
      broken = true;
      const outcome = await tools.call('pay', {});
      yield { type: 'text', text: outcome.status };
    });
    const { breakages } = await play({ agent, world: breaking });
    expect(breakages).toEqual([{ message: 'tool `the world` crashed: TypeError: no state' }]);
  });

  test('[F18] a message with 5,000 calls ends the session at its limit, and what was called is kept', async () => {
    const world = worldOf({ look: { run: () => ({ ok: true }) } });
    const all = Array.from({ length: 5_000 }, (_, index) => index);
    const agent = agentOf(async function* (_message, tools) {
      await Promise.all(all.map((id) => tools.call('look', { id })));
      yield { type: 'text', text: 'Done.' };
    });
    const { end, transcript } = await play({ agent, world });
    expect(end).toMatchObject({ reason: 'max_steps', detail: 'the agent made more than 200 calls in one turn' });
    expect(transcript.filter(({ type }) => type === 'tool_call')).toHaveLength(200);
    const reporting = agentOf(async function* () {
      yield { type: 'step_started' };
      for (const id of all) yield { type: 'reported_call', id: `r${id}`, name: 'own', rawArguments: `{"id":${id}}` };
    });
    expect((await play({ agent: reporting })).end.reason).toBe('max_steps');
    const twice = agentOf(async function* (_message, tools) {
      for (const id of all.slice(0, 15)) await tools.call('look', { id });
      yield { type: 'text', text: 'Done.' };
    });
    const limits = { maxCalls: 15 };
    expect((await play({ agent: twice, world, user: userOf('One', 'Two'), scenario: { limits } })).end.reason).toBe(
      'user_done',
    );
  });

  test('an interrupted run aborts the session and tells the agent', async () => {
    const controller = new AbortController();
    let aborted = false;
    const agent = agentOf(async function* (_message, _tools, { signal }) {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      setTimeout(() => controller.abort(), 0);
      await new Promise(() => {});
    });
    const { end } = await play({ agent, signal: controller.signal });
    expect({ reason: end.reason, aborted }).toEqual({ reason: 'aborted', aborted: true });
  });

  test('a rule of the world that does not hold is recorded with its turn', async () => {
    const world = worldOf(
      {
        pay: {
          effect: 'write',
          run: (_value, state) => {
            state.paid = 99;
          },
        },
      },
      {
        state: { paid: 0 },
        invariants: ({ paid }) =>
          Number(paid) > 49.9 ? [{ rule: 'paid-at-most-total', message: 'paid 99 of 49.90' }] : [],
      },
    );
    const agent = agentOf(async function* ({ turn }, tools) {
      if (turn === 1) await tools.call('pay', {});
      yield { type: 'text', text: 'Done.' };
    });
    const { transcript } = await play({ agent, world, user: userOf('One', 'Two') });
    expect(
      transcript.filter((event) => event.type === 'policy_violation').map(({ turn, rule }) => ({ turn, rule })),
    ).toEqual([{ turn: 1, rule: 'paid-at-most-total' }]);
  });
});
