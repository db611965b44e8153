import { describe, expect, test } from 'vitest';
import type { Gate, RunGate } from '../../../src/domain/authoring/gate.ts';
import type { ModelTotals } from '../../../src/domain/verdicts/model-totals.ts';
import type { GateOutcome } from '../../../src/domain/verdicts/run-result.ts';
import { type SessionSummary, summarizeSession } from '../../../src/domain/verdicts/session-result.ts';
import { judgeRun } from '../../../src/runs/judge-run.ts';
import { gatherScenarios, totalsOf } from '../../../src/runs/run-totals.ts';
import { runStatistics } from '../../../src/runs/statistics/run-statistics.ts';
import { blindScore, findingOf, keyOf, resultOf, scoreOf } from '../../fixtures/results.ts';

type Trial = 'pass' | 'fail' | 'crash';

/** Trials of one scenario; `value` is that of the score `grounded`. */
function trials(scenario: string, outcomes: readonly Trial[], value?: number): SessionSummary[] {
  const grounded = value === undefined ? [] : [scoreOf('grounded', [], { value })];
  const scores = {
    pass: [scoreOf('said'), ...grounded],
    fail: [scoreOf('said', [findingOf()]), ...grounded],
    crash: [blindScore('said', 'errored', 'the provider was down')],
  };
  return outcomes.map((outcome, trial) =>
    summarizeSession(resultOf(keyOf(scenario, trial), { scores: scores[outcome] })),
  );
}

function many(count: number, outcome: Trial): Trial[] {
  return Array.from({ length: count }, () => outcome);
}

type Asked = { gate?: Gate; run?: RunGate; planned?: number; models?: readonly ModelTotals[] };

function judge(sessions: readonly SessionSummary[], { gate = {}, run = {}, planned, models = [] }: Asked): GateOutcome {
  const counts = new Map<string, number>();
  for (const { key } of sessions) counts.set(key.scenario, (counts.get(key.scenario) ?? 0) + 1);
  const scenarios = gatherScenarios(
    sessions,
    ({ key: { scenario, variant } }) => ({
      scenario,
      variant,
      gate,
      planned: { sessions: planned ?? counts.get(scenario) ?? 0, rows: 0 },
    }),
    run,
  );
  const statistics = runStatistics(scenarios, { seed: 1 });
  const all = planned === undefined ? sessions.length : planned * scenarios.length;
  const missing = Array.from(
    { length: all - sessions.length },
    (_, index) => `refund/default/${sessions.length + index}`,
  );
  return judgeRun({
    totals: totalsOf(sessions),
    scenarios,
    statistics,
    models,
    planned: all,
    gate: run,
    missing,
    problems: [],
    interrupted: false,
  });
}

describe('the gate of a scenario', () => {
  test('without one, all trials must pass', () => {
    expect(judge(trials('refund', many(5, 'pass')), {})).toEqual({ status: 'met', reasons: [] });
    expect(judge(trials('refund', [...many(4, 'pass'), 'fail']), {})).toEqual({
      status: 'lost',
      reasons: ['refund: 4 of 5 trials passed, and all of them must'],
    });
  });

  test('few trials do not reach the lower end of an interval, however they went', () => {
    const gate = { minPassRateLow: 0.8 };
    expect(judge(trials('refund', many(5, 'pass')), { gate })).toEqual({
      status: 'lost',
      reasons: ['refund: 5 of 5 trials passed, so that the true rate may be as low as 56.5 %; 80 % is the least'],
    });
    expect(judge(trials('refund', many(20, 'pass')), { gate }).status).toBe('met');
    expect(judge(trials('refund', [...many(59, 'pass'), 'fail']), { gate }).status).toBe('met');
  });

  test('a chance of k trials in a row is asked instead of all', () => {
    const gate = { passHatK: { trials: 2, min: 0.6 } };
    expect(judge(trials('refund', [...many(4, 'pass'), 'fail']), { gate }).status).toBe('met');
    expect(judge(trials('refund', [...many(3, 'pass'), 'fail', 'fail']), { gate })).toEqual({
      status: 'lost',
      reasons: ['refund: pass^2 is 30 %, and 60 % is the least'],
    });
  });

  test('a chance that the trials cannot tell makes the run invalid', () => {
    expect(judge(trials('refund', ['pass']), { gate: { passHatK: { trials: 3, min: 0.5 } } })).toEqual({
      status: 'invalid',
      reasons: ['refund: pass^3 needs 3 trials, and there is 1'],
    });
  });

  test('a score must have its mean, and one that nobody has is lost', () => {
    const sessions = trials('refund', many(2, 'pass'), 0.85);
    expect(judge(sessions, { gate: { scores: { grounded: 0.85 } } }).status).toBe('met');
    expect(judge(sessions, { gate: { scores: { grounded: 0.9 } } })).toEqual({
      status: 'lost',
      reasons: ['refund: the mean of `grounded` is 0.85, and 0.9 is the least'],
    });
    expect(judge(sessions, { gate: { scores: { provenance: 0.5 } } })).toEqual({
      status: 'lost',
      reasons: ['refund: no session has a value of `provenance`, which must be 0.5'],
    });
  });

  test('190 crashes of 200 are neither a pass rate of 1 nor the fault of the agent', () => {
    const outcome = judge(trials('refund', [...many(10, 'pass'), ...many(190, 'crash')]), {
      gate: { minPassRate: 0.9 },
    });
    expect(outcome).toEqual({ status: 'invalid', reasons: ['190 of 200 sessions are invalid'] });
  });

  test('it is lost as soon as the trials that are left cannot mend it', () => {
    const gate = { minPassRate: 0.8 };
    expect(judge(trials('refund', ['fail', 'fail', 'fail']), { gate, planned: 10 }).status).toBe('lost');
    expect(judge(trials('refund', ['fail', 'fail']), { gate, planned: 10 }).status).toBe('invalid');
  });
});

describe('the gate of a run', () => {
  const mixed = [
    ...trials('bad', many(5, 'fail')),
    ...Array.from({ length: 49 }, (_, index) => trials(`good-${index}`, many(5, 'pass'))).flat(),
  ];

  test('[C10] a scenario of which no trial passed loses the run that passes to 98 %', () => {
    const outcome = judge(mixed, { run: { minPassRate: 0.9 }, gate: { minPassRate: 0.8 } });
    expect(outcome).toEqual({ status: 'lost', reasons: ['bad: 0 of 5 trials passed, and 80 % of them must'] });
  });

  test('scenarios without a gate of their own answer for the run together', () => {
    expect(judge(mixed, { run: { minPassRate: 0.9 } }).status).toBe('met');
    expect(judge(mixed, { run: { minPassRate: 0.99 } })).toEqual({
      status: 'lost',
      reasons: ['run: 245 of 250 sessions passed, and 99 % must'],
    });
  });

  test('the lower end over scenarios counts each scenario alike', () => {
    expect(judge(mixed, { run: { minPassRateLow: 0.8 } }).status).toBe('met');
    expect(judge(mixed, { run: { minPassRateLow: 0.97 } }).status).toBe('lost');
    expect(judge(trials('refund', ['pass', 'pass']), { run: { minPassRateLow: 0.5 } }).status).toBe('invalid');
  });

  test('a mean over scenarios must be reached', () => {
    const sessions = [...trials('a', ['pass', 'pass', 'pass'], 1), ...trials('b', ['pass'], 0.5)];
    expect(judge(sessions, { run: { scores: { grounded: 0.75 } } }).status).toBe('met');
    expect(judge(sessions, { run: { scores: { grounded: 0.8 } } }).reasons).toEqual([
      'run: the mean of `grounded` is 0.75, and 0.8 is the least',
    ]);
  });

  test('what is flaky or invalid loses the run where that is asked', () => {
    const flaky = trials('refund', ['pass', 'fail', 'pass', 'pass']);
    const gate = { minPassRate: 0.5 };
    expect(judge(flaky, { gate }).status).toBe('met');
    expect(judge(flaky, { gate, run: { failOn: ['flaky'] } })).toEqual({ status: 'lost', reasons: ['flaky: refund'] });
    const crashed = trials('refund', ['pass', 'crash']);
    expect(judge(crashed, { gate }).status).toBe('invalid');
    expect(judge(crashed, { gate, run: { failOn: ['invalid'] } }).status).toBe('lost');
  });

  test('what models cost is known, too much, or makes the run invalid', () => {
    const model = (costUsd?: number): ModelTotals => ({
      ...{ role: 'agent', model: 'm', calls: 3, tokensIn: 1, tokensOut: 1, callsWithoutUsage: 0 },
      ...(costUsd === undefined ? {} : { costUsd }),
    });
    const cost = (models: readonly ModelTotals[]) => judge(trials('a', ['pass']), { run: { maxCostUsd: 0.1 }, models });
    expect(cost([model(0.1)]).status).toBe('met');
    expect(cost([model(0.11)])).toEqual({
      status: 'lost',
      reasons: ['run: models cost $0.1100, and $0.1 is the most'],
    });
    expect(cost([model(0.01), model()]).status).toBe('invalid');
  });

  test('nothing that ran is no pass', () => {
    expect(judge([], { run: { minPassRate: 0.1 } })).toEqual({ status: 'invalid', reasons: ['nothing ran'] });
  });
});
