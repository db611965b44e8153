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
  expect(safeErrorText(error)).toEqual({ message: 'no such order', stack: error.stack });
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
