import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface SourceFile {
  /** Below the root, with forward slashes: `src/domain/score.ts`. */
  path: string;
  /** The folder below `src`, or the file's name when it lies in `src` itself. */
  room: string;
  /** Lines of text; a final line break opens no further line. */
  lines: number;
  tree: ts.SourceFile;
}

/** A rule that was broken, and where. */
export interface Violation {
  path: string;
  line: number;
  message: string;
}

export function parseSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.replace(/\n$/, '').split('\n').length;
  return { path, room: path.split('/')[1] ?? path, lines, tree };
}

/** At the line of `node`; for the whole tree that is the first line, not the first line with code. */
export function violationAt(file: SourceFile, node: ts.Node, message: string): Violation {
  const line = node === file.tree ? 1 : lineOf(file, node.getStart(file.tree));
  return { path: file.path, line, message };
}

export function lineOf(file: SourceFile, position: number): number {
  return file.tree.getLineAndCharacterOfPosition(position).line + 1;
}

/** Every node of the file, parents before children, in the order of the text. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const waiting: ts.Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const children: ts.Node[] = [];
    next.forEachChild((child) => void children.push(child));
    waiting.push(...children.reverse());
  }
}
