import { isList } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
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
      why: (actual) => choices.map((choice) => choice.why?.(actual) ?? '').find((why) => why !== '') ?? '',
      isUnread: (actual) => choices.some((choice) => choice.isUnread?.(actual) === true),
    };
  },
};

/** `{ not: value }`: it must be there and be something else. What cannot be read may be the same. */
export const not: KeyMatcher = {
  word: 'not',
  also: [],
  read: ({ value, compile }) => {
    const inner = compile(value);
    // `"1"` is something else than 1; whether it is more than 0 is not known.
    const isOpen = (actual: JsonValue): boolean => typeof value === 'object' && inner.isUnread?.(actual) === true;
    return {
      test: (actual) => actual !== undefined && !inner.test(actual) && !isOpen(actual),
      text: `anything but ${inner.text}`,
      why: (actual) => (isOpen(actual) ? (inner.why?.(actual) ?? '') : ''),
      isUnread: isOpen,
    };
  },
};
