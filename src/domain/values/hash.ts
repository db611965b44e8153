import { hash } from 'node:crypto';

/**
 * A short name for a text: the first 16 hexadecimal digits of the SHA-256 of its UTF-8 bytes. A text that UTF-8 cannot
 * carry (a lone surrogate) is hashed by its UTF-16 bytes, so that two such texts do not become one.
 */
export function stableHash(text: string): string {
  return hash('sha256', bytesOf(text), 'hex').slice(0, 16);
}

/** A seed, 0 to 2^32-1, that is the same for the same parts everywhere; `1` and `'1'` are different parts. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', bytesOf(JSON.stringify(parts)), 'hex').slice(0, 8), 16);
}

/** A text is hashed by its UTF-8 bytes; a text that has none is given as the bytes to hash. */
function bytesOf(text: string): string | Buffer {
  return /\p{Surrogate}/u.test(text) ? Buffer.from(text, 'utf16le') : text;
}
