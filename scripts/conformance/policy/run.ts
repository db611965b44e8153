import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCase, type PolicyCase } from './check-case.ts';

/**
 * Holds the cases of `DIR/policy-cases.jsonl` against the policies and prints what agrees and what does not. Returns the
 * exit code: 0 when all agree, 1 when one does not, 2 when there is nothing to read.
 */
export async function run([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) {
    console.error('Usage: npm run conformance -- policy DIR');
    return 2;
  }
  const file = join(folder, 'policy-cases.jsonl');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  } catch (error) {
    console.error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const found = lines.map(judge);
  const wrong = found.filter(({ problem }) => problem !== undefined);
  for (const { id, problem } of wrong) console.log(`${id}: ${problem}`);
  console.log(`policy: ${found.length - wrong.length} of ${found.length} cases agree`);
  return wrong.length === 0 && found.length > 0 ? 0 : 1;
}

function judge(line: string, index: number): { id: string; problem?: string | undefined } {
  let id = `line ${index + 1}`;
  try {
    const one = JSON.parse(line) as PolicyCase;
    id = one.id;
    return { id, problem: checkCase(one) };
  } catch (error) {
    return { id, problem: `could not be judged: ${error instanceof Error ? error.message : String(error)}` };
  }
}
