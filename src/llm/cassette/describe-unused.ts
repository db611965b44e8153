import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { ROLE_NAMES } from './explain-missing.ts';
import type { UnusedEntry } from './tape.ts';

/** Entries that are named one by one. */
const NAMED = 3;

/** Whole recordings of sessions that are not in the run; `isWhole`: the run is of the whole project. */
export function describeUnusedSessions(
  sessions: readonly string[],
  { place, isWhole }: { place: string; isWhole: boolean },
): string {
  const more = sessions.length - NAMED;
  const named = sessions.slice(0, NAMED).join(', ');
  const list = more > 0 ? `${named} and ${more} more` : named;
  const count = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
  return isWhole
    ? `\`${place}\` holds recordings of ${count} that this project does not have: ${list}. Remove these recordings.`
    : `\`${place}\` also holds recordings of ${count} that ${sessions.length === 1 ? 'is' : 'are'} not in this run: ${list}`;
}

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
