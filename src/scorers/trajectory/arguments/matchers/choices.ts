import { isList } from '../../../../domain/values/json-shape.ts';
import { cutText, listText } from '../../../text/value-text.ts';
import type { ExpectedValue } from '../expected-arguments.ts';
import type { KeyMatcher } from './key-matcher.ts';

/** `{ oneOf: [values] }`: one of these. */
export const oneOf: KeyMatcher = {
  word: 'oneOf',
  also: [],
  read: ({ value, compile, fail }) => {
    if (!isList(value) || value.length === 0) return fail('takes a list of values');
    const choices = (value as readonly ExpectedValue[]).map((choice) => compile(choice));
    return {
      test: (actual) => choices.some((choice) => choice.test(actual)),
      text: cutText(
        `one of ${listText(
          choices.map((choice) => choice.text),
          'or',
        )}`,
        400,
      ),
    };
  },
};

/** `{ not: value }`: it must be there and be something else. */
export const not: KeyMatcher = {
  word: 'not',
  also: [],
  read: ({ value, compile }) => {
    const inner = compile(value);
    return {
      test: (actual) => actual !== undefined && !inner.test(actual),
      text: `anything but ${inner.text}`,
    };
  },
};
