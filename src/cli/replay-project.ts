import type { Scenario } from '../domain/authoring/scenario.ts';
import type { Scorer } from '../domain/contracts/scorer.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { seedOf } from '../domain/values/hash.ts';
import type { Project } from '../files/project.ts';
import { type FailedCheck, type ReplayTools, replayScenarios, type ScenarioReplay } from '../lint/replay.ts';
import { systemClock } from '../runs/system-clock.ts';
import { builtInScorers } from '../scorers/built-in-scorers.ts';
import { createScorers } from '../scorers/create-scorers.ts';
import { rulesOfCalls } from '../scorers/policy/rules-of-calls.ts';
import { scoreTranscript } from '../scorers/score-transcript.ts';
import { referenceWays } from '../scorers/world/reference/reference-ways.ts';
import { runSession } from '../session/run-session.ts';
import { worldOf } from './assemble.ts';

/** Carries out what the scenarios expect on their worlds, as a session would, and tells what did not work. */
export async function replayProject({ config, scenarios }: Project): Promise<readonly ScenarioReplay[]> {
  const clock = systemClock();
  const definitions = [...builtInScorers, ...(config.scorers ?? [])];
  const seedFor = ({ id }: Scenario): number => seedOf(config.seed ?? 0, id, 0);
  const tools: ReplayTools = {
    worldOf: (scenario) => worldOf(config, scenario.world),
    toolsOf: (world, scenario) => {
      const { now, given } = scenario;
      return world.open({ seed: seedFor(scenario), now, ...(given === undefined ? {} : { given }) }).tools;
    },
    waysOf: referenceWays,
    run: async (scenario, parties) => {
      const key = { scenario: scenario.id, variant: 'replay', trial: 0 };
      const { transcript } = await runSession({ scenario, key, seed: seedFor(scenario), clock, ...parties });
      return transcript;
    },
    judge: async (scenario, transcript, checks) => {
      const failed = await Promise.all(
        checks.map(async (index): Promise<FailedCheck[]> => {
          const expectation = scenario.expect[index];
          if (expectation === undefined) return [];
          const { type, required } = expectation;
          const rules = type === 'policy' ? rulesOfCalls(expectation) : [{ expectation, isForbidding: true }];
          const broken = await Promise.all(
            rules.map(async ({ expectation: asked, isForbidding: isFinal }): Promise<FailedCheck[]> => {
              const reason = await reasonAgainst(transcript, createScorers([asked], definitions), scenario);
              return reason === undefined ? [] : [{ index, type, required, reason, isFinal }];
            }),
          );
          return broken.flat();
        }),
      );
      return failed.flat();
    },
  };
  try {
    return await replayScenarios(scenarios, tools);
  } finally {
    clock.stop();
  }
}

async function reasonAgainst(
  transcript: Transcript,
  scorers: readonly Scorer[],
  scenario: Scenario,
): Promise<string | undefined> {
  const { scores } = await scoreTranscript(transcript, scorers, { scenario });
  for (const score of scores) if (score.status === 'scored' && !score.passed) return score.reason;
  return undefined;
}
