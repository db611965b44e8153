import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { readTranscripts } from '../../src/importers/text/read-transcripts.ts';
import { says, user } from './told-import.ts';

/** A line for each conversation: where it stands, what was said, what is told of it. */
async function told(bytes: Uint8Array | Iterable<Uint8Array>): Promise<string> {
  const told: string[] = [];
  for await (const one of readTranscripts(bytes, { source: 'log.jsonl' })) {
    const words =
      one.status === 'refused'
        ? ['refused']
        : one.transcript.flatMap((event) => (event.type === 'user_message' ? [event.text] : []));
    told.push(`${one.line} ${words.join(' | ')}`, ...one.problems.map((problem) => `  ${formatProblem(problem)}`));
  }
  return told.join('\n');
}

const line = (words: string): string => `${JSON.stringify({ messages: [user(words), says('Hello.')] })}\n`;
const latin = (words: string): Buffer => Buffer.from(line(words), 'latin1');
const join = (...parts: readonly (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

test('bytes that are no UTF-8 are told of the line that holds them', async () => {
  expect(await told(join(line('one'), latin('café'), line('three')))).toMatchInlineSnapshot(`
    "1 one
    2 caf�
      log.jsonl:2:1: bytes of line 2 are no UTF-8, and stand as U+FFFD in what is judged
      Hint: write the log as UTF-8
    3 three"
  `);
});

test('a replacement character that was written as one is no damage', async () => {
  expect(await told(join(line('a \ufffd'), line('b')))).toMatchInlineSnapshot(`
    "1 a �
    2 b"
  `);
});

test('characters are whole wherever the pieces are cut', async () => {
  const bytes = join('\ufeff', line('grüße 漢字 👋'), latin('é'), line('👋'));
  const whole = await told(bytes);
  for (const size of [1, 2, 3, 5, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(await told(pieces)).toBe(whole);
  }
  expect(whole).toMatchInlineSnapshot(`
    "1 grüße 漢字 👋
    2 �
      log.jsonl:2:1: bytes of line 2 are no UTF-8, and stand as U+FFFD in what is judged
      Hint: write the log as UTF-8
    3 👋"
  `);
});

test('a text that ends inside of a character is damaged', async () => {
  expect(await told(join(line('a'), Buffer.from('"é').subarray(0, 2)))).toMatchInlineSnapshot(`
    "1 a
    2 refused
      log.jsonl:2:1: no JSON: this string is not closed
      log.jsonl:2:1: bytes of line 2 are no UTF-8, and stand as U+FFFD in what is judged
      Hint: write the log as UTF-8"
  `);
});

test('in a document, the conversation that holds the damage is told', async () => {
  const document = JSON.stringify([[user('one')], [user('café')]], null, 1);
  expect(await told(Buffer.from(document, 'latin1'))).toMatchInlineSnapshot(`
    "1 one
    1 caf�
      log.jsonl:1:1: [1]: bytes of line 11 are no UTF-8, and stand as U+FFFD in what is judged
      Hint: write the log as UTF-8"
  `);
});

test('damage to messages and events that stand one a line is told of their conversation', async () => {
  const message = (id: string, content: string): string =>
    `${JSON.stringify({ role: 'user', thread_id: id, content })}\n`;
  expect(
    await told(join(message('a', 'one'), Buffer.from(message('b', 'é'), 'latin1'), message('a', 'two'))),
  ).toMatchInlineSnapshot(`
    "1 one | two
      log.jsonl:3:1: messages[1]: the user speaks again before the agent has said or done anything
    2 �
      log.jsonl:2:1: bytes of line 2 are no UTF-8, and stand as U+FFFD in what is judged
      Hint: write the log as UTF-8"
  `);
});

test('another encoding is named once, and so is what is no text', async () => {
  const text = line('one') + line('two');
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  expect(await told(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchInlineSnapshot(`
    "1 refused
      log.jsonl:1:1: the text is written in UTF-16LE, and only UTF-8 is read
      Hint: convert it: iconv -f UTF-16LE -t UTF-8"
  `);
  expect(await told([big.subarray(0, 1), big.subarray(1)])).toMatchInlineSnapshot(`
    "1 refused
      log.jsonl:1:1: the text is written in UTF-16BE, and only UTF-8 is read
      Hint: convert it: iconv -f UTF-16BE -t UTF-8"
  `);
  expect(await told(Buffer.from(text, 'utf16le'))).toMatchInlineSnapshot(`
    "1 refused
      log.jsonl:1:1: the text is written in UTF-16LE, and only UTF-8 is read
      Hint: convert it: iconv -f UTF-16LE -t UTF-8"
  `);
  const image = join(Buffer.from([0x89]), 'PNG\r\n\x1a\n', Buffer.alloc(8), '\n\n\n');
  expect(await told(image)).toMatchInlineSnapshot(`
    "1 refused
      log.jsonl:1:1: this is no text in UTF-8: it holds binary data, or has another encoding
      Hint: give a text with JSON, or write the log as UTF-8"
  `);
  expect(await told(Buffer.from('café\ncafé\ncafé\n', 'latin1'))).toBe(await told(image));
});

test('a key that is given twice is told', async () => {
  const twice = '{"messages": [{"role": "user", "content": "a", "content": "b"}]}\n';
  expect(await told(join(line('one'), twice))).toMatchInlineSnapshot(`
    "1 one
    2 b
      log.jsonl:2:1: line 2, column 48: the key "content" is given twice, and the last of them is read"
  `);
});
