import { basename } from 'node:path';
import ts from 'typescript';
import { lineOf, nodesOf, type SourceFile, type Violation, violationAt } from './source-file.ts';

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;
const VAGUE_NAMES: ReadonlySet<string> = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types']);

/** Files and functions that are too long. */
export function findOversized(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const functions = [...nodesOf(file.tree)].filter((node) => ts.isFunctionLike(node) && 'body' in node);
    const long = functions.flatMap((node) => {
      const lines = lineOf(file, node.getEnd()) - lineOf(file, node.getStart(file.tree)) + 1;
      if (lines <= MAX_FUNCTION_LINES) return [];
      return [violationAt(file, node, `a function of ${lines} lines; at most ${MAX_FUNCTION_LINES}`)];
    });
    if (file.lines <= MAX_FILE_LINES) return long;
    return [violationAt(file, file.tree, `${file.lines} lines; at most ${MAX_FILE_LINES}`), ...long];
  });
}

/** File names that are not kebab-case, or that do not say what is inside. */
export function findBadNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const [name = ''] = basename(file.path).split('.');
    if (VAGUE_NAMES.has(name)) return [violationAt(file, file.tree, `\`${name}\` does not say what the file holds`)];
    if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return [];
    return [violationAt(file, file.tree, `\`${basename(file.path)}\` is not kebab-case`)];
  });
}

/** `export default`, in either of its forms. */
export function findDefaultExports(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const defaults = [...nodesOf(file.tree)].filter(isDefaultExport);
    return defaults.map((node) => violationAt(file, node, 'a default export; exports are named'));
  });
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(isDefaultKeyword);
}

function isDefaultKeyword(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.DefaultKeyword;
}
