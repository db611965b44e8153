import { join, resolve } from 'node:path';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { shownPath } from '../../store/run-layout.ts';
import { writeDocument } from '../../store/write-document.ts';
import { findStoredRun } from '../reports/find-stored-run.ts';
import { htmlPieces } from '../reports/report-files.ts';
import type { Terminal } from '../terminal.ts';

export type ViewOptions = { static?: string; config?: string };

/** Writes a stored run as a page that opens from disk, and says where it is. Nothing is run, and nothing is served. */
export async function viewRun(
  name: string | undefined,
  { static: folder, config }: ViewOptions,
  { cwd, env, out }: Terminal,
): Promise<number> {
  if (folder?.trim() === '') throw new UsageError('`--static` is empty: name a folder, or leave it out');
  const redactor = secretRedactor(secretsFromEnvironment(env));
  const found = await findStoredRun(name, { cwd, config, redactor });
  const run = await found.store.readRun('');
  const path = folder === undefined ? join(found.folder, 'report.html') : resolve(cwd, folder, 'index.html');
  const pieces = await htmlPieces({ run, sessions: () => found.store.readSessions(''), redactor });
  await writeDocument(path, pieces, { mark: run.id.slice(-20) });
  out(`${forTerminal(shownPath(path, cwd))}\n`);
  return EXIT.ok;
}
