import { describe, expect, test } from 'vitest';
import { hrWorld } from '../../examples/hr/world.ts';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { Expectation, type ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import { Stage } from '../../src/domain/verdicts/evidence.ts';
import type { ModelAnswer } from '../../src/llm/model-answer.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { play, userOf } from '../fixtures/session-parts.ts';
import { briefly } from './score-transcript.ts';

const expected = { tool: 'get_leave_balance', arguments: { employee_id: 'E001' } };
const checks = [
  { type: 'calls', calls: [expected], order: 'exact' },
  { type: 'grounded' },
  { type: 'error-honesty' },
].map((check) => Expectation.parse(check));

const balanceOf = (employee_id: string): ModelAnswer => [{ name: 'get_leave_balance', arguments: { employee_id } }];
const product: ModelAnswer = [{ name: 'multiply_numbers', arguments: { a: 1, b: 5 } }];

type Seeded = { steps: readonly ModelAnswer[]; faults?: ScenarioInput['faults'] };
const good: Seeded = { steps: [balanceOf('E001'), '员工 E001 剩余 5 天年假。'] };
const faults: Readonly<Record<Stage, Seeded>> = {
  selection: { steps: [product, balanceOf('E001'), '员工 E001 剩余 5 天年假。'] },
  arguments: { steps: [balanceOf('E003'), '员工 E003 剩余 12 天年假。'] },
  execution: {
    steps: [balanceOf('E001'), '员工 E001 的年假查询失败：系统维护中，请稍后再试。'],
    faults: [{ tool: 'get_leave_balance', message: '系统维护中' }],
  },
  generation: { steps: [balanceOf('E001'), '员工 E001 剩余 6 天年假。'] },
};

/** Plays one session of the agent whose model says these steps, and asks each of the four stages. */
async function judge({ steps, faults: planted = [] }: Seeded) {
  const { transcript, end } = await play({
    scenario: { language: 'zh', faults: planted },
    user: userOf('请查询员工 E001 的剩余年假。'),
    agent: chatAgent({ model: scriptedModel(steps) }),
    world: hrWorld,
  });
  const { scores, failure } = await scoreTranscript(transcript, createScorers(checks, builtInScorers));
  const failing = scores.flatMap((score) => (score.status === 'scored' && !score.passed ? [score.stage] : []));
  return { end: end.reason, stage: failure?.stage, failing, scores };
}

describe('an answer about days of leave', () => {
  test('[S2.12] that is right passes in all four stages', async () => {
    const { end, stage, failing, scores } = await judge(good);
    expect({ end, stage, failing }).toEqual({ end: 'user_done', stage: undefined, failing: [] });
    expect(briefly(scores)).toMatchObject({
      selection: 'passed',
      arguments: 'passed',
      execution: 'passed',
    });
    expect(scores.find(({ scorer }) => scorer === 'grounded')).toMatchObject({ status: 'scored', passed: true });
  });

  test('[S2.12] with four seeded faults fails in four different stages', async () => {
    const stages = await Promise.all(Object.values(faults).map(async (fault) => (await judge(fault)).stage));
    expect(stages).toEqual(Stage.options);
  });

  test.each(Object.entries(faults))(
    '[S2.13] with a fault of the %s loses that score and no other',
    async (stage, fault) => {
      const { end, failing } = await judge(fault);
      expect({ end, failing }).toEqual({ end: 'user_done', failing: [stage] });
    },
  );
});
