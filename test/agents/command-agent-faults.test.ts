import { describe, expect, test } from 'vitest';
import { createInbox } from '../../src/agents/command/inbox.ts';
import { memberText } from '../../src/agents/command/lines/member-text.ts';
import { createLineSplitter } from '../../src/agents/command/process/line-splitter.ts';
import { commandAgent } from '../../src/agents/command-agent.ts';
import { manualClock, play, userOf } from '../fixtures/session-parts.ts';
import {
  answer,
  failureOf,
  impatientTimer,
  isAlive,
  open,
  script,
  shell,
  turns,
  waitFor,
} from './command-agent-programs.ts';
import { contextOf, replyOf, textsOf } from './test-gateway.ts';

/** What comes of one message to a program, without the name of the program, which is the script. */
async function faultOf(command: ReturnType<typeof shell>, options: object = {}): Promise<string> {
  const session = await open({ command, ...options });
  return (await failureOf(replyOf(session, 'Hi'))).replace(/`\/bin\/sh -c [\s\S]*?…` /, '');
}

describe('[F22] a program that dies has failed, and says how it died', () => {
  test('at once', async () => {
    expect(await faultOf(shell('echo "no module named agent" >&2; exit 3'))).toMatchInlineSnapshot(`
      "ProgramExitError: ended with exit code 3 before it had answered
      Its last lines on standard error:
        no module named agent"
    `);
  });

  test('in the middle of a turn, by a signal', async () => {
    expect(await faultOf(turns('kill -SEGV $$'))).toMatchInlineSnapshot(
      `"ProgramExitError: was ended by the signal SIGSEGV before it had answered"`,
    );
  });

  test('and does not go on after it', async () => {
    const session = await open({ command: turns('exit 1') });
    expect(await failureOf(replyOf(session, 'Hi'))).toContain('exit code 1');
    expect(await failureOf(replyOf(session, 'Hi', { turn: 1 }))).toContain('its turn before this one did not end');
  });

  test('in the middle of a line', async () => {
    expect(await faultOf(turns(`printf '{"type":"agent_message","te'; exit 0`))).toMatchInlineSnapshot(
      `"AgentReplyError: ended in the middle of a line: \`{"type":"agent_message","te\`"`,
    );
  });

  test('with an error that it tells itself', async () => {
    expect(await faultOf(turns(`say '{"type":"agent_error","message":"no key"}'`))).toMatchInlineSnapshot(
      `"ProgramExitError: reports an error: no key"`,
    );
  });

  test('with many lines of control codes on standard error: the last ones are shown, harmless and cut', async () => {
    const noise = `awk 'BEGIN { for (i = 0; i < 5000; i++) print "line " i; printf "\\033[2J\\007"; for (i = 0; i < 900; i++) printf "x"; print "" }' >&2`;
    const fault = await faultOf(shell(`${noise}; exit 1`));
    const lines = fault.split('\n');
    expect(lines).toHaveLength(22);
    expect(lines[2]).toBe('  line 4981');
    expect(lines.at(-1)?.slice(0, 30)).toBe('  \\u{1b}[2J\\u{7}xxxxxxxxxxxxxx');
    expect(lines.at(-1)?.length).toBe(302);
  });

  test('after its answer: the session fails when it is closed', async () => {
    const command = shell(`ask; ask; ${answer('Done.')}; echo "could not save" >&2; exit 4`);
    const session = await open({ command, killAfterMs: 900 });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Done.']);
    expect(await failureOf(session.close())).toMatch(
      /ended with exit code 4\nIts last lines on standard error:\n {2}could not save$/,
    );
  });
});

describe('[F23] a program that writes what is no line of the protocol has failed', () => {
  test('and the error shows the line', async () => {
    const wrongs: [string, string][] = [
      ['a log', `echo 'Loading the model: 100 %'`],
      ['a log with control codes', `printf '\\033[2J\\033]0;owned\\007 ready\\n'`],
      ['a list', `say '[1,2]'`],
      ['a text', `say '"Hello"'`],
      ['no type', `say '{"text":"Hello"}'`],
      ['a type with a slip', `say '{"type":"agent_mesage","text":"Hello"}'`],
      ['a type of our language', `say '{"type":"constructor"}'`],
      ['no text', `say '{"type":"agent_message"}'`],
      ['a text that is a number', `say '{"type":"agent_message","text":42}'`],
      ['a key with a slip', `say '{"type":"agent_message","text":"Hello","fnal":false}'`],
      ['two lines in one', `printf '{"type":"agent_message","text":"a"}{"type":"agent_message","text":"b"}\\n'`],
      ['another session', `say '{"type":"agent_message","session":"x","text":"Hello"}'`],
      ['bytes that are no text', `printf '\\377\\376\\000\\n'`],
    ];
    const faults: string[] = [];
    for (const [name, did] of wrongs) faults.push(`${name}: ${await faultOf(turns(did))}`);
    expect(faults.join('\n\n')).toMatchInlineSnapshot(`
      "a log: AgentReplyError: wrote a line to standard output that is no JSON: \`Loading the model: 100 %\`
      Standard output is for the lines of the protocol alone: print logs to standard error.

      a log with control codes: AgentReplyError: wrote a line to standard output that is no JSON: \`\\u{1b}[2J\\u{1b}]0;owned\\u{7} ready\`
      Standard output is for the lines of the protocol alone: print logs to standard error.

      a list: AgentReplyError: wrote a line without a \`type\`: \`[1,2]\`
      Expected an object whose \`type\` is one of \`ready\`, \`agent_message\`, \`tool_call\`, \`reported_call\`, \`reported_result\`, \`step_started\`, \`usage\`, \`handed_off\`, \`custom\`, \`agent_error\`.

      a text: AgentReplyError: wrote a line without a \`type\`: \`"Hello"\`
      Expected an object whose \`type\` is one of \`ready\`, \`agent_message\`, \`tool_call\`, \`reported_call\`, \`reported_result\`, \`step_started\`, \`usage\`, \`handed_off\`, \`custom\`, \`agent_error\`.

      no type: AgentReplyError: wrote a line without a \`type\`: \`{"text":"Hello"}\`
      Expected an object whose \`type\` is one of \`ready\`, \`agent_message\`, \`tool_call\`, \`reported_call\`, \`reported_result\`, \`step_started\`, \`usage\`, \`handed_off\`, \`custom\`, \`agent_error\`.

      a type with a slip: AgentReplyError: wrote a line of an unknown type: \`{"type":"agent_mesage","text":"Hello"}\`
      Expected an object whose \`type\` is one of \`ready\`, \`agent_message\`, \`tool_call\`, \`reported_call\`, \`reported_result\`, \`step_started\`, \`usage\`, \`handed_off\`, \`custom\`, \`agent_error\`. Did you mean \`agent_message\`?

      a type of our language: AgentReplyError: wrote a line of an unknown type: \`{"type":"constructor"}\`
      Expected an object whose \`type\` is one of \`ready\`, \`agent_message\`, \`tool_call\`, \`reported_call\`, \`reported_result\`, \`step_started\`, \`usage\`, \`handed_off\`, \`custom\`, \`agent_error\`.

      no text: AgentReplyError: wrote a line of type \`agent_message\` that cannot be used: \`{"type":"agent_message"}\`
      \`text\`: expected string, received undefined

      a text that is a number: AgentReplyError: wrote a line of type \`agent_message\` that cannot be used: \`{"type":"agent_message","text":42}\`
      \`text\`: expected string, received number

      a key with a slip: AgentReplyError: wrote a line of type \`agent_message\` that cannot be used: \`{"type":"agent_message","text":"Hello","fnal":false}\`
      Unrecognized key: "fnal"

      two lines in one: AgentReplyError: wrote a line to standard output that is no JSON: \`{"type":"agent_message","text":"a"}{"type":"agent_message","text":"b"}\`
      A line is one JSON object: column 36: nothing more is expected after the value

      another session: AgentReplyError: wrote a line for an unknown session: \`{"type":"agent_message","session":"x","text":"Hello"}\`
      Open sessions: \`refund/default/0\`.

      bytes that are no text: AgentReplyError: wrote bytes to standard output that are no UTF-8 text: \`ÿþ\\u{0}\`"
    `);
  });

  test('a line without an end is cut off at its limit', async () => {
    expect(await faultOf(turns(`yes | tr -d '\\n'`), { maxLineBytes: 100_000 })).toMatchInlineSnapshot(
      `"AgentReplyError: wrote a line of more than 100000 bytes to standard output"`,
    );
  });

  test('lines without an end to the turn are cut off', async () => {
    expect(await faultOf(turns(`yes '{"type":"usage","model":"m"}'`))).toMatchInlineSnapshot(
      `"AgentReplyError: wrote 10000 lines in one turn, and none that ends it"`,
    );
  });

  test.each([
    ['many', 10_001, 1],
    ['few but long ones', 5, 30],
  ])('lines that nobody waits for do not fill the memory: %s', async (_name, count, length) => {
    const inbox = createInbox({ label: '`agent`', maxBytes: count === 5 ? 100 : 1_000_000 });
    for (let index = 0; index < count; index += 1) {
      inbox.onLine({ type: 'usage', model: 'm', source: 'x'.repeat(length) });
    }
    expect(inbox.unread()).toEqual([]);
    expect(await failureOf(Promise.resolve(inbox.next()))).toMatch(
      /^AgentReplyError: `agent` wrote more than anybody reads: /,
    );
  });
});

describe('a program that says more than it is asked', () => {
  const two = `printf '%s\\n%s\\n' '{"type":"agent_message","text":"One."}' '{"type":"agent_message","text":"Two."}'`;
  const complaint =
    /wrote a line after the last one of its turn, when no answer was awaited: `\{"type":"agent_message","text":"Two\."\}`\nOf several messages/;

  test('fails in the next turn, since its answers would slip by one', async () => {
    const session = await open({ command: turns(two) });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['One.']);
    expect(await failureOf(replyOf(session, 'And?', { turn: 1 }))).toMatch(complaint);
  });

  test('fails at the end when there is no next turn', async () => {
    const session = await open({ command: turns(two) });
    await replyOf(session, 'Hi');
    expect(await failureOf(session.close())).toMatch(complaint);
  });

  test('may tell of usage and events between the turns: they belong to the next one', async () => {
    const usage = `say '{"type":"usage","model":"m","tokensIn":1}'`;
    const session = await open({ command: turns(`${answer('One.')}; ${usage}`) });
    const first = await replyOf(session, 'Hi');
    const second = await replyOf(session, 'Hi', { turn: 1 });
    expect([first, second].map((steps) => steps.map(({ type }) => type).join())).toEqual(['text', 'usage,text']);
    await session.close();
  });
});

describe('[F20] a program that hangs', () => {
  const pids = `say "{\\"type\\":\\"custom\\",\\"name\\":\\"pids\\",\\"data\\":[$$,$!]}"`;

  test('is ended with everything that it started, when its turn is over', async () => {
    const session = await open({ command: turns(`sleep 600 & ${pids}; wait`) });
    const abort = new AbortController();
    const steps = session.reply({ turn: 0, text: 'Hi' }, { signal: abort.signal })[Symbol.asyncIterator]();
    const { value } = await steps.next();
    const [shellId, sleepId] = value.data as [number, number];
    expect([isAlive(shellId), isAlive(sleepId)]).toEqual([true, true]);
    const next = steps.next();
    abort.abort(new Error('the turn is over'));
    await expect(next).rejects.toThrow('the turn is over');
    await session.close();
    expect(isAlive(shellId)).toBe(false);
    await waitFor(() => !isAlive(sleepId) || undefined);
  });

  test('and does not listen to SIGTERM is killed', async () => {
    const session = await open(
      { command: shell(`trap '' TERM; ask; ask; sleep 600 & ${pids}; while :; do wait; done`) },
      contextOf(),
      { timer: impatientTimer },
    );
    const abort = new AbortController();
    const steps = session.reply({ turn: 0, text: 'Hi' }, { signal: abort.signal })[Symbol.asyncIterator]();
    const [shellId] = (await steps.next()).value.data as [number];
    const next = steps.next();
    abort.abort(new Error('the turn is over'));
    await expect(next).rejects.toThrow('the turn is over');
    await session.close();
    expect(isAlive(shellId)).toBe(false);
  });

  test('and does not end with its input is ended when the session closes', async () => {
    const session = await open(
      { command: shell(`ask; ask; ${answer('Done.')}; while :; do sleep 600; done`) },
      contextOf(),
      { timer: impatientTimer },
    );
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Done.']);
    await session.close();
  });

  test('behind one that has exited ends with it', async () => {
    const session = await open({ command: shell(`ask; ask; sleep 600 & ${pids}; ${answer('Done.')}`) });
    const [told] = await replyOf(session, 'Hi');
    const [, sleepId] = told?.type === 'custom' ? (told.data as [number, number]) : [];
    await session.close();
    await waitFor(() => !isAlive(Number(sleepId)) || undefined);
  });

  test('and left its group is not waited for', async () => {
    const command = script(`(line, send) => {
      if (line.type !== 'user_message') return;
      const { pid } = require('node:child_process').spawn('/bin/sleep', ['600'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
      send({ type: 'agent_message', text: String(pid) });
      setTimeout(() => process.exit(0), 1);
    }`);
    const session = await open({ command }, contextOf(), { timer: impatientTimer });
    const [pid] = textsOf(await replyOf(session, 'Hi')).map(Number);
    await session.close();
    process.kill(pid as number);
  });
});

describe('a program that closes a pipe and stays', () => {
  test('its input: the next message cannot reach it', async () => {
    const command = shell(`ask; ask; exec 0<&-; ${answer('Last words.')}; sleep 600`);
    const session = await open({ command }, contextOf(), { timer: impatientTimer });
    await replyOf(session, 'Hi');
    expect(await failureOf(replyOf(session, 'x'.repeat(200_000), { turn: 1 }))).toContain('closed its standard input');
  });

  test('its output: no answer can come', async () => {
    const command = shell(`ask; ask; exec 1>&-; sleep 600`);
    const session = await open({ command }, contextOf(), { timer: impatientTimer });
    expect(await failureOf(replyOf(session, 'Hi'))).toContain('closed its standard output');
  });
});

describe('in a session', () => {
  const limits = { turnTimeoutMs: 1_000 };

  test('[F20] a turn that hangs ends with `timeout`', async () => {
    const clock = manualClock();
    const command = turns(`say '{"type":"custom","name":"thinking"}'; sleep 600`);
    const { end, transcript } = await play({
      ...{ clock, scenario: { limits }, user: userOf('Hi'), agent: commandAgent({ command }) },
      onEvent: ({ type }) => type === 'agent_event' && queueMicrotask(() => clock.advance(1_000)),
    });
    expect(end).toMatchObject({ reason: 'timeout', detail: 'the agent did not finish turn 0 within 1 s' });
    expect(transcript.some(({ type }) => type === 'agent_message')).toBe(false);
  });

  test.each([
    ['an answer', `trap '${answer('Too late.').replaceAll("'", `'\\''`)}; exit 0' TERM`, '', 'an answer'],
    ['the beginning of a line', '', `{"type":`, 'a line that has no end yet: `{"type":`'],
  ])('[F21] %s after the deadline is noted, and not told', async (_name, onEnd, begun, what) => {
    const clock = manualClock();
    const thinking = `printf '{"type":"custom","name":"thinking"}\\n${begun}'`;
    const command = shell(`${onEnd}\nask; ask; ${thinking}; while :; do sleep 600 & wait; done`);
    const { end, transcript } = await play({
      ...{ clock, scenario: { limits }, user: userOf('Hi'), agent: commandAgent({ command }) },
      onEvent: ({ type }) => type === 'agent_event' && queueMicrotask(() => clock.advance(1_000)),
    });
    expect(end.reason).toBe('timeout');
    const noted = transcript.flatMap((event) => (event.type === 'late_reply_ignored' ? [event.what] : []));
    expect(noted).toEqual([what]);
    expect(transcript.some(({ type }) => type === 'agent_message')).toBe(false);
  });

  test.each([
    ['dies', turns('exit 1'), 'agent_error'],
    ['writes nonsense', turns('echo hello'), 'agent_error'],
    ['is not there', ['rehearsal-no-such-program'] as const, 'infrastructure_error'],
  ] as const)('a program that %s ends it with the reason that fits', async (_name, command, reason) => {
    const { end } = await play({ user: userOf('Hi'), agent: commandAgent({ command }) });
    expect(end.reason).toBe(reason);
  });
});

describe('cutting bytes into lines', () => {
  const cut = (bytes: Buffer, size: number, maxLineBytes = 1_000) => {
    const seen: string[] = [];
    const splitter = createLineSplitter({
      maxLineBytes,
      onLine: (line) => seen.push(line),
      onProblem: ({ kind }) => seen.push(`! ${kind}`),
    });
    for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
    return { seen, rest: splitter.rest() };
  };

  test.each([1, 2, 3, 7, 1_000])('[F10] characters and line ends may be cut anywhere: %i bytes at a time', (size) => {
    expect(cut(Buffer.from('你好 👋\r\n\n  \n"\u2028"\nrest é'), size)).toEqual({
      seen: ['你好 👋', '"\u2028"'],
      rest: 'rest é',
    });
  });

  test('a line of the limit passes, one byte more does not, and nothing follows', () => {
    expect(cut(Buffer.from('12345\n123456\n1\n'), 4, 5).seen).toEqual(['12345', '! too_long']);
    expect(cut(Buffer.from('123456'), 4, 5)).toEqual({ seen: ['! too_long'], rest: undefined });
  });

  test('bytes that are no UTF-8 end it, and are never replaced in silence', () => {
    expect(cut(Buffer.from([0x61, 0x0a, 0xc3, 0x28, 0x0a, 0x62, 0x0a]), 2).seen).toEqual(['a', '! not_utf8']);
  });
});

describe('the text of a member', () => {
  test.each<[string, string | undefined]>([
    ['{"a": {"x": "}", "y": [1, {"a": 2}]} , "b":1}', '{"x": "}", "y": [1, {"a": 2}]}'],
    ['{"b":{"a":1},"a":"\\"a\\": 2"}', '"\\"a\\": 2"'],
    ['{"a":1,"\\u0061": 2.50 }', '2.50'],
    ['{"b":"a","c":[]}', undefined],
    ['{}', undefined],
  ])('of %s is %s', (object, text) => {
    expect(memberText(object, 'a')).toBe(text);
  });
});
