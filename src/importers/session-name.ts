import { Identifier } from '../domain/authoring/identifier.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import { stableHash } from '../domain/values/hash.ts';

/**
 * The key of a conversation by its id: the id itself where it is an identifier, else what can be read of it and a hash, so
 * that two ids never share a key.
 */
export function keyOf(id: string): SessionKey {
  const isIdentifier = Identifier.safeParse(id).success;
  return { scenario: isIdentifier ? id : nameFrom(id), variant: 'default', trial: 0 };
}

function nameFrom(id: string): string {
  const words = id
    .slice(0, 400)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${words === '' ? 'session' : words}-${stableHash(id).slice(0, 8)}`;
}
