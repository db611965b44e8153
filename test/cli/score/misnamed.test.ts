import { expect, test } from 'vitest';
import { call, launches, result, says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const refund = {
  name: 'refund',
  effect: 'write',
  description: 'Pays back.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } } },
};
const lookup = { ...refund, name: 'lookup', effect: 'read' };
const talk = (tools?: readonly object[]) => ({
  messages: [
    user('Refund A-1.'),
    launches(call('a', 'lookup', { order_id: 'A-1' })),
    result('a', { total: 5 }),
    says('Done.'),
  ],
  ...(tools === undefined ? {} : { tools }),
});
const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** The exit code, and what is told besides the table. */
async function told(rules: string, log: string, tools?: readonly object[]): Promise<string> {
  const files = { 'log.jsonl': log, 'rules.yaml': rules, ...(tools && { 'tools.json': JSON.stringify(tools) }) };
  const given = ['log.jsonl', '--expect', 'rules.yaml', ...(tools === undefined ? [] : ['--tools', 'tools.json'])];
  const { code, out, err } = await score(given, files);
  const besides = `${out}${err}`
    .split('\n')
    .filter((line) => /^(?:note|problem|invalid|error|rules| {2}Hint)/.test(line));
  return [String(code), ...besides].join('\n');
}

const MISSPELT = `expect:
  - { type: answered }
  - { type: forbidden-calls, tools: [refunt, { tool: refund, arguments: { ordr_id: A-1 } }] }
`;

test('names that no tool of any conversation has make the result invalid, where each lists its tools', async () => {
  expect(await told(MISSPELT, lines(talk([lookup, refund]), talk([lookup])))).toMatchInlineSnapshot(`
    "3
    invalid: rules.yaml:3:38: expect[1].tools[0]: the list of tools has no \`refunt\` (did you mean \`refund\`?)
    invalid: rules.yaml:3:84: expect[1].tools[1].arguments.ordr_id: \`refund\` takes no argument \`ordr_id\` (did you mean \`order_id\`?)"
  `);
  expect(await told(MISSPELT.replace('refunt', 'refund').replace('ordr', 'order'), lines(talk([lookup, refund])))).toBe(
    '0',
  );
});

test('a tool or an argument that one of the conversations has is none of them', async () => {
  const other = { ...refund, parameters: { type: 'object', properties: { ordr_id: {} } } };
  const rules = MISSPELT.replace('refunt', 'lookups');
  const lookups = { ...lookup, name: 'lookups' };
  expect(await told(rules, lines(talk([lookup, refund]), talk([lookup, other, lookups])))).toBe('0');
});

test('where only some conversations list their tools, the rest may have had others', async () => {
  expect(await told(MISSPELT, lines(talk([lookup, refund]), talk()))).toMatchInlineSnapshot(`
    "0
    note: rules.yaml:3:38: expect[1].tools[0]: the list of tools has no \`refunt\` (did you mean \`refund\`?)
    note: rules.yaml:3:84: expect[1].tools[1].arguments.ordr_id: \`refund\` takes no argument \`ordr_id\` (did you mean \`order_id\`?)
    note: no conversation calls \`refunt\` and \`refund\`, which the rules name: see whether that is spelt right, or give \`--tools\`"
  `);
});

test('where none does, nothing is known of names but what was called', async () => {
  expect(await told(MISSPELT, lines(talk()))).toMatchInlineSnapshot(`
    "0
    note: no conversation calls \`refunt\` and \`refund\`, which the rules name: see whether that is spelt right, or give \`--tools\`"
  `);
});

const PATTERNS = `expect:
  - { type: policy, id: a, never: "refnd*" }
  - { type: policy, id: b, pack: standard, settings: { confirm-before-write: { tools: [refnd] } } }
effects: { "xx_*": read, "lokup*": read, "*": read }
`;

test('patterns that no tool fits are told, in the tools of the logs and in a list', async () => {
  expect(await told(PATTERNS, lines(talk([lookup, refund])))).toMatchInlineSnapshot(`
    "3
    invalid: rules.yaml:3:88: expect[1].settings.confirm-before-write.tools[0]: the list of tools has no \`refnd\` (did you mean \`refund\`?)
    note: rules.yaml:2:35: expect[0].never: no tool of the list fits \`refnd*\`: the rule can only speak of tools that are not on it (did you mean \`refund*\`?)
    note: rules.yaml:4:20: effects.xx_*: no tool of the list fits \`xx_*\`
    note: rules.yaml:4:36: effects.lokup*: no tool of the list fits \`lokup*\` (did you mean \`lookup*\`?)"
  `);
  expect(await told(PATTERNS, lines(talk()), [lookup, refund])).toMatchInlineSnapshot(`
    "2
    rules.yaml cannot be used:
    rules.yaml:3:88: expect[1].settings.confirm-before-write.tools[0]: the list of tools has no \`refnd\`
      Hint: did you mean \`refund\`?"
  `);
  const right = PATTERNS.replace('[refnd]', '[refund]');
  expect(await told(right, lines(talk()), [lookup, refund])).toMatchInlineSnapshot(`
    "0
    note: rules.yaml:2:35: expect[0].never: no tool of the list fits \`refnd*\`: the rule can only speak of tools that are not on it (did you mean \`refund*\`?)
    note: rules.yaml:4:20: effects.xx_*: no tool of the list fits \`xx_*\`
    note: rules.yaml:4:36: effects.lokup*: no tool of the list fits \`lokup*\` (did you mean \`lookup*\`?)"
  `);
  for (const key of ['reads', 'writes']) {
    const rules = `expect: [{ type: policy, pack: standard, ${key}: ["refnd*"] }]\n`;
    expect(await told(rules, lines(talk()), [lookup, refund])).toContain('no tool of the list fits `refnd*`');
    expect(await told(rules, lines(talk([lookup, refund])))).toMatch(/^3\n/);
  }
});
