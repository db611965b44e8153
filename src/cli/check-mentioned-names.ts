import type { Config } from '../domain/authoring/config.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import type { RoutingTable } from '../domain/authoring/routing.ts';
import { rowExpectation } from '../domain/authoring/row-scenarios.ts';
import { DEFAULT_NOW, type Scenario } from '../domain/authoring/scenario.ts';
import type { UserDefinition } from '../domain/authoring/user-definition.ts';
import type { Mention } from '../domain/contracts/scorer.ts';
import type { World, WorldContext } from '../domain/contracts/world.ts';
import type { MentionQuestion } from '../files/scenarios/check-scenario.ts';
import { checkMentions, mentionsOf } from '../scorers/mentions/check-mentions.ts';
import type { Surroundings } from '../scorers/mentions/surroundings.ts';
import { countText } from '../scorers/text/value-text.ts';
import { splitStopMarker } from '../users/stop-marker.ts';
import { worldOf } from './assemble.ts';

/** Names in expectations and faults that stand for nothing in the scenario's world, or in any world of the config. */
export function checkMentionedNames({ scenario, expectations, scorers, config }: MentionQuestion): readonly Problem[] {
  const mentions = [...mentionsOf(expectations, scorers), ...mentionsOfRows(scenario, scorers)];
  if (scenario === undefined) return checkShared(mentions, config);
  const faults = typeof scenario.world === 'string' ? faultsOf(scenario) : [];
  if (mentions.length + faults.length === 0) return [];
  const surroundings = surroundingsOf(scenario, config);
  // A fault is planted in the world: what the agent brings cannot have one.
  const broken =
    surroundings.world === undefined ? [] : checkMentions(faults, { ...surroundings, mayReportTools: false });
  return [...checkMentions(mentions, surroundings), ...broken];
}

/** What the rows of a table name, in the places where they stand. */
function mentionsOfRows(scenario: Scenario | undefined, scorers: MentionQuestion['scorers']): readonly Mention[] {
  const checks = scenario?.routing?.map((row) => rowExpectation(row, scenario)) ?? [];
  return mentionsOf(checks, scorers)
    .filter(({ kind }) => kind !== 'turn')
    .map((mention) => ({ ...mention, path: mention.path.replace(/^expect/, 'routing') }));
}

function faultsOf({ faults }: Scenario): Mention[] {
  return faults.map(({ tool }, index) => ({ kind: 'tool', tool, path: `faults[${index}].tool` }));
}

function surroundingsOf(scenario: Scenario, config: Config): Surroundings {
  const { world, now, given } = scenario;
  const opened = openWorld(() => worldOf(config, world), { seed: 0, now, given });
  const writable =
    typeof world === 'object' ? world.tools.flatMap(({ answers }) => answers.flatMap(placesOf)) : undefined;
  return {
    world: opened && { ...opened, writable },
    mayReportTools: mayReportTools(config, scenario.agent),
    turns: turnsOf(scenario),
    models: Object.keys(config.models ?? {}),
  };
}

function placesOf(answer: object): string[] {
  return 'set' in answer && typeof answer.set === 'object' && answer.set !== null ? Object.keys(answer.set) : [];
}

/** Its tools and its first state; undefined for a world that cannot be opened, which the run will tell. */
function openWorld(world: () => World | undefined, context: WorldContext): Surroundings['world'] {
  try {
    const session = world()?.open(context);
    return session && { tools: session.tools, state: session.state() };
  } catch {
    return undefined;
  }
}

/** A chat agent has no tools but the world's. */
function mayReportTools({ agents = {} }: Config, name = Object.keys(agents)[0]): boolean {
  return name === undefined || !Object.hasOwn(agents, name) || agents[name]?.adapter !== 'chat';
}

function turnsOf({ user, routing, firstSpeaker, limits: { maxTurns } }: Scenario): NonNullable<Surroundings['turns']> {
  const messages = routing === undefined ? messagesOf(user) : mostMessagesOf(routing);
  if (messages === undefined) return { most: maxTurns, because: `\`limits.maxTurns\` is ${maxTurns}` };
  const silent = firstSpeaker === 'agent' ? 1 : 0;
  const most = messages + silent;
  if (most > maxTurns) return { most: maxTurns, because: `\`limits.maxTurns\` is ${maxTurns}` };
  const greeting = silent === 1 ? ' after the greeting of the agent' : '';
  return {
    most,
    because: `the ${routing === undefined ? 'script' : 'longest row'} has ${countText(messages, 'message')}${greeting}`,
  };
}

/** A check of a table is made in each of its rows: a turn that comes in one of them is no mistake. */
function mostMessagesOf(routing: RoutingTable): number {
  return Math.max(...routing.map(({ say }) => [say].flat().length));
}

/** How many messages a user says who follows nothing but scripts. */
function messagesOf(user: UserDefinition): number | undefined {
  const parts: readonly unknown[] = Array.isArray(user) ? user : [user];
  const lines = parts.map((part) => {
    if (typeof part === 'string') return [part];
    if (typeof part !== 'object' || part === null) return undefined;
    if ('say' in part) return [String(part.say)];
    if (!('script' in part) || !Array.isArray(part.script)) return undefined;
    return (part.script as readonly (string | { say: string })[]).map((line) =>
      typeof line === 'string' ? line : line.say,
    );
  });
  if (lines.includes(undefined)) return undefined;
  return lines.flatMap((line) => line ?? []).filter((line) => splitStopMarker(line).said !== '').length;
}

/** The checks of a config are made in several worlds: a name is wrong when it is wrong in all of them. */
function checkShared(mentions: readonly Mention[], config: Config): readonly Problem[] {
  const models = Object.keys(config.models ?? {});
  const judges = checkMentions(
    mentions.filter(({ kind }) => kind === 'model'),
    { models, mayReportTools: true },
  );
  if (mentions.length === 0) return [];
  const worlds = Object.values(config.worlds ?? {}).map((world) =>
    openWorld(() => world, { seed: 0, now: DEFAULT_NOW }),
  );
  if (worlds.length === 0 || worlds.includes(undefined)) return judges;
  const found = worlds.map((world) =>
    checkMentions(
      mentions.filter(({ kind }) => kind !== 'model'),
      { world, models, mayReportTools: true },
    ),
  );
  const [first = [], ...others] = found;
  const everywhere = first.filter((problem) =>
    others.every((problems) => problems.some(({ path, code }) => path === problem.path && code === problem.code)),
  );
  return [...judges, ...everywhere];
}
