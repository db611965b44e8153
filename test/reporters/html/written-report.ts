import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { htmlReport, type PageParts } from '../../../src/reporters/html/html-report.ts';
import { runOf, streamOf } from '../../fixtures/results.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const built = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../dist/report/${name}`, import.meta.url)), 'utf8');

/** The page as the package carries it. */
export const builtPage = (): PageParts => ({ script: built('page.js'), style: built('page.css') });

type Options = { page?: PageParts; run?: Partial<RunResult> };

export async function reportText(
  results: readonly SessionResult[],
  { run, ...options }: Options = {},
): Promise<string> {
  let text = '';
  for await (const piece of htmlReport({ page: builtPage(), ...options }).write(runOf(results, run), streamOf(results)))
    text += piece;
  return text;
}

/** Writes the report to a folder of its own; the answer is its address. */
export async function writtenReport(results: readonly SessionResult[], options: Options = {}): Promise<string> {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, await reportText(results, options));
  return pathToFileURL(path).href;
}
