import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../src/domain/values/random.ts';
import { Comparison } from '../../../src/domain/verdicts/comparison.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { compareRuns } from '../../../src/runs/compare/compare-runs.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf } from '../../fixtures/results.ts';

const LIVE: Partial<SessionResult> = { fixed: [], quality: 'model' };

function passed(scenario: string, trial = 0, more: Partial<SessionResult> = {}): SessionResult {
  return resultOf(keyOf(scenario, trial), more);
}

function failed(scenario: string, trial = 0, more: Partial<SessionResult> = {}): SessionResult {
  const finding = findingOf({ turn: 2, message: 'The price is not in any result.' });
  return resultOf(keyOf(scenario, trial), { scores: [scoreOf('said', [finding])], ...more });
}

function invalid(scenario: string, trial = 0): SessionResult {
  return resultOf(keyOf(scenario, trial), { scores: [blindScore('said', 'unscored', 'nobody could tell')] });
}

function changesOf(comparison: Comparison): Record<string, string> {
  return Object.fromEntries(comparison.scenarios.map(({ scenario, change }) => [scenario, change]));
}

describe('scenarios of two runs', () => {
  test('a scripted session that failed after it had passed is a regression, told with its turn', () => {
    const before = runOf([passed('refund'), passed('greeting')], { id: 'monday' });
    const after = runOf([failed('refund'), passed('greeting')], { id: 'tuesday' });
    const comparison = compareRuns(before, after);
    expect(changesOf(comparison)).toEqual({ refund: 'regressed', greeting: 'same' });
    expect(comparison.scenarios.find(({ scenario }) => scenario === 'refund')).toMatchObject({
      certain: true,
      lost: 1,
      pairs: 1,
      firstLost: { trial: 0, turn: 2, stage: 'generation', message: 'The price is not in any result.' },
    });
  });

  test('the same change of a live session is noise, and seven trials that all fell are not', () => {
    const trials = [0, 1, 2, 3, 4, 5, 6];
    const before = runOf([passed('once', 0, LIVE), ...trials.map((trial) => passed('often', trial, LIVE))]);
    const after = runOf([failed('once', 0, LIVE), ...trials.map((trial) => failed('often', trial, LIVE))]);
    const comparison = compareRuns(before, after);
    expect(changesOf(comparison)).toEqual({ once: 'noise', often: 'regressed' });
    const often = comparison.scenarios.find(({ scenario }) => scenario === 'often');
    // 2 / 2^7, and twice that for the two scenarios that differ.
    expect(often?.pValue).toBeCloseTo(2 / 128, 12);
    expect(often?.corrected).toBeCloseTo(4 / 128, 12);
  });

  test('whoever says that there is no chance gets every difference', () => {
    const before = runOf([passed('refund', 0, LIVE)]);
    const after = runOf([failed('refund', 0, LIVE)]);
    expect(changesOf(compareRuns(before, after, { deterministic: true }))).toEqual({ refund: 'regressed' });
  });

  test('trials are paired by their number, wherever they stand', () => {
    const before = runOf([passed('a', 0), failed('a', 1), passed('z', 0)]);
    const after = runOf([failed('a', 1), passed('z', 0), passed('a', 0), passed('new', 0)]);
    expect(changesOf(compareRuns(before, after))).toEqual({ a: 'same', z: 'same', new: 'added' });
  });

  test('what is won and lost in equal parts is noise and not nothing', () => {
    const before = runOf([passed('a', 0), failed('a', 1)]);
    const after = runOf([failed('a', 0), passed('a', 1)]);
    expect(changesOf(compareRuns(before, after))).toEqual({ a: 'noise' });
  });

  test('invalid sessions pair with nothing: a scenario that has no other is unjudged', () => {
    const comparison = compareRuns(runOf([passed('a'), passed('b')]), runOf([invalid('a'), passed('b')]));
    expect(changesOf(comparison)).toEqual({ a: 'unjudged', b: 'same' });
    expect(comparison.run).toMatchObject({ pairs: 1, invalid: 1, lost: 0 });
  });

  test('two runs without a valid pair are unjudged as a whole', () => {
    const comparison = compareRuns(runOf([passed('a')]), runOf([passed('b')]));
    expect(comparison.run).toMatchObject({ change: 'unjudged', pairs: 0 });
    expect(changesOf(comparison)).toEqual({ a: 'removed', b: 'added' });
  });

  test('a scenario that was renamed is held against its old name when the reader says so, and else mentioned', () => {
    const before = runOf([passed('old-name', 0, { title: 'A refund' })]);
    const after = runOf([failed('new-name', 0, { title: 'A refund' })]);
    const unsaid = compareRuns(before, after);
    expect(changesOf(unsaid)).toEqual({ 'old-name': 'removed', 'new-name': 'added' });
    expect(unsaid.notes.join(' ')).toContain('--renamed old-name=new-name');
    const said = compareRuns(before, after, { renamed: new Map([['old-name', 'new-name']]) });
    expect(said.scenarios).toMatchObject([{ scenario: 'new-name', change: 'regressed', renamedFrom: 'old-name' }]);
  });

  test('a run of one agent is held against a run of another', () => {
    const before = runOf([resultOf(keyOf('a', 0, 'default'))]);
    const after = runOf([resultOf(keyOf('a', 0, 'agent-b'), { scores: [scoreOf('said', [findingOf()])] })]);
    const comparison = compareRuns(before, after);
    expect(comparison.scenarios).toMatchObject([{ variant: 'agent-b', change: 'regressed' }]);
    expect(comparison.notes).toContain('variant `default` is held against variant `agent-b`');
  });

  test('a difference up to the tolerance is none', () => {
    const trials = Array.from({ length: 10 }, (_, trial) => trial);
    const before = runOf(trials.map((trial) => passed('a', trial)));
    const after = runOf(trials.map((trial) => (trial === 3 ? failed('a', trial) : passed('a', trial))));
    expect(changesOf(compareRuns(before, after, { tolerance: 0.1 }))).toEqual({ a: 'same' });
    expect(changesOf(compareRuns(before, after, { tolerance: 0.09 }))).toEqual({ a: 'regressed' });
  });
});

describe('scores of two runs', () => {
  const valued = (scenario: string, value: number, live = true): SessionResult =>
    passed(scenario, 0, { scores: [scoreOf('grounded', [], { value })], ...(live ? LIVE : {}) });
  const names = Array.from({ length: 40 }, (_, index) => `s-${String(index).padStart(2, '0')}`);

  test('a scorer that fell everywhere regressed over the run, with an interval around the difference', () => {
    const random = randomFrom(5);
    const before = runOf(names.map((name) => valued(name, 0.8 + 0.1 * random.next())));
    const after = runOf(names.map((name) => valued(name, 0.6 + 0.1 * random.next())));
    const [whole] = compareRuns(before, after).scores;
    expect(whole).toMatchObject({ score: 'grounded', change: 'regressed', pairs: 40 });
    expect(whole?.difference).toBeCloseTo(-0.2, 1);
    expect(whole?.interval?.low).toBeLessThan(whole?.difference ?? 0);
    expect(whole?.interval?.high).toBeLessThan(0);
  });

  test('the same fall in every scenario can be no chance, though nothing can be drawn from it', () => {
    const before = runOf(names.map((name) => valued(name, 0.75)));
    const after = runOf(names.map((name) => valued(name, 0.5)));
    expect(compareRuns(before, after).scores[0]).toMatchObject({ change: 'regressed', difference: -0.25 });
  });

  test('a score that only one side has is counted, and means nothing else', () => {
    const before = runOf([valued('a', 0.9)]);
    const after = runOf([
      passed('a', 0, { scores: [scoreOf('said'), blindScore('grounded', 'not_applicable', 'no claim')] }),
    ]);
    const grounded = compareRuns(before, after).scores.find(({ score }) => score === 'grounded');
    expect(grounded).toMatchObject({ change: 'unjudged', pairs: 0, onlyBefore: 1, onlyAfter: 0 });
  });
});

describe('the run as a whole', () => {
  const play = (seed: number, rate: (name: string) => number, count: number): SessionResult[] => {
    const random = randomFrom(seed);
    return Array.from({ length: count }, (_, index) => {
      const name = `s-${index}`;
      return random.next() < rate(name) ? passed(name, 0, LIVE) : failed(name, 0, LIVE);
    });
  };

  test('two runs of one agent seldom differ, and a drop of 15 points over 200 pairs is found', () => {
    let [told, dropped] = [0, 0];
    for (let seed = 0; seed < 100; seed += 1) {
      const before = runOf(play(seed, () => 0.8, 200));
      const { change } = compareRuns(before, runOf(play(seed + 1_000, () => 0.8, 200))).run;
      if (change === 'regressed' || change === 'improved') told += 1;
      if (compareRuns(before, runOf(play(seed + 2_000, () => 0.65, 200))).run.change === 'regressed') dropped += 1;
    }
    expect(told).toBeLessThanOrEqual(5);
    expect(dropped).toBeGreaterThanOrEqual(80);
  });

  test('failures are counted by stage and by turn on both sides', () => {
    const comparison = compareRuns(runOf([failed('a'), passed('b')]), runOf([failed('a'), failed('b')]));
    expect(comparison.stages).toEqual([{ stage: 'generation', before: 1, after: 2 }]);
    expect(comparison.turns).toEqual([{ turn: 2, before: 1, after: 2 }]);
  });

  test('other seeds and sessions without a result are said', () => {
    const { notes } = compareRuns(
      runOf([passed('a')], { missing: ['b/default/0'] }),
      runOf([passed('a')], { seed: 7 }),
    );
    expect(notes.join('\n')).toMatch(/earlier run has 1 sessions? that came to no result/);
    expect(notes.join('\n')).toContain('other seeds (42 and 7)');
  });

  test('a comparison keeps to its published form, and the same runs give the same bytes', () => {
    const [before, after] = [runOf(play(1, () => 0.7, 60)), runOf(play(2, () => 0.5, 60))];
    const comparison = compareRuns(before, after);
    expect(Comparison.parse(comparison)).toEqual(comparison);
    expect(JSON.stringify(compareRuns(before, after))).toBe(JSON.stringify(comparison));
  });
});
