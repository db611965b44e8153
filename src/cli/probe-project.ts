import type { Problem } from '../domain/authoring/problem.ts';
import type { Agent } from '../domain/contracts/agent.ts';
import type { Verdict } from '../domain/verdicts/verdict.ts';
import type { LoadedScenario, Project } from '../files/project.ts';
import { probeScenarios } from '../lint/probe.ts';
import { planRun } from '../runs/plan-run.ts';
import { runSuite } from '../runs/run-suite.ts';
import { systemClock } from '../runs/system-clock.ts';
import { scoreTranscript } from '../scorers/score-transcript.ts';
import { assembleAll } from './assemble-rows.ts';

/** Runs three worthless agents against every scenario and tells which scenarios one of them passes. */
export async function probeProject({ config, scenarios }: Project): Promise<readonly Problem[]> {
  const clock = systemClock();
  try {
    const findings = await probeScenarios(scenarios, async (loaded: LoadedScenario, agent: Agent) => {
      const runnable = assembleAll(loaded, { config, agent: { name: agent.name, agent } });
      const run = await runSuite({
        id: 'probe',
        seed: config.seed ?? 0,
        sessions: planRun(runnable, { seed: config.seed ?? 0, trials: 1 }),
        concurrency: 1,
        clock,
        signal: new AbortController().signal,
        reporter: { name: 'probe' },
        score: ({ transcript, scenario }, scorers, { signal }) =>
          scoreTranscript(transcript, scorers, { scenario, signal }),
        groundingOf: () => [],
      });
      // A table is passed by whoever passes all of its rows.
      const verdicts = run.sessions.map((session): Verdict => session.verdict);
      const verdict = verdicts.find((one) => one !== 'passed') ?? verdicts[0] ?? 'invalid';
      return { verdict };
    });
    return findings.map(({ problem }) => problem);
  } finally {
    clock.stop();
  }
}
