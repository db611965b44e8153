import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { ReadTranscript, ReadTranscriptsOptions } from '../../src/importers/text/read-transcript.ts';
import { readTranscripts } from '../../src/importers/text/read-transcripts.ts';
import { says, user } from './told-import.ts';

async function readAll(
  text: string | Iterable<string>,
  options: ReadTranscriptsOptions = {},
): Promise<ReadTranscript[]> {
  const read: ReadTranscript[] = [];
  for await (const one of readTranscripts(text, { source: 'log.jsonl', ...options })) read.push(one);
  return read;
}

/** A line for each conversation: where it stands, what it is, what was said, what is told of it. */
async function told(...given: Parameters<typeof readAll>): Promise<string> {
  const read = await readAll(...given);
  return read.map(tell).join('\n');
}

function tell(one: ReadTranscript): string {
  const words =
    one.status === 'refused'
      ? []
      : one.transcript.flatMap((event) =>
          event.type === 'user_message' || event.type === 'agent_message' ? [event.text] : [],
        );
  const at = one.position === undefined ? `${one.line}` : `${one.line}[${one.position}]`;
  const what = one.status === 'refused' ? 'refused' : one.format;
  const head = [at, what, ...(one.id === undefined ? [] : [one.id]), ...words].join(' | ');
  return [head, ...one.problems.map((problem) => `  ${formatProblem(problem)}`)].join('\n');
}

const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const talk = (id: string) => ({ id, messages: [user(`I am ${id}.`), says('Hello.')] });

test('a conversation a line', async () => {
  expect(await told(lines(talk('a'), talk('b')))).toMatchInlineSnapshot(`
    "1 | openai-chat | a | I am a. | Hello.
    2 | openai-chat | b | I am b. | Hello."
  `);
});

test('a broken line is told with its place, and the others are read', async () => {
  expect(await told(`${lines(talk('a'))}{"id": "b", "mess\n\n${lines([1], talk('c'))}`)).toMatchInlineSnapshot(`
    "1 | openai-chat | a | I am a. | Hello.
    2 | refused
      log.jsonl:2:13: no JSON: this string is not closed
    4 | refused
      log.jsonl:4:1: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found a list of other things
    5 | openai-chat | c | I am c. | Hello."
  `);
  expect(await told(`{"id": "a", "mess\n${lines(talk('b'))}`)).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:1:13: no JSON: this string is not closed
    2 | openai-chat | b | I am b. | Hello."
  `);
  expect(await told(`# a comment\n${lines(talk('b'))}`)).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:1:1: no JSON: a JSON value is expected
    2 | openai-chat | b | I am b. | Hello."
  `);
});

test('one document with one conversation, or with several', async () => {
  const indented = (value: unknown) => JSON.stringify(value, null, 2);
  expect(await told(indented(talk('a').messages))).toMatchInlineSnapshot(`"1 | openai-chat | I am a. | Hello."`);
  expect(await told(indented(talk('a')))).toMatchInlineSnapshot(`"1 | openai-chat | a | I am a. | Hello."`);
  expect(await told(indented([talk('a'), talk('b').messages, { nothing: 1 }]))).toMatchInlineSnapshot(`
    "1[0] | openai-chat | a | I am a. | Hello.
    1[1] | openai-chat | I am b. | Hello.
    1[2] | refused
      log.jsonl:1:1: [2]: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found an object with \`nothing\`"
  `);
  expect(await told(indented({ conversations: [talk('a'), talk('b')] }))).toMatchInlineSnapshot(`
    "1[0] | openai-chat | a | I am a. | Hello.
    1[1] | openai-chat | b | I am b. | Hello."
  `);
  expect(await told('[\n{"role": "user", "content": "Hi."}\n]')).toMatchInlineSnapshot(`"1 | openai-chat | Hi."`);
  expect(await told('{\n"messages": [\n')).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:2:14: no JSON: the text ends, but a JSON value is expected"
  `);
});

test('a message a line is one conversation, or one for each id, however they are mixed', async () => {
  expect(await told(lines(user('Hi.'), says('Hello.')))).toMatchInlineSnapshot(`
    "1 | openai-chat | Hi. | Hello.
      log.jsonl:1:1: 2 lines hold a message each and are read as one conversation"
  `);
  const of = (session_id: string, message: object) => ({ ...message, session_id });
  expect(
    await told(
      lines(
        of('x', user('One.')),
        of('y', user('Two.')),
        of('x', says('I.')),
        of('y', { role: 'bot', content: 'II.' }),
      ),
    ),
  ).toMatchInlineSnapshot(`
    "1 | openai-chat | x | One. | I.
    2 | refused | y
      log.jsonl:4:1: messages[1].role: unknown role \`bot\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`
      Hint: should it be \`assistant\`?"
  `);
  expect(await told(`${lines(user('Hi.'))}{"role": "assis\n`)).toMatchInlineSnapshot(`
    "2 | refused
      log.jsonl:2:10: no JSON: this string is not closed
    1 | refused
      log.jsonl:1:1: line 2 cannot be read, and it may belong to this conversation"
  `);
});

test('stored sessions are read as they are, one after the other', async () => {
  const golden = (name: string): string => readFileSync(new URL(`../golden/${name}.jsonl`, import.meta.url), 'utf8');
  const read = await readAll(golden('greeting') + golden('parallel-calls'));
  expect(read.map(({ id, line, status }) => ({ id, line, status }))).toMatchInlineSnapshot(`
    [
      {
        "id": "golden/greeting/default/0",
        "line": 1,
        "status": "imported",
      },
      {
        "id": "golden/parallel-calls/default/0",
        "line": 15,
        "status": "imported",
      },
    ]
  `);
  const events = golden('greeting')
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  expect(read[0]).toMatchObject({ transcript: events, problems: [] });
  const torn = golden('greeting').split('\n');
  expect(await told(`${torn.slice(0, 3).join('\n')}\n{"type":"agent_st`)).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:1:1: line 4 cannot be read, and it may belong to this conversation"
  `);
  expect(await told(torn.toSpliced(2, 1).join('\n'))).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:3:1: [2].seq: expected 2, found 3: an event is missing or was moved"
  `);
  expect(await told(torn.slice(0, 3).join('\n'))).toMatchInlineSnapshot(`
    "1 | rehearsal | 
      log.jsonl:1:1: the events do not say how the session ended: it was cut off"
  `);
});

test('a log of requests, which holds each conversation several times, is told', async () => {
  const { messages } = talk('a');
  expect(await told(lines({ messages }, { messages: [...messages, user('Bye.')] }))).toMatchInlineSnapshot(`
    "1 | openai-chat | I am a. | Hello.
    2 | openai-chat | I am a. | Hello. | Bye.
      log.jsonl:2:1: it begins with all that the line before it holds: does this log have a line for each request?
      Hint: keep the last line of each conversation, or some of it is judged twice"
  `);
});

test('a text may come in any pieces, with a byte order mark and other line ends', async () => {
  const text = `\ufeff${lines(talk('ä'), talk('b')).replaceAll('\n', '\r\n')}`;
  const whole = await told(text);
  expect(whole).toBe(await told([...text]));
  expect(whole.split('\n')).toHaveLength(2);
});

test('a line or document that is too long is told, and costs no more room than that', async () => {
  const long = JSON.stringify(talk('x'.repeat(500)));
  expect(await told(`${lines(talk('a'))}${long}\n${lines(talk('b'))}`, { maxLength: 200 })).toMatchInlineSnapshot(`
    "1 | openai-chat | a | I am a. | Hello.
    2 | refused
      log.jsonl:2:1: this line has more than 200 characters and is not read
      Hint: write one conversation a line, as JSON Lines
    3 | openai-chat | b | I am b. | Hello."
  `);
  expect(await told(JSON.stringify(talk('x'.repeat(500)), null, 2), { maxLength: 200 })).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:1:1: this document has more than 200 characters and is not read
      Hint: write one conversation a line, as JSON Lines"
  `);
  const messages = lines(...Array.from({ length: 20 }, () => ({ ...user('A rather long message.'), thread_id: 't' })));
  expect(await told(messages, { maxLength: 200 })).toMatchInlineSnapshot(`
    "1 | refused
      log.jsonl:1:1: the messages of this log have more than 200 characters together, and one conversation may be anywhere in it
      Hint: write one conversation a line"
  `);
});

test('a line that is too long is told wherever it stands, and so is what is lost with it', async () => {
  const long = `${JSON.stringify(talk('x'.repeat(500)))}\n`;
  const good = lines(talk('a'));
  const limits = { maxLength: 200 };
  for (const text of [long + good, good + long, `${' '.repeat(300)}\n${good}`]) {
    const read = await readAll(text, limits);
    expect(read.map(({ status }) => status).toSorted()).toEqual(['imported', 'refused']);
    expect(read.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(['too-long']);
  }
  // A document of which a line is too long, a broken line before one, one that is all there is, one that fits just so.
  const exact = `{"messages": [{"role": "user", "content": "${'x'.repeat(152)}`;
  expect(exact).toHaveLength(195);
  for (const [text, codes] of [
    [long, ['too-long']],
    [long.trim(), ['too-long']],
    [`{"a":\n"${'x'.repeat(300)}"}\n`, ['too-long']],
    [`{"a":\n${'7'.repeat(100)}\n${'7'.repeat(100)}\n`, ['too-long']],
    [`{"a\n${long}`, ['not-json', 'too-long']],
    [`${exact}"}]}\n`, []],
    [`${exact}xxxxx\n${good}`, ['not-json']],
    [`${exact}xxxxx`, ['not-json']],
  ] as const) {
    const read = await readAll(text, limits);
    expect(read.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual([...codes]);
  }
});

test('a text without anything holds no conversation', async () => {
  expect(await readAll('')).toEqual([]);
  expect(await readAll('\n \n')).toEqual([]);
});
