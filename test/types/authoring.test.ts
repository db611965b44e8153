import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { assertNever } from '../../src/domain/values/assert-never.ts';
import {
  type Agent,
  type AgentStep,
  type AnyScorerDefinition,
  type Config,
  chatAgent,
  decimalText,
  defineConfig,
  defineScenario,
  defineScorer,
  defineTool,
  defineWorld,
  functionAgent,
  type JsonValue,
  type Scenario,
  type ScenarioInput,
  type ScoreInput,
  type ScoreOutcome,
  scriptedModel,
  type ToolContext,
  type ToolOutcome,
  type UserMove,
  type World,
} from '../../src/index.ts';

const passed: ScoreOutcome = {
  status: 'scored',
  value: 1,
  passed: true,
  reason: '',
  findings: [],
  metrics: {},
  turns: [],
};

test('a move of a user is one of four, and only words can be the last ones', () => {
  const describe = (move: UserMove): string => {
    switch (move.kind) {
      case 'say':
        return move.end === undefined ? move.text : move.end.reason;
      case 'end':
        return move.end.reason;
      case 'silent':
        return move.trace.driver;
      case 'broken':
        return move.problem;
      default:
        return assertNever(move);
    }
  };
  expectTypeOf(describe).returns.toBeString();
  expectTypeOf<Extract<UserMove, { kind: 'silent' }>>().not.toHaveProperty('text');
  expectTypeOf<Extract<UserMove, { kind: 'broken' }>>().not.toHaveProperty('end');
});

test('a step of an agent is told apart by `type`', () => {
  const describe = (step: AgentStep): string => {
    switch (step.type) {
      case 'step_started':
        return step.type;
      case 'text':
        return step.text;
      case 'reported_call':
        return step.rawArguments;
      case 'reported_result':
        return step.outcome.status;
      case 'usage':
        return step.model;
      case 'handed_off':
        return step.to ?? '';
      case 'custom':
        return step.name;
      default:
        return assertNever(step);
    }
  };
  expectTypeOf(describe).returns.toBeString();
  expectTypeOf<Extract<AgentStep, { type: 'reported_result' }>['outcome']>().toEqualTypeOf<ToolOutcome>();
});

test('a config may be empty, and takes no key that it does not know', () => {
  expectTypeOf<object>().toExtend<Config>();
  expectTypeOf(defineConfig).returns.toEqualTypeOf<Config>();
  defineConfig({ agents: { desk: chatAgent({ model: scriptedModel(['Hello.']) }) }, gate: { minPassRate: 0.9 } });
  // @ts-expect-error a misspelt key
  defineConfig({ agent: {} });
  // @ts-expect-error no agent
  defineConfig({ agents: { desk: () => 'Hello.' } });
});

test('the arguments of a tool are what its schema makes of them', () => {
  defineTool({
    name: 'issue_refund',
    description: 'Refunds.',
    parameters: z.object({ order_id: z.string(), amount: decimalText(), reason: z.enum(['late']).optional() }),
    effect: 'write',
    run: (values, { state, fail }: ToolContext<{ refunds: string[] }>) => {
      expectTypeOf(values).toEqualTypeOf<{ order_id: string; amount: string; reason?: 'late' | undefined }>();
      expectTypeOf(state.refunds).toEqualTypeOf<string[]>();
      expectTypeOf(fail).returns.toBeNever();
      return values.amount;
    },
  });
  defineTool({
    name: 'plain',
    description: 'Takes JSON Schema.',
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    effect: 'read',
    run: (values) => {
      expectTypeOf(values).toEqualTypeOf<Record<string, JsonValue>>();
      return null;
    },
  });
  // @ts-expect-error an effect that does not exist
  defineTool({ name: 'a', description: 'b', parameters: z.object({}), effect: 'reads', run: () => null });
});

test('a world takes tools of its own state only', () => {
  const tool = defineTool({
    name: 'count',
    description: 'Counts.',
    parameters: z.object({}),
    effect: 'read',
    run: (_, { state }: ToolContext<{ count: number }>) => state.count,
  });
  expectTypeOf(defineWorld({ name: 'a', state: () => ({ count: 1 }), tools: [tool] })).toEqualTypeOf<World>();
  // @ts-expect-error a state without what the tool needs
  defineWorld({ name: 'a', state: () => ({ total: 1 }), tools: [tool] });
});

test('tools that a function agent names are functions, and others are not', () => {
  const agent = functionAgent<'lookup_order'>(async (messages, { tools, turn, signal }) => {
    expectTypeOf(messages.at(-1)?.content).toEqualTypeOf<string | undefined>();
    expectTypeOf(turn).toBeNumber();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    const { status } = await tools.lookup_order<{ status: string }>({ order_id: 'A-1001' });
    expectTypeOf(status).toBeString();
    expectTypeOf(await tools.call('anything')).toBeUnknown();
    // @ts-expect-error a tool that was not named
    await tools.look_up_order();
    return status;
  });
  expectTypeOf(agent).toEqualTypeOf<Agent>();
  functionAgent({ open: () => ({ reply: () => 'Hello.', close: () => undefined }) });
  // @ts-expect-error a number is no answer
  functionAgent(() => 5);
});

test('an author writes what has no default, and reads everything', () => {
  expectTypeOf<{ id: string; title: string; user: ['Hello'] }>().toExtend<ScenarioInput>();
  expectTypeOf<{ id: string; user: ['Hello'] }>().not.toExtend<ScenarioInput>();
  expectTypeOf<ScenarioInput['limits']>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<Scenario['limits']['maxTurns']>().toEqualTypeOf<number>();
  expectTypeOf<Scenario['trials']>().toEqualTypeOf<number>();
  expectTypeOf<Scenario['policy']>().toEqualTypeOf<string[]>();
  expectTypeOf<Scenario['expect'][number]['required']>().toEqualTypeOf<boolean>();
  defineScenario({ title: 'A greeting', user: ['Hello'], expect: [{ type: 'said', text: 'Hi' }] });
  const shared = {
    user: ['Hello', { say: 'A-1', discloses: ['order'] }],
    policy: ['Be kind.'],
    tags: ['smoke'],
    faults: [{ tool: 'refund', kind: 'tool_error', message: 'down', on: [1] }],
    world: { tools: [{ name: 'refund', description: 'Refunds.', answers: [{ result: { paid: [1] } }] }] },
    given: { orders: [{ id: 'A-1' }] },
    expect: [{ type: 'said', text: 'Hi' }],
  } as const;
  defineScenario({ title: 'A greeting', ...shared });
  defineScenario({ title: 'A table', routing: [{ say: ['Hello', 'Refund'], tool: ['refund', 'none'] }] as const });
  defineConfig({ expect: shared.expect, scenarios: ['a', 'b'] as const });
  // @ts-expect-error a misspelt key
  defineScenario({ title: 'A greeting', user: ['Hello'], expects: [] });
});

test('a scorer is given what its schema reads, and becomes one that lists hold', () => {
  const polite = defineScorer({
    type: 'polite',
    summary: 'Thanks.',
    stages: ['generation'],
    metrics: [],
    schema: z.strictObject({ word: z.string().default('thank'), times: z.int().optional() }),
    create: (spec) => {
      expectTypeOf(spec).toEqualTypeOf<{ word: string; times?: number | undefined }>();
      return [
        {
          stage: 'generation',
          needs: { toolCalls: false },
          deterministic: true,
          score: (input) => {
            expectTypeOf(input).toEqualTypeOf<ScoreInput>();
            return passed;
          },
        },
      ];
    },
  });
  expectTypeOf(polite).toEqualTypeOf<AnyScorerDefinition>();
  expectTypeOf<readonly [typeof polite]>().toExtend<NonNullable<Config['scorers']>>();
});

test('a scorer that waits has to say so', () => {
  const part = { stage: 'generation', needs: { toolCalls: false } } as const;
  const head = { type: 'a', summary: 'b', stages: ['generation'], metrics: [], schema: z.strictObject({}) } as const;
  defineScorer({
    ...head,
    create: () => [
      {
        ...part,
        deterministic: false,
        score: async (_input, { signal }) => {
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          return passed;
        },
      },
    ],
  });
  // @ts-expect-error a promise of a deterministic scorer
  defineScorer({ ...head, create: () => [{ ...part, deterministic: true, score: async () => passed }] });
});
