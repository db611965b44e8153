import { expect, test } from 'vitest';
import { formatProblem } from '../../../src/domain/authoring/problem.ts';
import { checkMentions, mentionsOf } from '../../../src/scorers/mentions/check-mentions.ts';
import { calls } from '../../../src/scorers/tools/calls.ts';

const parameters = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
};
const tools = [
  { name: 'lookup_order', parameters },
  { name: 'refund', parameters },
];

/** What lint says of a check, with a world that has two tools, in a talk of two turns. */
function problemsOf(check: object): string[] {
  const mentions = mentionsOf([{ type: 'calls', required: true, ...check }], [calls]);
  const world = { tools, state: {} };
  const surroundings = {
    world,
    mayReportTools: false,
    models: [],
    turns: { most: 2, because: 'the script has 2 messages' },
  };
  return checkMentions(mentions, surroundings).map(formatProblem);
}

test('tools, arguments and turns are found wherever they stand in a specification', () => {
  const wanted = {
    calls: [
      { anyOrder: [{ tool: 'lookup_oder' }, { optional: { tool: 'refund', arguments: { oder_id: 'A-1' } } }] },
      {
        oneOf: [
          [{ tool: 'refund', arguments: { items: [{ skew: 1 }] } }],
          { repeat: { tool: 'lookup_order', turn: 2 } },
        ],
      },
      { together: [{ tool: 'lookup_order' }, { tool: 'cancel' }] },
    ],
  };
  expect(problemsOf(wanted)).toMatchInlineSnapshot(`
    [
      "expect[0].calls[0].anyOrder[0].tool: the world has no tool \`lookup_oder\`
      Known tools: \`lookup_order\` and \`refund\`.
      Hint: did you mean \`lookup_order\`?",
      "expect[0].calls[0].anyOrder[1].optional.arguments.oder_id: \`refund\` takes no argument \`oder_id\`
      Known arguments: \`order_id\` and \`items\`.
      Hint: did you mean \`order_id\`?",
      "expect[0].calls[1].oneOf[0][0].arguments.items[0].skew: \`refund\` takes no argument \`skew\` in \`items.0\`
      Known arguments: \`sku\`.",
      "expect[0].calls[1].oneOf[1].repeat.turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here.",
      "expect[0].calls[2].together[1].tool: the world has no tool \`cancel\`
      Known tools: \`lookup_order\` and \`refund\`.",
    ]
  `);
});

test('paths of arguments that no tool has are found in fields and defaults', () => {
  const wanted = {
    calls: [
      { tool: 'refund', arguments: { items: [{ sku: 'X' }] }, match: { fields: ['items[0].sku', 'items[0].skew'] } },
    ],
    perTool: { refund: { defaults: { 'items[0].count': 1 } } },
    match: { fields: ['order'] },
  };
  expect(problemsOf(wanted)).toMatchInlineSnapshot(`
    [
      "expect[0].calls[0].match.fields[1]: \`refund\` takes no argument \`skew\` in \`items.0\`
      Known arguments: \`sku\`.",
      "expect[0].perTool.refund.defaults.items[0].count: \`refund\` takes no argument \`count\` in \`items.0\`
      Known arguments: \`sku\`.",
      "expect[0].match.fields[0]: no tool of the world takes an argument \`order\`
      Known arguments: \`order_id\` and \`items\`.",
    ]
  `);
});

test('a specification in which everything is known has no problem', () => {
  const wanted = {
    calls: [{ anyOrder: [{ tool: 'lookup_order', arguments: { order_id: 'A-1' }, turn: 1 }, { tool: 'refund' }] }],
    perTool: { refund: { match: { fields: ['items[0].sku'] } } },
  };
  expect(problemsOf(wanted)).toEqual([]);
});

test('a path that cannot be read is told by the check itself', () => {
  expect(problemsOf({ calls: [{ tool: 'refund', match: { fields: ['a..b', 'items[*].sku'] } }] })).toEqual([]);
});
