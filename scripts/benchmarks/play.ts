import type { SimulatedUser } from '../../src/domain/contracts/simulated-user.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { runSession } from '../../src/session/run-session.ts';
import { agent, scenario, strictCheck, world } from './parts.ts';
import { measure } from './workload.ts';

/** One session after the other, each with its full transcript and the strict check. */
export async function playSessions(name: string, userOf: (session: number) => SimulatedUser): Promise<void> {
  const clock = systemClock();
  await measure(name, async (session) => {
    const key = { scenario: 'bench', variant: 'default', trial: session };
    const run = await runSession({ scenario, key, seed: session, user: userOf(session), agent, world, clock });
    const { scores } = await scoreTranscript(run.transcript, strictCheck(session), { scenario });
    return judgeSession(scores, run.end.reason, run.breakages).verdict === 'passed';
  });
  clock.stop();
}
