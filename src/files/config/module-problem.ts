import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem, SourcePlace } from '../../domain/authoring/problem.ts';
import { isInside, shownPath } from '../project-paths.ts';
import { describeModuleError } from './describe-module-error.ts';
import { isStandingIn, placeAt } from './module-places.ts';

export type ModuleOf = { path: string; root: string; cwd: string };

/**
 * A module that could not be loaded, at the author's own line that had the first part in it. What Node and the
 * transpiler say of a line is kept, what they say of a column only where it can be one of that line.
 */
export function moduleProblem(error: unknown, { path, root, cwd }: ModuleOf): Problem {
  const { code, message, hint, details, syntaxAt, importer, sought } = describeModuleError(error, root);
  const frame = syntaxAt ?? (importer === undefined ? firstOwnFrame(error, root) : undefined);
  const file = importer ?? frame?.file ?? path;
  const place = placeOf({ ...frame, file, sought }, cwd);
  const by = file === path ? '' : ` (loaded by \`${shownPath(path, cwd)}\`)`;
  return {
    severity: 'error',
    code,
    place,
    path: '',
    message: `${message}${by}`,
    ...(details === undefined ? {} : { details }),
    ...(hint === undefined ? {} : { hint }),
  };
}

type Frame = { file: string; line?: number | undefined; column?: number | undefined };

/** Where the words stand that the error speaks of, on its line or anywhere; else its line and column. */
function placeOf({ file, line, column, sought }: Frame & { sought: string | undefined }, cwd: string): SourcePlace {
  const shown = shownPath(file, cwd);
  const text = textOf(file);
  const lines = text.split('\n');
  const own = line === undefined ? undefined : lines[line - 1];
  if (sought !== undefined) {
    const inLine = own === undefined ? -1 : findWord(own, sought);
    if (inLine >= 0) return { file: shown, line: line ?? 1, column: inLine + 1 };
    const anywhere = findWord(text, sought);
    if (anywhere >= 0) return { file: shown, ...placeAt(text, anywhere) };
  }
  if (line === undefined || own === undefined) return { file: shown, line: 1, column: 1 };
  const isOnLine = column !== undefined && column >= 1 && column <= own.length + 1;
  return { file: shown, line, column: isOnLine ? column : own.length - own.trimStart().length + 1 };
}

function findWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isStandingIn(text, at, word)) return at;
  }
  return -1;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The first line of the stack that is a file of the project, and none of Node's own or of a package. */
function firstOwnFrame(error: unknown, root: string): Frame | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const line of (error.stack ?? '').split('\n')) {
    const found = /(?<file>(?:file:\/\/)?\/?[^\s()]+?):(?<line>\d+)(?::(?<column>\d+))?\)?\s*$/.exec(line)?.groups;
    if (found?.file === undefined) continue;
    const file = found.file.startsWith('file:') ? fileURLToPath(found.file) : found.file;
    if (!isAbsolute(file) || !isInside(root, file) || /[\\/]node_modules[\\/]/.test(file)) continue;
    return { file, line: Number(found.line), column: found.column === undefined ? undefined : Number(found.column) };
  }
  return undefined;
}
