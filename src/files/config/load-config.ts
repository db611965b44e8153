import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../domain/authoring/config.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { lookAt, shownPath } from '../project-paths.ts';
import type { ModuleLoader } from './module-loader.ts';
import { modulePlaces, placeAt } from './module-places.ts';
import { moduleProblem } from './module-problem.ts';

export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((ending) => `rehearsal.config.${ending}`);

/** A config that was found; `config` is empty when it cannot be used, and the problems say why. */
export type LoadedConfig = {
  config: Config;
  /** Absolute; absent when the project has no config. */
  path?: string | undefined;
  problems: readonly Problem[];
};

/** The config file for a folder: in it, or in the nearest folder above up to the one that holds the project. */
export function findConfig(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const name = CONFIG_NAMES.find((candidate) => existsSync(join(folder, candidate)));
    if (name !== undefined) return join(folder, name);
    const isProject = existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git'));
    if (isProject || dirname(folder) === folder) return undefined;
  }
}

/** Where the config is, looking at what was asked for first. */
export async function locateConfig(
  cwd: string,
  given?: string,
): Promise<{ path?: string | undefined; problems: readonly Problem[] }> {
  if (given === undefined) return { path: findConfig(cwd), problems: [] };
  const found = await lookAt(given, cwd);
  if (found.kind === 'missing') return { problems: [found.problem] };
  if (found.kind === 'file') return { path: found.path, problems: [] };
  const message = `\`${given}\` is a folder; \`--config\` names a file`;
  return { problems: [{ severity: 'error', code: 'not-a-file', path: '', message }] };
}

/** Runs the config module and checks what it exports by default. Never throws for what a config may do. */
export async function loadConfig(
  path: string,
  { cwd, loader }: { cwd: string; loader: ModuleLoader },
): Promise<LoadedConfig> {
  let exported: unknown;
  try {
    const module = await loader.load(path);
    exported = module.default;
  } catch (error) {
    return { config: {}, path, problems: [moduleProblem(error, { path, root: dirname(path), cwd })] };
  }
  const text = await readFile(path, 'utf8');
  const file = shownPath(path, cwd);
  if (exported === undefined) return { config: {}, path, problems: [noDefaultExport(file, text)] };
  const { checkConfig } = await import('./check-config.ts');
  const problems = checkConfig(exported, { places: modulePlaces(file, text), text });
  return { config: problems.length === 0 ? (exported as Config) : {}, path, problems };
}

/** Told where something else is exported, which was probably meant to be the config. */
function noDefaultExport(file: string, text: string): Problem {
  const named = /^export\s+(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)/mu.exec(text);
  return {
    severity: 'error',
    code: 'no-default-export',
    place: { file, ...placeAt(text, named?.index ?? 0) },
    path: '',
    message: 'no default export: write `export default defineConfig({ … })`',
    ...(named === null ? {} : { hint: `put \`export default\` in the place of \`export const ${named[1]} =\`` }),
  };
}
