import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../domain/authoring/config.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import { type LoadedConfig, loadConfig, locateConfig } from './config/load-config.ts';
import { type ModuleLoader, moduleLoader } from './config/module-loader.ts';
import { finishProject } from './finish-project.ts';
import type { Project, ProjectOptions } from './project.ts';
import { findFiles, isInside, lookAt, outsideProject, shownPath } from './project-paths.ts';
import { isScenarioFile, readScenarios } from './scenarios/read-scenario.ts';

/** Reads config, scenarios and personas, and gathers all their mistakes. Throws only for mistakes of our own. */
export async function loadProject(options: ProjectOptions): Promise<Project> {
  const { cwd, paths = [] } = options;
  const located = await locateConfig(cwd, options.config);
  const root = located.path === undefined ? cwd : dirname(located.path);
  let loader = options.loader;
  const lend = (): ModuleLoader => {
    loader ??= moduleLoader();
    return loader;
  };
  let loaded: Promise<LoadedConfig> | undefined;
  const readConfig = (): Promise<LoadedConfig> => {
    const { path } = located;
    loaded ??=
      path === undefined ? Promise.resolve({ config: {}, problems: [] }) : loadConfig(path, { cwd, loader: lend() });
    return loaded;
  };
  const given =
    paths.length > 0 ? paths.map((path) => resolve(cwd, path)) : foldersOf((await readConfig()).config, root);
  const found = await collectFiles(given, {
    cwd,
    root,
    config: paths.length > 0 ? undefined : located.path,
    isGivenByHand: paths.length > 0,
  });
  const drafts = (
    await Promise.all(found.files.map((path) => readScenarios(path, { cwd, root, loader: lend })))
  ).flat();
  const problems = [...located.problems, ...found.problems];
  return finishProject(drafts, { options, root, problems, readConfig, configPath: located.path });
}

function foldersOf({ scenarios = 'scenarios' }: Config, root: string): readonly string[] {
  return (typeof scenarios === 'string' ? [scenarios] : scenarios).map((path) => resolve(root, path));
}

type Collecting = {
  cwd: string;
  root: string;
  /** The config that names the folders. */
  config: string | undefined;
  /** The paths come from the command line. */
  isGivenByHand: boolean;
};

async function collectFiles(
  given: readonly string[],
  { cwd, root, config, isGivenByHand }: Collecting,
): Promise<{ files: readonly string[]; problems: readonly Problem[] }> {
  const files = new Set<string>();
  const problems: Problem[] = [];
  for (const path of given) {
    // What a person names on the command line is theirs to choose; what a file names stays in the project.
    if (config !== undefined && !isInside(root, path)) {
      problems.push(outsideProject('scenarios', path, { cwd, config }));
      continue;
    }
    const look = existsSync(path) ? await lookAt(path, cwd) : await lookAt(shownPath(path, cwd), cwd);
    if (look.kind === 'missing') problems.push({ ...(isGivenByHand ? {} : { hint: FIRST_SCENARIO }), ...look.problem });
    else if (look.kind === 'file') files.add(path);
    else {
      const search = { cwd, root: isInside(root, path) ? root : path, accepts: isScenarioFile };
      const inside = await findFiles(path, search);
      problems.push(...inside.problems);
      for (const file of inside.files) files.add(file);
      if (inside.files.length === 0) problems.push(emptyFolder(shownPath(path, cwd)));
    }
  }
  return { files: [...files], problems };
}

const FIRST_SCENARIO = '`rehearsal init` writes a first one';

function emptyFolder(folder: string): Problem {
  const message = `no scenario in \`${folder}\`: expected files that end in \`.yaml\`, \`.scenario.ts\` or \`.scenario.js\``;
  return { severity: 'error', code: 'no-scenarios', path: '', message, hint: FIRST_SCENARIO };
}
