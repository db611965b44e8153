import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CommandAgent, type CommandAgentOptions, commandAgent } from '../../src/agents/command-agent.ts';
import type { AgentSession } from '../../src/domain/contracts/agent.ts';
import { manualClock } from '../fixtures/session-parts.ts';
import { failureOf, isAlive, script, waitFor } from './command-agent-programs.ts';
import { contextOf, replyOf, textsOf } from './test-gateway.ts';

/** An agent that is disposed of when the test ends. */
function shared(command: CommandAgentOptions['command'], options: object = {}): CommandAgent {
  const agent = commandAgent({ command, lifetime: 'run', ...options });
  onTestFinished(() => agent[Symbol.asyncDispose]());
  return agent;
}

async function open(agent: CommandAgent, trial = 0): Promise<AgentSession> {
  const session = await agent.open({ ...contextOf(), key: { scenario: 'refund', variant: 'default', trial } });
  onTestFinished(() => close(session).catch(() => {}));
  return session;
}

const close = async (session: AgentSession): Promise<void> => session[Symbol.asyncDispose]?.();

const say = async (session: AgentSession, text: string, turn = 0): Promise<string> =>
  textsOf(await replyOf(session, text, { turn })).join();

/** Says its process id, and what it is told to: `exit`, `hang`, `fault`, `stranger`, `nobody`, `own fault`. */
const teller = script(`({ type, session, text }, send) => {
  if (type !== 'user_message') return;
  if (text === 'exit') process.exit(1);
  if (text === 'hang') return;
  if (text === 'fault') return void console.log('Oops');
  if (text === 'own fault') return send({ type: 'agent_message', session });
  if (text === 'stranger') return send({ type: 'agent_message', session: 'refund/default/9', text });
  if (text === 'nobody') return send({ type: 'agent_message', text });
  send({ type: 'agent_message', session, text: String(process.pid) });
}`);

describe('one program for the run', () => {
  test('serves sessions at once and one after the other, by names that differ', async () => {
    const agent = shared(
      script(`({ type, session }, send) => {
      if (type === 'user_message') send({ type: 'agent_message', session, text: session + ' ' + process.pid });
    }`),
    );
    const [first, second] = [await open(agent, 0), await open(agent, 0)];
    const answers = [await say(first, 'Hi'), await say(second, 'Hi')];
    await close(first);
    await close(second);
    answers.push(await say(await open(agent, 1), 'Hi'));
    expect(answers.map((answer) => answer.split(' ')[0])).toEqual([
      'refund/default/0',
      'refund/default/0#2',
      'refund/default/1',
    ]);
    expect(new Set(answers.map((answer) => answer.split(' ')[1])).size).toBe(1);
  });

  test('two sessions that open together share it', async () => {
    const agent = shared(teller);
    const sessions = await Promise.all([open(agent, 0), open(agent, 1)]);
    const pids = await Promise.all(sessions.map((session) => say(session, 'Hi')));
    expect(pids[0]).toBe(pids[1]);
  });

  test('answers that come out of order reach their own session', async () => {
    const agent = shared(
      script(`(() => {
      const asked = [];
      return ({ type, session, text }, send) => {
        if (type !== 'user_message') return;
        asked.push({ type: 'agent_message', session, text: text + '!' });
        if (asked.length === 3) for (const line of asked.reverse()) send(line);
      };
    })()`),
    );
    const sessions = await Promise.all([0, 1, 2].map((trial) => open(agent, trial)));
    expect(await Promise.all(sessions.map((session, index) => say(session, `${index}`)))).toEqual(['0!', '1!', '2!']);
  });

  test.each([
    ['exits', 'exit', 'ended with exit code 1 before it had answered'],
    ['writes a log', 'fault', 'wrote a line to standard output that is no JSON: `Oops`'],
    ['answers a session that was never opened', 'stranger', 'wrote a line for an unknown session'],
    ['does not say which session it answers', 'nobody', 'wrote a line without `session`'],
  ])('fails all its sessions when it %s, and a fresh one serves the next', async (_name, told, complaint) => {
    const agent = shared(teller);
    const [first, second] = [await open(agent, 0), await open(agent, 1)];
    const pid = await say(first, 'Hi');
    const hanging = failureOf(replyOf(second, 'hang'));
    expect(await failureOf(replyOf(first, told, { turn: 1 }))).toContain(complaint);
    expect(await hanging).toContain(complaint);
    expect(await say(await open(agent, 2), 'Hi')).not.toBe(pid);
    await close(first).catch(() => {});
    await close(second).catch(() => {});
    await waitFor(() => !isAlive(Number(pid)) || undefined);
  });

  test('a line that is wrong for one session fails that one alone', async () => {
    const agent = shared(teller);
    const [first, second] = [await open(agent, 0), await open(agent, 1)];
    expect(await failureOf(replyOf(first, 'own fault'))).toContain('`text`: expected string');
    expect(Number(await say(second, 'Hi'))).toBeGreaterThan(0);
  });

  test('[F20] a session that hangs leaves the others alone; the next gets a fresh program, and the old one ends', async () => {
    const agent = shared(teller);
    const [first, second] = [await open(agent, 0), await open(agent, 1)];
    const pid = await say(first, 'Hi');
    const abort = new AbortController();
    const hanging = replyOf(first, 'hang', { turn: 1, signal: abort.signal });
    abort.abort(new Error('the turn is over'));
    await expect(hanging).rejects.toThrow('the turn is over');
    await close(first);
    expect(await say(second, 'Hi')).toBe(pid);
    expect(await say(await open(agent, 2), 'Hi')).not.toBe(pid);
    await close(second);
    expect(isAlive(Number(pid))).toBe(false);
  });

  test('[F21] an answer for a session that is over is noted there', async () => {
    const agent = shared(
      script(`(() => {
      let late;
      return ({ type, session, text }, send) => {
        if (type === 'user_message' && text === 'later') late = session;
        else if (type === 'user_message') {
          send({ type: 'agent_message', session: late, text: 'Too late.' });
          send({ type: 'agent_message', session, text: 'On time.' });
        }
      };
    })()`),
    );
    const noted: string[] = [];
    const session = await agent.open(contextOf(undefined, { noteLate: (what) => noted.push(what) }));
    const other = await open(agent, 1);
    const abort = new AbortController();
    const hanging = replyOf(session, 'later', { signal: abort.signal });
    abort.abort(new Error('the turn is over'));
    await expect(hanging).rejects.toThrow('the turn is over');
    await close(session);
    expect(await say(other, 'Hi')).toBe('On time.');
    expect(noted).toEqual(['an answer']);
  });

  test('disposing of the agent ends a program that waits for its next session', async () => {
    const agent = shared(teller);
    const session = await open(agent);
    const pid = Number(await say(session, 'Hi'));
    await close(session);
    expect(isAlive(pid)).toBe(true);
    await agent[Symbol.asyncDispose]();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a program that waits for its next session', () => {
  test('is not ended while it has one again, and is when none comes', async () => {
    const timer = manualClock();
    const agent = commandAgent({ command: teller, lifetime: 'run' }, { timer });
    const first = await open(agent, 0);
    const pid = await say(first, 'Hi');
    await close(first);
    const second = await open(agent, 1);
    timer.advance(2_000);
    expect(await say(second, 'Hi')).toBe(pid);
    await close(second);
    timer.advance(2_000);
    await waitFor(() => !isAlive(Number(pid)) || undefined);
  });
});

describe('nothing is left behind', () => {
  test('no session that was over before it could begin', async () => {
    const signal = AbortSignal.abort(new Error('the session is over'));
    await expect(commandAgent({ command: teller }).open(contextOf(undefined, { signal }))).rejects.toThrow(
      'the session is over',
    );
  });

  const agentFile = JSON.stringify(fileURLToPath(new URL('../../src/agents/command-agent.ts', import.meta.url)));

  /** Runs code that holds an agent in a process of its own, and tells what it printed. */
  async function inProcess(code: string): Promise<{ out: string; code: number | null }> {
    const source = `
      import { createJiti } from 'jiti';
      const { commandAgent } = await createJiti(process.cwd()).import(${agentFile});
      const context = { key: { scenario: 'a', variant: 'b', trial: 0 }, seed: 1, input: { policy: [], now: '' },
        tools: { descriptions: [], call() {} }, signal: new AbortController().signal };
      const ask = async (session) => {
        for await (const step of session.reply({ turn: 0, text: 'Hi' }, { signal: context.signal })) console.log(step.text);
      };
      ${code}`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const [code_] = await once(child, 'close');
    return { out: out.trim(), code: code_ };
  }

  const stubborn = JSON.stringify(
    script(`(() => {
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);
      return ({ type, session }, send) => {
        if (type === 'user_message') send({ type: 'agent_message', session, text: String(process.pid) });
      };
    })()`),
  );

  test('no handle and no listener, when sessions have closed', async () => {
    const { out } = await inProcess(`
      const count = () => {
        const handles = process.getActiveResourcesInfo().filter((kind) => /Pipe|Process|Timeout/.test(kind)).length;
        console.log(process.listenerCount('exit') + ' listeners, ' + handles + ' handles');
      };
      console.log('Begin');
      count();
      const agent = commandAgent({ command: ${JSON.stringify(teller)} });
      const sessions = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(() => agent.open(context)));
      count();
      for (const session of sessions) {
        const { signal } = new AbortController();
        for await (const step of session.reply({ turn: 0, text: 'Hi' }, { signal })) step;
      }
      await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
      // The platform lets go of a closed pipe some turns of the event loop later.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      count();`);
    const [, before, between, after] = out.split('\n');
    expect(after).toBe(before);
    const [listeners = 0, handles = 0] = (before ?? '').split(' listeners, ').map(Number.parseFloat);
    expect(between).toBe(`${listeners + 1} listeners, ${handles + 48} handles`);
  });

  test('no program, when this process exits in the middle of a session', async () => {
    const { out, code } = await inProcess(`
      const session = await commandAgent({ command: ${stubborn} }).open(context);
      await ask(session);
      process.exit(7);`);
    expect(code).toBe(7);
    await waitFor(() => !isAlive(Number(out)) || undefined);
  });

  test('no program of a run that waits: it does not keep this process alive, and ends with it', async () => {
    const { out, code } = await inProcess(`
      const session = await commandAgent({ command: ${stubborn}, lifetime: 'run' }).open(context);
      await ask(session);
      await session[Symbol.asyncDispose]();`);
    expect(code).toBe(0);
    await waitFor(() => !isAlive(Number(out)) || undefined);
  });
});
