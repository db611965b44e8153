import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { BudgetExceededError, type ChatModel, ModelUnavailableError } from '../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { play, userOf } from '../fixtures/session-parts.ts';

const down = functionModel(
  () => Promise.reject(new ModelUnavailableError('`far` is down', [{ status: 'error', httpStatus: 503 }])),
  { name: 'far' },
);
const spent = functionModel(() => Promise.reject(new BudgetExceededError("the run's budget is spent")), {
  name: 'dear',
});
const fine = functionModel(() => 'Hello.', { name: 'near' });

/** Asks each of the models once a turn, and says something whatever comes of it. */
const carefree = (...models: readonly ChatModel[]) =>
  functionAgent({
    open(context) {
      const sessions = models.map((model) => context.openModel!(model));
      return async (_messages, { signal, turn }) => {
        for (const session of sessions) {
          await session.complete({ messages: [{ role: 'user', content: 'Hi' }], turn }, { signal }).catch(() => {});
        }
        return 'All is done.';
      };
    },
  });

describe('an agent that catches what went wrong with its model, and answers all the same', () => {
  test.each([
    ['is not tested when the model was down', [down], 'infrastructure_error', '`far` is down'],
    ['is not tested when a budget was spent', [spent], 'budget', "the run's budget is spent"],
    [
      'is not tested when the model that it fell back on is down too',
      [spent, fine, down],
      'budget',
      "the run's budget is spent",
    ],
    ['is tested when another model stood in', [down, fine], 'user_done', ''],
    ['is not tested when the model was down after all', [fine, down], 'infrastructure_error', '`far` is down'],
  ])('%s', async (_what, models, reason, detail) => {
    const { end, transcript } = await play({ agent: carefree(...models) });
    expect(end).toMatchObject({ reason, detail });
    const calls = transcript.flatMap((event) => (event.type === 'model_call' ? [`${event.role} ${event.model}`] : []));
    expect(calls).toEqual(models.filter((model) => model !== spent).map(({ name }) => `agent ${name}`));
  });

  test('has failed when a script did not fit, and when a step of it was left over, closed or not', async () => {
    const over = await play({ agent: carefree(scriptedModel(['One.'])), user: userOf('A', 'B') });
    expect(over.end.reason).toBe('agent_error');
    expect(over.end.detail).toContain('has no answer to call 2');
    const left = await play({ agent: carefree(scriptedModel(['One.', 'Two.'])) });
    expect(left.end).toMatchObject({ reason: 'agent_error' });
    expect(left.end.detail).toContain('1 unused');
  });

  test('is blamed for its own exceptions only when no model was', async () => {
    const agent = (model: ChatModel) =>
      functionAgent({
        open(context) {
          const session = context.openModel!(model);
          return async (_messages, { signal, turn }) => {
            await session.complete({ messages: [], turn }, { signal }).catch(() => {});
            throw new Error('chain failed');
          };
        },
      });
    expect((await play({ agent: agent(down) })).end).toMatchObject({
      reason: 'infrastructure_error',
      detail: '`far` is down',
    });
    expect((await play({ agent: agent(fine) })).end).toMatchObject({ reason: 'agent_error', detail: 'chain failed' });
  });
});
