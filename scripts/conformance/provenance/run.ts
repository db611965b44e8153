import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { differencesIn, readCases } from './provenance-cases.ts';

/**
 * Compares our verdicts with those of `provenance-cases.jsonl` in a folder, and prints what differs by id. The exit code
 * is 1 when anything does, and 2 when there is nothing to compare with.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [folder = '.'] = args;
  const path = join(folder, 'provenance-cases.jsonl');
  if (!existsSync(path)) {
    process.stderr.write(`${path} does not exist; name the folder that holds it\n`);
    return 2;
  }
  const cases = readCases(path);
  let agreed = 0;
  for (const example of cases) {
    const differences = differencesIn(example);
    if (differences.length === 0) agreed += 1;
    for (const difference of differences) process.stdout.write(`${example.id} ${difference}\n`);
  }
  process.stdout.write(`provenance: ${agreed}/${cases.length} cases agree\n`);
  return cases.length === 0 ? 2 : agreed === cases.length ? 0 : 1;
}
