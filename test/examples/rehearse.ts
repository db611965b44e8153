import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import config from '../../rehearsal.config.ts';
import { rowScenarios } from '../../src/domain/authoring/row-scenarios.ts';
import { Expectation, Scenario } from '../../src/domain/authoring/scenario.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { type Failure, judgeSession, type Verdict } from '../../src/domain/verdicts/verdict.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { runSession } from '../../src/session/run-session.ts';
import type { SessionRun } from '../../src/session/session-context.ts';
import { createUser } from '../../src/users/create-user.ts';

const FOLDER = new URL('../../scenarios/', import.meta.url);

const shipped = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => Scenario.parse(parse(readFileSync(new URL(file, FOLDER), 'utf8'))));

/** The shipped scenarios by id, without tables of messages. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  shipped.filter(({ routing }) => routing === undefined).map((scenario) => [scenario.id, scenario]),
);

/** The rows of the shipped tables, by `table/row`. */
export const rows: ReadonlyMap<string, Scenario> = new Map(
  shipped.flatMap((table) =>
    rowScenarios(table).map(({ row, scenario }): [string, Scenario] => [`${table.id}/${row.id}`, scenario]),
  ),
);

export type Rehearsed = {
  run: SessionRun;
  scores: readonly Score[];
  failure: Failure | undefined;
  verdict: Verdict;
  reason: string;
};

/** Runs a shipped scenario with its own agent, or with another one, and scores it as the command would. */
export async function rehearse(id: string, agent?: string | Agent): Promise<Rehearsed> {
  const scenario = scenarios.get(id) ?? rows.get(id);
  if (scenario === undefined) throw new Error(`no scenario \`${id}\``);
  const clock = systemClock();
  const run = await runSession({
    scenario,
    key: { scenario: scenario.id, variant: 'default', trial: 0 },
    seed: 1,
    user: createUser(scenario.user, { facts: scenario.facts }),
    agent: typeof agent === 'object' ? agent : agentOf(agent ?? scenario.agent),
    world: config.worlds?.[String(scenario.world)],
    clock,
  });
  clock.stop();
  const shared = (config.expect ?? []).map((expectation) => Expectation.parse(expectation));
  const scorers = createScorers([...scenario.expect, ...shared], builtInScorers);
  const { scores, failure } = await scoreTranscript(run.transcript, scorers, { scenario });
  return { run, scores, failure, ...judgeSession(scores, run.end.reason, run.breakages) };
}

function agentOf(name: string | undefined): Agent {
  const agent = config.agents?.[String(name)];
  if (agent === undefined) throw new Error(`no agent \`${name}\` in the config`);
  return agent;
}
