import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/domain/errors.ts';
import { callsOfMessages } from '../../../../src/scorers/trajectory/calls-of-messages.ts';
import { compareCalls } from '../../../../src/scorers/trajectory/compare-calls.ts';
import { fromAdk } from '../../../../src/scorers/trajectory/presets/from-adk.ts';
import { fromAgentevals } from '../../../../src/scorers/trajectory/presets/from-agentevals.ts';
import { fromPromptfoo } from '../../../../src/scorers/trajectory/presets/from-promptfoo.ts';
import type { CallsCheck } from '../../../../src/scorers/trajectory/specification/plan-calls.ts';

const messageOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no error';
};
const reference = [
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    tool_calls: [{ function: { name: 'weather', arguments: '{"city":"SF","at":{"text":"noon"}}' } }],
  },
];

describe('fromAgentevals', () => {
  test('a reference becomes the check that a file would hold', () => {
    expect(fromAgentevals({ trajectoryMatchMode: 'superset', toolArgsMatchMode: 'superset' })(reference)).toEqual({
      type: 'calls',
      order: 'any',
      extra: 'allow',
      calls: [
        {
          tool: 'weather',
          arguments: { city: 'SF', at: { equals: { text: 'noon' } } },
          outcome: 'any',
          match: 'partial',
        },
      ],
      foldRetries: false,
      unknownKeys: 'allow',
    });
  });

  test('calls of one message stand together, and a reference without calls wants none', () => {
    const two = [
      {
        role: 'assistant',
        tool_calls: [
          { name: 'a', args: {} },
          { name: 'b', args: {} },
        ],
      },
    ];
    const more = { outcome: 'any', match: 'exact' };
    expect(fromAgentevals()(two)).toMatchObject({
      unit: 'step',
      order: 'exact',
      calls: [
        {
          together: [
            { tool: 'a', arguments: {}, ...more },
            { tool: 'b', arguments: {}, ...more },
          ],
        },
      ],
    });
    expect(fromAgentevals()([{ role: 'assistant', content: 'Hello' }])).toEqual({ type: 'no-calls' });
  });

  test('strict: what follows a message without calls must be called after the same word of the user', () => {
    const ask = { role: 'user', content: 'And?' };
    const say = { role: 'assistant', content: 'Done.' };
    const use = (name: string) => ({ role: 'assistant', tool_calls: [{ function: { name, arguments: '{}' } }] });
    const check = fromAgentevals()([ask, use('a'), say, ask, use('b'), say]);
    const passes = (...messages: object[]) => compareCalls(check as CallsCheck, callsOfMessages(messages)).passed;
    expect(passes(ask, use('a'), say, ask, use('b'), say)).toBe(true);
    expect(passes(ask, use('a'), use('b'), say, ask, say)).toBe(false);
    expect(passes(ask, say, ask, use('a'), use('b'), say)).toBe(false);
    const human = { type: 'human', content: 'And?' };
    expect(passes(human, use('a'), say, human, use('b'))).toBe(true);
    expect(fromAgentevals()([human, use('a'), say, human, use('b')])).toEqual(check);
    const bare = fromAgentevals()([use('a'), say, use('b')]);
    expect(compareCalls(bare as CallsCheck, callsOfMessages([ask, use('a'), use('b')])).passed).toBe(true);
  });

  test('a reference is read as agentevals reads it', () => {
    const check = fromAgentevals()(reference);
    expect(fromAgentevals()({ messages: reference })).toEqual(check);
    const [, ask] = reference as [unknown, { tool_calls: unknown[] }];
    const messages = [
      { getType: () => 'human', content: 'Weather?' },
      {
        getType: () => 'ai',
        content: '',
        tool_calls: ask.tool_calls,
        additional_kwargs: { tool_calls: ask.tool_calls },
      },
      { type: 'ai', content: 'Sunny.', tool_calls: [], additional_kwargs: { function_call: undefined } },
    ];
    expect(fromAgentevals()(messages)).toEqual(check);
  });

  test.each(['strict', 'unordered', 'subset'] as const)('%s: a reference without calls wants none', (mode) => {
    const from = fromAgentevals({ trajectoryMatchMode: mode });
    for (const none of [[], { messages: [] }, [{ role: 'user', content: 'function_call' }, { role: 'assistant' }]])
      expect(from(none)).toEqual({ type: 'no-calls' });
  });

  test('what is no reference, or hides its calls, is refused', () => {
    const one = { function: { name: 'weather', arguments: '{}' } };
    const references: unknown[] = [
      undefined,
      {},
      'x',
      { outputs: reference },
      [reference],
      [null],
      [{ content: 'Hi' }],
      [{ role: 'asistant', content: 'Hi' }],
      [{ role: 'assistant', toolCalls: [one] }],
      [{ role: 'assistant', tool_cals: [one] }],
      [{ role: 'assistant', tool_calls: one }],
      [{ role: 'assistant', function_call: one.function }],
      [{ role: 'assistant', content: [{ type: 'tool_use', name: 'weather', input: {} }] }],
      [{ role: 'assistant', content: [{ type: 'tool-call', toolName: 'weather', input: {} }] }],
      [{ type: 'ai', additional_kwargs: { tool_calls: [one] } }],
      [{ role: 'assistant', tool_calls: ['weather'] }],
      [{ role: 'assistant', tool_calls: [{ name: 'weather', input: { city: 'SF' } }] }],
    ];
    const messages = references.map((given) => messageOf(() => fromAgentevals()(given as [])));
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "fromAgentevals: the reference is undefined; give the list of messages, or an object that holds it as \`messages\`
      fromAgentevals: the reference is an object; give the list of messages, or an object that holds it as \`messages\`
      fromAgentevals: the reference is a text; give the list of messages, or an object that holds it as \`messages\`
      fromAgentevals: the reference is an object with \`outputs\`; give the list of messages, or an object that holds it as \`messages\`
      fromAgentevals: message 1 of the reference is a list; give the messages as one list
      fromAgentevals: message 1 of the reference is null; give it as \`{ role, content, tool_calls }\`
      fromAgentevals: message 1 of the reference has no \`role\`; it takes \`user\`, \`assistant\`, \`system\`, \`developer\` or \`tool\`
      fromAgentevals: message 1 of the reference has the role "asistant"; it takes \`user\`, \`assistant\`, \`system\`, \`developer\` or \`tool\`
      fromAgentevals: message 1 of the reference seems to hold calls at \`toolCalls\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: message 1 of the reference seems to hold calls at \`tool_cals\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: message 1 of the reference has an object as \`tool_calls\`; give a list of calls
      fromAgentevals: message 1 of the reference seems to hold calls at \`function_call\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: message 1 of the reference seems to hold calls at \`content[0]\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: message 1 of the reference seems to hold calls at \`content[0]\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: message 1 of the reference seems to hold calls at \`additional_kwargs.tool_calls\`, where agentevals does not look; give them as \`tool_calls: [{ function: { name, arguments } }]\`
      fromAgentevals: call 1 in message 1 of the reference names no tool; give it as \`{ function: { name, arguments } }\` or \`{ name, args }\`
      fromAgentevals: call 1 in message 1 of the reference has no \`arguments\`, but \`input\`; give what the tool gets as \`arguments\` or \`args\`"
    `);
    expect(messageOf(() => fromAgentevals({ trajectoryMatchMode: 'superset' })([]))).toMatchInlineSnapshot(
      `"fromAgentevals: the reference holds no call, and with \`superset\` every call is allowed: this can never fail"`,
    );
  });

  test('what it cannot use is told in its own words', () => {
    expect(messageOf(() => fromAgentevals({ toolArgsMatchmode: 'exact' } as object))).toMatchInlineSnapshot(
      `"fromAgentevals: \`toolArgsMatchmode\` is not known; did you mean \`toolArgsMatchMode\`?"`,
    );
    expect(
      messageOf(() => fromAgentevals({ trajectoryMatchMode: 'exact' as 'strict', toolArgsMatchOverrides: { f: [] } })),
    ).toMatchInlineSnapshot(`
      "fromAgentevals: \`trajectoryMatchMode\` takes \`strict\`, \`unordered\`, \`superset\` or \`subset\`
      fromAgentevals: \`toolArgsMatchOverrides.f\` takes \`exact\`, \`ignore\`, \`superset\` or \`subset\`, a list of paths, or a function"
    `);
    expect(
      messageOf(() => fromAgentevals({ toolArgsMatchOverrides: { weather: ['at.time'] } })(reference)),
    ).toMatchInlineSnapshot(
      `"fromAgentevals: the path \`at.time\` is not in the arguments of \`weather\` in the reference"`,
    );
    const broken = [{ role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{' } }] }];
    expect(messageOf(() => fromAgentevals()(broken))).toMatchInlineSnapshot(
      `"fromAgentevals: the arguments of \`weather\`, call 1 of the reference, are no JSON"`,
    );
  });
});

describe('fromAdk', () => {
  test('each invocation is a turn, in the present and in the older form', () => {
    const conversation = [
      { intermediate_data: { tool_uses: [{ name: 'a', args: { x: 1 } }] } },
      { query: 'And b?', expected_tool_use: [{ tool_name: 'b', tool_input: { y: 2 } }] },
    ];
    expect(fromAdk({ matchType: 'IN_ORDER', threshold: 0.5 })(conversation)).toEqual({
      type: 'calls',
      unit: 'turn',
      turns: 2,
      order: 'sequence',
      extra: 'allow',
      atLeast: 0.5,
      calls: [
        { tool: 'a', arguments: { x: 1 }, turn: 0, outcome: 'any', match: 'exact' },
        { tool: 'b', arguments: { y: 2 }, turn: 1, outcome: 'any', match: 'exact' },
      ],
      foldRetries: false,
      unknownKeys: 'allow',
    });
  });

  test('calls of invocation events are read as well', () => {
    const parts = [{ text: 'Let me see.' }, { function_call: { id: '1', name: 'a', args: { x: 1 } } }];
    const events = [
      { author: 'agent', content: { parts } },
      { author: 'agent', content: null },
    ];
    expect(fromAdk()([{ intermediate_data: { invocation_events: events } }])).toMatchObject({
      calls: [{ tool: 'a', arguments: { x: 1 }, turn: 0 }],
    });
  });

  test('what is no conversation, or hides its tool uses, is refused', () => {
    const uses = [{ name: 'a', args: {} }];
    const conversations: unknown[] = [
      undefined,
      [],
      { conversation: [] },
      { eval_cases: [] },
      [[]],
      ['x'],
      [{}],
      [{ tool_uses: uses }],
      [{ user_content: {}, intermediate_dta: { tool_uses: uses } }],
      [{ intermediate_data: { tool_calls: uses } }],
      [{ intermediate_data: { tool_use: uses } }],
      [{ intermediate_data: uses }],
      [{ intermediate_data: { tool_uses: { name: 'a' } } }],
      [{ intermediate_data: { tool_uses: [{ name: 'a', arguments: { x: 1 } }] } }],
    ];
    const messages = conversations.map((given) => messageOf(() => fromAdk()(given as [])));
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "fromAdk: the conversation is undefined; give the list of invocations, \`evalCase.conversation\`
      fromAdk: the conversation holds no invocation
      fromAdk: the conversation is an object; give its \`conversation\`
      fromAdk: the conversation is an object; give the \`conversation\` of one of its \`eval_cases\`
      fromAdk: invocation 1 is a list; give an object with \`intermediate_data\`
      fromAdk: invocation 1 is a text; give an object with \`intermediate_data\`
      fromAdk: invocation 1 has no \`intermediate_data\`, nor anything else of an invocation
      fromAdk: invocation 1 has no \`intermediate_data\`, nor anything else of an invocation
      fromAdk: invocation 1 seems to hold calls at \`intermediate_dta\`, where ADK does not look; give them as \`intermediate_data.tool_uses\`
      fromAdk: invocation 1 seems to hold calls at \`intermediate_data.tool_calls\`, where ADK does not look; give them as \`intermediate_data.tool_uses\`
      fromAdk: invocation 1 seems to hold calls at \`intermediate_data.tool_use\`, where ADK does not look; give them as \`intermediate_data.tool_uses\`
      fromAdk: invocation 1 has a list as \`intermediate_data\`; give an object with \`tool_uses\`
      fromAdk: invocation 1 has an object as \`tool_uses\`; give a list
      fromAdk: the use of \`a\` in invocation 1 has no \`args\`, but \`arguments\`"
    `);
    expect(messageOf(() => fromAdk({ matchType: 'IN_ORDER' })([{ query: 'Hi' }]))).toMatchInlineSnapshot(
      `"fromAdk: the conversation holds no tool use, and with \`IN_ORDER\` every call is allowed: this can never fail"`,
    );
    expect(fromAdk()([{ query: 'Hi' }])).toEqual({ type: 'no-calls' });
  });

  test('an invocation without tool uses is a turn in which nothing may be called', () => {
    const silent = { intermediate_data: { tool_uses: [] } };
    const second = { intermediate_data: { tool_uses: [{ name: 'b', args: {} }] } };
    const half = fromAdk({ match_type: 'EXACT', threshold: 0.5 });
    const passes = (conversation: readonly unknown[], ...names: string[]) => {
      const calls = names.map((name, turn) => ({ name, arguments: {}, turn }));
      return compareCalls(half(conversation) as CallsCheck, calls).passed;
    };
    expect(passes([silent, second], 'a', 'b')).toBe(true);
    expect(passes([silent, second], 'a', 'c')).toBe(false);
    expect(half([silent, silent])).toMatchObject({ type: 'calls', calls: [], turns: 2, atLeast: 0.5 });
    expect(passes([silent, silent], 'a')).toBe(true);
    expect(passes([silent, silent], 'a', 'b')).toBe(false);
  });

  test('what it cannot use is told', () => {
    expect(messageOf(() => fromAdk({ match_type: 'INORDER' as 'IN_ORDER', threshold: 2 }))).toMatchInlineSnapshot(`
      "fromAdk: \`matchType\` takes \`EXACT\`, \`IN_ORDER\` or \`ANY_ORDER\`
      fromAdk: \`threshold\` takes a number from 0 to 1"
    `);
    expect(messageOf(() => fromAdk()([{ intermediate_data: { tool_uses: [{ args: {} }] } }]))).toMatchInlineSnapshot(
      `"fromAdk: a tool use of invocation 1 has no \`name\`"`,
    );
  });
});

describe('fromPromptfoo', () => {
  test.each<[string, unknown, object]>([
    ['trajectory:tool-used', 'search', { type: 'policy', all: [{ atLeast: 1, of: 'search' }] }],
    ['not-trajectory:tool-used', ['a', 'b'], { type: 'policy', never: ['a', 'b'] }],
    [
      'trajectory:tool-used',
      { pattern: 'search*', min: 1, max: 3 },
      {
        type: 'policy',
        all: [
          { atLeast: 1, of: 'search*' },
          { atMost: 3, of: 'search*' },
        ],
      },
    ],
    ['trajectory:tool-used', { name: 'a', max: 1 }, { type: 'policy', all: [{ atMost: 1, of: 'a' }] }],
    ['trajectory:step-count', { type: 'tool', max: 3 }, { type: 'policy', all: [{ atMost: 3, of: '*' }] }],
    [
      'trajectory:step-count',
      { type: 'tool', name: 'get_*', min: 1, max: 2 },
      {
        type: 'policy',
        all: [
          { atLeast: 1, of: 'get_*' },
          { atMost: 2, of: 'get_*' },
        ],
      },
    ],
    [
      'not-trajectory:step-count',
      { type: 'tool', min: 2 },
      { type: 'policy', not: { all: [{ atLeast: 2, of: '*' }] } },
    ],
    ['not-trajectory:tool-sequence', ['a', 'b'], { type: 'policy', noneAfter: 'a', of: 'b' }],
    [
      'trajectory:tool-sequence',
      { mode: 'exact', steps: ['a', { name: 'b' }] },
      {
        type: 'calls',
        calls: [
          { tool: 'a', outcome: 'any' },
          { tool: 'b', outcome: 'any' },
        ],
        order: 'exact',
        extra: 'forbid',
        foldRetries: false,
      },
    ],
    [
      'not-trajectory:tool-args-match',
      { name: 'a', args: { x: 1 } },
      { type: 'forbidden-calls', tools: [{ tool: 'a', arguments: { x: 1 }, match: 'partial', unknownKeys: 'allow' }] },
    ],
    [
      'trajectory:tool-args-match',
      {
        name: 'a',
        mode: 'exact',
        args: { x: { text: 'hi' }, order_id: 'A-1' },
        defaults: { 'page.size': 5 },
        ignore: '*_id',
      },
      {
        type: 'calls',
        calls: [
          {
            tool: 'a',
            arguments: { x: { equals: { text: 'hi' } } },
            match: 'exact',
            defaults: { '["page.size"]': 5 },
            ignoreKeys: ['*_id'],
            unknownKeys: 'allow',
            outcome: 'any',
          },
        ],
        order: 'any',
        extra: 'allow',
        foldRetries: false,
      },
    ],
  ])('%s %j', (type, value, check) => {
    expect(fromPromptfoo({ type, value })).toEqual(check);
  });

  test('weight and metric are for promptfoo; a weight of 0 decides nothing', () => {
    const assertion = { type: 'trajectory:tool-used', value: 'a' };
    const check = fromPromptfoo(assertion);
    expect(fromPromptfoo({ ...assertion, weight: 2, metric: 'tools' })).toEqual(check);
    expect(fromPromptfoo({ ...assertion, weight: 0 })).toEqual({ ...check, required: false });
  });

  test('what it cannot use is told, with what to write instead', () => {
    const messages = [
      { type: 'trajectory:tool-usd', value: 'a' },
      { type: 'trajectory:tool-used', value: { name: 'a', min: 0 } },
      { type: 'trajectory:tool-used', value: { name: 'a', maximum: 0 } },
      { type: 'trajectory:tool-sequence', value: [{ pattern: 'a*' }] },
      { type: 'not-trajectory:tool-sequence', value: ['a', 'b', 'c'] },
      { type: 'trajectory:tool-args-match', value: { name: 'a', mode: 'excat', args: {} } },
      { type: 'trajectory:tool-args-match', value: { name: 'a' } },
      { type: 'trajectory:tool-args-match', value: { name: 'a', args: [1, 2] } },
      { type: 'not-trajectory:tool-args-match', value: { name: 'a*', args: {} } },
      { type: 'not-trajectory:tool-used', value: '{{ tool }}' },
      { type: 'not-trajectory:tool-args-match', value: { name: 'a', args: { id: ['{{id}}'] } } },
      { type: 'trajectory:tool-sequence', value: 'file://steps.json' },
      { type: 'trajectory:tool-used', value: 'a', threshold: 0.5, wieght: 1 },
      { type: 'trajectory:tool-used', value: 'a', weight: -1 },
      { type: 'trajectory:step-count', value: { max: 3 } },
      { type: 'trajectory:step-count', value: { type: 'tool' } },
      { type: 'trajectory:goal-success', value: 'The refund is made' },
      undefined as never,
      [] as never,
    ].map((assertion) => messageOf(() => fromPromptfoo(assertion)));
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "fromPromptfoo: \`trajectory:tool-usd\` is not known; did you mean \`trajectory:tool-used\`?
      fromPromptfoo: \`trajectory:tool-used\`: \`min: 0\` alone can never fail
      fromPromptfoo: \`trajectory:tool-used\` has the key \`maximum\`, which is not known
      fromPromptfoo: step 1 of \`trajectory:tool-sequence\` has the pattern \`a*\`, which has no counterpart in an expected call: name the tools, or write a \`policy\`
      fromPromptfoo: \`not-trajectory:tool-sequence\` has a counterpart for one and for two steps in order: write a \`policy\`
      fromPromptfoo: \`trajectory:tool-args-match\`: \`mode\` takes \`partial\` or \`exact\`
      fromPromptfoo: \`trajectory:tool-args-match\` needs JSON as \`args\`
      fromPromptfoo: \`trajectory:tool-args-match\` expects [1,2] as \`args\`, which has no counterpart in an expected call: its arguments are an object, or in TypeScript a function that answers for them
      fromPromptfoo: \`trajectory:tool-args-match\` has the pattern \`a*\`, which has no counterpart in an expected call: name the tools, or write a \`policy\`
      fromPromptfoo: \`trajectory:tool-used\` has "{{ tool }}", which only promptfoo fills in: write what comes of it
      fromPromptfoo: \`trajectory:tool-args-match\` has "{{id}}", which only promptfoo fills in: write what comes of it
      fromPromptfoo: \`trajectory:tool-sequence\` has "file://steps.json", which only promptfoo reads: write what comes of it
      fromPromptfoo: \`wieght\` is not known; did you mean \`weight\`?
      fromPromptfoo: \`threshold\` has no effect on assertions about calls, which hold or do not: leave it out, or write \`calls\` with \`score\` and \`atLeast\`
      fromPromptfoo: \`weight\` takes a number of at least 0
      fromPromptfoo: \`trajectory:step-count\` without a \`type\` counts all spans of a trace, which are not known here: write \`type: tool\` to count calls
      fromPromptfoo: \`trajectory:step-count\` takes \`min\` or \`max\`
      fromPromptfoo: \`trajectory:goal-success\` asks a model: write \`{ type: judge, criteria: [{ id: goal, must: "…" }] }\` with the goal as a sentence, or say with \`end-state\` what the world must be like
      fromPromptfoo: the options are undefined; expected an object with \`type\`, \`value\`, \`weight\`, \`metric\`
      fromPromptfoo: the options are a list; expected an object with \`type\`, \`value\`, \`weight\`, \`metric\`"
    `);
  });
});
