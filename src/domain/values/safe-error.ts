import { toJsonValue } from './json-value.ts';

const MAX_MESSAGE = 4_000;
const MAX_STACK = 16_000;
const MAX_CAUSE = 300;
/** A chain of causes longer than this is a circle, or nobody's reading. */
const MAX_CAUSES = 5;

/** Classes whose name says what the message does not: `x is not a function` is a TypeError. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
]);
/** What `fetch` says of every request that failed; why is in its cause. */
const SAYS_NOTHING = /^(?:TypeError: )?fetch failed$/;

/**
 * What somebody threw, as text. Never throws, whatever the value is: text, nothing at all, a proxy, an object whose
 * getters throw. Before the message stands the class of an error that the language throws, and after it the causes that it
 * does not name itself: `Connection error. (cause: connect ECONNREFUSED 127.0.0.1:80)`; `plain` leaves out both. Messages
 * are cut after 4,000 characters and stacks after 16,000; `stack` is absent where there is none.
 */
export function safeErrorText(
  thrown: unknown,
  { plain = false }: { plain?: boolean } = {},
): { message: string; stack?: string } {
  const error = unwrap(thrown);
  const own = ownText(error, plain);
  const stack = isObject(error) ? textOf(error, 'stack') : undefined;
  return {
    message: plain ? cut(own, MAX_MESSAGE) : withCauses(cut(own, MAX_MESSAGE), error),
    ...(stack === undefined ? {} : { stack: cut(stack, MAX_STACK) }),
  };
}

/** `await using` wraps the error that matters when the clean-up fails too. */
function unwrap(thrown: unknown): unknown {
  let error = thrown;
  for (let depth = 0; depth < 10; depth += 1) {
    if (!isObject(error) || textOf(error, 'name') !== 'SuppressedError') return error;
    const suppressed = read(error, 'suppressed');
    if (suppressed === undefined) return error;
    error = suppressed;
  }
  return error;
}

/** One error without its causes. */
function ownText(error: unknown, plain: boolean): string {
  if (typeof error === 'string') return error.trim() === '' ? 'an empty text was thrown' : error;
  if (!isObject(error)) return `${describe(error)} was thrown`;
  const message = textOf(error, 'message');
  const name = textOf(error, 'name');
  if (message === undefined) {
    const joined = joinedText(error);
    if (joined !== undefined) return joined;
    return name === undefined ? `a value that is no error was thrown: ${describe(error)}` : `${name} without a message`;
  }
  const isNamed = plain || name === undefined || !BUILT_IN.has(name) || message.startsWith(name);
  return isNamed ? message : `${name}: ${message}`;
}

/** What the parts of an AggregateError say, which has no message of its own when a host has several addresses. */
function joinedText(error: object): string | undefined {
  const errors = read(error, 'errors');
  if (!isList(errors)) return undefined;
  const parts = [0, 1, 2].flatMap((index) => {
    const part = read(errors, index);
    const text = isObject(part) ? textOf(part, 'message') : undefined;
    return text === undefined ? [] : [cut(text, MAX_CAUSE)];
  });
  return parts.length === 0 ? undefined : parts.join('; ');
}

function withCauses(own: string, error: unknown): string {
  const causes = causesOf(error);
  const texts = causes.filter(({ text }, index) => !SAYS_NOTHING.test(text) || index === causes.length - 1);
  let told = own;
  const added: string[] = [];
  for (const { text, code } of texts) {
    // `nobody listens there (ECONNREFUSED)` says what the cause says, in better words.
    if (told.includes(text.replace(/^\w+Error: /, '')) || (code !== undefined && told.includes(code))) continue;
    told += `\n${text}`;
    added.push(text);
  }
  return added.length === 0 ? own : `${own} (cause: ${added.join('; ')})`;
}

function causesOf(error: unknown): { text: string; code: string | undefined }[] {
  const causes: { text: string; code: string | undefined }[] = [];
  let current = unwrap(error);
  for (let depth = 0; depth < MAX_CAUSES && isObject(current); depth += 1) {
    current = unwrap(read(current, 'cause'));
    if (current === undefined || current === null) break;
    const text = typeof current === 'string' || isObject(current) ? causeText(current) : describe(current);
    causes.push({ text: cut(text, MAX_CAUSE), code: isObject(current) ? textOf(current, 'code') : undefined });
  }
  return causes.filter(({ text }) => text.trim() !== '');
}

/** A cause may be anything; one that is no error is shown as it is. */
function causeText(cause: string | object): string {
  if (typeof cause === 'string') return cause;
  const isTold = textOf(cause, 'message') !== undefined || textOf(cause, 'name') !== undefined;
  return isTold ? ownText(cause, false) : describe(cause);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isList(value: unknown): value is object {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function textOf(error: object, key: string): string | undefined {
  const value = read(error, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function read(error: object, key: string | number): unknown {
  try {
    return Reflect.get(error, key);
  } catch {
    return undefined;
  }
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined';
  return cut(JSON.stringify(toJsonValue(value, { maxDepth: 4, maxWidth: 20, maxParts: 200 }).value), MAX_CAUSE);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')} …`;
}
