import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowScenarios } from '../../src/domain/authoring/row-scenarios.ts';
import type { ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import { sessionPath } from '../../src/domain/transcript/session-key.ts';
import { RoutingResult } from '../../src/domain/verdicts/routing-result.ts';
import { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { type PlannedSession, planRun, type RunnableScenario } from '../../src/runs/plan-run.ts';
import { createRoutingFold, type Routed } from '../../src/runs/routing-fold.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { routing } from '../../src/scorers/routing/routing.ts';
import { routingChoiceOf } from '../../src/scorers/routing/routing-choice.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { agentOf, manualClock, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';

type Row = NonNullable<ScenarioInput['routing']>[number];
const where: Row = { id: 'where', say: 'Where is it?', tool: 'lookup' };
const all: Row = { id: 'all', say: 'What have I ordered?', tool: 'list' };
const hello: Row = { id: 'hello', say: 'Hello!', tool: 'none' };
const either: Row = { id: 'either', say: 'My orders?', tool: ['lookup', 'list'] };

/** The rows of a table as a run plans them. */
function planned(
  rows: readonly Row[],
  { trials = 1, variant = 'default', agent = agentOf(async function* () {}) } = {},
) {
  const table = scenarioOf({ id: 'table', user: undefined, routing: [...rows] });
  const runnable = rowScenarios(table).map(
    ({ row, scenario }): RunnableScenario => ({
      scenario,
      variant: variant === 'default' ? row.id : `${variant}-${row.id}`,
      row: { ...row, tableVariant: variant },
      user: userOf(row.say),
      agent,
      world: worldOf({ lookup: {}, list: {} }),
      scorers: createScorers(scenario.expect, [routing]),
      gate: { minPassRate: 0.5 },
    }),
  );
  return planRun(runnable, { seed: 0, trials });
}

const tool = (name: string): Routed => ({ verdict: 'passed', choice: { kind: 'tool', tool: name } });
const none: Routed = { verdict: 'passed', choice: { kind: 'none' } };

function fold(rows: readonly Row[], routedOf: (session: PlannedSession) => Routed, trials = 1): RoutingResult[] {
  const sessions = planned(rows, { trials });
  const folded = createRoutingFold(sessions);
  for (const session of sessions) folded.add(session, routedOf(session));
  return folded.results();
}

test('[S2.10] who was called for what: lines are what was wanted, columns what was called', () => {
  const [table] = fold(
    [where, all, hello],
    ({ row, key }) => {
      if (row?.id === 'hello') return none;
      if (row?.id === 'where') return key.trial === 0 ? none : tool('lookup');
      return key.trial === 0 ? tool('lookup') : tool('list');
    },
    4,
  );
  expect(table).toMatchObject({
    scenario: 'table',
    variant: 'default',
    sessions: 12,
    invalid: 0,
    wanted: ['lookup', 'list', 'none'],
    called: [{ kind: 'tool', tool: 'lookup' }, { kind: 'tool', tool: 'list' }, { kind: 'none' }],
    counts: [
      [3, 0, 1],
      [1, 3, 0],
      [0, 0, 4],
    ],
    accuracy: { right: 10, of: 12, rate: 10 / 12 },
    tools: [
      { tool: 'lookup', recall: { right: 3, of: 4 }, precision: { right: 3, of: 4 } },
      { tool: 'list', recall: { right: 3, of: 4 }, precision: { right: 3, of: 3, rate: 1 } },
      { tool: 'none', recall: { right: 4, of: 4 }, precision: { right: 4, of: 5 } },
    ],
  });
  expect(table?.misroutes.map(({ key, wanted, called }) => [sessionPath(key), wanted, called])).toEqual([
    ['table/where/0', ['lookup'], { kind: 'none' }],
    ['table/all/0', ['list'], { kind: 'tool', tool: 'lookup' }],
  ]);
  expect(RoutingResult.parse(table)).toEqual(table);
});

test('a tool that does not exist, a turn without an answer and invalid sessions are columns of their own', () => {
  const [table] = fold(
    [where, hello],
    ({ row, key }) => {
      const odd: Routed[] = [
        { verdict: 'failed', choice: { kind: 'unknown_tool' }, name: 'translate' },
        { verdict: 'failed', choice: { kind: 'no_answer' } },
        { verdict: 'invalid', choice: { kind: 'none' } },
        { verdict: 'failed' },
      ];
      return row?.id === 'hello' ? none : (odd[key.trial] ?? none);
    },
    4,
  );
  expect(table?.called.map(({ kind }) => kind)).toEqual(['tool', 'none', 'unknown_tool', 'no_answer', 'invalid']);
  expect(table?.counts).toEqual([
    [0, 0, 1, 1, 2],
    [0, 4, 0, 0, 0],
  ]);
  // Two of eight sessions were no valid test, and count in no rate.
  expect(table).toMatchObject({ sessions: 8, invalid: 2, accuracy: { right: 4, of: 6 } });
  expect(table?.misroutes.map(({ called, name }) => [called.kind, name])).toEqual([
    ['unknown_tool', 'translate'],
    ['no_answer', undefined],
  ]);
  expect(table?.rows).toMatchObject([
    { row: 'where', sessions: 4, right: 0, invalid: 2 },
    { row: 'hello', sessions: 4, right: 4, invalid: 0 },
  ]);
});

test('of several tools that will do, the one that was called counts, else the first', () => {
  const [right] = fold([either], () => tool('list'));
  expect(right).toMatchObject({
    wanted: ['lookup', 'list'],
    counts: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  });
  const [wrong] = fold([either], () => none);
  expect(wrong).toMatchObject({
    counts: [
      [0, 0, 1],
      [0, 0, 0],
    ],
  });
});

test('a tool named `none` is not none, and one that no row wants has a column', () => {
  const [table] = fold([where, hello], ({ row }) => tool(row?.id === 'hello' ? 'none' : 'cancel'));
  expect(table?.called).toEqual([
    { kind: 'tool', tool: 'lookup' },
    { kind: 'none' },
    { kind: 'tool', tool: 'cancel' },
    { kind: 'tool', tool: 'none' },
  ]);
  expect(table?.counts).toEqual([
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ]);
  expect(table?.accuracy).toMatchObject({ right: 0, of: 2 });
});

test('where nothing was a valid test there is no rate, and a table without a result is not told of', () => {
  const [table] = fold([where], () => ({ verdict: 'invalid' }));
  expect(table?.accuracy).toEqual({ right: 0, of: 0 });
  expect(createRoutingFold(planned([where])).results()).toEqual([]);
});

test('every session stands in exactly one cell, whatever was called', () => {
  const choice = fc.constantFrom<Routed>(
    tool('lookup'),
    tool('list'),
    tool('x'),
    none,
    { verdict: 'invalid' },
    { verdict: 'failed', choice: { kind: 'no_answer' } },
  );
  fc.assert(
    fc.property(fc.array(choice, { minLength: 12, maxLength: 12 }), (choices) => {
      let next = 0;
      const [table] = fold([where, all, hello, either], () => choices[next++] as Routed, 3);
      if (table === undefined) throw new Error('no table');
      expect(table.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(12);
      const diagonal = table.wanted.map((_line, index) => table.counts[index]?.[index] ?? 0);
      expect(diagonal.reduce((sum, count) => sum + count, 0)).toBe(table.accuracy.right);
      expect(table.misroutes.length + table.accuracy.right + table.invalid).toBe(12);
      expect(table.rows.reduce((sum, row) => sum + row.right, 0)).toBe(table.accuracy.right);
    }),
    { numRuns: 300 },
  );
});

describe('a run of a table', () => {
  const calling = agentOf(async function* ({ text }, { call }) {
    yield { type: 'step_started' };
    if (text.includes('Where')) await call('lookup', {});
    yield { type: 'step_started' };
    yield { type: 'text', text: 'Here you are.', final: true };
  });
  const run = (rows: readonly Row[], variant?: string, trials = 1) =>
    runSuite({
      id: 'run',
      seed: 0,
      sessions: planned(rows, { agent: calling, trials, ...(variant === undefined ? {} : { variant }) }),
      concurrency: 2,
      clock: manualClock(),
      signal: new AbortController().signal,
      reporter: { name: 'test' },
      score: ({ transcript, scenario }, scorers, options) =>
        scoreTranscript(transcript, scorers, { scenario, ...options }),
      groundingOf: () => [],
      routingOf: routingChoiceOf,
    });

  test('plays each row by itself and adds up; the gate holds for the table as a whole', async () => {
    const result = await run([where, hello, all]);
    expect(result.sessions.map(({ key, verdict }) => [sessionPath(key), verdict])).toEqual([
      ['table/all/0', 'failed'],
      ['table/hello/0', 'passed'],
      ['table/where/0', 'passed'],
    ]);
    expect(result.routing).toMatchObject([
      { accuracy: { right: 2, of: 3 }, rows: [{ row: 'where' }, { row: 'hello' }, { row: 'all' }] },
    ]);
    expect(result.scenarios).toMatchObject([
      { scenario: 'table', variant: 'default', sessions: 3, passed: 2, minPassRate: 0.5 },
    ]);
    expect(result.gate.status).toBe('met');
    expect(RunResult.parse(result)).toEqual(result);
  });

  test('is lost when too many rows go wrong, and names the table', async () => {
    const { gate, scenarios } = await run([all, hello, { ...all, id: 'again' }], 'agent-x');
    expect(scenarios).toMatchObject([{ scenario: 'table', variant: 'agent-x' }]);
    expect(gate).toEqual({ status: 'lost', reasons: ['table (agent-x): 1 of 3 rows passed, and 50 % of them must'] });
  });

  test('with trials the gate counts trials, and says of how many rows', async () => {
    const { gate } = await run([all, hello, { ...all, id: 'again' }], undefined, 2);
    expect(gate).toEqual({
      status: 'lost',
      reasons: ['table: 2 of 6 trials of 3 rows passed, and 50 % of them must'],
    });
  });

  test('sessions come in the order of the rows, each with its trials', () => {
    const order = planned([where, hello, all], { trials: 2 }).map(({ key }) => sessionPath(key));
    expect(order).toEqual([
      'table/where/0',
      'table/where/1',
      'table/hello/0',
      'table/hello/1',
      'table/all/0',
      'table/all/1',
    ]);
  });

  test('a row keeps its seed when another is inserted', () => {
    const seedOf = (rows: readonly Row[]) => planned(rows).find(({ row }) => row?.id === 'where')?.seed;
    expect(seedOf([where])).toBe(seedOf([hello, where, all]));
    const [first, second] = planned([where, hello]);
    expect(first?.seed).not.toBe(second?.seed);
    expect(first?.scenarioHash).not.toBe(second?.scenarioHash);
  });
});
