import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import type { Budgets } from '../../src/domain/authoring/budgets.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { createBudgetBook } from '../../src/llm/budget/budget-book.ts';
import { createModelAccess } from '../../src/llm/model-access.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { eventLine } from '../fixtures/event-line.ts';
import { play, scenarioOf, userOf } from '../fixtures/session-parts.ts';
import { liveModel, openIn } from './cassette-parts.ts';

const CHECKS = [{ type: 'said', text: 'shipped' }];

async function playWith(budgets: Budgets, limits = {}) {
  const book = createBudgetBook({
    budgets,
    prices: { 'gpt-x': { inputUsd: 10, outputUsd: 10 } },
    now: () => 0,
    limitsOf: () => limits,
  });
  const models = createModelAccess({ budgets: book });
  const model = liveModel(() => ({ text: 'It was shipped.', usage: { tokensIn: 900, tokensOut: 100 } }));
  const scenario = { limits, expect: CHECKS };
  const { transcript, end, breakages } = await play({
    models,
    scenario,
    agent: chatAgent({ model }),
    user: userOf('Where is it?', 'Really?', 'Sure?', 'Bye'),
  });
  const whole = scenarioOf(scenario);
  const { scores } = await scoreTranscript(transcript, createScorers(whole.expect, builtInScorers), {
    scenario: whole,
  });
  return { models, model, transcript, end, scores, judgement: judgeSession(scores, end.reason, breakages) };
}

describe('[C9] a budget that is spent in the middle of a session', () => {
  test.each([
    ['dollars of the run', { run: { maxCostUsd: 0.015 } }, {}],
    ['tokens of the run', { run: { maxTokens: 2_000 } }, {}],
    ['calls of the agent', { agent: { maxCalls: 2 } }, {}],
    ['tokens of the session', {}, { maxTokens: 1_500 }],
    ['dollars of the session', {}, { maxCostUsd: 0.02 }],
  ])('%s: it ends with `budget`, is scored, and is invalid', async (_, budgets, limits) => {
    const { transcript, end, scores, judgement, model } = await playWith(budgets, limits);
    expect(end.reason).toBe('budget');
    expect(model.asked).toBe(2);
    expect(transcript.filter(({ type }) => type === 'agent_message')).toHaveLength(2);
    expect(scores).toMatchObject([{ status: 'scored', passed: true }]);
    expect(judgement).toMatchObject({ verdict: 'invalid', reason: 'the session ended with `budget`' });
  });

  test('says in the transcript which budget it was', async () => {
    const { transcript } = await playWith({ run: { maxCostUsd: 0.015 } });
    expect(transcript.slice(-3).map(eventLine)).toMatchInlineSnapshot(`
      [
        "12.2 user_message Sure?",
        "13.2 agent_step [] saw []",
        "14.2 session_ended budget",
      ]
    `);
    expect(transcript.at(-1)).toMatchObject({
      detail: "the run's budget of $0.015 is spent: $0.02 in 2 calls (`budgets.run.maxCostUsd`)",
    });
  });

  test('leaves the judge its own, so that what happened can be judged', async () => {
    const { models } = await playWith({ run: { maxCalls: 1 }, judge: { maxCalls: 1 } });
    expect(
      (
        await openIn(
          models,
          liveModel(() => 'yes'),
          { role: 'judge' },
        ).ask('Was it kind?')
      ).text,
    ).toBe('yes');
  });

  test('does not touch a session that stays within it', async () => {
    const { end, judgement } = await playWith({ run: { maxCostUsd: 1 } }, { maxTokens: 9_000 });
    expect([end.reason, judgement.verdict]).toEqual(['user_done', 'passed']);
  });
});
