import type { CassetteEntry, CassetteStore } from '../../domain/contracts/cassette.ts';
import { UsageError } from '../../domain/errors.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { hashOfRequest } from './canonical-request.ts';

/**
 * The recording of one session. Throws `UsageError` for a request that no longer fits its key: it was changed by hand, and
 * the reply beside it answers something else.
 */
export async function readRecording(
  store: CassetteStore,
  key: SessionKey,
  command: () => string,
): Promise<readonly CassetteEntry[]> {
  const entries = await store.read(key);
  const changed = entries.find((entry) => !entry.key.startsWith(`${entry.role}-${hashOfRequest(entry.request)}-`));
  if (changed === undefined) return entries;
  throw new UsageError(
    `\`${store.place}\`, ${sessionPath(key)}: the request of \`${changed.key}\` does not fit its key, so it was changed ` +
      `after it was recorded. Replies may be edited, requests may not. Record the session anew with \`${command()}\`.`,
  );
}

/** Reads the recordings of all these sessions. Throws one `UsageError` that tells the mistakes of all of them. */
export async function checkRecordings(
  keys: readonly SessionKey[],
  read: (key: SessionKey) => Promise<unknown>,
): Promise<void> {
  const mistakes: UsageError[] = [];
  for (const key of keys) {
    try {
      await read(key);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      mistakes.push(error);
    }
  }
  if (mistakes.length === 0) return;
  const problems = mistakes.flatMap((mistake) => mistake.problems);
  throw new UsageError(mistakes.map((mistake) => safeErrorText(mistake).message).join('\n'), problems);
}

/** What is wrong with a recording, and nothing when it can be used. Rejects with what is not its own fault. */
export async function problemIn(recording: Promise<unknown>): Promise<string | undefined> {
  try {
    await recording;
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return safeErrorText(error).message;
    throw error;
  }
}
