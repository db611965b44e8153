import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Identifier } from '../domain/authoring/identifier.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import { type Tier, tierOf } from '../domain/authoring/tier.ts';
import { UsageError } from '../domain/errors.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { loadProject } from '../files/load-project.ts';
import type { LoadedScenario, Project } from '../files/project.ts';
import { applyFilter } from './filter/apply-filter.ts';
import { projectChecks } from './project-checks.ts';

export type Selection = {
  cwd: string;
  /** Files, folders and ids, as a person gave them. */
  wanted: readonly string[];
  tags?: readonly string[] | undefined;
  /** Only scenarios of this tier. */
  tier?: Tier | undefined;
  /** An expression, as `--filter` takes it. */
  filter?: string | undefined;
  config?: string | undefined;
  /** What was asked for may be gone: ids and paths of a run that goes on. Tags and tier were looked at when it began. */
  mayBeGone?: boolean | undefined;
};

export type OpenedProject = Project & {
  /** The scenarios that were asked for, ordered by id. */
  selected: readonly LoadedScenario[];
  warnings: readonly Problem[];
  /** Whether files or folders were named, so that an id alone would not find the same scenarios. */
  wasReadFromPaths: boolean;
  /** The file by which a scenario is found again; undefined where its id is enough, or says more than the file. */
  fileToName(scenario: string): string | undefined;
};

/** Reads the project and picks what was asked for. Throws `UsageError` with every mistake of every file. */
export async function openProject(selection: Selection): Promise<OpenedProject> {
  const project = await readProject(selection);
  const mistakes = project.problems.filter(({ severity }) => severity === 'error');
  const errors = mistakes.filter((problem) => concerns(problem, selection, project));
  if (errors.length > 0) {
    throw new UsageError(errors.length === 1 ? '1 mistake:' : `${errors.length} mistakes:`, errors);
  }
  const chosen = selectScenarios(project, selection);
  const { filter } = selection;
  const selected = filter === undefined ? chosen : applyFilter(filter, chosen, project);
  return {
    ...project,
    selected,
    warnings: [...project.problems.filter(({ severity }) => severity === 'warning'), ...besideNote(mistakes.length)],
    wasReadFromPaths: pathsOf(selection) !== undefined,
    fileToName: (scenario) => (pathsOf(selection) === undefined ? undefined : fileOf(scenario, project, selection.cwd)),
  };
}

/** A file of several scenarios would run them all: where ids are looked for, the id is better. */
function fileOf(scenario: string, project: Project, cwd: string): string | undefined {
  const file = project.scenarios.find((loaded) => loaded.scenario.id === scenario)?.file;
  const isShared = project.scenarios.filter((loaded) => loaded.file === file).length > 1;
  return isShared && file !== undefined && isInFolders(file, project, cwd) ? undefined : file;
}

/** Whether a file lies where scenarios are looked for when ids are named. */
function isInFolders(file: string, { root, config }: Project, cwd: string): boolean {
  const path = resolve(cwd, file);
  const folders = [config.scenarios ?? 'scenarios'].flat().map((folder) => resolve(root, folder));
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** What a scenario lacks that asks a model; one that asks none can do without. */
const MODEL_CODES: ReadonlySet<string> = new Set([
  'persona-needs-model',
  'judge-needs-model',
  'which-model',
  'unknown-model',
]);

/** Whether a mistake stands in the way of what was asked for. One in a scenario that nobody picked does not. */
function concerns({ place, code }: Problem, selection: Selection, project: Project): boolean {
  const { cwd, wanted, tier } = selection;
  if (tier === 'scripted' && MODEL_CODES.has(code)) return false;
  const ids = wanted.filter((name) => isId(name, cwd));
  if (place === undefined || ids.length === 0 || ids.length < wanted.length || ids.includes('all')) return true;
  const own = place.entry ?? basename(place.file).replace(/\.(?:ya?ml|scenario\.[cm]?[jt]s)$/, '');
  return !isInFolders(place.file, project, cwd) || ids.includes(own);
}

function besideNote(count: number): readonly Problem[] {
  if (count === 0) return [];
  const mistakes = count === 1 ? 'a mistake' : `${count} mistakes`;
  const message = `there ${count === 1 ? 'is' : 'are'} ${mistakes} in scenarios that were not asked for; \`rehearsal lint\` shows them`;
  return [{ severity: 'warning', code: 'mistakes-beside', path: '', message }];
}

/** Reads the project with its mistakes, which lint shows. */
export function readProject(selection: Selection): Promise<Project> {
  const { cwd, config } = selection;
  const paths = pathsOf(selection);
  return loadProject({
    cwd,
    ...(config === undefined ? {} : { config }),
    ...(paths === undefined ? {} : { paths }),
    checks: projectChecks,
    library: new URL('../../personas/', import.meta.url).pathname,
  });
}

/** The files and folders to read; undefined when ids were named, which are looked for in the whole project. */
function pathsOf({ cwd, wanted: given, mayBeGone }: Selection): readonly string[] | undefined {
  const wanted = mayBeGone === true ? given.filter((name) => isId(name, cwd) || existsSync(resolve(cwd, name))) : given;
  const hasOnlyPaths = wanted.length > 0 && wanted.every((name) => !isId(name, cwd));
  return hasOnlyPaths ? wanted : undefined;
}

/** Ids count only where no file of that name is there. */
function isId(name: string, cwd: string): boolean {
  return Identifier.safeParse(name).success && !existsSync(resolve(cwd, name));
}

/** The scenarios that were asked for. Throws `UsageError` for ids and tags that nobody has. */
export function selectScenarios(
  { scenarios, root }: Project,
  { cwd, wanted: given, tags, tier, mayBeGone = false }: Selection,
): readonly LoadedScenario[] {
  const known = scenarios.map(({ scenario }) => scenario.id);
  const wanted = given.filter((name) => name !== 'all' || known.includes('all') || !isId(name, cwd));
  const ids = wanted.filter((name) => isId(name, cwd));
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0 && !mayBeGone)
    throw new UsageError(
      'nothing was run:',
      unknown.map((id) => unknownId(id, known)),
    );
  const paths = wanted.filter((name) => !ids.includes(name)).map((path) => resolve(cwd, path));
  const inPaths = ({ file }: LoadedScenario): boolean => {
    const full = resolve(cwd, file);
    return paths.some((path) => full === path || full.startsWith(`${path}/`));
  };
  const isChosen = (loaded: LoadedScenario): boolean =>
    wanted.length < given.length || ids.length === 0 || ids.includes(loaded.scenario.id) || inPaths(loaded);
  if (mayBeGone) return scenarios.filter(isChosen);
  const chosen = ofTier(scenarios.filter(isChosen), { tier, root });
  if (tags === undefined) return chosen;
  const tagged = chosen.filter(({ scenario }) => scenario.tags.some((tag) => tags.includes(tag)));
  const everyTag = [...new Set(scenarios.flatMap(({ scenario }) => scenario.tags))].sort();
  const strange = tags.filter((tag) => !everyTag.includes(tag));
  if (strange.length > 0)
    throw new UsageError(
      'nothing was run:',
      strange.map((tag) => unknownTag(tag, everyTag)),
    );
  if (tagged.length === 0)
    throw new UsageError(
      `no scenario that was asked for has the tag ${tags.map((tag) => `\`${tag}\``).join(' or ')} (in ${root})`,
    );
  return tagged;
}

function ofTier(
  scenarios: readonly LoadedScenario[],
  { tier, root }: { tier: Tier | undefined; root: string },
): readonly LoadedScenario[] {
  if (tier === undefined) return scenarios;
  const chosen = scenarios.filter(({ scenario }) => tierOf(scenario) === tier);
  if (chosen.length === 0) throw new UsageError(`no scenario that was asked for is \`${tier}\` (in ${root})`);
  return chosen;
}

function unknownId(id: string, known: readonly string[]): Problem {
  const near = nearestName(id, known);
  return {
    severity: 'error',
    code: 'unknown-scenario',
    path: '',
    message: `there is no scenario \`${id}\`, and no file of that name`,
    ...(known.length === 0 ? {} : { details: [`Known scenarios: ${known.map((name) => `\`${name}\``).join(', ')}.`] }),
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}

function unknownTag(tag: string, known: readonly string[]): Problem {
  const near = nearestName(tag, known);
  return {
    severity: 'error',
    code: 'unknown-tag',
    path: '',
    message: `no scenario has the tag \`${tag}\``,
    ...(known.length === 0 ? {} : { details: [`Tags in use: ${known.map((name) => `\`${name}\``).join(', ')}.`] }),
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}
