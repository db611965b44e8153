import { resolve } from 'node:path';
import type { Config } from '../domain/authoring/config.ts';
import type { Persona } from '../domain/authoring/persona.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import type { Expectation, Scenario } from '../domain/authoring/scenario.ts';
import type { LoadedConfig } from './config/load-config.ts';
import type { LoadedScenario, Project, ProjectOptions } from './project.ts';
import { isInside, outsideProject, shownPath } from './project-paths.ts';
import { checkScenario, placed } from './scenarios/check-scenario.ts';
import type { Draft } from './scenarios/draft.ts';
import type { Personas } from './scenarios/read-personas.ts';
import { type SourcePlaces, wholeFile } from './yaml/source-places.ts';

export type Finishing = {
  options: ProjectOptions;
  root: string;
  /** Found so far. */
  problems: readonly Problem[];
  readConfig: () => Promise<LoadedConfig>;
  configPath: string | undefined;
};

/** The second pass: names, scorers, personas and ids, over files whose shape is known. */
export async function finishProject(drafts: readonly Draft<Scenario>[], finishing: Finishing): Promise<Project> {
  const { options, root, readConfig, configPath } = finishing;
  const { cwd } = options;
  // Running a config may take longer than all the rest: a file that cannot be used anyway does not wait for it.
  const needsConfig = (options.paths ?? []).length === 0 || drafts.some(({ parsed }) => parsed !== undefined);
  const loaded = needsConfig ? await readConfig() : { config: {}, problems: [] };
  const { config } = loaded;
  // The config says where personas are.
  const personas = needsConfig || configPath === undefined ? await loadPersonas(config, finishing) : undefined;
  const isLost = options.config !== undefined && configPath === undefined;
  const isConfigUsable = needsConfig && !isLost && loaded.problems.every(({ severity }) => severity !== 'error');
  const scenarios = await Promise.all(
    drafts.map((draft) =>
      finishScenario(draft, { config, finishing, personas, isConfigRead: needsConfig, isConfigUsable }),
    ),
  );
  const configFile = configPath === undefined ? undefined : shownPath(configPath, cwd);
  const configChecks =
    needsConfig && config.expect !== undefined && configFile !== undefined
      ? await checkSharedExpect(withDefaults(config.expect), wholeFile(configFile), config, finishing)
      : [];
  const problems = [
    ...finishing.problems,
    ...loaded.problems,
    ...configChecks,
    ...(personas?.problems ?? []),
    ...(personas?.drafts.flatMap((draft) => draft.problems) ?? []),
    ...repeatedIds(drafts),
    ...repeatedIds(personas?.drafts ?? []),
    ...scenarios.flatMap((scenario) => scenario.problems),
  ];
  return {
    root,
    config,
    ...(configFile === undefined ? {} : { configFile }),
    scenarios: scenarios
      .flatMap(({ loaded: scenario }) => scenario ?? [])
      .toSorted((a, b) => compare(a.scenario.id, b.scenario.id)),
    personas: (personas?.drafts ?? []).flatMap(({ parsed }) => parsed ?? []).toSorted((a, b) => compare(a.id, b.id)),
    problems: problems.toSorted(comparePlaces),
  };
}

async function checkSharedExpect(
  expectations: readonly Expectation[],
  places: SourcePlaces,
  config: Config,
  finishing: Finishing,
): Promise<readonly Problem[]> {
  const found = await checkExpect(expectations, places, config, finishing);
  if (hasErrors(found)) return found;
  return [...found, ...(await checkMentions(expectations, { config, options: finishing.options, places }))];
}

function withDefaults(expect: NonNullable<Config['expect']>): readonly Expectation[] {
  return expect.map((expectation) => ({ ...expectation, required: expectation.required ?? true }));
}

async function loadPersonas(config: Config, { root, options, configPath }: Finishing): Promise<Personas> {
  const { readPersonas } = await import('./scenarios/read-personas.ts');
  const { cwd, library } = options;
  const folder = resolve(root, config.personas ?? 'personas');
  if (isInside(root, folder)) return readPersonas(folder, { cwd, root, ...(library === undefined ? {} : { library }) });
  const problem = outsideProject('personas', folder, { cwd, config: configPath ?? root });
  return { drafts: [], problems: [problem], find: async () => ({ status: 'known' }) };
}

type Finish = {
  config: Config;
  finishing: Finishing;
  personas: Personas | undefined;
  isConfigRead: boolean;
  isConfigUsable: boolean;
};

async function finishScenario(
  draft: Draft<Scenario>,
  { config, finishing, personas, isConfigRead, isConfigUsable }: Finish,
): Promise<{ problems: readonly Problem[]; loaded?: LoadedScenario }> {
  const { parsed, places, file } = draft;
  const { checks } = finishing.options;
  const problems = [...draft.problems];
  const expectations = parsed?.expect ?? usableExpectations(draft.value);
  if (expectations !== undefined) {
    const found = await checkExpect(expectations, places, config, finishing, isConfigRead);
    // A config that cannot be used may have brought scorers of its own.
    problems.push(
      ...found.filter(({ code, hint }) => isConfigUsable || !isConfigRead || code !== 'unknown-scorer' || hint),
    );
  }
  const named = await findPersona(parsed?.persona ?? namedPersona(draft.value), personas, places);
  problems.push(...named.problems);
  const hasConfig = finishing.configPath !== undefined;
  if (parsed === undefined) {
    const known = isConfigRead && isConfigUsable ? config : undefined;
    return { problems: [...problems, ...(await checkUsableParts(draft, { config: known, hasConfig, checks }))] };
  }
  const ofScenario = { config: isConfigUsable ? config : undefined, hasConfig, places };
  problems.push(...checkScenario(parsed, { ...ofScenario, checks: withPersona(checks, named.persona) }));
  if (isConfigUsable && !hasErrors(problems)) {
    problems.push(
      ...(await checkMentions(parsed.expect, { scenario: parsed, config, options: finishing.options, places })),
    );
  }
  if (hasErrors(problems)) return { problems };
  const { persona } = named;
  return { problems, loaded: { scenario: parsed, ...(persona && { persona }), file, placeOf: places.placeOf } };
}

/** The user's check is handed the persona itself where the scenario has a name. */
function withPersona(checks: ProjectOptions['checks'], persona: Persona | undefined): ProjectOptions['checks'] {
  const { user } = checks;
  if (persona === undefined || user === undefined) return checks;
  return { ...checks, user: (definition, scenario, config) => user(definition, { ...scenario, persona }, config) };
}

/** Mistakes in the parts of a scenario that can be read although others cannot. */
async function checkUsableParts(
  { value, places }: Draft<Scenario>,
  { config, hasConfig, checks }: { config: Config | undefined; hasConfig: boolean; checks: ProjectOptions['checks'] },
): Promise<readonly Problem[]> {
  const [{ Scenario: schema }, { usableParts }] = await Promise.all([
    import('../domain/authoring/scenario.ts'),
    import('./scenarios/usable-parts.ts'),
  ]);
  const usable = usableParts(schema, value);
  if (usable === undefined) return [];
  const { scenario, broken } = usable;
  // A script that speaks of facts which could not be read would be accused of inventing them.
  const { user: _user, ...others } = checks;
  const canJudgeUser = !broken.has('user') && !broken.has('facts');
  return checkScenario(scenario, { config, hasConfig, places, checks: canJudgeUser ? checks : others });
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Asks the other rooms for names that stand for nothing. A scorer that does not tell what it names is not asked. */
async function checkMentions(
  expectations: readonly Expectation[],
  {
    scenario,
    config,
    options: { checks },
    places,
  }: { scenario?: Scenario; config: Config; options: ProjectOptions; places: SourcePlaces },
): Promise<readonly Problem[]> {
  if (checks.mentions === undefined) return [];
  const scorers = [...(await checks.scorers()), ...(config.scorers ?? [])];
  return placed(checks.mentions({ scenario, expectations, scorers, config }), '', places);
}

/** The expectations of a file whose other parts are wrong, so that all its mistakes are told at once. */
function usableExpectations(value: unknown): readonly Expectation[] | undefined {
  const expect: unknown = typeof value === 'object' && value !== null && 'expect' in value ? value.expect : undefined;
  const isUsable = (entry: unknown): entry is Expectation =>
    typeof entry === 'object' &&
    entry !== null &&
    'type' in entry &&
    typeof entry.type === 'string' &&
    entry.type !== '';
  return Array.isArray(expect) && expect.every(isUsable) ? expect : undefined;
}

function namedPersona(value: unknown): string | undefined {
  const persona: unknown =
    typeof value === 'object' && value !== null && 'persona' in value ? value.persona : undefined;
  return typeof persona === 'string' && persona !== '' ? persona : undefined;
}

async function checkExpect(
  expectations: readonly Expectation[],
  places: SourcePlaces,
  config: Config,
  { options, readConfig, configPath }: Finishing,
  isConfigRead = true,
): Promise<readonly Problem[]> {
  if (expectations.length === 0) return [];
  const { checkExpectations } = await import('./scenarios/check-expectations.ts');
  const builtIn = await options.checks.scorers();
  const check = options.checks.expectations;
  const first = checkExpectations(expectations, { scorers: [...builtIn, ...(config.scorers ?? [])], places, check });
  if (isConfigRead || configPath === undefined || first.every(({ code }) => code !== 'unknown-scorer')) return first;
  // The scorer may be one of the config's own, which was not read for a broken file.
  const { config: late } = await readConfig();
  return checkExpectations(expectations, { scorers: [...builtIn, ...(late.scorers ?? [])], places, check });
}

async function findPersona(
  persona: Persona | string | undefined,
  personas: Personas | undefined,
  places: SourcePlaces,
): Promise<{ persona?: Persona | undefined; problems: readonly Problem[] }> {
  if (typeof persona !== 'string' || personas === undefined) {
    return typeof persona === 'string' ? { problems: [] } : { persona, problems: [] };
  }
  const found = await personas.find(persona);
  if (found.status === 'known') return { persona: found.persona, problems: [] };
  const { status: _status, ...words } = found;
  const place = places.placeOf('persona');
  return { problems: [{ severity: 'error', code: 'unknown-persona', place, path: 'persona', ...words }] };
}

/** Two files of one id would share a folder of results; so would two that a disk without cases takes for one. */
function repeatedIds(drafts: readonly Draft<{ id: string }>[]): readonly Problem[] {
  const first = new Map<string, Draft<{ id: string }>>();
  return drafts.flatMap((draft) => {
    const id = draft.parsed?.id;
    if (id === undefined) return [];
    const earlier = first.get(id.toLowerCase());
    if (earlier === undefined) {
      first.set(id.toLowerCase(), draft);
      return [];
    }
    const there = earlier.places.placeOf('id');
    const message = `the id \`${id}\` is taken by ${there.file}:${there.line}:${there.column}`;
    return [{ severity: 'error', code: 'repeated-id', place: draft.places.placeOf('id'), path: 'id', message }];
  });
}

function comparePlaces(a: Problem, b: Problem): number {
  const order = compare(a.place?.file ?? '', b.place?.file ?? '');
  if (order !== 0) return order;
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
