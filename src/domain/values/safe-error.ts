import { toJsonValue } from './json-value.ts';

const MAX_MESSAGE = 4_000;
const MAX_STACK = 16_000;

/**
 * What somebody threw, as text. Never throws, whatever the value is: text, nothing at all, a proxy, an object whose
 * getters throw. Messages are cut after 4,000 characters and stacks after 16,000; `stack` is absent where there is none.
 */
export function safeErrorText(thrown: unknown): { message: string; stack?: string } {
  const error = unwrap(thrown);
  if (typeof error === 'string')
    return { message: error.trim() === '' ? 'an empty text was thrown' : cut(error, MAX_MESSAGE) };
  if ((typeof error !== 'object' && typeof error !== 'function') || error === null) {
    return { message: `${describe(error)} was thrown` };
  }
  const message = textOf(error, 'message');
  const name = textOf(error, 'name');
  const stack = textOf(error, 'stack');
  const words = message ?? (name === undefined ? undefined : `${name} without a message`);
  return {
    message: cut(words ?? `a value that is no error was thrown: ${describe(error)}`, MAX_MESSAGE),
    ...(stack === undefined ? {} : { stack: cut(stack, MAX_STACK) }),
  };
}

/** `await using` wraps the error that matters when the clean-up fails too. */
function unwrap(thrown: unknown): unknown {
  let error = thrown;
  for (let depth = 0; depth < 10; depth += 1) {
    if (typeof error !== 'object' || error === null || textOf(error, 'name') !== 'SuppressedError') return error;
    const suppressed = read(error, 'suppressed');
    if (suppressed === undefined) return error;
    error = suppressed;
  }
  return error;
}

function textOf(error: object, key: string): string | undefined {
  const value = read(error, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function read(error: object, key: string): unknown {
  try {
    return Reflect.get(error, key);
  } catch {
    return undefined;
  }
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined';
  return cut(JSON.stringify(toJsonValue(value, { maxDepth: 4, maxWidth: 20, maxParts: 200 }).value), 300);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')} …`;
}
