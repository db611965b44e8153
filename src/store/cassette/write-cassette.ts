import { dirname } from 'node:path';
import type { CassetteEntry } from '../../domain/contracts/cassette.ts';
import { forJson } from '../../domain/display/json.ts';
import { appendFile } from '../append-file.ts';
import type { FileSystem } from '../file-system.ts';
import { makeFolder } from '../make-folder.ts';
import { storeError } from '../store-error.ts';
import { foldEntries } from './fold-entries.ts';
import { CASSETTE_VERSION } from './stored-cassette.ts';

/** The text of one session inside a cassette, indented for its place. */
export function sessionText(session: string, entries: readonly CassetteEntry[]): string {
  return forJson({ session, entries: foldEntries(entries) }, { indent: 2 }).replaceAll('\n', '\n    ');
}

/** Writes a cassette of these session texts: all of it is on disk, or all that was there before. Throws `StoreError`. */
export async function writeCassette(
  file: string,
  sessions: readonly string[],
  { fs, now }: { fs: FileSystem; now: () => number },
): Promise<void> {
  const draft = `${file}.part`;
  makeFolder(dirname(file), fs);
  try {
    fs.rmSync(draft, { force: true });
    const output = appendFile(draft, { fs, now });
    for (const line of linesOf(sessions)) output.add(line);
    await output.sync();
    fs.renameSync(draft, file);
  } catch (cause) {
    try {
      fs.rmSync(draft, { force: true });
    } catch {
      // The refusal that brought us here is the one to tell.
    }
    throw storeError('write', file, cause);
  }
}

function* linesOf(sessions: readonly string[]): Generator<string> {
  yield `{\n  "version": ${CASSETTE_VERSION},\n  "sessions": [`;
  for (const [index, text] of sessions.entries()) yield `    ${text}${index < sessions.length - 1 ? ',' : ''}`;
  yield '  ]\n}';
}
