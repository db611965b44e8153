import { expect, test } from 'vitest';
import { safeErrorText } from '../../../src/domain/values/safe-error.ts';

const hostile = {
  get message() {
    throw new Error('no');
  },
  get stack() {
    throw new Error('no');
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();

test('[F22] whatever was thrown becomes text', () => {
  const texts = [
    'plain text',
    '  ',
    undefined,
    null,
    0,
    10n,
    Symbol('s'),
    {},
    { message: 'not an error' },
    { message: 42, code: 'E' },
    Object.assign(new Error(''), { name: 'TimeoutError' }),
    hostile,
    revoked.proxy,
    () => 'thrown',
  ].map((thrown) => safeErrorText(thrown).message);
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "plain text
    an empty text was thrown
    undefined was thrown
    null was thrown
    0 was thrown
    {"$type":"bigint","value":"10"} was thrown
    {"$type":"symbol","description":"s"} was thrown
    a value that is no error was thrown: {}
    not an error
    a value that is no error was thrown: {"message":42,"code":"E"}
    TimeoutError without a message
    a value that is no error was thrown: {"message":{"$type":"unreadable"},"stack":{"$type":"unreadable"}}
    a value that is no error was thrown: {"$type":"unreadable"}
    a value that is no error was thrown: {"$type":"function","name":""}"
  `);
});

test('an error has its message and stack, and no stack is made up', () => {
  const error = new TypeError('no such order');
  expect(safeErrorText(error)).toEqual({ message: 'TypeError: no such order', stack: error.stack });
  expect(safeErrorText('text')).toEqual({ message: 'text' });
  expect(safeErrorText(hostile)).not.toHaveProperty('stack');
});

test('of an error that a failing clean-up covered, the covered one is told', () => {
  const suppressed = (inner: unknown) =>
    Object.assign(new Error('clean-up failed'), { name: 'SuppressedError', suppressed: inner });
  expect(safeErrorText(suppressed(suppressed(new Error('the real one')))).message).toBe('the real one');
  const circle: { suppressed?: unknown } = suppressed(undefined);
  circle.suppressed = circle;
  expect(safeErrorText(circle).message).toBe('clean-up failed');
});

test('endless messages are cut, never inside a character', () => {
  const { message } = safeErrorText(new Error(`${'x'.repeat(3_999)}👋👋`));
  expect(message).toBe(`${'x'.repeat(3_999)} …`);
});

test('causes stand behind the message where they add something to it', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:4131');
  const fetchFailed = new TypeError('fetch failed', { cause: refused });
  const texts = [
    new Error('Connection error.', { cause: fetchFailed }),
    fetchFailed,
    new TypeError('fetch failed'),
    new Error(`could not ask: ${refused.message}`, { cause: refused }),
    new Error('no order', { cause: new Error('no database', { cause: 'the disk is full' }) }),
    new Error('two hosts', { cause: new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]) }),
    new Error('nobody listens there (ECONNREFUSED)', { cause: Object.assign(refused, { code: 'ECONNREFUSED' }) }),
    new Error('odd', { cause: { code: 'E_ODD' } }),
    new Error('odder', { cause: 42 }),
    new RangeError('RangeError: said already'),
  ].map((error) => safeErrorText(error).message);
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "Connection error. (cause: connect ECONNREFUSED 127.0.0.1:4131)
    TypeError: fetch failed (cause: connect ECONNREFUSED 127.0.0.1:4131)
    TypeError: fetch failed
    could not ask: connect ECONNREFUSED 127.0.0.1:4131
    no order (cause: no database; the disk is full)
    two hosts (cause: ::1 refused; 127.0.0.1 refused)
    nobody listens there (ECONNREFUSED)
    odd (cause: {"code":"E_ODD"})
    odder (cause: 42)
    RangeError: said already"
  `);
});

test('causes that are a circle, throw when they are read, or have no end are told in bounds', () => {
  const circle = new Error('round');
  circle.cause = new Error('and round', { cause: circle });
  const deep = Array.from({ length: 50 }).reduce<Error>(
    (cause, _, depth) => new Error(`level ${depth}`, { cause }),
    circle,
  );
  const texts = [
    circle,
    Object.defineProperty(new Error('closed'), 'cause', { get: () => hostile.message }),
    new Error('hostile', { cause: hostile }),
    new Error('gone', { cause: revoked.proxy }),
    deep,
  ].map((error) => safeErrorText(error).message);
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "round (cause: and round)
    closed
    hostile (cause: {"message":{"$type":"unreadable"},"stack":{"$type":"unreadable"}})
    gone (cause: {"$type":"unreadable"})
    level 49 (cause: level 48; level 47; level 46; level 45; level 44)"
  `);
  expect(safeErrorText(new Error('long', { cause: new Error('x'.repeat(9_000)) })).message).toHaveLength(
    'long (cause: )'.length + 300 + ' …'.length,
  );
});

test('plain text leaves out class and causes', () => {
  const error = new TypeError('no such order', { cause: new Error('no database') });
  expect(safeErrorText(error, { plain: true }).message).toBe('no such order');
});
