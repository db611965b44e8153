import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { differencesIn, readCases } from './provenance-cases.ts';
import { measureRecordings } from './report-recordings.ts';

type Write = (text: string) => void;

/**
 * Two checks of where arguments come from, by what the folder holds. With `provenance-cases.jsonl`, our verdicts are
 * compared with those of its cases, and what differs is printed by id. With recorded conversations (`dev/*.jsonl`), what we
 * say of them is measured. Resolves to 0 when all agree or few enough values are flagged, to 1 when not, and to 2 when the
 * folder holds neither.
 */
export async function run(
  args: readonly string[],
  write: Write = (text) => process.stdout.write(text),
): Promise<number> {
  const [folder = '.', ...options] = args;
  const cases = join(folder, 'provenance-cases.jsonl');
  if (existsSync(cases)) return compareCases(cases, write);
  const dev = join(folder, 'dev');
  const recordings = existsSync(dev) ? dev : folder;
  if (existsSync(recordings) && readdirSync(recordings).some((name) => name.endsWith('.jsonl'))) {
    return measureRecordings(folder, { write, showsFlags: options.includes('--flags') });
  }
  write(`${folder} holds neither provenance-cases.jsonl nor recorded conversations\n`);
  return 2;
}

function compareCases(path: string, write: Write): number {
  const cases = readCases(path);
  let agreed = 0;
  for (const example of cases) {
    const differences = differencesIn(example);
    if (differences.length === 0) agreed += 1;
    for (const difference of differences) write(`${example.id} ${difference}\n`);
  }
  write(`provenance: ${agreed}/${cases.length} cases agree\n`);
  return agreed === cases.length && cases.length > 0 ? 0 : 1;
}
