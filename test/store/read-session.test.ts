import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreError, UsageError } from '../../src/domain/errors.ts';
import { readSession } from '../../src/store/read-session.ts';
import { keyOf, resultOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const { transcript, ...outcome } = resultOf(keyOf('a'));
const events = transcript.map((event) => JSON.stringify(event));
const last = JSON.stringify({ type: 'session_outcome', ...outcome });
const whole = [...events, last];

test('the last line needs no line break', async () => {
  expect(await readSession(fileOf(whole.join('\n')))).toMatchObject({ status: 'finished' });
});

test('a torn last line is dropped and told', async () => {
  const torn = `${events.join('\n')}\n${last.slice(0, 100)}`;
  expect(await readSession(fileOf(torn))).toEqual({
    status: 'unfinished',
    transcript,
    reason: `line ${whole.length} is torn: the process was stopped while it wrote`,
  });
});

test('a last line torn inside a character, or filled with zeros by a crash of the machine, counts as torn', async () => {
  const start = Buffer.from(`${events.join('\n')}\n`);
  for (const tail of [Buffer.from('{"type":"user_message","text":"剩').subarray(0, -1), Buffer.alloc(40)]) {
    expect(await readSession(fileOf(Buffer.concat([start, tail])))).toMatchObject({ status: 'unfinished', transcript });
  }
});

test('a file without an outcome is unfinished, and so is an empty one', async () => {
  expect(await readSession(fileOf(`${events.join('\n')}\n`))).toMatchObject({ status: 'unfinished', transcript });
  expect(await readSession(fileOf(''))).toMatchObject({ status: 'unfinished', transcript: [] });
});

test('events are frozen', async () => {
  const stored = await readSession(fileOf(whole.join('\n')));
  if (stored.status !== 'finished') throw new Error(stored.reason);
  expect(() => Object.assign(stored.result.transcript[1]!, { turn: 9 })).toThrow(TypeError);
});

test('an unknown event is told with its line and the nearest name', async () => {
  const file = fileOf([...events.slice(0, 2), '{"type":"agent_mesage","seq":2,"turn":0}', ''].join('\n'));
  const error = await errorOf(file);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message.replace(file, 'a.jsonl')).toMatchInlineSnapshot(`
    "a.jsonl:3:1: type: unknown event type \`agent_mesage\`.
      Known types: \`session_started\`, \`user_step\`, \`user_message\`, \`notice\`, \`agent_step\`, \`tool_call\`, \`tool_result\`, \`agent_message\`, \`agent_event\`, \`model_call\`, \`world_change\`, \`fault_injected\`, \`policy_violation\`, \`late_reply_ignored\`, \`session_ended\`, \`session_outcome\`.
      Hint: did you mean \`agent_message\`?"
  `);
});

test('a newer format is refused before anything else is read', async () => {
  const newer = JSON.stringify({ ...transcript[0], version: 2, mood: 'new' });
  const file = fileOf([newer, ...whole.slice(1)].join('\n'));
  expect((await errorOf(file)).message.replace(file, 'a.jsonl')).toMatchInlineSnapshot(`
    "a.jsonl:1:1: version: written in format 2; this version of Rehearsal reads up to format 1.
      Hint: read it with the version that wrote it, or a later one."
  `);
});

test.each<[string, string[], string]>([
  ['a torn line in the middle', [events[0]!, events[1]!.slice(0, 20), ...events.slice(2)], '2:1: not JSON: '],
  ['a missing line', [events[0]!, ...events.slice(2)], '2:1: seq: expected 1, found 2: a line is missing or was moved'],
  ['a missing start', events.slice(1), '1:1: seq: expected 0, found 1: a line is missing or was moved'],
  ['a second start', [events[0]!, events[0]!], '2:1: seq: expected 1, found 0: a line is missing or was moved'],
  [
    'another first event',
    ['{"type":"user_message","seq":0,"turn":0,"text":"","silent":false}'],
    '1:1: type: expected `session_started` first, found `user_message`',
  ],
  [
    'a start with another place',
    [JSON.stringify({ ...transcript[0], seq: 1 })],
    '1:1: type: a session starts only once',
  ],
  [
    'a line after the outcome',
    [...whole, events[1]!],
    `${whole.length + 1}:1: nothing may follow the line with the outcome`,
  ],
  [
    'an unknown key',
    [events[0]!.replace('"turn":0', '"turn":0,"mood":"bad"')],
    '1:1: not a valid `session_started`: Unrecognized key: "mood"',
  ],
  [
    'a wrong type deep inside',
    [events[0]!.replace('"trial":0', '"trial":"0"')],
    '1:1: key.trial: not a valid `session_started`: Invalid input: expected number, received string',
  ],
  ['something that is no object', ['[]'], '1:1: expected an object with a `type`'],
  ['a type that is no text', ['{"type":7}'], '1:1: expected an object with a `type`'],
  ['an empty line', [events[0]!, '', ...events.slice(1)], '2:1: not JSON: '],
])('%s is refused with its line', async (_, lines, message) => {
  const file = fileOf(`${lines.join('\n')}\n`);
  const error = await errorOf(file);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message.slice(0, file.length + 1 + message.length)).toBe(`${file}:${message}`);
});

test('a line that is not UTF-8 is refused with its line', async () => {
  const file = fileOf(Buffer.concat([Buffer.from(`${events[0]}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a])]));
  expect((await errorOf(file)).message).toBe(`${file}:2:1: not UTF-8 text`);
});

test('a file that cannot be read is told with its path', async () => {
  const file = join(temporaryFolder(), 'nowhere.jsonl');
  const error = await errorOf(file);
  expect(error).toBeInstanceOf(StoreError);
  expect(error.message).toBe(`cannot read \`${file}\`: it does not exist (ENOENT)`);
});

function fileOf(content: string | Buffer): string {
  const file = join(temporaryFolder(), 'a.jsonl');
  writeFileSync(file, content);
  return file;
}

async function errorOf(file: string): Promise<Error> {
  try {
    await readSession(file);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the file was read');
}
