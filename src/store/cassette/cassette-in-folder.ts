import { join, parse, sep } from 'node:path';
import { Identifier } from '../../domain/authoring/identifier.ts';
import type { CassetteEntry, CassetteStore } from '../../domain/contracts/cassette.ts';
import { UsageError } from '../../domain/errors.ts';
import { compareKeys, SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import type { FileSystem } from '../file-system.ts';
import { codeOf, storeError } from '../store-error.ts';
import type { OpenedPlace } from './cassette-in-one-file.ts';
import { entriesOf, readCassette } from './read-cassette.ts';
import { sessionText, writeCassette } from './write-cassette.ts';

/** A cassette with a file for each session, `<scenario>/<variant>/<trial>.json`, read and written when its session is. */
export function cassetteInFolder(folder: string, { place, release, fs, now }: OpenedPlace): CassetteStore {
  return {
    place,
    async read(key) {
      const file = fileOf(folder, key);
      const sessions = await readCassette(file, fs);
      if (sessions === undefined) return [];
      const session = sessionPath(key);
      const other = [...sessions.keys()].find((name) => name !== session);
      if (other === undefined) return entriesOf(sessions.get(session));
      throw new UsageError(`${file}: expected only the session \`${session}\` here, found \`${other}\``);
    },
    async list() {
      const files = await filesBelow(folder, fs);
      return files.flatMap((file) => keyOfFile(file) ?? []).sort(compareKeys);
    },
    async write(key, entries: readonly CassetteEntry[]) {
      const file = fileOf(folder, key);
      if (entries.length > 0) return writeCassette(file, [sessionText(sessionPath(key), entries)], { fs, now });
      try {
        fs.rmSync(file, { force: true });
      } catch (cause) {
        throw storeError('write', file, cause);
      }
    },
    async close() {
      release();
    },
  };
}

/** Paths below the folder, as far as there is one. */
async function filesBelow(folder: string, fs: FileSystem): Promise<readonly string[]> {
  try {
    return await fs.promises.readdir(folder, { recursive: true });
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw storeError('read', folder, cause);
  }
}

/** Undefined for a file that is no session's, such as a lock. */
function keyOfFile(file: string): SessionKey | undefined {
  const { dir, name, ext } = parse(file);
  const [scenario, variant, ...more] = dir.split(sep);
  const key = SessionKey.safeParse({ scenario, variant, trial: Number(name) });
  const isIts = key.success && ext === '.json' && more.length === 0 && name === String(key.data.trial);
  return isIts ? key.data : undefined;
}

/** Throws when a part of the key could leave the folder. */
function fileOf(folder: string, key: SessionKey): string {
  const isSafe = [key.scenario, key.variant].every((part) => Identifier.safeParse(part).success);
  if (isSafe && Number.isSafeInteger(key.trial) && key.trial >= 0) return `${join(folder, sessionPath(key))}.json`;
  throw new Error(`a session cannot be recorded under the key ${JSON.stringify(key)}`);
}
