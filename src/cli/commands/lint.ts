import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { readProject } from '../open-project.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the mistakes and weak spots of files; returns the exit code. */
export async function lintFiles(
  wanted: readonly string[],
  { config }: { probe?: boolean; json?: boolean; config?: string },
  { cwd, out }: Terminal,
): Promise<number> {
  const project = await readProject({ cwd, wanted, config });
  for (const problem of project.problems) out(`${forTerminal(formatProblem(problem))}\n`);
  return project.problems.some(({ severity }) => severity === 'error') ? EXIT.usage : EXIT.ok;
}
