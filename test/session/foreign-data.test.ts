import { describe, expect, test } from 'vitest';
import { Expectation } from '../../src/domain/authoring/scenario.ts';
import type { World } from '../../src/domain/contracts/world.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { fromJsonValue } from '../../src/domain/values/from-json-value.ts';
import { terminalReporter } from '../../src/reporters/terminal-reporter.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import { readSession } from '../../src/store/read-session.ts';
import { keyOf, noRedactor, planOf, resultOf, runOf } from '../fixtures/results.ts';
import { agentOf, play, worldOf } from '../fixtures/session-parts.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Calls `read` once with this argument text, and says that it did. */
async function callOnce(world: World, raw = '{}') {
  const agent = agentOf(async function* (_message, tools) {
    const { status } = await tools.call('read', raw);
    yield { type: 'text', text: status };
  });
  const { transcript, end } = await play({ agent, world });
  expect(end.reason).toBe('user_done');
  const [call] = trajectoryOf(transcript).calls;
  if (call === undefined) return expect.unreachable('nothing was called');
  return { transcript, call };
}

const contentOf = ({ call }: Awaited<ReturnType<typeof callOnce>>) =>
  call.result?.outcome.status === 'ok' ? call.result.outcome.content : expect.unreachable(call.outcome);

/** The transcript after it was written to a file and read again. */
async function storedAndRead(transcript: Awaited<ReturnType<typeof callOnce>>['transcript']) {
  const root = temporaryFolder();
  const run = await directoryStore({ root, redactor: noRedactor }).createRun('one');
  const session = resultOf(keyOf('example'), { transcript });
  const writer = run.openSession(session.key);
  for (const event of transcript) writer.append(event);
  const stored = await readSession(`${run.directory}/${await writer.finish(session)}`);
  return stored.status === 'finished' ? stored.result.transcript : expect.unreachable(stored.reason);
}

/** Every kind of value that JSON cannot hold, in one object. */
function everything(): object {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  return {
    loop,
    big: 2n ** 70n,
    date: new Date(0),
    nothing: undefined,
    none: Number.NaN,
    zero: -0,
    map: new Map([['a', new Set([1])]]),
    symbol: Symbol('a'),
    run: () => 1,
    error: new RangeError('too far'),
    bytes: [Buffer.from([1]), new Float64Array([1.5])],
    proxy: new Proxy({}, { ownKeys: throwing, get: throwing, getOwnPropertyDescriptor: throwing }),
    get bad() {
      return throwing();
    },
    json: { a: 1, toJSON: throwing },
  };
}

function throwing(): never {
  throw new Error('refused');
}

function tower(levels: number): unknown {
  let value: unknown = 'top';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('what a tool answers', () => {
  test('[F50] is kept or marked as lost, whatever it is, and comes back from the disk as it was recorded', async () => {
    const called = await callOnce(worldOf({ read: { run: everything } }));
    const content = contentOf(called);
    expect(content).toMatchObject({
      loop: { name: 'loop', self: { $type: 'cycle', pointer: '/loop' } },
      symbol: { $type: 'symbol', description: 'a' },
      run: { $type: 'function' },
      error: { $type: 'error', name: 'RangeError', message: 'too far' },
      proxy: { $type: 'unreadable' },
      bad: { $type: 'unreadable' },
    });
    expect(fromJsonValue(content)).toMatchObject({
      big: 2n ** 70n,
      date: new Date(0),
      nothing: undefined,
      none: Number.NaN,
      zero: -0,
      map: new Map([['a', new Set([1])]]),
      bytes: [Buffer.from([1]), new Float64Array([1.5])],
    });
    expect(await storedAndRead(called.transcript)).toEqual(called.transcript);
  });

  test('[F51] is cut where it is too deep or too wide, and says so', async () => {
    const wide = () => Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [index, 0]));
    const called = await callOnce(worldOf({ read: { run: () => ({ deep: tower(10_000), wide: wide() }) } }));
    const content = contentOf(called);
    expect(content).toMatchObject({ wide: { $type: 'truncated', reason: 'width', omitted: 900_000 } });
    expect(JSON.stringify(content)).toContain('{"$type":"truncated","reason":"depth"}');
    expect(await storedAndRead(called.transcript)).toEqual(called.transcript);
  });

  test('[F52] keeps every character, and the agent is told it', async () => {
    const text = 'x\u202egpj.exe a\u0000b \ud83d cafe\u0301 \u2028 \u200b';
    const called = await callOnce(worldOf({ read: { run: () => ({ [text]: text }) } }));
    expect(contentOf(called)).toEqual({ [text]: text });
    expect(await storedAndRead(called.transcript)).toEqual(called.transcript);
  });
});

describe('argument keys that name parts of every object', () => {
  const raw = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"id":1}';
  const check = (args: string) =>
    Expectation.parse({ type: 'calls', calls: [{ tool: 'read', arguments: JSON.parse(args) as unknown }] });
  const scoresOf = async (args: string) => {
    const { transcript } = await callOnce(worldOf({ read: { run: () => 1 } }), raw);
    return { transcript, ...(await scoreTranscript(transcript, createScorers([check(args)], builtInScorers))) };
  };

  test('[F54] are kept as data and compared as data, and nothing is polluted', async () => {
    const same = await scoresOf(raw);
    expect(same.failure).toBeUndefined();
    const recorded = same.transcript.find((event) => event.type === 'tool_call');
    expect(JSON.stringify(recorded?.call.arguments)).toBe(`{"status":"parsed","value":${raw}}`);
    const other = await scoresOf('{"__proto__":{"isAdmin":false},"id":1}');
    expect(other.failure).toMatchObject({ stage: 'arguments', code: 'wrong_argument' });
    expect(other.failure?.message).toContain('__proto__');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('[F54] are seen by who reads the report', async () => {
    const { transcript, scores } = await scoresOf('{"id":2}');
    const session = resultOf(keyOf('example'), { transcript, scores: [...scores] });
    let told = '';
    const reporter = terminalReporter({
      write: (text) => {
        told += text;
      },
      isTty: false,
      columns: 120,
      colors: false,
      verbosity: 'verbose',
    });
    await reporter.onRunStart?.(planOf([session]));
    await reporter.onSessionEnd?.(session);
    await reporter.onRunEnd?.(runOf([session]));
    expect(told).toContain('call     read {"__proto__":{"isAdmin":true},');
  });
});
