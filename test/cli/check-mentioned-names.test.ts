import { expect, test } from 'vitest';
import { projectChecks } from '../../src/cli/project-checks.ts';
import type { Config } from '../../src/domain/authoring/config.ts';
import { Scenario, type ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import type { World } from '../../src/domain/contracts/world.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { defineTool } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { load, plant } from '../files/projects.ts';

const checks = { ...projectChecks, scorers: async () => builtInScorers };

const WORLD = `
world:
  state: { slots: { S-71: { free: true } }, patients: {} }
  tools:
    - name: find_slot
      description: Finds a slot.
      parameters: { slot_id: { type: string } }
      answers: [{ result: { free: true } }]
    - name: cancel_appointment
      description: Cancels an appointment.
      effect: write
      parameters:
        slot_id: { type: string }
        filter: { type: object, properties: { day: { type: string } }, required: [day], additionalProperties: false }
      answers: [{ result: true, set: { "/slots/{{slot_id}}/free": true } }]
`;

function book(expectations: string, { world = WORLD, user = '[Hello, Thanks]' } = {}): string {
  return `title: Book\nuser: ${user}${world}expect:\n${expectations}`;
}

test('every name that stands for nothing is told at once, with its place, the known names and the nearest', async () => {
  const root = plant({
    'scenarios/book.yaml': book(`
  - { type: forbidden-calls, tools: [cancel_apointment, { tool: cancel_appointment, arguments: { slot: x } }], turn: 5 }
  - { type: call-order, first: find_slots, then: cancel_appointment, sameArguments: { slot_id: slot } }
  - { type: arguments-from-evidence, tools: [canel_appointment], freeText: [slot_ids, cancel_appointment.slot_id] }
  - type: calls
    calls:
      - { tool: find_slot, arguments: { slot_ids: { any: true }, slot_id: { oneOf: [a, b] } }, turn: 2 }
      - { tool: cancel_appointment, arguments: { filter: { dya: x } } }
  - type: end-state
    unchanged: [/slotz/S-71, /slots/S-71, /patients/P-1]
    state: { slots: { S-71: { fre: { absent: true } } } }
    writes: [{ tool: cancel_apointment }]
  - { type: said, text: x, turn: 2 }
  - { type: not-said, text: x, turn: 2 }
  - { type: no-calls, turn: 2 }
  - { type: structured-output, schema: { type: object }, turn: 2 }
`),
  });
  const { told, scenarios } = await load(root, { checks });
  expect(scenarios).toEqual([]);
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/book.yaml:19:38: expect[0].tools[0]: the world has no tool \`cancel_apointment\`
      Known tools: \`find_slot\` and \`cancel_appointment\`.
      Hint: did you mean \`cancel_appointment\`?
    scenarios/book.yaml:19:98: expect[0].tools[1].arguments.slot: \`cancel_appointment\` takes no argument \`slot\`
      Known arguments: \`slot_id\` and \`filter\`.
    scenarios/book.yaml:19:118: expect[0].turn: turn 5 never comes: the script has 2 messages
      Turns count from 0 to 1 here.
    scenarios/book.yaml:20:32: expect[1].first: the world has no tool \`find_slots\`
      Known tools: \`find_slot\` and \`cancel_appointment\`.
      Hint: did you mean \`find_slot\`?
    scenarios/book.yaml:21:46: expect[2].tools[0]: the world has no tool \`canel_appointment\`
      Known tools: \`find_slot\` and \`cancel_appointment\`.
      Hint: did you mean \`cancel_appointment\`?
    scenarios/book.yaml:21:77: expect[2].freeText[0]: no tool of the world takes an argument \`slot_ids\`
      Known arguments: \`slot_id\` and \`filter\`.
      Hint: did you mean \`slot_id\`?
    scenarios/book.yaml:24:41: expect[3].calls[0].arguments.slot_ids: \`find_slot\` takes no argument \`slot_ids\`
      Known arguments: \`slot_id\`.
      Hint: did you mean \`slot_id\`?
    scenarios/book.yaml:24:102: expect[3].calls[0].turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here.
    scenarios/book.yaml:25:60: expect[3].calls[1].arguments.filter.dya: \`cancel_appointment\` takes no argument \`dya\` in \`filter\`
      Known arguments: \`day\`.
      Hint: did you mean \`day\`?
    scenarios/book.yaml:27:17: expect[4].unchanged[0]: there is no \`slotz\` in the world's state, so this check would always pass
      Known there: \`slots\` and \`patients\`.
      Hint: did you mean \`slots\`?
    scenarios/book.yaml:27:43: expect[4].unchanged[2]: there is no \`P-1\` in \`/patients\` of the world's state, so this check would always pass
      Hint: no tool writes there: name another place, or give a tool a \`set\` for it
    scenarios/book.yaml:28:31: expect[4].state.slots.S-71.fre: there is no \`fre\` in \`/slots/S-71\` of the world's state, so this check would always pass
      Known there: \`free\`.
      Hint: did you mean \`free\`?
    scenarios/book.yaml:29:22: expect[4].writes[0].tool: the world has no tool \`cancel_apointment\`
      Known tools: \`find_slot\` and \`cancel_appointment\`.
      Hint: did you mean \`cancel_appointment\`?
    scenarios/book.yaml:30:34: expect[5].turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here.
    scenarios/book.yaml:31:38: expect[6].turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here.
    scenarios/book.yaml:32:29: expect[7].turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here.
    scenarios/book.yaml:33:64: expect[8].turn: turn 2 never comes: the script has 2 messages
      Turns count from 0 to 1 here."
  `);
});

test('what a tool that is data may write is a place, and what none may is not', async () => {
  const root = plant({
    'scenarios/book.yaml': book(`
  - { type: end-state, unchanged: [/slots/S-99/free], state: { slots: { S-99: { free: true } } } }
  - { type: end-state, unchanged: [/slots/S-71/doctor] }
`),
  });
  const { told } = await load(root, { checks });
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/book.yaml:20:36: expect[1].unchanged[0]: there is no \`doctor\` in \`/slots/S-71\` of the world's state, so this check would always pass
      Known there: \`free\`.
      Hint: no tool writes there: name another place, or give a tool a \`set\` for it"
  `);
});

test('a scenario without a world is warned, once, that its tools cannot be checked', async () => {
  const expectations = `
  - { type: calls, calls: [{ tool: find_slot }, { tool: cancel_appointment }] }
  - { type: forbidden-calls, tools: [find_slot] }
`;
  const root = plant({ 'scenarios/book.yaml': book(expectations, { world: '\n' }) });
  const { told, scenarios } = await load(root, { checks });
  expect(scenarios).toHaveLength(1);
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/book.yaml:5:36: expect[0].calls[0].tool: the scenario has no world, so nothing is known of \`find_slot\` and \`cancel_appointment\`
      Hint: calls count only if the agent reports them; a misspelt name would not be noticed"
  `);
});

test.each([
  ['[Hello, Thanks]', '', 2],
  ['[Hello, Thanks]', 'firstSpeaker: agent\n', 3],
  ['[Hello, Thanks, END]', '', 2],
  ['[{ script: [Hello] }, { script: [Thanks, Bye] }]', '', 3],
  ['[Hello, Thanks]', 'limits: { maxTurns: 1 }\n', 1],
  ['{ machine: { initial: a, states: { a: { say: Hello, on: [{ go: a }] } } } }', 'limits: { maxTurns: 4 }\n', 4],
])('the user %s with "%s" has %i turns', async (user, more, turns) => {
  const check = (turn: number) => `  - { type: said, text: x, turn: ${turn} }\n`;
  const root = plant({
    'scenarios/last.yaml': more + book(check(turns - 1), { user }),
    'scenarios/late.yaml': more + book(check(turns), { user }),
  });
  const { problems } = await load(root, { checks });
  const late = problems.filter(({ code }) => code === 'unknown-turn');
  expect(late.map(({ place }) => place?.file)).toEqual(['scenarios/late.yaml']);
});

const refunds: World = defineWorld({
  name: 'refunds',
  state: () => ({ orders: { 'A-1': { status: 'paid' } }, refunds: [] as string[] }),
  tools: [
    defineTool({
      name: 'refund',
      description: 'Refunds an order.',
      effect: 'write',
      parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
      run: () => true,
    }),
  ],
});
const agent = (adapter: string): Agent => ({ adapter }) as Agent;

function problemsOf(input: Partial<ScenarioInput>, adapter = 'chat', worlds: Config['worlds'] = { refunds }) {
  const scenario = Scenario.parse({ id: 'a', title: 'A', user: ['Hello'], world: 'refunds', ...input });
  const config: Config = { worlds, agents: { mine: agent(adapter) } };
  const question = { scenario, config, expectations: scenario.expect, scorers: builtInScorers };
  return projectChecks.mentions?.(question)?.map(({ severity, path, code }) => `${severity} ${path} ${code}`);
}

test('a tool that is nobody’s is an error for a chat agent, a warning where the agent may report tools of its own', () => {
  const expect_ = [{ type: 'calls', calls: [{ tool: 'search_web' }, { tool: 'refnd' }] }];
  expect(problemsOf({ expect: expect_ })).toEqual([
    'error expect[0].calls[0].tool unknown-tool',
    'error expect[0].calls[1].tool unknown-tool',
  ]);
  expect(problemsOf({ expect: expect_ }, 'function')).toEqual([
    'warning expect[0].calls[0].tool unknown-tool',
    'error expect[0].calls[1].tool unknown-tool',
  ]);
});

test('forbidding a tool that nobody has is a warning, since an agent may make one up', () => {
  const check = [{ type: 'forbidden-calls', tools: ['transfer_money', 'refundd'] }];
  expect(problemsOf({ expect: check })).toEqual([
    'warning expect[0].tools[0] unknown-tool',
    'error expect[0].tools[1] unknown-tool',
  ]);
});

test('a fault of a tool that the world does not have would never happen', () => {
  expect(problemsOf({ faults: [{ tool: 'lookup', message: 'down' }] }, 'function')).toEqual([
    'error faults[0].tool unknown-tool',
  ]);
});

test('the rows of a table name tools and arguments, too, in the place where they stand', () => {
  const routing = [
    { say: 'Refund A-1', tool: 'refund', arguments: { order_id: 'A-1' } },
    { say: 'Refund A-2', tool: 'refnd' },
    { say: 'Refund A-3', tool: ['none', 'translate'] },
    { say: ['Hello', 'Refund A-4'], tool: 'refund', arguments: { order: 'A-4' } },
  ];
  const expect_ = [
    { type: 'no-calls', turn: 2 },
    { type: 'no-calls', turn: 1 },
  ];
  expect(problemsOf({ user: undefined, routing, expect: expect_ })).toEqual([
    'error expect[0].turn unknown-turn',
    'error routing[1].tool unknown-tool',
    'error routing[2].tool[1] unknown-tool',
    'error routing[3].arguments.order unknown-argument',
  ]);
});

test('where tools are code, a new record and a new key of a record may come, a near miss of a name may not', () => {
  const state = (value: object) => problemsOf({ expect: [{ type: 'end-state', ...value }] });
  // They may stay away for good: only somebody who misspelt them is wrong.
  expect(state({ unchanged: ['/orders/A-2', '/orders/A-1/refundedAt', '/refunds/0'] })).toEqual(
    [0, 1, 2].map((index) => `warning expect[0].unchanged[${index}] unknown-state`),
  );
  expect(state({ state: { mails: [{ to: 'a' }], orders: { 'A-2': { status: 'paid' } } } })).toEqual([]);
  expect(state({ unchanged: ['/mails'] })).toEqual(['error expect[0].unchanged[0] unknown-state']);
  expect(state({ state: { orders: { 'A-1': { statsu: 'paid' } } } })).toEqual([
    'error expect[0].state.orders.A-1.statsu unknown-state',
  ]);
});

test('a world that cannot be opened says nothing of names: the run will tell of it', () => {
  const broken: World = {
    ...refunds,
    open: () => {
      throw new Error('no');
    },
  };
  const check = [{ type: 'said', text: 'x', turn: 3 }];
  expect(problemsOf({ expect: check }, 'chat', { refunds: broken })).toEqual(['error expect[0].turn unknown-turn']);
});

test('a check of the config names what some world has', () => {
  const other = defineWorld({ name: 'other', state: () => ({}), tools: [] });
  const config: Config = { worlds: { other, refunds } };
  const expectations = [
    { type: 'forbidden-calls', tools: ['refund', 'refnd'], required: true },
    { type: 'said', text: 'x', turn: 90, required: true },
  ];
  const found = projectChecks.mentions?.({ config, expectations, scorers: builtInScorers });
  expect(found?.map(({ path, code }) => `${path} ${code}`)).toEqual(['expect[0].tools[1] unknown-tool']);
});

test('a judge needs a model that the config has, in a scenario and in the checks of the config', () => {
  const model = { name: 'any', fixed: [], open: () => ({ complete: async () => Promise.reject(new Error('asked')) }) };
  const expectations = [
    { type: 'judge', criteria: ['The agent says hello.'], required: true },
    { type: 'judge', id: 'strict', model: 'strct', criteria: ['The agent says hello.'], required: true },
  ];
  const told = (models: NonNullable<Config['models']>) =>
    projectChecks
      .mentions?.({ config: { worlds: { refunds }, models }, expectations, scorers: builtInScorers })
      ?.map(({ path, code, hint }) => `${path} ${code} ${hint ?? ''}`);
  expect(told({ strict: model })).toEqual(['expect[1].model unknown-model did you mean `strict`?']);
  expect(told({ a: model, b: model })?.map((line) => line.split(' ')[1])).toEqual(['which-model', 'unknown-model']);
  expect(told({})?.map((line) => line.split(' ')[1])).toEqual(['judge-needs-model', 'judge-needs-model']);
  expect(told({ judge: model, strct: model })).toEqual([]);
});

test('an object where the tool takes a text or a number is told, with the matcher that was probably meant', async () => {
  const root = plant({
    'scenarios/book.yaml': book(`
  - { type: forbidden-calls, tools: [{ tool: cancel_appointment, arguments: { slot_id: { oneOff: [S-1], unit: x } } }] }
  - { type: policy, never: { tool: cancel_appointment, arguments: { slot_id: { matching: x, flags: i } } } }
  - { type: policy, never: { tool: cancel_appointment, arguments: { filter: { dya: x } } } }
  - { type: forbidden-calls, tools: [{ tool: find_slot, arguments: { slot_id: { number: 71 } } }] }
  - { type: policy, never: { tool: cancel_appointment, arguments: { filter: { day: { matches: x } }, slot_id: { gt: 1 } } } }
`),
  });
  const { told } = await load(root, { checks });
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/book.yaml:19:98: expect[0].tools[0].arguments.slot_id.oneOff: \`slot_id\` of \`cancel_appointment\` is a \`string\`, and an object with \`oneOff\` never is
      Matchers: \`any\`, \`absent\`, \`absentOr\`, \`oneOf\`, \`not\`, \`equals\`, \`pattern\`, \`text\`, \`date\`, \`near\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`money\`, \`set\`, \`schema\` and \`where\`.
      Hint: did you mean \`oneOf\`?
    scenarios/book.yaml:19:111: expect[0].tools[0].arguments.slot_id.unit: \`slot_id\` of \`cancel_appointment\` is a \`string\`, and an object with \`unit\` never is
      Matchers: \`any\`, \`absent\`, \`absentOr\`, \`oneOf\`, \`not\`, \`equals\`, \`pattern\`, \`text\`, \`date\`, \`near\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`money\`, \`set\`, \`schema\` and \`where\`.
    scenarios/book.yaml:20:90: expect[1].never.arguments.slot_id.matching: \`slot_id\` of \`cancel_appointment\` is a \`string\`, and an object with \`matching\` never is
      Matchers: \`any\`, \`absent\`, \`absentOr\`, \`oneOf\`, \`not\`, \`equals\`, \`pattern\`, \`text\`, \`date\`, \`near\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`money\`, \`set\`, \`schema\` and \`where\`.
      Hint: did you mean \`pattern\`?
    scenarios/book.yaml:20:100: expect[1].never.arguments.slot_id.flags: \`slot_id\` of \`cancel_appointment\` is a \`string\`, and an object with \`flags\` never is
      Matchers: \`any\`, \`absent\`, \`absentOr\`, \`oneOf\`, \`not\`, \`equals\`, \`pattern\`, \`text\`, \`date\`, \`near\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`money\`, \`set\`, \`schema\` and \`where\`.
    scenarios/book.yaml:21:79: expect[2].never.arguments.filter.dya: \`cancel_appointment\` takes no argument \`dya\` in \`filter\`
      Known arguments: \`day\`.
      Hint: did you mean \`day\`?
    scenarios/book.yaml:22:89: expect[3].tools[0].arguments.slot_id.number: \`slot_id\` of \`find_slot\` is a \`string\`, and an object with \`number\` never is
      Matchers: \`any\`, \`absent\`, \`absentOr\`, \`oneOf\`, \`not\`, \`equals\`, \`pattern\`, \`text\`, \`date\`, \`near\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`money\`, \`set\`, \`schema\` and \`where\`."
  `);
});
