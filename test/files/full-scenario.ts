import type { ScenarioInput } from '../../src/domain/authoring/scenario.ts';

/** A persona that uses every key there is. */
export const fullPersona = {
  id: 'full',
  name: 'Full',
  description: 'Uses every key.',
  language: 'en',
  traits: ['careful'],
  style: 'Plain.',
  patience: 3,
  behaviours: [
    { instruction: 'a', check: { maxWords: 12 } },
    { instruction: 'b', check: { language: 'en' } },
    { instruction: 'c', check: { mustMention: 'order' } },
    { instruction: 'd', check: { mustNotMention: 'lawyer' } },
    { instruction: 'e', check: { disclosesOnlyWhenAsked: 'order' } },
    { instruction: 'f', check: { register: 'formal' as const } },
    { instruction: 'g', check: { changesMindAt: 2 } },
    { instruction: 'h', check: { pattern: 'x' } },
    { instruction: 'i', check: { judge: 'Is it polite?' } },
  ],
  realism: {
    length: 'short' as const,
    typos: ['none' as const, 'few' as const],
    impatience: 'some' as const,
    disclosure: 'gradual' as const,
    changesMind: 'once' as const,
    mixes: 'de',
  },
};

/** The other kind of scenario: a table of messages. */
export const fullTable: ScenarioInput = {
  id: 'table',
  title: 'Which tool, or none',
  routing: [
    { id: 'where', say: 'Where is it?', tool: 'lookup', arguments: { order_id: 'A-1001' } },
    { say: ['Hello', 'And now?'], tool: ['lookup', 'none'] },
  ],
  expect: [{ type: 'grounded', id: 'words', required: false }],
  tags: ['table'],
};

/** A scenario that uses every key there is, besides those of a table. */
export const fullScenario: ScenarioInput = {
  $schema: './scenario.schema.json',
  id: 'full',
  title: 'Everything at once',
  goal: 'The refund is made.',
  persona: fullPersona,
  language: 'en',
  facts: { order: { value: 'A-1001', disclosure: 'on_request', fallback: 'I do not know.' }, name: 'Full' },
  user: [
    { script: ['Hello', { say: 'My order', discloses: ['order'] }] },
    {
      machine: {
        initial: 'ask',
        states: {
          ask: {
            say: 'Where is it?',
            discloses: ['order'],
            on: [
              {
                when: {
                  heard: 'shipped',
                  heardAny: ['a', 'b'],
                  heardAll: ['c', 'd'],
                  denied: 'refund',
                  asked: '.',
                  number: { is: 5, over: 4, under: 6, near: 'days' },
                  notice: 'mail',
                  silent: false,
                  visits: { state: 'ask', atLeast: 2 },
                  turn: 1,
                  captured: 'code',
                  not: { heard: 'x' },
                  any: [{ heard: 'y' }],
                  all: [{ heard: 'z' }],
                },
                go: 'bye',
                capture: { code: '(A-\\d+)' },
              },
              { go: 'ask' },
            ],
          },
          bye: { say: ['Thanks', 'Bye'], end: 'done' },
        },
      },
    },
    { persona: { model: 'small' } },
  ],
  firstSpeaker: 'user',
  agent: 'good',
  world: {
    state: { orders: {} },
    tools: [
      { name: 'lookup', description: 'Looks up.', answers: [{ error: 'not found' }] },
      {
        name: 'refund',
        description: 'Refunds.',
        effect: 'write',
        parameters: { order: { type: 'string' } },
        requires: ['lookup', { tool: 'lookup', sameArguments: ['order'] }],
        answers: [{ when: { order: 'A' }, result: 'done', set: { '/orders/A': 1 } }],
      },
    ],
  },
  given: { balance: 5 },
  policy: ['Be honest.'],
  now: '2026-01-15T09:00:00Z',
  faults: [{ tool: 'refund', on: [0], kind: 'timeout', message: 'too slow' }],
  onToolCrash: 'report',
  limits: {
    maxTurns: 5,
    minTurns: 1,
    maxSteps: 4,
    maxCalls: 50,
    maxEqualCalls: 3,
    turnTimeoutMs: 1000,
    sessionTimeoutMs: 2000,
    toolTimeoutMs: 500,
    maxTokens: 50_000,
    maxCostUsd: 0.5,
  },
  expect: [{ type: 'said', id: 'says-it', required: false, text: 'refund' }],
  trials: 2,
  gate: { minPassRate: 0.5, minPassRateLow: 0.2, passHatK: { trials: 2, min: 0.3 }, scores: { grounded: 0.8 } },
  tier: 'scripted',
  tags: ['all'],
};
