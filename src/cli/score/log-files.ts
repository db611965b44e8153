import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { findFiles, lookAt, shownPath } from '../../files/project-paths.ts';
import { storeError } from '../../store/store-error.ts';

/** A log to read. `path` is absent for standard input. */
export type LogFile = { name: string; path?: string | undefined };

/** The files that were asked for, those of folders in order of their paths. Throws `UsageError` where one is not there. */
export async function findLogs(given: readonly string[], cwd: string): Promise<readonly LogFile[]> {
  const found = await Promise.all(given.map((name) => findLog(name, cwd)));
  const files = new Map(found.flat().map((file) => [file.path ?? '-', file]));
  return [...files.values()];
}

async function findLog(name: string, cwd: string): Promise<readonly LogFile[]> {
  if (name === '-') return [{ name: 'standard input' }];
  const look = await lookAt(name, cwd);
  if (look.kind === 'missing') throw new UsageError('nothing was scored:', [look.problem]);
  if (look.kind === 'file') return [{ name: shownPath(look.path, cwd), path: look.path }];
  // The folder of a run holds its result beside its sessions, which are what can be scored.
  const sessions = join(look.path, 'sessions');
  const root = existsSync(sessions) ? sessions : look.path;
  const accepts = (file: string): boolean => /\.(?:jsonl|ndjson|json)$/.test(file);
  const { files, problems } = await findFiles(root, { cwd, root, accepts });
  if (problems.length > 0) throw new UsageError('nothing was scored:', problems);
  if (files.length === 0)
    throw new UsageError(`no log in \`${name}\`: expected files that end in \`.jsonl\`, \`.ndjson\` or \`.json\``);
  return files.map((path) => ({ name: shownPath(path, cwd), path }));
}

/** The bytes of a log in pieces. Throws `StoreError` when the file cannot be read. */
export async function* readLog({ name, path }: LogFile): AsyncGenerator<string | Uint8Array, void, undefined> {
  const stream = path === undefined ? process.stdin : createReadStream(resolve(path));
  try {
    for await (const piece of stream) yield piece as string | Uint8Array;
  } catch (cause) {
    throw storeError('read', name, cause);
  }
}
