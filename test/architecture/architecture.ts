import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findClocksAndDice, findEnvironmentReads } from './effects.ts';
import { findCircles, findForbiddenImports } from './imports.ts';
import { readRoomTable } from './room-table.ts';
import { findBadNames, findDefaultExports, findOversized } from './shape.ts';
import { parseSourceFile, type SourceFile, type Violation } from './source-file.ts';

/** Each rule by the sentence that it holds. */
const RULES: Readonly<Record<string, (files: readonly SourceFile[], root: string) => Violation[]>> = {
  'a room imports only what the table allows': findImportsOutsideTable,
  'files do not import each other in a circle': findCircles,
  'files and functions are short': findOversized,
  'file names are kebab-case and say what is inside': findBadNames,
  'exports are named': findDefaultExports,
  'the environment is read at the edge': findEnvironmentReads,
  'time and chance are handed in': findClocksAndDice,
};

export const ruleNames: readonly string[] = Object.keys(RULES);

/** What breaks `rule` in `<root>/src`, as `path:line: message`, in the order of the paths. */
export function findViolations(root: string, rule: string, files = sourceFilesIn(root)): string[] {
  const find = RULES[rule];
  if (!find) throw new Error(`no rule \`${rule}\``);
  return find(files, root).map(({ path, line, message }) => `${path}:${line}: ${message}`);
}

function findImportsOutsideTable(files: readonly SourceFile[], root: string): Violation[] {
  return findForbiddenImports(files, readRoomTable(readFileSync(join(root, 'docs/architecture.md'), 'utf8')));
}

/** Every file of `<root>/src`, parsed. */
export function sourceFilesIn(root: string): SourceFile[] {
  if (!existsSync(join(root, 'src'))) return [];
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /\.[cm]?tsx?$/.test(name)).map((name) => `src/${name.split(sep).join('/')}`);
  return paths.sort().map((path) => parseSourceFile(root, path));
}
