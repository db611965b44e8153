import { existsSync, realpathSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { LoadedScenario, Project } from '../../files/project.ts';
import { isInside } from '../../files/project-paths.ts';
import { changedFiles } from './changed-files.ts';
import { moduleFiles } from './module-files.ts';

/** What decides which code of others runs. */
const PACKAGES = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
];

export type ChangedScenarios = {
  scenarios: readonly LoadedScenario[];
  /** The file for which all scenarios count as changed, absolute; absent where each was looked at. */
  because?: string | undefined;
};

/**
 * The scenarios of which something changed since a commit: their own file, their persona's, a module that one of these
 * files names; or all, where the config, what it leads to, or the installed packages changed.
 */
export async function changedScenarios(
  reference: string,
  chosen: readonly LoadedScenario[],
  { project, cwd, env }: { project: Project; cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<ChangedScenarios> {
  const { changed, top } = await changedFiles(reference, { root: project.root, env });
  const root = realpathSync(project.root);
  const own = project.scenarios.map(({ file }) => realpathSync(resolve(cwd, file)));
  const personas = resolve(root, project.config.personas ?? 'personas');
  const isIgnored = (path: string): boolean => own.includes(path) || isInside(personas, path);
  const shared = [...sharedFiles(project, { cwd, root, top, isIgnored })];
  const because = shared.find((file) => changed.has(file));
  if (because !== undefined) return { scenarios: chosen, because };
  const changedPersonas = new Set(
    [...changed].filter((path) => isInside(personas, path)).map((path) => basename(path, extname(path))),
  );
  const isChanged = ({ file, persona, scenario }: LoadedScenario): boolean => {
    const path = realpathSync(resolve(cwd, file));
    const isNamed = typeof scenario.persona === 'string' && persona !== undefined;
    return (
      (isNamed && changedPersonas.has(persona.id)) ||
      [...moduleFiles(path, { root, ignored: isIgnored })].some((one) => changed.has(one))
    );
  };
  return { scenarios: chosen.filter(isChanged) };
}

type Places = { cwd: string; root: string; top: string; isIgnored: (path: string) => boolean };

function sharedFiles({ configFile }: Project, { cwd, root, top, isIgnored }: Places): ReadonlySet<string> {
  const packages = [root, top].flatMap((folder) => PACKAGES.map((name) => join(folder, name)));
  const ofConfig = configFile === undefined ? [] : moduleFiles(resolve(cwd, configFile), { root, ignored: isIgnored });
  return new Set([...packages.filter((path) => existsSync(path)), ...ofConfig]);
}
