import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEventStream } from '../../src/network/read-event-stream.ts';
import { readLines } from '../../src/network/read-lines.ts';

/** The text as bytes, in pieces of `size` bytes; `left` tells whether the reader let go early. */
function bytesOf(text: string, size = Number.POSITIVE_INFINITY) {
  const bytes = new TextEncoder().encode(text);
  const state = { left: false };
  async function* pieces() {
    try {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(at + size, bytes.length));
    } finally {
      state.left = true;
    }
  }
  return Object.assign(pieces(), { state });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const eventsOf = (text: string, size?: number) => all(readEventStream(bytesOf(text, size)));
const linesOf = (text: string, size?: number) => all(readLines(bytesOf(text, size)));
const event = (data: string, more: { event?: string; id?: string } = {}) => ({
  event: undefined,
  id: undefined,
  data,
  ...more,
});

const ODD_STREAM = [
  ': a comment\r\n',
  'event: greeting\r\nid: 7\r\ndata: Grüße 👋\r\n\r\n',
  'data: {"a":\ndata: 1}\n\n',
  ':\n\n\n',
  'unknown: x\nretry: soon\ndata\n\n',
  'data:no blank\rdata:  two blanks\r\r',
  'event: without data\n\n',
  'data: [DONE]\n\n',
].join('');
const ODD_EVENTS = [
  event('Grüße 👋', { event: 'greeting', id: '7' }),
  event('{"a":\n1}'),
  event(''),
  event('no blank\n two blanks'),
  event('[DONE]'),
];

describe('[F10] an event stream', () => {
  test.each([1, 2, 3, 7, 1_000_000])('reads the same in pieces of %i bytes', async (size) => {
    expect(await eventsOf(ODD_STREAM, size)).toEqual(ODD_EVENTS);
  });

  test('reads the same wherever it is split, and whatever ends its lines', async () => {
    const words = fc.array(fc.stringMatching(/^[a-z:{} ü👋]*$/u), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(
      words,
      fc.constantFrom('\n', '\r', '\r\n'),
      fc.integer({ min: 1, max: 9 }),
      async (datas, end, size) => {
        const text = datas.map((data) => `data: ${data}${end}${end}`).join('');
        expect((await eventsOf(text, size)).map(({ data }) => data)).toEqual(datas);
      },
    );
    await fc.assert(property, { numRuns: 200, seed: 1 });
  });

  test('ends with an event even where the empty line behind it is missing', async () => {
    expect(await eventsOf('data: one\n\ndata: two\n')).toEqual([event('one'), event('two')]);
    expect(await eventsOf('data: one\n\ndata: two')).toEqual([event('one'), event('two')]);
    expect(await eventsOf('')).toEqual([]);
    expect(await eventsOf('\ufeffdata: behind a byte order mark\n\n')).toEqual([event('behind a byte order mark')]);
  });

  test('is read as it arrives', async () => {
    const stream = readEventStream(
      (async function* () {
        yield new TextEncoder().encode('data: one\n\n');
        throw new Error('asked for more than was needed');
      })(),
    );
    expect((await stream.next()).value).toEqual(event('one'));
    await expect(stream.next()).rejects.toThrow('asked for more');
  });

  test('with a line or an event above the limit is an error, not memory', async () => {
    const read = (text: string) => all(readEventStream(bytesOf(text, 5), { maxLength: 20 }));
    await expect(read(`data: ${'x'.repeat(30)}`)).rejects.toThrow(
      'a line of the stream is longer than the 20 characters that are read',
    );
    await expect(read('data: xxxx\n'.repeat(3))).rejects.toThrow(
      'an event of the stream is longer than the 20 characters that are read',
    );
    expect(await read('data: xxxx\n\n'.repeat(3))).toHaveLength(3);
    expect(await read(`${': comment\n'.repeat(9)}data: x\n\n`)).toHaveLength(1);
  });

  test('a megabyte in one line takes no longer byte by byte', async () => {
    const data = 'x'.repeat(1_000_000);
    const [found] = await eventsOf(`data: ${data}\n\n`, 1);
    expect(found?.data === data).toBe(true);
  }, 10_000);

  test('is let go by who stops early, and by an error', async () => {
    const bytes = bytesOf('data: one\n\ndata: two\n\n', 4);
    for await (const _ of readEventStream(bytes)) break;
    expect(bytes.state.left).toBe(true);
    const long = bytesOf('data: a long line', 4);
    await expect(all(readEventStream(long, { maxLength: 8 }))).rejects.toThrow('longer');
    expect(long.state.left).toBe(true);
  });
});

describe('lines', () => {
  test.each([1, 2, 3, 1_000_000])('read the same in pieces of %i bytes', async (size) => {
    expect(await linesOf('{"a":"ü👋"}\r\n\n  \n{"b":"\\r"}\nlast \r', size)).toEqual([
      '{"a":"ü👋"}',
      '{"b":"\\r"}',
      'last ',
    ]);
  });

  test('of a stream that holds none are none', async () => {
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('\n\r\n')).toEqual([]);
  });

  test('keep a line separator of Unicode and a return in their middle', async () => {
    expect(await linesOf('a\u2028b\rc\u0085d\ne')).toEqual(['a\u2028b\rc\u0085d', 'e']);
  });

  test('above the limit are an error, not memory', async () => {
    const endless = (async function* () {
      for (;;) yield new TextEncoder().encode('xxxx');
    })();
    await expect(all(readLines(endless, { maxLength: 100 }))).rejects.toMatchObject({ name: 'StreamLimitError' });
  });

  test('with bytes that are no UTF-8 show where', async () => {
    const bytes = (async function* () {
      yield Uint8Array.of(0x61, 0xff, 0x62, 0xf0, 0x9f);
    })();
    expect(await all(readLines(bytes))).toEqual(['a\ufffdb\ufffd']);
  });
});
