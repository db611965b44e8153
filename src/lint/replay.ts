import type { ReferenceWay } from '../domain/authoring/reference-solution.ts';
import type { Expectation, Scenario } from '../domain/authoring/scenario.ts';
import type { Agent } from '../domain/contracts/agent.ts';
import type { SimulatedUser } from '../domain/contracts/simulated-user.ts';
import type { World, WorldTool } from '../domain/contracts/world.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import type { LintedScenario } from './lint-project.ts';
import { contradictions, type FailedCheck } from './replay/contradictions.ts';
import { isPlanted, judgeSteps } from './replay/judge-steps.ts';
import { patientUser, referenceAgent, type TimedStep } from './replay/reference-agent.ts';
import type { Replay } from './replay/replay.ts';
import type { ReplayFinding, WayFinding } from './replay/replay-finding.ts';
import { setTurns } from './replay/set-turns.ts';
import { watchWorld } from './replay/watch-world.ts';

export type { FailedCheck } from './replay/contradictions.ts';
export type { ReplayFinding } from './replay/replay-finding.ts';

/** What the rooms that run and judge sessions lend to a replay. */
export type ReplayTools = {
  /** The scenario's world; undefined when it has none. */
  worldOf(scenario: Scenario): World | undefined;
  /** The tools of a fresh world of the scenario. Throws what the world throws. */
  toolsOf(world: World, scenario: Scenario): readonly WorldTool[];
  /** What the scenario expects, as calls that can be made. */
  waysOf(expectations: readonly Expectation[], tools: readonly WorldTool[]): readonly ReferenceWay[];
  /** Carries out one session, without faults. */
  run(scenario: Scenario, parties: { agent: Agent; user: SimulatedUser; world: World }): Promise<Transcript>;
  /** The checks, by their place in `expect`, that a transcript does not pass. */
  judge(scenario: Scenario, transcript: Transcript, checks: readonly number[]): Promise<readonly FailedCheck[]>;
};

/**
 * `partly`: a call could not be carried out · `broken`: something of it does not work · `nothing`: no call is expected ·
 * `no_world`: nobody owns the tools.
 */
export type ScenarioReplay = {
  scenario: string;
  status: 'whole' | 'partly' | 'nothing' | 'no_world' | 'broken';
  /** Calls of the first way that were made. */
  calls: number;
  /** Calls of the first way that there are, but for those in whose place a planted fault answers. */
  expected: number;
  findings: readonly ReplayFinding[];
};

/** Carries out what each scenario expects on a fresh world of its own, one after the other. */
export async function replayScenarios(
  scenarios: readonly LintedScenario[],
  tools: ReplayTools,
): Promise<readonly ScenarioReplay[]> {
  const replays: ScenarioReplay[] = [];
  for (const loaded of scenarios) {
    const { findings, ...rest } = await replayScenario(loaded.scenario, tools);
    replays.push({ ...rest, findings: placed(findings, loaded) });
  }
  return replays;
}

/** Each finding once, whichever way led to it. */
function placed(findings: readonly WayFinding[], { placeOf }: LintedScenario): ReplayFinding[] {
  const told = new Set<string>();
  return findings.flatMap((finding) => {
    const key = JSON.stringify([finding.code, finding.path, finding.message]);
    if (told.has(key)) return [];
    told.add(key);
    return [{ ...finding, place: placeOf(finding.path) }];
  });
}

type BareReplay = Omit<ScenarioReplay, 'findings'> & { findings: readonly WayFinding[] };

async function replayScenario(scenario: Scenario, tools: ReplayTools): Promise<BareReplay> {
  const { id, expect } = scenario;
  const world = tools.worldOf(scenario);
  if (world === undefined) return withoutWorld(scenario, tools);
  let worldTools: readonly WorldTool[];
  try {
    worldTools = tools.toolsOf(world, scenario);
  } catch (error) {
    return { scenario: id, status: 'broken', calls: 0, expected: 0, findings: [cannotOpen(error)] };
  }
  const ways = tools.waysOf(expect, worldTools);
  if (ways.length === 0) return { scenario: id, status: 'nothing', calls: 0, expected: 0, findings: [] };
  const findings: WayFinding[] = [];
  let counts = { calls: 0, expected: 0 };
  for (const [index, way] of ways.entries()) {
    const found = await replayWay(way, { scenario, world, worldTools, tools });
    findings.push(...found.findings);
    if (index === 0) counts = found.counts;
  }
  return { scenario: id, status: statusOf(findings), ...counts, findings };
}

function statusOf(findings: readonly WayFinding[]): ScenarioReplay['status'] {
  if (findings.some(({ severity }) => severity === 'error')) return 'broken';
  return findings.some(({ severity }) => severity === 'note') ? 'partly' : 'whole';
}

function withoutWorld({ id, expect }: Scenario, { waysOf }: ReplayTools): BareReplay {
  const [first] = waysOf(expect, []);
  const path = first?.steps[0]?.path;
  if (path === undefined) return { scenario: id, status: 'nothing', calls: 0, expected: 0, findings: [] };
  const message = 'the expected calls were not carried out: the scenario has no world, so nobody owns their tools';
  return {
    scenario: id,
    status: 'no_world',
    calls: 0,
    expected: first?.steps.length ?? 0,
    findings: [{ severity: 'note', code: 'not-replayed', path, message }],
  };
}

function cannotOpen(error: unknown): WayFinding {
  return {
    severity: 'error',
    code: 'world-crash',
    path: 'world',
    message: `the world could not be opened: ${safeErrorText(error).message}`,
    hint: 'mend the world, or what `given` hands to it',
  };
}

type Around = { scenario: Scenario; world: World; worldTools: readonly WorldTool[]; tools: ReplayTools };

async function replayWay(
  way: ReferenceWay,
  { scenario, world, worldTools, tools }: Around,
): Promise<{ findings: readonly WayFinding[]; counts: Pick<ScenarioReplay, 'calls' | 'expected'> }> {
  const { steps, findings: backwards } = setTurns(way.steps);
  const asked = steps.filter((step) => !isPlanted(step, scenario.faults));
  const made = asked.filter((step) => step.arguments.status === 'known');
  const counts = { calls: made.length, expected: asked.length };
  const turns = turnsOf(steps, scenario);
  const { world: watchedWorld, ...watched } = watchWorld(world);
  const quiet: Scenario = {
    ...scenario,
    faults: [],
    onToolCrash: 'report',
    firstSpeaker: 'user',
    limits: { ...scenario.limits, ...freely(turns) },
  };
  const parties = { agent: referenceAgent(made), user: patientUser(turns), world: watchedWorld };
  const transcript = await tools.run(quiet, parties);
  const replay: Replay = {
    steps,
    made,
    transcript,
    watched,
    keepsNothing: keepsNothingOf(scenario),
    requires: (name) => worldTools.find((tool) => tool.name === name)?.requires.map(({ tool }) => tool) ?? [],
  };
  const findings = [...backwards, ...judgeSteps(way, replay)];
  // A stub that keeps nothing is as weak as it was before; everything else makes a comparison unfair.
  if (findings.some(({ code, severity }) => code !== 'changes-nothing' || severity === 'error'))
    return { findings, counts };
  const against = await contradictions(way, { scenario, replay, judge: tools.judge });
  return { findings: [...findings, ...against], counts };
}

/** The limits of a talk are for agents. */
function freely(turns: number): Partial<Scenario['limits']> {
  return { maxTurns: turns + 1, minTurns: 0, maxSteps: 10_000, maxCalls: 100_000, maxEqualCalls: 100_000 };
}

/** As many turns as a call or a check of the scenario names. */
function turnsOf(steps: readonly TimedStep[], { expect }: Scenario): number {
  const named = expect.flatMap(({ turn }) => (typeof turn === 'number' ? [turn] : []));
  return Math.max(0, ...steps.map(({ turn }) => turn), ...named) + 1;
}

/** Stubs that write and of which no answer changes the state. */
function keepsNothingOf({ world }: Scenario): ReadonlySet<string> {
  if (typeof world !== 'object') return new Set();
  const idle = world.tools.filter(({ answers }) =>
    answers.every((answer) => !('set' in answer) || Object.keys(answer.set ?? {}).length === 0),
  );
  return new Set(idle.map(({ name }) => name));
}
