import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Route, readHash, writeHash } from '../../../../src/reporters/html/page/route.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ view: 'run' }),
  fc.record({
    view: fc.constant('sessions' as const),
    filter: fc.record(
      { verdict: text, stage: text, tag: text, persona: text, text, page: fc.integer({ min: 2, max: 99 }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    view: fc.constant('session' as const),
    key: fc.record({ scenario: text, variant: text, trial: fc.nat() }),
  }),
);

test('an address leads back to the view that it was written for, whatever the names are', () => {
  fc.assert(
    fc.property(route, fc.constantFrom('light' as const, 'dark' as const, undefined), (wanted, theme) => {
      expect(readHash(writeHash(wanted, theme))).toEqual({ route: wanted, theme });
    }),
  );
});

test('the place in a session stands in the address', () => {
  const wanted: Route = { view: 'session', key: { scenario: 'a', variant: 'default', trial: 3 }, at: 'turn-2' };
  expect(writeHash(wanted, undefined)).toBe('#/session/a/default/3?at=turn-2');
  expect(readHash('#/session/a/default/3?at=turn-2').route).toEqual(wanted);
});

test.each(['', '#', '#main', '#/nowhere', '#/session/a', '#/?theme=pink'])('`%s` leads to the overview', (hash) => {
  expect(readHash(hash)).toEqual({ route: { view: 'run' }, theme: undefined });
});

test('a broken escape in an address is taken as it stands', () => {
  expect(readHash('#/session/%E0%A4%A/default/0').route).toMatchObject({
    view: 'session',
    key: { scenario: '%E0%A4%A' },
  });
});
