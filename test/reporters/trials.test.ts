import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import type { Reporter } from '../../src/domain/contracts/reporter.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { combineReporters } from '../../src/reporters/multiplexer.ts';
import { terminalReporter } from '../../src/reporters/terminal-reporter.ts';
import { planRun } from '../../src/runs/plan-run.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { groundingPointsOf } from '../../src/scorers/grounding/grounding-curves.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { manualClock, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';

describe('[S1.34] five trials on a scripted model, one of which makes a number up', () => {
  test('the report tells the rate with its interval, that the scenario is flaky, and the grounding by turn', async () => {
    const { text } = await runFiveTrials();
    expect(text.slice(0, text.indexOf('✗ refund, trial 2\n'))).toMatchInlineSnapshot(`
      "1 scenario, 5 sessions, seed 42

      ✗ refund  2 turns    0 ms       turn 1, generation: value_mismatch
          4/5 passed (80 %, 95 % interval 38–96 %), flaky

      "
    `);
    expect(text.slice(text.indexOf('grounding by turn'))).toMatchInlineSnapshot(`
      "grounding by turn: values in answers that the evidence supports
        refund  turn 0: 100 % of 5, turn 1: 80 % of 5

      1 failed, 4 passed of 5 sessions in 0 ms
      trials   pass^2 60 %, pass^3 40 %, pass^5 0 %; pass@2 100 %, pass@3 100 %, pass@5 100 % (mean over 1 scenario)
               fewer than 20 trials: intervals near 0 and 100 % may hold less than 95 %
      gate met
      "
    `);
  });

  test('the JSON report holds the interval and the grounding by turn', async () => {
    const { run, results } = await runFiveTrials();
    let document = '';
    for await (const piece of jsonReporter().write(run, inOrder(results))) document += piece;
    const { scenarios, grounding } = JSON.parse(document) as RunResult;
    expect(scenarios).toEqual([
      {
        ...{ scenario: 'refund', variant: 'default', sessions: 5, passed: 4, failed: 1, invalid: 0 },
        ...{ passRate: 0.8, minPassRate: 0.8, flaky: true },
        chances: [
          { k: 2, any: 1, all: 0.6 },
          { k: 3, any: 1, all: 0.4 },
          { k: 4, any: 1, all: 0.2 },
          { k: 5, any: 1, all: 0 },
        ],
        interval: { low: expect.closeTo(0.3755, 4) as number, high: expect.closeTo(0.9638, 4) as number },
      },
    ]);
    expect(grounding.scenarios).toEqual([
      {
        scenario: 'refund',
        turns: [
          { turn: 0, supported: 5, checkable: 5 },
          { turn: 1, supported: 4, checkable: 5 },
        ],
      },
    ]);
  });

  test('a scenario that ran once has a rate, and no interval', async () => {
    const { run, text } = await runFiveTrials(1);
    expect(run.scenarios.map(({ passRate, interval }) => ({ passRate, interval }))).toEqual([
      { passRate: 1, interval: undefined },
    ]);
    expect(text).not.toContain('interval');
    expect(text).not.toContain('grounding by turn');
  });
});

async function runFiveTrials(trials = 5): Promise<{ run: RunResult; results: SessionResult[]; text: string }> {
  const results: SessionResult[] = [];
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const keeper: Reporter = { name: 'keeper', onSessionEnd: (result) => void results.push(result) };
  const screen = terminalReporter({ write, isTty: false, columns: 80, colors: false });
  const run = await runSuite({
    id: 'run',
    seed: 42,
    sessions: planRun(
      [
        {
          scenario: scenarioOf({ id: 'refund', title: 'What does the refund come to?' }),
          variant: 'default',
          user: userOf('What did A-1001 cost?', 'And what do I get back?'),
          agent: chatAgent({ name: 'desk', model: oneTrialIsWrong() }),
          world: worldOf({ lookup_order: { run: () => ({ order_id: 'A-1001', total: '49.90' }) } }),
          scorers: createScorers([{ type: 'grounded', id: 'grounded', required: true }], builtInScorers),
          gate: { minPassRate: 0.8 },
        },
      ],
      { seed: 42, trials },
    ),
    concurrency: 1,
    clock: manualClock(),
    signal: new AbortController().signal,
    reporter: combineReporters([keeper, screen], (problem) => {
      throw new Error(problem);
    }),
    score: ({ transcript, scenario }, scorers, options) =>
      scoreTranscript(transcript, scorers, { scenario, ...options }),
    groundingOf: groundingPointsOf,
  });
  return { run, results, text };
}

/** Answers from the order that it looked up, but for the third trial. */
function oneTrialIsWrong(): ChatModel {
  const scriptOf = (refund: string) =>
    scriptedModel([
      { calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }] },
      'It cost 49.90.',
      `You get ${refund} back.`,
    ]);
  const [right, wrong] = [scriptOf('49.90'), scriptOf('59.90')];
  return { ...right, open: (context) => (context.key.trial === 2 ? wrong : right).open(context) };
}

async function* inOrder(results: readonly SessionResult[]): AsyncIterable<SessionResult> {
  yield* results;
}
