import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../src/domain/transcript/turns.ts';
import { importTranscript } from '../../src/importers/import-transcript.ts';
import { IMPORT_FORMATS } from '../../src/importers/imported.ts';
import { readTranscripts } from '../../src/importers/text/read-transcripts.ts';
import { call, launches, result, user } from './told-import.ts';

/** Whatever came in, what comes out is a transcript, or at least one error. */
function isSound(value: unknown, options: Parameters<typeof importTranscript>[1] = {}): boolean {
  const read = importTranscript(value, options);
  if (read.status === 'refused') return read.problems.some(({ severity }) => severity === 'error');
  const isOurs = options.format === 'rehearsal' || read.format === 'rehearsal';
  const seqs = read.transcript.map(({ seq }) => seq);
  turnsOf(read.transcript, trajectoryOf(read.transcript));
  const hasEvents = read.transcript.every((event) => TranscriptEvent.safeParse(event).success);
  return (
    hasEvents &&
    seqs.every((seq, index) => seq === index) &&
    (isOurs || read.transcript.at(-1)?.type === 'session_ended')
  );
}

const word = fc.oneof(
  fc.string(),
  fc.constantFrom('', 'user', 'assistant', 'tool', 'c0', 'without-id', '###STOP###', '\ud800', '__proto__'),
);
const callLike = fc.record(
  {
    id: fc.oneof(word, fc.integer(), fc.constant(null)),
    name: word,
    arguments: fc.oneof(word, fc.json(), fc.jsonValue()),
    args: fc.jsonValue(),
    function: fc.record({ name: word, arguments: fc.oneof(fc.json(), fc.jsonValue()) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const messageLike = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'function', 'developer'),
    content: fc.oneof(word, fc.json(), fc.jsonValue(), fc.constant(null)),
    tool_calls: fc.oneof(fc.array(callLike, { maxLength: 3 }), fc.jsonValue()),
    tool_call_id: word,
    name: word,
    error: fc.oneof(fc.boolean(), word),
    requestor: fc.constantFrom('user', 'assistant'),
  },
  { requiredKeys: ['role'] },
);
const options = fc.record(
  {
    format: fc.constantFrom(...IMPORT_FORMATS),
    observation: fc.constantFrom('recorded' as const, 'sequential' as const),
    effects: fc.constant({ '*': 'read' as const }),
  },
  { requiredKeys: [] },
);

test('no JSON value makes the import throw', () => {
  fc.assert(fc.property(fc.jsonValue(), options, isSound), { numRuns: 1000 });
});

test('no list of messages makes the import throw, whatever they hold', () => {
  const talk = fc.record(
    { messages: fc.array(messageLike, { maxLength: 8 }), termination_reason: word },
    { requiredKeys: ['messages'] },
  );
  fc.assert(fc.property(talk, options, isSound), { numRuns: 2000 });
});

test('no text makes the reader throw, and however it is cut, the same is read', async () => {
  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc.array(messageLike, { maxLength: 3 }).map((messages) => JSON.stringify({ messages })),
  );
  const readAll = async (text: string | readonly string[]) => {
    const read = [];
    for await (const one of readTranscripts(text, { source: 'log', maxLength: 2000 })) read.push(one);
    return read;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), async (lines, size) => {
      const text = lines.join('\n');
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      expect(await readAll(pieces)).toEqual(await readAll(text));
    }),
    { numRuns: 300 },
  );
});

test('values that are no JSON are read as what can be said of them', () => {
  const circle: Record<string, unknown> = { role: 'user' };
  circle.content = circle;
  expect([undefined, () => 1, Symbol('s'), new Map(), circle, [circle], 10n].every((value) => isSound(value))).toBe(
    true,
  );
});

test('keys of prototypes, long numbers, lone surrogates and escapes stay what they are', () => {
  const digits = '9'.repeat(1_000_000);
  const messages = JSON.parse(
    JSON.stringify([
      user('\ud83d \u001b[31m \u0000'),
      launches(call('a', 'f', `{"__proto__":{"admin":true},"n":${digits}}`), call('b', 'constructor', '{}')),
      result('a', '{"__proto__":1}'),
    ]),
  ) as unknown;
  const read = importTranscript(messages);
  if (read.status !== 'imported') throw new Error('it can be read');
  const [first, second] = trajectoryOf(read.transcript).calls;
  expect(first?.arguments).toHaveProperty('n.value', digits);
  expect(Object.keys(first?.arguments ?? {})).toEqual(['__proto__', 'n']);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(second?.name).toBe('constructor');
  expect(turnsOf(read.transcript)[0]?.user?.text).toBe('\ud83d \u001b[31m \u0000');
});

test('deep nesting is told and ends nothing', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const read = importTranscript([user('Go.'), launches(call('a', 'f', deep)), result('a', deep)]);
  if (read.status !== 'imported') throw new Error('it can be read');
  expect(trajectoryOf(read.transcript).calls[0]?.call.arguments).toMatchObject({ status: 'unparsable' });
  expect(read.problems.map(({ code }) => code)).toEqual(['unparsable-arguments']);
  let nested: unknown = 'x';
  for (let depth = 0; depth < 10_000; depth += 1) nested = { nested };
  expect(isSound([{ role: 'user', content: nested }])).toBe(true);
});

test('thousands of calls and results take no longer than their number', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `id-${index}`);
  const messages = [
    user('Go.'),
    launches(...ids.map((id) => call(id, 'f', { id }))),
    ...ids.toReversed().map((id) => result(id, `{"id":"${id}"}`)),
    ...ids.map((id) => result(id, 'again')),
  ];
  const before = performance.now();
  const read = importTranscript(messages);
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(new Set(read.problems.map(({ code }) => code))).toEqual(new Set(['second-result', 'merged-steps-unknown']));
});
