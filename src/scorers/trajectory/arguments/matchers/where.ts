import { readLiveValue } from '../live-value.ts';
import type { KeyMatcher } from './key-matcher.ts';
import { liveTest } from './live-test.ts';

/** `{ where: function, called }`: what a function says yes to, named for messages; in TypeScript only. */
export const where: KeyMatcher = {
  word: 'where',
  also: ['called'],
  read: ({ value, object: { called }, fail }) => {
    const live = readLiveValue(value);
    if (live?.kind !== 'predicate') return fail('takes a function that answers true or false');
    if (called !== undefined && (typeof called !== 'string' || called === '')) return fail('takes a text as `called`');
    return liveTest(live, called);
  },
};
