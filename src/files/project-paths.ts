import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Problem } from '../domain/authoring/problem.ts';
import { nearestName } from '../domain/values/nearest-name.ts';

/** A path as people are told of it: from the folder they stand in, with `/` on every system. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path) || '.';
  return (isAbsolute(shown) ? path : shown).split(sep).join('/');
}

/** Whether `path` is `folder` or lies below it. Both are absolute; links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export type FoundFiles = { files: readonly string[]; problems: readonly Problem[] };
export type FileSearch = {
  cwd: string;
  /** Nothing outside of it is read, not even through a link. */
  root: string;
  accepts: (name: string) => boolean;
};

/**
 * The files of a folder and of the folders in it, in the order of their paths; hidden folders and `node_modules` are
 * left out. A link that leaves `root` is a problem.
 */
export async function findFiles(folder: string, search: FileSearch): Promise<FoundFiles> {
  const files: string[] = [];
  const problems: Problem[] = [];
  await walk(folder, search, files, problems);
  return { files, problems };
}

async function walk(folder: string, search: FileSearch, files: string[], problems: Problem[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && entry.name !== 'node_modules') await walk(path, search, files, problems);
    } else if (entry.isSymbolicLink()) {
      const problem = await linkProblem(path, search);
      if (problem !== undefined) problems.push(problem);
      else if (search.accepts(entry.name) && (await stat(path)).isFile()) files.push(path);
    } else if (entry.isFile() && search.accepts(entry.name)) files.push(path);
  }
}

/** Why a link is not followed; undefined when it stays below the root. */
async function linkProblem(path: string, { cwd, root }: FileSearch): Promise<Problem | undefined> {
  const place = { file: shownPath(path, cwd), line: 1, column: 1 };
  try {
    if (isInside(await realpath(root), await realpath(path))) return undefined;
    const message = 'this link leaves the project; files outside of it are not read';
    return { severity: 'error', code: 'link-leaves-project', place, path: '', message };
  } catch {
    return { severity: 'error', code: 'dead-link', place, path: '', message: 'this link leads nowhere' };
  }
}

/** What a path given by hand stands for; `missing` names the nearest neighbour that exists. */
export type GivenPath = { kind: 'file' | 'folder'; path: string } | { kind: 'missing'; problem: Problem };

export async function lookAt(given: string, cwd: string): Promise<GivenPath> {
  const path = resolve(cwd, given);
  try {
    return { kind: (await stat(path)).isDirectory() ? 'folder' : 'file', path };
  } catch {
    const hint = await nearestFile(path, cwd);
    const message = `\`${given}\`: no such file or folder`;
    const problem: Problem = { severity: 'error', code: 'no-such-file', path: '', message, ...hint };
    return { kind: 'missing', problem };
  }
}

async function nearestFile(path: string, cwd: string): Promise<{ hint?: string }> {
  try {
    const folder = resolve(path, '..');
    const nearest = nearestName(basename(path), (await readdir(folder)).toSorted());
    return nearest === undefined ? {} : { hint: `did you mean \`${shownPath(join(folder, nearest), cwd)}\`?` };
  } catch {
    return {};
  }
}

/** A folder that a config names and that is not read. */
export function outsideProject(key: string, folder: string, { cwd, config }: { cwd: string; config: string }): Problem {
  const place = { file: shownPath(config, cwd), line: 1, column: 1 };
  const message = `\`${shownPath(folder, cwd)}\` lies outside the project, which is the folder of its config`;
  return { severity: 'error', code: 'outside-project', place, path: key, message };
}
