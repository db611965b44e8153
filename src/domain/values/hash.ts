import { createHash } from 'node:crypto';

/**
 * A short name for a text: the first 16 hexadecimal digits of the SHA-256 of its UTF-8 bytes. A text that UTF-8 cannot
 * carry (a lone surrogate) is hashed by its UTF-16 bytes, so that two such texts do not become one.
 */
export function stableHash(text: string): string {
  return digestOf(text).toString('hex', 0, 8);
}

/** A seed, 0 to 2^32-1, that is the same for the same parts everywhere; `1` and `'1'` are different parts. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return digestOf(JSON.stringify(parts)).readUInt32BE(0);
}

function digestOf(text: string): Buffer {
  const isWellFormed = !/\p{Surrogate}/u.test(text);
  return createHash('sha256')
    .update(text, isWellFormed ? 'utf8' : 'utf16le')
    .digest();
}
