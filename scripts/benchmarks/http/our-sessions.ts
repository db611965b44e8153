import { chatAgent } from '../../../src/agents/chat-agent.ts';
import { createModelAccess } from '../../../src/llm/model-access.ts';
import { openaiModel } from '../../../src/llm/openai-model.ts';
import { planRun } from '../../../src/runs/plan-run.ts';
import { runSuite } from '../../../src/runs/run-suite.ts';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { scoreTranscript } from '../../../src/scorers/score-transcript.ts';
import { scenario, scripted, strictCheck, world } from '../parts.ts';
import { report } from '../workload.ts';
import { startProvider } from './start-provider.ts';
import { CALLS, OPEN, SESSIONS, WARM_UP } from './talk.ts';

/**
 * Whole sessions of a run: a scripted user of 6 turns, an agent whose model decides on two tool calls a turn and then
 * answers, the world, the full transcript and the strict check of all calls. Nothing is stored.
 */
const { baseURL, stop } = await startProvider();
const model = openaiModel({ model: 'bench', baseURL, apiKey: 'none', concurrency: OPEN });
const agent = chatAgent({ model, system: 'You answer questions about orders, and you look before you answer.' });
const clock = systemClock();

await play(WARM_UP);
const cpu = process.cpuUsage();
const begin = process.hrtime.bigint();
await play(SESSIONS);
report('our sessions', { count: SESSIONS * CALLS, cpu, begin });
clock.stop();
stop();

async function play(trials: number): Promise<void> {
  const models = createModelAccess();
  const common = { variant: 'default', user: scripted(1), agent, world, scorers: strictCheck(1), gate: {} };
  const run = await runSuite({
    id: 'bench',
    seed: 0,
    sessions: planRun([{ ...common, scenario }], { seed: 0, trials }),
    concurrency: OPEN,
    clock,
    models,
    signal: new AbortController().signal,
    reporter: { name: 'none' },
    score: ({ transcript }, scorers) => scoreTranscript(transcript, scorers, { scenario }),
    groundingOf: () => [],
  });
  const { calls = 0 } = models.totals()[0] ?? {};
  if (run.totals.passed !== trials || calls !== trials * CALLS)
    throw new Error(`${run.totals.passed} of ${trials} sessions passed, with ${calls} calls`);
}
