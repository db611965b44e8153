import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { ROLE_NAMES } from './explain-missing.ts';
import type { UnusedEntry } from './tape.ts';

/** Entries that are named one by one. */
const NAMED = 3;

/** What a cassette holds of a session and nobody asked for, with the way to put it right. */
export function describeUnused(
  key: SessionKey,
  unused: readonly UnusedEntry[],
  { place, command }: { place: string; command: string },
): string {
  const named = unused.slice(0, NAMED).map(({ role, number, key: entry }) => {
    return `request ${number} of ${ROLE_NAMES[role]} (\`${entry}\`)`;
  });
  const more = unused.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  const count = unused.length === 1 ? '1 request' : `${unused.length} requests`;
  const remedy = `Record the session anew with \`${command}\`, or remove the entries`;
  return `${sessionPath(key)}: \`${place}\` holds ${count} that nobody made: ${list}. ${remedy}.`;
}
