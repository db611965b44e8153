import { isAbsolute, join, relative, sep } from 'node:path';
import { Identifier } from '../domain/authoring/identifier.ts';
import { UsageError } from '../domain/errors.ts';
import { type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';

/** Folder of the sessions inside a run's folder. */
export const SESSIONS = 'sessions';
/** The run's result, inside its folder. */
export const RUN_FILE = 'run.json';
/** What the run set out to do, inside its folder. */
export const PLAN_FILE = 'plan.json';
/** Says which process writes the run. */
export const LOCK_FILE = '.lock';

/** Where runs are kept: in folders of their own below `root`, or a single one in `directory` itself. */
export type RunPlace = { root: string } | { directory: string };

/** The folder of a run. Throws `UsageError` for an id that could leave `root`. */
export function runDirectory(place: RunPlace, id: string): string {
  if ('directory' in place) return place.directory;
  if (!Identifier.safeParse(id).success) {
    throw new UsageError(
      `\`${id}\` cannot name a run. Expected lower-case words joined by hyphens, such as \`2026-01-15t09-00-00-3fa2\`.`,
    );
  }
  return join(place.root, id);
}

/** `sessions/<scenario>/<variant>/<trial>.jsonl`, with forward slashes. Throws when a part could leave the folder. */
export function sessionFile(key: SessionKey): string {
  const isSafe = [key.scenario, key.variant].every((part) => Identifier.safeParse(part).success);
  if (!isSafe || !Number.isSafeInteger(key.trial) || key.trial < 0) {
    throw new Error(`a session cannot be stored under the key ${JSON.stringify(key)}`);
  }
  return `${SESSIONS}/${sessionPath(key)}.jsonl`;
}

/** The path as a person finds it: relative to `base` where it lies below it. */
export function shownPath(path: string, base: string): string {
  const below = relative(base, path);
  const isBelow = below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return isBelow ? below : path;
}
