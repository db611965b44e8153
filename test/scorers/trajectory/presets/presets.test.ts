import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/domain/errors.ts';
import { fromAdk } from '../../../../src/scorers/trajectory/presets/from-adk.ts';
import { fromAgentevals } from '../../../../src/scorers/trajectory/presets/from-agentevals.ts';
import { fromPromptfoo } from '../../../../src/scorers/trajectory/presets/from-promptfoo.ts';

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
      { name: 'a', mode: 'exact', args: { x: { text: 'hi' } }, defaults: { 'page.size': 5 }, ignore: '*_id' },
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

  test('what it cannot use is told, with what to write instead', () => {
    const messages = [
      { type: 'trajectory:tool-usd', value: 'a' },
      { type: 'trajectory:tool-used', value: { name: 'a', min: 0 } },
      { type: 'trajectory:tool-used', value: { name: 'a', maximum: 0 } },
      { type: 'trajectory:tool-sequence', value: [{ pattern: 'a*' }] },
      { type: 'not-trajectory:tool-sequence', value: ['a', 'b', 'c'] },
      { type: 'trajectory:tool-args-match', value: { name: 'a', mode: 'excat', args: {} } },
      { type: 'trajectory:tool-args-match', value: { name: 'a' } },
    ].map((assertion) => messageOf(() => fromPromptfoo(assertion)));
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "fromPromptfoo: \`type.trajectory:tool-usd\` is not known; did you mean \`trajectory:tool-used\`?
      fromPromptfoo: \`trajectory:tool-used\`: \`min: 0\` alone can never fail
      fromPromptfoo: \`trajectory:tool-used\` has the key \`maximum\`, which is not known
      fromPromptfoo: step 1 of \`trajectory:tool-sequence\` has the pattern \`a*\`, which has no counterpart in an expected call: name the tools, or write a \`policy\`
      fromPromptfoo: \`not-trajectory:tool-sequence\` has a counterpart for one and for two steps in order: write a \`policy\`
      fromPromptfoo: \`trajectory:tool-args-match\`: \`mode\` takes \`partial\` or \`exact\`
      fromPromptfoo: \`trajectory:tool-args-match\` needs JSON as \`args\`"
    `);
  });
});
