import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf, stableHash } from '../../../src/domain/values/hash.ts';

test('the hash is the start of the SHA-256 that other tools give', () => {
  expect(stableHash('')).toBe('e3b0c44298fc1c14');
  expect(stableHash('abc')).toBe('ba7816bf8f01cfea');
});

test('texts that UTF-8 cannot tell apart have different hashes', () => {
  expect(stableHash('a\ud83d')).not.toBe(stableHash('a\ufffd'));
  expect(stableHash('a\ud83d')).not.toBe(stableHash('a\ud83e'));
});

test('a seed never changes between releases', () => {
  expect([seedOf(), seedOf('refund', 0), seedOf('refund', 1)]).toMatchInlineSnapshot(`
    [
      1330892193,
      1995833802,
      1011184017,
    ]
  `);
});

test('parts do not run together', () => {
  expect(new Set([seedOf('a', 'b'), seedOf('ab'), seedOf('a,b'), seedOf('b', 'a'), seedOf('1'), seedOf(1)]).size).toBe(
    6,
  );
});

test('a seed is an unsigned 32-bit integer', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer())), (parts) => {
      const seed = seedOf(...parts);
      return seed === seed >>> 0;
    }),
  );
});
