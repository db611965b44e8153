import * as nodeFs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Identifier } from '../../domain/authoring/identifier.ts';
import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { UsageError } from '../../domain/errors.ts';
import { findConfig } from '../../files/config/load-config.ts';
import { type DirectoryStore, directoryStore } from '../../store/directory-store.ts';
import { hasResult, listRuns } from '../../store/find-runs.ts';
import { shownPath } from '../../store/run-layout.ts';

export type StoredRun = { store: DirectoryStore; folder: string };

/** As `findFinishedRun`, with the store that reads it. */
export async function findStoredRun(
  name: string | undefined,
  { cwd, config, redactor }: { cwd: string; config: string | undefined; redactor: SecretRedactor },
): Promise<StoredRun> {
  const folder = await findFinishedRun(name, { cwd, config });
  return { store: directoryStore({ directory: folder, redactor }), folder };
}

/**
 * The folder of the run of this name or in this folder; the newest one that is finished where nothing is named. Throws
 * `UsageError` when there is none.
 */
export async function findFinishedRun(
  name: string | undefined,
  { cwd, config }: { cwd: string; config?: string | undefined },
): Promise<string> {
  const found = config === undefined ? findConfig(cwd) : resolve(cwd, config);
  const root = join(found === undefined ? cwd : dirname(found), '.rehearsal', 'runs');
  if (name !== undefined) {
    const places = [resolve(cwd, name), ...(Identifier.safeParse(name).success ? [join(root, name)] : [])];
    const place = places.find((folder) => hasResult(folder, nodeFs));
    if (place !== undefined) return place;
  }
  const known = (await listRuns(root, nodeFs)).filter((id) => hasResult(join(root, id), nodeFs));
  const [newest] = known;
  if (name === undefined && newest !== undefined) return join(root, newest);
  throw name === undefined ? noRuns(shownPath(root, cwd)) : unknownRun(name, known);
}

function noRuns(root: string): UsageError {
  return new UsageError(
    `there is no finished run in \`${root}\`: run some scenarios first, or name the folder of a run`,
  );
}

function unknownRun(name: string, known: readonly string[]): UsageError {
  const message = `there is no finished run \`${name}\`: neither a folder that holds a \`run.json\`, nor a run of this project`;
  if (known.length === 0) return new UsageError(message);
  const listed = known.slice(0, 5).map((id) => `\`${id}\``);
  return new UsageError(`${message}\n  The newest are ${listed.join(', ')}.`);
}
