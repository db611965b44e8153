import { expect, test } from 'vitest';
import { assembleScenario } from '../../src/cli/assemble.ts';
import type { Config } from '../../src/domain/authoring/config.ts';
import { Persona } from '../../src/domain/authoring/persona.ts';
import { SessionOutcome, type SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { planRun } from '../../src/runs/plan-run.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { agentOf, manualClock, scenarioOf, userOf } from '../fixtures/session-parts.ts';

const asking = agentOf(async function* ({ turn }) {
  yield { type: 'text', text: turn === 0 ? 'Which order is it, please?' : 'Shall I cancel order A-1001 now?' };
});

/** Runs one scenario as the command does. */
async function runOne(
  fields: Parameters<typeof scenarioOf>[0],
  config: Config = {},
  persona?: Persona,
): Promise<SessionResult> {
  const scenario = scenarioOf({
    id: 'one',
    title: 'One',
    agent: 'a',
    expect: [{ type: 'said', text: 'order' }],
    ...fields,
  });
  const loaded = {
    scenario,
    ...(persona && { persona }),
    file: 'one.yaml',
    placeOf: () => ({ file: 'one.yaml', line: 1, column: 1 }),
  };
  const runnable = assembleScenario(loaded, { config: { agents: { a: asking }, ...config } });
  const results: SessionResult[] = [];
  await runSuite({
    id: 'run',
    seed: 0,
    sessions: planRun([runnable], { seed: 0 }),
    concurrency: 1,
    clock: manualClock(),
    signal: new AbortController().signal,
    reporter: { name: 'test', onSessionEnd: (result) => void results.push(result) },
    score: ({ transcript, scenario: scored }, scorers, options) =>
      scoreTranscript(transcript, scorers, { scenario: scored, ...options }),
    groundingOf: () => [],
  });
  return results[0]!;
}

test('a scripted user that leaves the agent without an answer is noted, and the verdict stays', async () => {
  const result = await runOne({ user: ['Cancel my order.', 'A-1001.'] });
  expect(result).toMatchObject({ verdict: 'passed', endReason: 'user_done' });
  expect(result.userNotes).toEqual([
    {
      turn: 1,
      code: 'left-question',
      message: 'ended while the agent waited for an answer',
      quote: 'Shall I cancel order A-1001 now?',
    },
  ]);
  const { transcript: _, ...outcome } = result;
  expect(SessionOutcome.parse(outcome).userNotes).toEqual(result.userNotes);
});

test('a user with nothing to note has no notes', async () => {
  expect(await runOne({ user: ['A-1001.'], limits: { maxTurns: 1 } })).not.toHaveProperty('userNotes');
});

test('a user of the config that speaks as the agent makes the session invalid, and its words are quoted', async () => {
  const machines = { own: () => userOf('Cancel A-1001.', 'How can I help you today?') };
  const result = await runOne({ user: { machine: 'own' } }, { machines });
  expect(result.verdict).toBe('invalid');
  expect(result.reason).toMatchInlineSnapshot(
    `"turn 1: the simulated user spoke as the agent: “How can I help you today?”"`,
  );
});

test('a persona with a behaviour for a judge brings its check, and without a judge the session is invalid', async () => {
  const persona = Persona.parse({
    id: 'kind',
    name: 'Kind',
    description: 'Kind.',
    behaviours: [{ instruction: 'Be kind.', check: { judge: 'Is the user kind?' } }],
  });
  const models = { user: scriptedModel(['Cancel my order, please.', 'A-1001, please.', 'GIVE UP']) };
  const fields = { user: { persona: {} }, goal: 'The order is cancelled.' };
  const result = await runOne(fields, { models }, persona);
  expect(result.scores.map(({ id, status }) => `${id} ${status}`)).toEqual([
    expect.stringMatching(/^said.* scored$/),
    'simulated-user unscored',
  ]);
  expect(result.verdict).toBe('invalid');
  const scripted = await runOne({ user: ['A-1001.'] }, {}, persona);
  expect(scripted.scores).toHaveLength(1);
});
