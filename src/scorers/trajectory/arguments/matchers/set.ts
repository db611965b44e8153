import { isList } from '../../../../domain/values/json-shape.ts';
import type { KeyMatcher } from './key-matcher.ts';

/** `{ set: [values] }`: a list of these in any order; equal items count one by one. */
export const set: KeyMatcher = {
  word: 'set',
  also: [],
  read: ({ value, compile, fail }) => {
    if (!isList(value)) return fail('takes a list');
    return compile(value, { lists: 'set' });
  },
};
