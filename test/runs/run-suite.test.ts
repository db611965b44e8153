import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/domain/contracts/clock.ts';
import type { Reporter } from '../../src/domain/contracts/reporter.ts';
import type { Scorer } from '../../src/domain/contracts/scorer.ts';
import { StoreError } from '../../src/domain/errors.ts';
import { exitCodeOf } from '../../src/domain/verdicts/exit-code.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { planRun, type RunnableScenario } from '../../src/runs/plan-run.ts';
import type { ScoreTranscript } from '../../src/runs/run-planned.ts';
import { runSuite, type SuiteOptions } from '../../src/runs/run-suite.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { chainUser } from '../../src/users/chain-user.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { agentOf, manualClock, saying, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';

/** Passes every transcript in which the agent said something. */
const scoreAnswer: ScoreTranscript = async ({ transcript }) => {
  const passed = transcript.some((event) => event.type === 'agent_message');
  const score: Score = {
    id: 'answered',
    scorer: 'answered',
    stage: 'generation',
    required: true,
    status: 'scored',
    value: passed ? 1 : 0,
    passed,
    reason: passed ? 'answered' : 'no answer',
    findings: [],
    metrics: {},
    turns: [{ turn: 0, metrics: { supported: 1, checkable: 2 } }],
  };
  return { scores: [score] };
};

const runnable = (id: string, fields: Partial<RunnableScenario> = {}): RunnableScenario => ({
  scenario: scenarioOf({ id, title: id }),
  variant: 'default',
  user: userOf('Hello'),
  agent: saying('Hi.'),
  scorers: [],
  gate: {},
  ...fields,
});

function suite(scenarios: readonly RunnableScenario[], options: Partial<SuiteOptions> & { trials?: number } = {}) {
  const results: SessionResult[] = [];
  const reporter: Reporter = {
    name: 'test',
    onSessionEnd(result) {
      results.push(result);
    },
  };
  const { trials, ...rest } = options;
  const run = runSuite({
    id: 'run',
    seed: 0,
    sessions: planRun(scenarios, { seed: 0, trials }),
    concurrency: 4,
    clock: manualClock(),
    signal: new AbortController().signal,
    reporter,
    score: scoreAnswer,
    groundingOf: (scores) =>
      scores
        .flatMap((score) => (score.status === 'scored' ? score.turns : []))
        .map(({ turn }) => ({ turn, supported: 1, checkable: 2 })),
    ...rest,
  });
  return { run, results };
}

describe('the plan', () => {
  test('has one session for each scenario and trial, in the order of their keys', () => {
    const sessions = planRun([runnable('b'), runnable('a')], { seed: 7, trials: 2 });
    expect(sessions.map(({ key }) => `${key.scenario}/${key.trial}`)).toEqual(['a/0', 'a/1', 'b/0', 'b/1']);
  });

  test('gives a session the same seed whatever else is planned', () => {
    const alone = planRun([runnable('b')], { seed: 7 })[0]?.seed;
    const among = planRun([runnable('a'), runnable('b'), runnable('c')], { seed: 7 })[1]?.seed;
    expect(alone).toBe(among);
    expect(planRun([runnable('b')], { seed: 8 })[0]?.seed).not.toBe(alone);
    expect(planRun([runnable('b')], { seed: 7, trial: 1 })[0]?.seed).toBe(
      planRun([runnable('b')], { seed: 7, trials: 2 })[1]?.seed,
    );
  });
});

describe('a run', () => {
  test('that went well meets its gate', async () => {
    const run = await suite([runnable('a'), runnable('b')]).run;
    expect(run).toMatchObject({
      totals: { sessions: 2, passed: 2, failed: 0, invalid: 0 },
      gate: { status: 'met' },
      missing: [],
    });
    expect(run.grounding).toEqual({
      run: [{ turn: 0, supported: 2, checkable: 4 }],
      scenarios: [
        { scenario: 'a', turns: [{ turn: 0, supported: 1, checkable: 2 }] },
        { scenario: 'b', turns: [{ turn: 0, supported: 1, checkable: 2 }] },
      ],
    });
    expect(exitCodeOf(run.gate)).toBe(0);
  });

  test('[A4] with one crashing agent among ten has nine results and one failure that keeps its stack', async () => {
    const crashing = agentOf(async function* () {
      yield { type: 'step_started' };
      throw new RangeError('out of cheese');
    });
    const scenarios = Array.from({ length: 10 }, (_, index) =>
      runnable(`s${index}`, index === 4 ? { agent: crashing } : {}),
    );
    const { run, results } = suite(scenarios);
    expect((await run).totals).toEqual({ sessions: 10, passed: 9, failed: 1, invalid: 0 });
    const failed = results.find(({ verdict }) => verdict === 'failed');
    expect(failed).toMatchObject({ endReason: 'agent_error', error: { message: 'RangeError: out of cheese' } });
    expect(failed?.error?.stack).toContain('RangeError: out of cheese');
    expect(exitCodeOf((await run).gate)).toBe(1);
  });

  test('[A4] with one crashing world among ten has nine results and one invalid session', async () => {
    const world = worldOf({
      lookup: {
        run: () => {
          throw new TypeError('no such column');
        },
      },
    });
    const agent = agentOf(async function* (_message, tools) {
      await tools.call('lookup', {});
      yield { type: 'text', text: 'Sorry.' };
    });
    const scenarios = Array.from({ length: 10 }, (_, index) =>
      runnable(`s${index}`, index === 4 ? { agent, world } : {}),
    );
    const run = await suite(scenarios).run;
    expect(run.totals).toEqual({ sessions: 10, passed: 9, failed: 0, invalid: 1 });
    expect(run.sessions[4]?.reason).toBe('tool `lookup` crashed: TypeError: no such column');
    expect(exitCodeOf(run.gate)).toBe(3);
  });

  test('[S1.27] of twenty parallel copies of a writing scenario leaves exactly one write in each world', async () => {
    const world = worldOf(
      {
        refund: {
          effect: 'write',
          run: ({ id }, state) => {
            (state.refunds as unknown[]).push(id);
          },
        },
      },
      { state: { refunds: [] } },
    );
    const agent = agentOf(async function* (_message, tools) {
      await tools.call('refund', { id: 'A-1' });
      yield { type: 'text', text: 'Refunded.' };
    });
    const { run, results } = suite([runnable('write', { agent, world })], { trials: 20, concurrency: 20 });
    await run;
    expect(results.map(({ transcript }) => transcript.at(-1))).toEqual(
      Array.from({ length: 20 }, () =>
        expect.objectContaining({ world: expect.objectContaining({ state: { refunds: ['A-1'] } }) }),
      ),
    );
  });

  test('[C19] gives the same bytes twice, one at a time or all at once', async () => {
    const world = worldOf({
      slow: { run: () => new Promise((resolve) => setTimeout(resolve, 1, 'x')) },
      fast: { run: () => 'y' },
    });
    const agent = agentOf(async function* ({ turn }, tools) {
      await Promise.all([tools.call('slow', { turn }), tools.call('fast', { turn })]);
      yield { type: 'text', text: `Turn ${turn}.` };
    });
    const scenarios = Array.from({ length: 6 }, (_, index) =>
      runnable(`s${index}`, { agent, world, user: userOf('One', 'Two', 'Three') }),
    );
    const bytes = async (concurrency: number) => {
      const { run, results } = suite(scenarios, { concurrency });
      await run;
      return results.map(({ id, transcript }) => `${id} ${JSON.stringify(transcript)}`).sort();
    };
    expect(await bytes(1)).toEqual(await bytes(6));
  });

  test('[C19] with another seed changes how the user words things, and nothing else', async () => {
    const phrasings = ['Where is it?', 'Any news?', 'Well?', 'Hello?', 'So?'];
    const asking = machineUser({
      initial: 'ask',
      states: {
        ask: { say: phrasings, on: [{ when: { visits: 2 }, go: 'bye' }, { go: 'ask' }] },
        bye: { end: 'done' },
      },
    });
    const scenarios = [runnable('a', { user: asking }), runnable('b', { user: asking })];
    const texts = async (seed: number) => {
      const { run, results } = suite(scenarios, { seed, sessions: planRun(scenarios, { seed }) });
      await run;
      return JSON.stringify(results.map(({ transcript }) => transcript).sort());
    };
    const runs = await Promise.all([1, 2, 3, 4, 5, 6].map(texts));
    expect(new Set(runs.map((text) => text.replaceAll(/"seed":\d+/g, ''))).size).toBeGreaterThan(1);
    const unworded = runs.map((text) =>
      phrasings
        .reduce((rest, words) => rest.replaceAll(JSON.stringify(words), '""'), text)
        .replaceAll(/"seed":\d+/g, ''),
    );
    expect(new Set(unworded).size).toBe(1);
  });

  test('[A2] of the same scenario objects made twice has equal numbers of turns and equal transcripts', async () => {
    const machine = machineUser({
      initial: 'ask',
      states: {
        ask: { say: ['Where is it?', 'Any news?'], on: [{ when: { visits: 3 }, go: 'bye' }, { go: 'ask' }] },
        bye: { say: 'Bye.', end: 'gave_up' },
      },
    });
    const world = worldOf(
      { note: { effect: 'write', run: (_, state) => (state.count = Number(state.count) + 1) } },
      { state: { count: 0 } },
    );
    const agent = agentOf(async function* (_message, tools) {
      await tools.call('note', {});
      yield { type: 'text', text: 'Noted.' };
    });
    const scenarios = [
      runnable('machine', { user: machine, agent, world }),
      runnable('script', { user: scriptedUser(['One.', 'Two.']), agent, world }),
      runnable('chain', { user: chainUser([scriptedUser(['One.']), machine]), agent, world }),
    ];
    const once = async () => {
      const { run, results } = suite(scenarios, { concurrency: 1 });
      await run;
      return results.map(({ key, turns, transcript }) => ({ scenario: key.scenario, turns, transcript }));
    };
    const first = await once();
    expect(first.map(({ scenario, turns }) => [scenario, turns])).toEqual([
      ['chain', 5],
      ['machine', 4],
      ['script', 2],
    ]);
    expect(await once()).toEqual(first);
  });

  test('that was interrupted says so, with what did not run', async () => {
    const controller = new AbortController();
    const agent = agentOf(async function* () {
      controller.abort();
      await new Promise(() => {});
      yield { type: 'step_started' };
    });
    const { run } = suite([runnable('a', { agent }), runnable('b')], { concurrency: 1, signal: controller.signal });
    const result = await run;
    expect(result.sessions.map(({ verdict, endReason }) => ({ verdict, endReason }))).toEqual([
      { verdict: 'invalid', endReason: 'aborted' },
    ]);
    expect(result).toMatchObject({ missing: ['b/default/0'], gate: { status: 'interrupted' } });
    expect(exitCodeOf(result.gate)).toBe(130);
  });

  test('stops after as many sessions as `bail` allows to go wrong, and is not green', async () => {
    const mute = agentOf(async function* () {
      yield { type: 'step_started' };
    });
    const result = await suite([runnable('a', { agent: mute }), runnable('b', { agent: mute }), runnable('c')], {
      concurrency: 1,
      bail: 1,
    }).run;
    expect(result.totals.sessions).toBe(1);
    expect(result.missing).toEqual(['b/default/0', 'c/default/0']);
    expect(exitCodeOf(result.gate)).toBe(1);
  });

  test('[C9] whose time is over ends what is under way with `budget`, begins nothing more, and is not green', async () => {
    const clock = manualClock();
    const slow = agentOf(async function* ({ turn }) {
      if (turn === 1) clock.advance(60_000);
      yield { type: 'text', text: 'Hi.' };
    });
    const user = userOf('One', 'Two', 'Three');
    const { run } = suite([runnable('a', { agent: slow, user }), runnable('b')], {
      clock,
      concurrency: 1,
      maxWallMs: 60_000,
    });
    const result = await run;
    expect(result.sessions.map(({ endReason, verdict, reason }) => ({ endReason, verdict, reason }))).toEqual([
      {
        endReason: 'budget',
        verdict: 'invalid',
        reason: "the session ended with `budget` (the run's time of 60 s is over)",
      },
    ]);
    expect(result.sessions[0]?.scores[0]?.passed).toBe(true);
    expect(result.missing).toEqual(['b/default/0']);
    expect(exitCodeOf(result.gate)).toBe(3);
  });

  test('[C9] whose time is over begins no more sessions, also when none of them ever waits', async () => {
    let now = 0;
    const clock: Clock = { ...manualClock(), now: () => now++, setTimer: () => () => {} };
    const { run } = suite([runnable('a')], { clock, trials: 200, concurrency: 1, maxWallMs: 100 });
    const { sessions, missing, gate } = await run;
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions.length).toBeLessThan(100);
    expect(sessions.length + missing.length).toBe(200);
    expect(exitCodeOf(gate)).toBe(3);
  });

  test('[C9] whose time is over waits for no judge either', async () => {
    const clock = manualClock();
    const judge: Scorer = {
      id: 'tone',
      scorer: 'judge',
      stage: 'generation',
      required: true,
      needs: { toolCalls: false },
      deterministic: false,
      score: () => {
        clock.advance(60_000);
        return new Promise(() => {});
      },
    };
    const score: ScoreTranscript = ({ transcript, scenario }, scorers, options) =>
      scoreTranscript(transcript, scorers, { scenario, ...options });
    const { run } = suite([runnable('a', { scorers: [judge] })], { clock, maxWallMs: 60_000, score });
    const { sessions, gate } = await run;
    expect(sessions[0]).toMatchObject({ verdict: 'invalid', endReason: 'user_done' });
    expect(sessions[0]?.scores[0]?.status).toBe('unscored');
    expect(exitCodeOf(gate)).toBe(3);
  });

  test('adds up what each role asked of each model, judges too, and prices what has a price', async () => {
    const agent = agentOf(async function* () {
      const usage = { tokensIn: 1_000, tokensOut: 500 };
      yield { type: 'usage', model: 'big', usage, attempts: [{ status: 'ok' }] };
      yield { type: 'usage', model: 'odd', attempts: [{ status: 'ok' }] };
      yield { type: 'text', text: 'Hi.' };
    });
    const score: ScoreTranscript = async (input, scorers, options) => {
      options.onModelCall?.({ model: 'judge-1', attempts: [{ status: 'ok' }], usage: { tokensIn: 10, tokensOut: 1 } });
      options.onNote?.('the judge is not calibrated');
      return scoreAnswer(input, scorers, options);
    };
    const { run, results } = suite([runnable('a', { agent })], {
      trials: 2,
      score,
      prices: { big: { inputUsd: 2, outputUsd: 8 }, 'judge-1': { inputUsd: 1, outputUsd: 1 } },
    });
    const { models, notes } = await run;
    expect(models).toEqual([
      { role: 'agent', model: 'big', calls: 2, tokensIn: 2000, tokensOut: 1000, callsWithoutUsage: 0, costUsd: 0.012 },
      { role: 'agent', model: 'odd', calls: 2, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 2 },
      {
        role: 'judge',
        model: 'judge-1',
        calls: 2,
        tokensIn: 20,
        tokensOut: 2,
        callsWithoutUsage: 0,
        costUsd: 0.000022,
      },
    ]);
    expect(notes).toEqual(['the judge is not calibrated']);
    expect(results[0]?.judgeCalls).toHaveLength(1);
  });

  test('of nothing is invalid', async () => {
    expect((await suite([]).run).gate).toEqual({ status: 'invalid', reasons: ['nothing ran'] });
  });

  test('whose scoring breaks loses that session, says so, and is not green', async () => {
    const score: ScoreTranscript = async ({ scenario }, scorers, options) => {
      if (scenario.id === 'a') throw new Error('a bug of ours');
      return scoreAnswer({ scenario, transcript: [], endReason: 'user_done' }, scorers, options);
    };
    const result = await suite([runnable('a'), runnable('b')], { score }).run;
    expect(result.missing).toEqual(['a/default/0']);
    expect(result.problems[0]).toContain('a/default/0: Error: a bug of ours');
    expect(exitCodeOf(result.gate)).not.toBe(0);
  });

  test('keeps what a reporter did while it told the result', async () => {
    const kept: string[] = [];
    const writer: SuiteOptions['writer'] = {
      directory: 'out',
      openSession: () => ({ append() {}, finish: async () => 'a.jsonl', abandon: async () => {} }),
      finish: async ({ gate }) => void kept.push(gate.status),
    };
    const answers = [[], ['the reporter broke']];
    const outsideProblems = async () => answers.shift() ?? [];
    const result = await suite([runnable('a')], { writer, outsideProblems }).run;
    expect(result.gate).toEqual({ status: 'invalid', reasons: ['the reporter broke'] });
    expect(kept).toEqual(['invalid']);
  });

  test('whose disk refuses rejects with the store error', async () => {
    const writer: SuiteOptions['writer'] = {
      directory: 'out',
      openSession: () => ({
        append() {
          throw new StoreError('no space left', { path: 'out/a.jsonl' });
        },
        finish: async () => 'never',
        abandon: async () => {},
      }),
      finish: async () => {},
    };
    await expect(suite([runnable('a')], { writer }).run).rejects.toThrow('no space left');
  });

  test('with trials below their share is lost, and one that could still be met is invalid', async () => {
    const flaky = (passes: number, invalids: number): RunnableScenario => {
      let count = 0;
      const world = worldOf({
        crash: {
          run: () => {
            throw new Error('down');
          },
        },
      });
      const agent = agentOf(async function* (_message, tools) {
        const index = count++;
        if (index >= passes && index < passes + invalids) await tools.call('crash', {});
        if (index < passes + invalids) yield { type: 'text', text: 'Hi.' };
      });
      return runnable('flaky', { agent, world, gate: { minPassRate: 0.75 } });
    };
    const gate = async (passes: number, invalids: number) =>
      (await suite([flaky(passes, invalids)], { trials: 4, concurrency: 1 }).run).gate;
    expect(await gate(3, 0)).toMatchObject({ status: 'met' });
    expect(await gate(2, 0)).toEqual({
      status: 'lost',
      reasons: ['flaky: 2 of 4 trials passed, and 75 % of them must'],
    });
    expect(await gate(2, 1)).toEqual({ status: 'invalid', reasons: ['1 of 4 sessions is invalid'] });
    expect(await gate(3, 1)).toMatchObject({ status: 'invalid' });
  });
});
