import * as nodeFs from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CassetteEntry } from '../../src/domain/contracts/cassette.ts';
import type { ChatMessage } from '../../src/domain/contracts/chat-model.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { openCassetteFile } from '../../src/store/cassette-file.ts';
import type { FileSystem } from '../../src/store/file-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const key = (trial = 0, scenario = 'refund') => ({ scenario, variant: 'default', trial });
const user = (content: string): ChatMessage => ({ role: 'user', content });
const tools = [{ name: 'lookup', description: 'Finds it.', parameters: { type: 'object' } }];

function entry(position: number, messages: readonly ChatMessage[], more: Partial<CassetteEntry> = {}): CassetteEntry {
  const { role = 'agent' } = more;
  return {
    key: `${role}-${String(position).padStart(16, '0')}-0`,
    role,
    request: { model: 'gpt-x', tools, messages },
    reply: { text: `reply ${position}`, calls: [], finish: 'stop', attempts: [{ status: 'ok' }] },
    ...more,
  };
}

/** A talk of so many requests, each with all that was said before. */
function talk(requests: number): CassetteEntry[] {
  const said: ChatMessage[] = [];
  return Array.from({ length: requests }, (_, position) => {
    said.push(user(`question ${position}`));
    const request = entry(position, [...said]);
    said.push({ role: 'assistant', content: `reply ${position}` });
    return request;
  });
}

async function write(path: string, recordings: readonly [trial: number, entries: readonly CassetteEntry[]][]) {
  const store = await openCassetteFile({ path, access: 'write' });
  for (const [trial, entries] of recordings) await store.write(key(trial), entries);
  await store.close();
}

const read = async (path: string, trial = 0) => (await openCassetteFile({ path, access: 'read' })).read(key(trial));

describe.each([
  ['one file', 'c.json'],
  ['a folder', 'recordings'],
])('%s', (_, name) => {
  test('gives back what was written', async () => {
    const path = join(temporaryFolder(), 'deep/er', name);
    const everything = entry(9, [user('Hi \u2028 \ud800 \u001b[31m')], {
      role: 'judge',
      pieces: ['a', 'b'],
      request: {
        model: 'gpt-x',
        settings: { seed: 7, extraBody: { top_p: 0.9 } },
        temperature: 0.5,
        maxTokens: 10,
        outputSchema: { __proto__: null, const: 'x' },
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'assistant', content: '', toolCalls: [{ id: 'call_0', name: 't', rawArguments: '{' }] },
          { role: 'tool', toolCallId: 'call_0', name: 't', content: 'no', isError: true },
        ],
      },
      reply: {
        text: '',
        calls: [{ id: 'x', name: 't', rawArguments: '{"a":1}' }],
        finish: 'tool_calls',
        usage: { tokensIn: 3 },
        attempts: [{ status: 'error', httpStatus: 429, problem: 'busy', waitedMs: 20.5 }, { status: 'ok' }],
      },
    });
    const entries = [...talk(4), everything];
    await write(path, [
      [0, entries],
      [1, talk(1)],
    ]);
    expect(await read(path)).toEqual(entries);
    expect(await read(path, 1)).toEqual(talk(1));
    expect(await read(path, 2)).toEqual([]);
  });

  test('keeps the sessions that are not written again, and drops a session without entries', async () => {
    const path = join(temporaryFolder(), name);
    await write(path, [
      [0, talk(1)],
      [1, talk(2)],
      [2, talk(3)],
    ]);
    await write(path, [
      [0, talk(2)],
      [2, []],
    ]);
    expect([(await read(path, 0)).length, (await read(path, 1)).length, (await read(path, 2)).length]).toEqual([
      2, 2, 0,
    ]);
  });

  test('lists its sessions in their order, and no file that is none', async () => {
    const path = join(temporaryFolder(), name);
    const fresh = await openCassetteFile({ path, access: 'write' });
    expect(await fresh.list()).toEqual([]);
    await fresh.close();
    await write(path, [
      [10, talk(1)],
      [2, talk(2)],
    ]);
    if (name !== 'c.json') {
      for (const stray of [
        'notes.json',
        'refund/7.json',
        'refund/default/07.json',
        'refund/default/3.json.part',
        'refund/Big/1.json',
      ]) {
        mkdirSync(dirname(join(path, stray)), { recursive: true });
        writeFileSync(join(path, stray), '{}');
      }
    }
    const store = await openCassetteFile({ path, access: 'write' });
    expect(await store.list()).toEqual([key(2), key(10)]);
    await store.close();
  });

  test('is the same, byte for byte, whatever order its sessions end in', async () => {
    const folder = temporaryFolder();
    const [one, two] = [join(folder, 'one', name), join(folder, 'two', name)];
    await write(one, [
      [10, talk(1)],
      [2, talk(2)],
    ]);
    await write(two, [[2, talk(2)]]);
    await write(two, [[10, talk(1)]]);
    expect(contents(one)).toEqual(contents(two));
  });

  test('is read again after it was written, by the run that wrote it', async () => {
    const store = await openCassetteFile({ path: join(temporaryFolder(), name), access: 'write' });
    await store.write(key(), talk(2));
    expect(await store.read(key())).toEqual(talk(2));
    await store.close();
  });

  test('is written by one process at a time', async () => {
    const path = join(temporaryFolder(), name);
    const first = await openCassetteFile({ path, access: 'write', place: name });
    const problem = await openCassetteFile({ path, access: 'write', place: name }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(UsageError);
    expect(String(problem)).toContain(
      `\`${name}\` cannot be recorded into: process ${process.pid} is recording into it.`,
    );
    await first.close();
    await (await openCassetteFile({ path, access: 'write' })).close();
    expect(readdirSync(join(path, '..')).filter((file) => file.includes('lock'))).toEqual([]);
  });

  test('[F45] the lock of a process that is gone is taken over, with a note', async () => {
    const path = join(temporaryFolder(), name);
    const lock = name === 'c.json' ? `${path}.lock` : join(path, '.lock');
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    for (const holder of [{ pid: 2 ** 30 }, { pid: process.pid, started: 'never' }, 'nothing']) {
      await (await openCassetteFile({ path, access: 'write' })).close();
      writeFileSync(lock, typeof holder === 'string' ? holder : JSON.stringify({ host: hostname(), ...holder }));
      await (await openCassetteFile({ path, access: 'write', place: 'c', onNote })).close();
      expect(existsSync(lock)).toBe(false);
    }
    expect(notes).toEqual([
      `\`c\` was locked by process ${2 ** 30}, which is gone; the lock was taken over`,
      `\`c\` was locked by process ${process.pid}, which is gone; the lock was taken over`,
    ]);
  });

  test('[F45] the lock of a process that ended and was never waited for is taken over', async () => {
    const path = join(temporaryFolder(), name);
    const lock = name === 'c.json' ? `${path}.lock` : join(path, '.lock');
    const started = '4711';
    for (const [state, isGone] of [
      ['Z', true],
      ['X', true],
      ['S', false],
    ] as const) {
      await (await openCassetteFile({ path, access: 'write' })).close();
      writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname(), started }));
      const opening = openCassetteFile({ path, access: 'write', fs: withProcess({ state, started }) });
      if (isGone) await (await opening).close();
      else await expect(opening).rejects.toThrow(`process ${process.pid} is recording into it`);
    }
  });

  test('the lock of another machine stands', async () => {
    const path = join(temporaryFolder(), name);
    await (await openCassetteFile({ path, access: 'write' })).close();
    writeFileSync(
      name === 'c.json' ? `${path}.lock` : join(path, '.lock'),
      JSON.stringify({ pid: 2 ** 30, host: 'elsewhere' }),
    );
    await expect(openCassetteFile({ path, access: 'write' })).rejects.toThrow(
      `process ${2 ** 30} on elsewhere is recording into it`,
    );
  });

  test('that is not there cannot be read', async () => {
    const path = join(temporaryFolder(), name);
    await expect(openCassetteFile({ path, access: 'read', place: 'here' })).rejects.toThrow(
      'there is no cassette `here`. Record one first, as with `rehearsal record --to here`.',
    );
  });

  test('a full disk is told, and what was there before stays', async () => {
    const path = join(temporaryFolder(), name);
    await write(path, [[0, talk(1)]]);
    const before = contents(path);
    const store = await openCassetteFile({ path, access: 'write', fs: fullDisk });
    await expect(store.write(key(), talk(9))).rejects.toThrow('the disk is full');
    await store.close().catch(() => {});
    expect(contents(path)).toEqual(before);
  });
});

describe('the file', () => {
  test('reads well', async () => {
    const path = join(temporaryFolder(), 'c.json');
    const [first, second] = talk(2);
    await write(path, [[0, [first as CassetteEntry, second as CassetteEntry]]]);
    expect(readFileSync(path, 'utf8')).toMatchInlineSnapshot(`
      "{
        "version": 1,
        "sessions": [
          {
            "session": "refund/default/0",
            "entries": [
              {
                "key": "agent-0000000000000000-0",
                "role": "agent",
                "request": {
                  "model": "gpt-x",
                  "tools": [
                    {
                      "name": "lookup",
                      "description": "Finds it.",
                      "parameters": {
                        "type": "object"
                      }
                    }
                  ],
                  "messages": [
                    {
                      "role": "user",
                      "content": "question 0"
                    }
                  ]
                },
                "reply": {
                  "text": "reply 0",
                  "finish": "stop"
                }
              },
              {
                "key": "agent-0000000000000001-0",
                "role": "agent",
                "request": {
                  "since": "agent-0000000000000000-0",
                  "same": 1,
                  "add": [
                    {
                      "role": "assistant",
                      "content": "reply 0"
                    },
                    {
                      "role": "user",
                      "content": "question 1"
                    }
                  ]
                },
                "reply": {
                  "text": "reply 1",
                  "finish": "stop"
                }
              }
            ]
          }
        ]
      }
      "
    `);
  });

  test('grows with what is said, not with its square', async () => {
    const folder = temporaryFolder();
    await write(join(folder, 'short.json'), [[0, talk(50)]]);
    await write(join(folder, 'long.json'), [[0, talk(200)]]);
    const [short, long] = ['short.json', 'long.json'].map((name) => statSync(join(folder, name)).size);
    expect((long ?? 0) / (short ?? 1)).toBeLessThan(4.5);
    expect(await read(join(folder, 'long.json'))).toEqual(talk(200));
  });

  test('of votes and of talks that are mixed says only what each adds', async () => {
    const path = join(temporaryFolder(), 'c.json');
    const mixed = [...talk(3), ...talk(3).map((one) => ({ ...one, key: one.key.replace(/0$/, '1') }))];
    const judges = [1, 2].map((vote) => entry(vote, [user('Is it good? '.repeat(50))], { role: 'judge' }));
    await write(path, [[0, [...mixed, ...judges]]]);
    expect(await read(path)).toEqual([...mixed, ...judges]);
    expect(readFileSync(path, 'utf8').match(/"messages"/g)).toHaveLength(2);
  });

  test('of a run that asked no model is an empty cassette', async () => {
    const path = join(temporaryFolder(), 'c.json');
    await write(path, []);
    expect(await read(path)).toEqual([]);
  });

  test('is written when a session ends, and then at most once a second', async () => {
    const path = join(temporaryFolder(), 'c.json');
    let at = 0;
    const store = await openCassetteFile({ path, access: 'write', now: () => at });
    const trialsOnDisk = () => readFileSync(path, 'utf8').match(/"session"/g)?.length;
    await store.write(key(0), talk(1));
    expect(trialsOnDisk()).toBe(1);
    await store.write(key(1), talk(1));
    at = 999;
    await store.write(key(2), talk(1));
    expect(trialsOnDisk()).toBe(1);
    at = 1_000;
    await store.write(key(3), talk(1));
    expect(trialsOnDisk()).toBe(4);
    await store.write(key(4), talk(1));
    await store.close();
    expect(trialsOnDisk()).toBe(5);
  });

  test('is whole at every moment, while many sessions end at once', async () => {
    const path = join(temporaryFolder(), 'c.json');
    let at = 0;
    const store = await openCassetteFile({ path, access: 'write', now: () => (at += 10_000) });
    await Promise.all(Array.from({ length: 40 }, (_, trial) => store.write(key(trial), talk(3))));
    expect(() => JSON.parse(readFileSync(path, 'utf8'))).not.toThrow();
    await store.close();
    expect(readFileSync(path, 'utf8').match(/"session"/g)).toHaveLength(40);
    expect(readdirSync(join(path, '..'))).toEqual(['c.json']);
  });
});

describe('mistakes in a file', () => {
  const problemIn = async (text: string) => {
    const path = join(temporaryFolder(), 'c.json');
    writeFileSync(path, text);
    const problem = await openCassetteFile({ path, access: 'read' }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(UsageError);
    return (problem as UsageError).message.replaceAll(path, 'c.json');
  };
  const written = async (change: (session: { session: string; entries: Record<string, unknown>[] }) => void) => {
    const path = join(temporaryFolder(), 'c.json');
    await write(path, [[0, talk(2)]]);
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    change(whole.sessions[0]);
    return problemIn(JSON.stringify(whole, null, 2));
  };

  test('are told with their line, what was expected, and what to do', async () => {
    const problems = [
      await problemIn('{\n  "version": 1,\n  "sessions": [}\n'),
      await problemIn(''),
      await problemIn('[]'),
      await problemIn('{"version": 2, "sessions": []}'),
      await problemIn('{"version": 1, "sessions": [], "extra": 1}'),
      await written(({ entries }) => Object.assign(entries[1] ?? {}, { reply: { text: 7, finish: 'stop' } })),
      await written(({ entries }) => Object.assign(entries[0]?.request ?? {}, { temprature: 1 })),
      await written(({ entries }) => Object.assign(entries[1]?.request ?? {}, { since: 'agent-00000000000000aa-0' })),
      await written(({ entries }) => Object.assign(entries[1]?.request ?? {}, { same: 40 })),
      await written(({ entries }) => Object.assign(entries[1] ?? {}, { key: entries[0]?.key })),
      await written(({ entries }) => Object.assign(entries[1] ?? {}, { role: 'judge' })),
      await written((session) => Object.assign(session, { session: 'a/b' })),
      await written((session) => Object.assign(session, { session: 'con/default/0' })),
    ];
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "c.json:3:16: not JSON: a JSON value is expected
        Hint: mend it, or delete the session or the file and record it again
      c.json:1:1: not JSON: the text ends, but a JSON value is expected
        Hint: mend it, or delete the session or the file and record it again
      c.json:1:1: expected object, received array
        Hint: mend it, or delete the session or the file and record it again
      c.json:1:13: version: written in format 2; this version of Rehearsal reads up to format 1
        Hint: update Rehearsal
      c.json:1:41: extra: unknown key
        Hint: mend it, or delete the session or the file and record it again
      c.json:51:21: sessions[0].entries[1].reply.text: expected string, received number
        Hint: mend it, or delete the session or the file and record it again
      c.json:27:27: sessions[0].entries[0].request.temprature: unknown key
        Hint: mend it, or delete the session or the file and record it again
      c.json:36:22: sessions[0].entries[1].request: no entry before this one has the key \`agent-00000000000000aa-0\`
        Hint: mend it, or delete the session or the file and record it again
      c.json:36:22: sessions[0].entries[1].request: \`same\` is 40, but \`agent-0000000000000000-0\` has only 1 message
        Hint: mend it, or delete the session or the file and record it again
      c.json:34:18: sessions[0].entries[1].key: \`agent-0000000000000000-0\` stands here twice
        Hint: mend it, or delete the session or the file and record it again
      c.json:34:18: sessions[0].entries[1].key: \`agent-0000000000000001-0\` is no key of the role judge
        Hint: mend it, or delete the session or the file and record it again
      c.json:5:18: sessions[0].session: expected \`scenario/variant/trial\`
        Hint: mend it, or delete the session or the file and record it again
      c.json:5:18: sessions[0].session: \`con/default/0\` is no session
        Hint: mend it, or delete the session or the file and record it again"
    `);
  });

  test('a key that is given twice is refused with its place, for only one of the two would be read', async () => {
    const entry = '"reply": {"text": "a", "finish": "stop",\n "text": "b"}';
    const problems = [
      await problemIn('{"version": 1, "sessions": [],\n  "sessions": []}'),
      await problemIn(`{"version": 1, "sessions": [{"session": "a/default/0", "entries": [{${entry}, ${entry}}]}]}`),
    ];
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "c.json:2:3: the key "sessions" is given twice
        Hint: mend it, or delete the session or the file and record it again
      c.json:2:2: the key "text" is given twice
        Hint: mend it, or delete the session or the file and record it again
      c.json:2:16: the key "reply" is given twice
        Hint: mend it, or delete the session or the file and record it again
      c.json:3:2: the key "text" is given twice
        Hint: mend it, or delete the session or the file and record it again"
    `);
  });

  test('that is hostile or huge is refused and crashes nothing', async () => {
    const deep = '['.repeat(200_000);
    const problems = [
      await problemIn(deep),
      await problemIn(`{"version": 1, "sessions": ${deep}${']'.repeat(200_000)}}`),
      await problemIn('{"version": 1, "sessions": [], "__proto__": {"a": 1}}'),
      await written((session) => {
        const { key: since } = session.entries[0] as { key: string };
        const many = Array.from({ length: 1_000 }, () => user('x'));
        Object.assign(session.entries[0]?.request ?? {}, { messages: many });
        session.entries.splice(1);
        for (let index = 0; index < 3_000; index += 1) {
          const twin = { ...session.entries[0], key: `agent-${String(index).padStart(16, 'f')}-0` };
          session.entries.push({ ...twin, request: { since, same: 1_000, add: [] } });
        }
      }),
    ];
    expect(problems.map((problem) => problem.slice(0, 160))).toMatchInlineSnapshot(`
      [
        "c.json:1:201: not JSON: nested deeper than 200 levels
        Hint: mend it, or delete the session or the file and record it again",
        "c.json:1:29: sessions[0]: expected object, received array
        Hint: mend it, or delete the session or the file and record it again",
        "c.json:1:45: __proto__: unknown key
        Hint: mend it, or delete the session or the file and record it again",
        "c.json:30019:22: sessions[0].entries[2000].request: the requests of this session unfold to over 2000000 messages
        Hint: mend it, or delete the session or the f",
      ]
    `);
  });

  test('are no reason to keep the lock', async () => {
    const path = join(temporaryFolder(), 'c.json');
    writeFileSync(path, '{');
    await expect(openCassetteFile({ path, access: 'write' })).rejects.toBeInstanceOf(UsageError);
    expect(readdirSync(join(path, '..'))).toEqual(['c.json']);
  });

  test('a file of a folder that holds another session is told when it is read', async () => {
    const folder = temporaryFolder();
    await write(folder, [[0, talk(1)]]);
    const file = join(folder, 'refund/default/0.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('refund/default/0', 'refund/default/7'));
    await expect(read(folder)).rejects.toThrow(
      'expected only the session `refund/default/0` here, found `refund/default/7`',
    );
  });

  test('a key that could leave the folder is never a path', async () => {
    const store = await openCassetteFile({ path: temporaryFolder(), access: 'write' });
    await expect(store.write(key(0, '../up'), talk(1))).rejects.toThrow('cannot be recorded under the key');
    await store.close();
  });

  test('a folder in the place of a file is a folder', async () => {
    const path = join(temporaryFolder(), 'c.json');
    mkdirSync(path);
    await write(path, [[0, talk(1)]]);
    expect(existsSync(join(path, 'refund/default/0.json'))).toBe(true);
  });
});

/** A disk that tells every process to be in this state. The program's name is there to mislead. */
function withProcess({ state, started }: { state: string; started: string }): FileSystem {
  const stat = `1 (a) S (b) ${state} ${Array.from({ length: 18 }, () => '0').join(' ')} ${started} 0`;
  const readFile = (async (path: string, encoding: 'utf8') =>
    path.startsWith('/proc/') ? stat : nodeFs.promises.readFile(path, encoding)) as FileSystem['promises']['readFile'];
  return { ...nodeFs, promises: { ...nodeFs.promises, readFile } };
}

/** Takes locks, which are small, and refuses the rest. */
const fullDisk: FileSystem = {
  ...nodeFs,
  writeSync(fd: number, bytes: Uint8Array, offset = 0) {
    if (bytes.length > 200) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    return nodeFs.writeSync(fd, bytes, offset);
  },
};

/** All files below, by name. */
function contents(path: string): Record<string, string> {
  if (!statSync(path).isDirectory()) return { '': readFileSync(path, 'utf8') };
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const texts = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, readFileSync(join(path, file), 'utf8')]);
  return Object.fromEntries(texts);
}
