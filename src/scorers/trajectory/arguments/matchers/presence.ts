import type { KeyMatcher } from './key-matcher.ts';

/** `{ any: true }`: whatever it is, it must be there. */
export const any: KeyMatcher = {
  word: 'any',
  also: [],
  read: ({ value, fail }) => {
    if (value !== true) fail('takes `true`');
    return { test: (actual) => actual !== undefined, text: 'any value' };
  },
};

/** `{ absent: true }`: the key may not be there. */
export const absent: KeyMatcher = {
  word: 'absent',
  also: [],
  read: ({ value, fail }) => {
    if (value !== true) fail('takes `true`');
    return { test: (actual) => actual === undefined, text: 'nothing' };
  },
};

/** `{ absentOr: value }`: left out, or this. */
export const absentOr: KeyMatcher = {
  word: 'absentOr',
  also: [],
  read: ({ value, compile }) => {
    const inner = compile(value);
    return {
      test: (actual) => actual === undefined || inner.test(actual),
      text: `nothing or ${inner.text}`,
      why: (actual) => inner.why?.(actual) ?? '',
      isUnread: (actual) => inner.isUnread?.(actual) === true,
    };
  },
};
