import { posix } from 'node:path';
import ts from 'typescript';
import type { Room } from './room-table.ts';
import { nodesOf, type SourceFile, type Violation, violationAt } from './source-file.ts';

/** What touches nothing outside the process, and zod, which every room speaks. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'zod',
  ...['async_hooks', 'buffer', 'crypto', 'events', 'path', 'stream', 'string_decoder', 'url', 'util'].map(
    (name) => `node:${name}`,
  ),
]);

interface Import {
  specifier: string;
  node: ts.Node;
}

/** Imports that the table does not allow, whether of values or types, at the top of a file or by `import()`. */
export function findForbiddenImports(files: readonly SourceFile[], rooms: ReadonlyMap<string, Room>): Violation[] {
  return files.flatMap((file) => {
    const room = rooms.get(file.room);
    if (!room)
      return [violationAt(file, file.tree, `room \`${file.room}\` is not in the table of docs/architecture.md`)];
    return importsOf(file).flatMap(({ specifier, node }) => {
      const message = specifier.startsWith('.') ? judgeRoom(file, room, specifier) : judgePackage(room, specifier);
      return message ? [violationAt(file, node, message)] : [];
    });
  });
}

/** Circles of imports; each is told once, at its alphabetically first file. */
export function findCircles(files: readonly SourceFile[]): Violation[] {
  const graph = new Map(files.map((file) => [file.path, importedFiles(file)]));
  const seen = new Set<string>();
  return files.flatMap((file) => {
    const circle = shortestCircle(graph, file.path);
    const key = circle?.toSorted().join();
    if (!circle || !key || seen.has(key)) return [];
    seen.add(key);
    return [violationAt(file, file.tree, `files import each other: ${[...circle, file.path].join(' -> ')}`)];
  });
}

function judgeRoom(file: SourceFile, room: Room, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (!target.startsWith('src/')) return `\`${specifier}\` leaves src`;
  const targetRoom = target.split('/')[1] ?? '';
  if (targetRoom === room.name || room.rooms.has(targetRoom)) return undefined;
  if (targetRoom === 'domain') return undefined;
  return `\`${room.name}\` may not import \`${targetRoom}\` (\`${specifier}\`)`;
}

function judgePackage(room: Room, specifier: string): string | undefined {
  const name = packageOf(specifier);
  if (EVERYWHERE.has(name) || room.packages.has(name)) return undefined;
  return `package \`${name}\` is not at home in \`${room.name}\``;
}

/** `@scope/name/deep` is of `@scope/name`, and `node:fs/promises` of `node:fs`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function importsOf(file: SourceFile): Import[] {
  return [...nodesOf(file.tree)].flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier && ts.isStringLiteralLike(specifier) ? [{ specifier: specifier.text, node }] : [];
  });
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isLoad = ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node));
  return isLoad ? node.arguments[0] : undefined;
}

function isRequire(node: ts.CallExpression): boolean {
  return ts.isIdentifier(node.expression) && node.expression.text === 'require';
}

function importedFiles(file: SourceFile): string[] {
  const local = importsOf(file).filter(({ specifier }) => specifier.startsWith('.'));
  return [...new Set(local.map(({ specifier }) => posix.join(posix.dirname(file.path), specifier)))].sort();
}

/** Breadth first, so that of several circles through a file the shortest is told. */
function shortestCircle(graph: ReadonlyMap<string, readonly string[]>, start: string): string[] | undefined {
  const paths: string[][] = [[start]];
  const visited = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path;
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}
