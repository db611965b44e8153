import type { Config } from '../../domain/authoring/config.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { messagesOf } from '../../domain/authoring/routing.ts';
import type { Expectation, Scenario } from '../../domain/authoring/scenario.ts';
import { tierOf } from '../../domain/authoring/tier.ts';
import type { WorldDefinition } from '../../domain/authoring/tool-stub.ts';
import type { UserDefinition } from '../../domain/authoring/user-definition.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';
import { checkPatterns } from './check-patterns.ts';

/**
 * What the other rooms know of a scenario's parts. Paths of their problems begin at the part they were handed, or at
 * the scenario; places are found here.
 */
export type ScenarioChecks = {
  user?(definition: UserDefinition, scenario: Scenario, config: Config | undefined): readonly Problem[];
  /** Called when the shape of every expectation is right. */
  expectations?(expectations: readonly Expectation[], scorers: readonly AnyScorerDefinition[]): readonly Problem[];
  world?(definition: WorldDefinition): readonly Problem[];
  /** Whether the tools, places and turns that expectations name exist; asked when everything else is right. */
  mentions?(question: MentionQuestion): readonly Problem[];
};

export type MentionQuestion = {
  /** Absent for the checks of the config, which every scenario makes. */
  scenario?: Scenario | undefined;
  expectations: readonly Expectation[];
  scorers: readonly AnyScorerDefinition[];
  config: Config;
};

export type ScenarioCheck = {
  /** Absent when it could not be used: what it names is not known then. */
  config: Config | undefined;
  /** Whether there is a config at all. */
  hasConfig: boolean;
  places: SourcePlaces;
  checks: ScenarioChecks;
};

/** Checks the names a scenario uses, and what the other rooms say of its parts. */
export function checkScenario(
  scenario: Scenario,
  { config, hasConfig, places, checks }: ScenarioCheck,
): readonly Problem[] {
  const { user, routing, world, persona } = scenario;
  return [
    ...(config === undefined ? [] : checkNames(scenario, config, { places, hasConfig })),
    ...faultTools(scenario, places),
    ...(typeof persona === 'object' ? checkPatterns(persona, places, 'persona') : []),
    ...(routing === undefined ? placed(checks.user?.(user, scenario, config) ?? [], 'user', places) : []),
    ...checkRows(scenario, { config, places, checks }),
    ...(typeof world === 'object' ? placed(checks.world?.(world) ?? [], 'world', places) : []),
    ...wrongTier(scenario, places),
    ...(config === undefined ? [] : withoutChecks(scenario, config, places)),
  ];
}

/** The messages of a table are words of a script, each row by itself. */
function checkRows(
  scenario: Scenario,
  { config, places, checks }: Pick<ScenarioCheck, 'config' | 'places' | 'checks'>,
): readonly Problem[] {
  return (scenario.routing ?? []).flatMap((row, index) => {
    const found = checks.user?.([...messagesOf(row)], scenario, config) ?? [];
    const own = found.map((problem) => ({
      ...problem,
      path: typeof row.say === 'string' ? problem.path.replace(/^\[0\]/, '') : problem.path,
    }));
    return placed(own, `routing[${index}].say`, places);
  });
}

function checkNames({ agent, world, user }: Scenario, config: Config, names: Omit<Names, 'path'>): readonly Problem[] {
  return [
    ...unknownName('agent', agent, config.agents, { ...names, path: 'agent' }),
    ...(typeof world === 'string' ? unknownName('world', world, config.worlds, { ...names, path: 'world' }) : []),
    ...partsOf(user).flatMap(({ machine, path }) =>
      typeof machine === 'string' ? unknownName('machine', machine, config.machines, { ...names, path }) : [],
    ),
  ];
}

type Names = { places: SourcePlaces; hasConfig: boolean; path: string };

function unknownName(
  what: string,
  name: string | undefined,
  known: Readonly<Record<string, unknown>> = {},
  { places, hasConfig, path }: Names,
): readonly Problem[] {
  if (name === undefined || Object.hasOwn(known, name)) return [];
  const names = Object.keys(known).toSorted();
  const nearest = nearestName(name, names);
  const list = names.length === 0 ? `the config has no ${what}s` : `known are ${quote(names)}`;
  return [
    {
      severity: 'error',
      code: `unknown-${what}`,
      place: places.placeOf(path),
      path,
      message: `no ${what} is named \`${name}\`; ${hasConfig ? list : 'there is no `rehearsal.config.ts` to name one'}`,
      ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` }),
    },
  ];
}

function quote(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The drivers of a user that could be machines, each with its path. */
function partsOf(user: UserDefinition): readonly { machine: unknown; path: string }[] {
  const parts: readonly unknown[] = Array.isArray(user) ? user : [user];
  return parts.flatMap((part, index) => {
    if (typeof part !== 'object' || part === null || !('machine' in part)) return [];
    return [{ machine: part.machine, path: Array.isArray(user) ? `user[${index}].machine` : 'user.machine' }];
  });
}

/** A fault for a tool that a world written in place does not have would never happen. */
function faultTools({ faults, world }: Scenario, places: SourcePlaces): readonly Problem[] {
  if (typeof world !== 'object') return [];
  const tools = Object.fromEntries(world.tools.map((tool) => [tool.name, tool]));
  return faults.flatMap(({ tool }, index) =>
    unknownName('tool', tool, tools, { places, hasConfig: true, path: `faults[${index}].tool` }).map((problem) => ({
      ...problem,
      message: problem.message.replace('the config has', 'the world has'),
    })),
  );
}

/** Whoever picks the scripted scenarios relies on them to ask nobody. */
function wrongTier(scenario: Scenario, places: SourcePlaces): readonly Problem[] {
  if (scenario.tier !== 'scripted' || tierOf({ ...scenario, tier: undefined }) === 'scripted') return [];
  return [
    {
      severity: 'error',
      code: 'wrong-tier',
      place: places.placeOf('tier'),
      path: 'tier',
      message: 'this scenario asks a model, for its user or a judge, so it is not `scripted`',
      hint: 'write `tier: live`, or leave the line out',
    },
  ];
}

function withoutChecks({ expect, routing }: Scenario, config: Config, places: SourcePlaces): readonly Problem[] {
  if (expect.length > 0 || routing !== undefined || (config.expect?.length ?? 0) > 0) return [];
  return [
    {
      severity: 'error',
      code: 'no-checks',
      place: places.placeOf('expect', 'key'),
      path: 'expect',
      message: 'this scenario checks nothing, so nothing could fail',
      hint: 'add an entry to `expect`, such as `- type: grounded`',
    },
  ];
}

/** What is wrong is the key, not what stands behind it. */
const KEY_MISTAKES: ReadonlySet<string> = new Set(['unknown-key', 'unknown-argument', 'unknown-state']);

/** Gives problems of a part their path in the file and their place. Without a part, their paths are whole already. */
export function placed(problems: readonly Problem[], part: string, places: SourcePlaces): readonly Problem[] {
  return problems.map((problem) => {
    const isWhole =
      part === '' ||
      problem.path === part ||
      problem.path.startsWith(`${part}.`) ||
      problem.path.startsWith(`${part}[`);
    const below = problem.path.startsWith('[') ? `${part}${problem.path}` : `${part}.${problem.path}`;
    const path = isWhole ? problem.path : problem.path === '' ? part : below;
    return { ...problem, path, place: places.placeOf(path, KEY_MISTAKES.has(problem.code) ? 'key' : 'value') };
  });
}
