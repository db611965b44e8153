import { fileURLToPath } from 'node:url';
import type { Problem, SourcePlace } from '../../domain/authoring/problem.ts';
import { isInside, shownPath } from '../project-paths.ts';

/** A module that could not be loaded, at the first line of the project that had a part in it. */
export function moduleProblem(
  error: unknown,
  { path, root, cwd }: { path: string; root: string; cwd: string },
): Problem {
  const place = firstOwnFrame(error, { root, cwd }) ?? { file: shownPath(path, cwd), line: 1, column: 1 };
  const [message = ''] = messageOf(error).split('\n');
  const where = place.file === shownPath(path, cwd) ? '' : ` (loaded by \`${shownPath(path, cwd)}\`)`;
  return { severity: 'error', code: 'module-failed', place, path: '', message: `${message}${where}` };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  return `${error.name}: ${error.message.replace(/^[\s\S]*?ParseError: /, '')}`;
}

function firstOwnFrame(error: unknown, { root, cwd }: { root: string; cwd: string }): SourcePlace | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const line of (error.stack ?? '').split('\n')) {
    const found = /(?<file>(?:file:\/\/)?\/?[^\s()]+?):(?<line>\d+)(?::(?<column>\d+))?\)?\s*$/.exec(line)?.groups;
    if (found?.file === undefined) continue;
    const file = found.file.startsWith('file:') ? fileURLToPath(found.file) : found.file;
    if (!isInside(root, file) || /[\\/]node_modules[\\/]/.test(file)) continue;
    return { file: shownPath(file, cwd), line: Number(found.line), column: Number(found.column ?? 1) };
  }
  return undefined;
}
