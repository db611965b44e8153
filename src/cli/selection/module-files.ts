import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** What a module may be called in an import that leaves the ending out, or names what it is compiled to. */
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js', '/index.mjs'];
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
/** Text of a module in quotes that could be a path. */
const QUOTED = /(["'`])(?<path>[\p{L}\p{N}_@.\-/ ]{1,300}?)\1/gu;
const MODULES: ReadonlySet<string> = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/**
 * The module and every file that it can lead to: each text in quotes, in it and in the modules it leads to, that is the path
 * of a file from the module or from `root`. That is more than what it imports: programs that agents start, prompts and
 * recordings count as well, and a path in a comment does no harm. Packages are not followed. `ignored` files are left out.
 * Paths are absolute and without links.
 */
export function moduleFiles(
  entry: string,
  { root, ignored }: { root: string; ignored: (path: string) => boolean },
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [realpathSync(entry)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!MODULES.has(extname(path))) continue;
    for (const match of readFileSync(path, 'utf8').matchAll(QUOTED)) {
      const named = match.groups?.path ?? '';
      const next = fileOf(dirname(path), named) ?? fileOf(root, named);
      if (next !== undefined && !ignored(next) && !next.includes('/node_modules/')) open.push(next);
    }
  }
  return found;
}

function fileOf(folder: string, named: string): string | undefined {
  const path = join(folder, named);
  const sources = (SOURCES[extname(path)] ?? []).map((ending) => path.slice(0, -extname(path).length) + ending);
  const candidates = [...ENDINGS.map((ending) => path + ending), ...sources];
  const file = candidates.find((candidate) => isFile(candidate));
  return file === undefined ? undefined : realpathSync(file);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A part of the path is no folder, or nobody may look into it.
    return false;
  }
}
