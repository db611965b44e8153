import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { formatProblem } from '../../domain/authoring/problem.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { checkEnvironment, type Environment } from '../check-environment.ts';
import { packageVersion } from '../package-version.ts';
import type { Terminal } from '../terminal.ts';

/** Prints versions and what does not fit. 0 when everything fits, else 2. */
export async function examine({ out }: Terminal): Promise<number> {
  const found: Environment = {
    node: process.versions.node,
    zod: installedVersion('zod'),
    xstate: installedVersion('xstate'),
    openai: installedVersion('openai'),
  };
  const rows: readonly (readonly [name: string, version: string])[] = [
    ['rehearsal', packageVersion()],
    ['node', found.node],
    ['zod', found.zod ?? 'not installed'],
    ['xstate', found.xstate ?? 'not installed'],
    ['openai', found.openai ?? 'not installed (optional: only for models behind an endpoint)'],
  ];
  for (const [name, version] of rows) out(`${name.padEnd(10)} ${version}\n`);
  const problems = checkEnvironment(found);
  if (problems.length === 0) {
    out('\nEverything fits.\n');
    return EXIT.ok;
  }
  out(`\n${problems.map(formatProblem).join('\n')}\n`);
  return EXIT.usage;
}

/** Read from the package's own file: many packages do not export theirs. */
function installedVersion(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string }).version;
    } catch {
      // Not in this folder: look in the next one up.
    }
  }
  return undefined;
}
