import type { Config } from '../domain/authoring/config.ts';
import type { Gate } from '../domain/authoring/gate.ts';
import type { Expectation, Scenario } from '../domain/authoring/scenario.ts';
import { hasPersonaPart } from '../domain/authoring/tier.ts';
import type { Agent } from '../domain/contracts/agent.ts';
import type { World } from '../domain/contracts/world.ts';
import { UsageError } from '../domain/errors.ts';
import { stableHash } from '../domain/values/hash.ts';
import { identityText } from '../domain/values/identity-text.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import type { LoadedScenario } from '../files/project.ts';
import type { RunnableScenario } from '../runs/plan-run.ts';
import { builtInScorers } from '../scorers/built-in-scorers.ts';
import { createScorers } from '../scorers/create-scorers.ts';
import { createUser } from '../users/create-user.ts';
import { personaChecks } from '../users/persona-checks.ts';
import { userReviewer } from '../users/review-user.ts';
import { stubWorld } from '../worlds/stub-world.ts';
import { checkPlace } from './check-place.ts';

/** Puts a scenario together with its user, agent, world and scorers. Throws `UsageError` for names nobody has. */
export function assembleScenario(
  loaded: LoadedScenario,
  {
    config,
    agent: override,
    gate,
  }: { config: Config; agent?: { name: string; agent: Agent } | undefined; gate?: Gate | undefined },
): RunnableScenario {
  const { scenario, persona } = loaded;
  const shared = sharedChecks(config, scenario);
  const expect = [...scenario.expect, ...shared];
  const ofPersona =
    hasPersonaPart(scenario.user) && persona !== undefined ? personaChecks(persona, { taken: idsOf(expect) }) : [];
  const { facts, goal } = scenario;
  return {
    scenario,
    variant: override === undefined ? 'default' : `agent-${variantName(override.name)}`,
    namedAgent: override?.name,
    user: createUser(scenario.user, {
      facts,
      machines: config.machines ?? {},
      minTurns: scenario.limits.minTurns,
      ...(persona === undefined ? {} : { persona }),
      models: config.models ?? {},
      goal,
      language: scenario.language,
      firstSpeaker: scenario.firstSpeaker,
    }),
    agent: override?.agent ?? agentOf(config, scenario.agent),
    world: worldOf(config, scenario.world),
    scorers: createScorers([...expect, ...ofPersona], [...builtInScorers, ...(config.scorers ?? [])]),
    persona: persona?.id,
    placeOf: (scoreId) => checkPlace(loaded, scoreId),
    reviewUser: userReviewer({ persona, facts, goal, language: scenario.language ?? persona?.language }),
    gate: scenario.gate ?? gate ?? config.gate ?? {},
    hashes: hashesOf(persona, shared),
  };
}

function hashesOf(persona: LoadedScenario['persona'], shared: readonly Expectation[]): RunnableScenario['hashes'] {
  return {
    ...(persona === undefined ? {} : { persona: stableHash(identityText(persona)) }),
    ...(shared.length === 0 ? {} : { checks: stableHash(identityText(shared)) }),
  };
}

function idsOf(expect: readonly Expectation[]): string[] {
  return expect.flatMap(({ id }) => id ?? []);
}

/** The config's checks, without those that the scenario makes itself. */
function sharedChecks({ expect = [] }: Config, scenario: Scenario): Expectation[] {
  const own = new Set(scenario.expect.map(questionOf));
  return expect
    .map((check) => ({ ...check, required: check.required ?? true }))
    .filter((check) => !own.has(questionOf(check)));
}

/** What a check asks, whatever it is called and whether it decides. */
function questionOf({ id: _id, required: _required, ...question }: Expectation): string {
  return identityText(question);
}

/** The agent of this name, which it goes by unless it has one of its own; the first of the config where none is given. */
export function agentOf({ agents = {} }: Config, name: string | undefined): Agent {
  const names = Object.keys(agents);
  const wanted = name ?? names[0];
  const agent = wanted !== undefined && Object.hasOwn(agents, wanted) ? agents[wanted] : undefined;
  if (agent !== undefined && wanted !== undefined)
    return agent.hasDefaultName === true ? { ...agent, name: wanted } : agent;
  if (wanted === undefined) {
    throw new UsageError('there is no agent to talk to', [
      {
        severity: 'error',
        code: 'no-agent',
        path: '',
        message: 'the config names no agents',
        hint: 'write `agents: { mine: functionAgent(…) }` in rehearsal.config.ts, or start with `rehearsal init`',
      },
    ]);
  }
  const near = nearestName(wanted, names);
  throw new UsageError(`unknown agent \`${wanted}\``, [
    {
      severity: 'error',
      code: 'unknown-agent',
      path: '',
      message: `the config has no agent \`${wanted}\`; known are ${names.map((known) => `\`${known}\``).join(', ')}`,
      ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
    },
  ]);
}

/** The world that a scenario names or holds; undefined when it has none. Throws `UsageError` for a name nobody has. */
export function worldOf({ worlds = {} }: Config, world: LoadedScenario['scenario']['world']): World | undefined {
  if (world === undefined) return undefined;
  if (typeof world !== 'string') return stubWorld(world, 'stubs');
  const named = Object.hasOwn(worlds, world) ? worlds[world] : undefined;
  if (named === undefined) throw new UsageError(`unknown world \`${world}\``);
  return named;
}

/** Names in a config may hold anything; a variant is part of a path. */
function variantName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'unnamed' : plain.slice(0, 60).replace(/-+$/, '');
}
