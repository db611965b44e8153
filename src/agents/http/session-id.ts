import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { stableHash } from '../../domain/values/hash.ts';

/**
 * The name of a session towards its agent, in the form of a UUID (version 8, RFC 9562): the same for the same run,
 * key and seed, and another one when a session is run again, for a server may remember the first. `opening` counts the sessions of this process that have both in common, from 0, so that no two of them meet.
 */
export function sessionIdOf({
  run,
  key,
  seed,
  opening,
}: {
  run?: string | undefined;
  key: SessionKey;
  seed: number;
  opening: number;
}): string {
  const text = `${run === undefined ? '' : `${run} `}${sessionPath(key)} ${seed} ${opening}`;
  const hex = stableHash(text) + stableHash(`${text} again`);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
