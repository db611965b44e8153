import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run as runPolicies } from '../../scripts/conformance/tau/policies.ts';
import { recomputeReward } from '../../scripts/conformance/tau/recompute-reward.ts';
import { run } from '../../scripts/conformance/tau/run.ts';
import { Simulation, type ToolKinds } from '../../scripts/conformance/tau/simulation.ts';

const data = fileURLToPath(new URL('../../../shared/data/tau', import.meta.url));
const hasData = existsSync(data);
const kinds: ToolKinds = new Map([
  ['phone/toggle_data', 'write'],
  ['phone/reboot', 'write'],
  ['phone/refuel', 'write'],
  ['phone/can_call', 'read'],
  ['phone/get_line', 'read'],
]);

type Made = { name: string; arguments?: object; content: string; error?: boolean; role?: 'assistant' | 'user' };
const made = (name: string, content: string, more: Partial<Made> = {}): Made => ({ name, content, ...more });

/** A recorded line: the calls one after the other, then the agent's last words. */
function line(calls: readonly Made[], more: object = {}, words = 'All done.'): object {
  const messages = calls.flatMap(({ name, arguments: given = {}, content, error = false, role = 'assistant' }) => [
    { role, content: null, tool_calls: [{ id: 'same', name, arguments: given }] },
    { role: 'tool', content, tool_call_id: 'same', name, requestor: role, error },
  ]);
  return {
    id: 'tau2/phone/agent/one/0',
    domain: 'phone',
    trial: 0,
    termination_reason: 'user_stop',
    messages: [{ role: 'user', content: 'Hello.' }, ...messages, { role: 'assistant', content: words }],
    expected_actions: [],
    expected_outputs: [],
    env_assertions: [],
    reward_basis: ['DB'],
    official_reward: 1,
    ...more,
  };
}

function expectedWrite(name: string, given: object = {}, more: object = {}): object {
  return { name, arguments: given, requestor: 'user', kind: 'write', ...more };
}

function assertion(name: string, given: object, side = 'user'): object {
  return { env_type: side, func_name: name, arguments: given, assert_value: true };
}

function problemsOf(recorded: object): string[] {
  const { parts } = recomputeReward(Simulation.parse(recorded), kinds);
  return parts.flatMap(({ problems }) => problems);
}

describe('a reward is recomputed from the transcript', () => {
  test('as a product: the end, the effect of writes, and words that were said', () => {
    const more = {
      expected_actions: [expectedWrite('refuel', { gb: 2 })],
      expected_outputs: ['1234'],
      reward_basis: ['DB', 'COMMUNICATE'],
    };
    const refuelled = made('refuel', 'ok', { arguments: { gb: 2 } });
    expect(problemsOf(line([refuelled], more, 'That makes $1,234.'))).toEqual([]);
    expect(problemsOf(line([], { ...more, termination_reason: 'max_steps' }))).toMatchInlineSnapshot(`
      [
        "the talk did not end by itself: max_steps",
        "no effect of refuel("gb":2)",
        "never said "1234"",
      ]
    `);
  });

  test('calls of the user count, ids that repeat are paired by position, and refused calls have no effect', () => {
    const more = { expected_actions: [expectedWrite('toggle_data'), expectedWrite('refuel', { gb: 2 })] };
    const calls = [
      made('refuel', 'Error: not now', { arguments: { gb: 2 }, error: true }),
      made('toggle_data', 'Data is now ON', { role: 'user' }),
      made('refuel', 'ok', { arguments: { gb: 2 } }),
    ];
    expect(problemsOf(line(calls, more))).toEqual([]);
    expect(problemsOf(line(calls.slice(0, 2), more))).toEqual(['no effect of refuel("gb":2)']);
  });

  test('reference writes that changed nothing are not asked for', () => {
    const more = {
      expected_actions: [
        expectedWrite('reboot', {}, { effect: 'refused' }),
        expectedWrite('refuel', {}, { effect: 'none' }),
      ],
    };
    expect(problemsOf(line([], more))).toEqual([]);
  });

  test('expected actions are compared with all arguments, or with those that are named', () => {
    const action = (more: object) => ({
      expected_actions: [{ ...expectedWrite('refuel', { gb: 2, note: 'x' }), ...more }],
      reward_basis: ['ACTION'],
    });
    const calls = [made('refuel', 'Error: no', { arguments: { gb: 3, note: 'x' }, error: true })];
    expect(problemsOf(line(calls, action({})))).toEqual(['never called refuel("gb":2,"note":"x")']);
    expect(problemsOf(line(calls, action({ compare_args: ['note'] })))).toEqual([]);
    expect(problemsOf(line(calls, action({ compare_args: [] })))).toEqual([]);
  });

  test('a part that a transcript cannot answer is named and left out', () => {
    const { passed, unknownParts } = recomputeReward(
      Simulation.parse(line([], { reward_basis: ['DB', 'NL_ASSERTION'] })),
      kinds,
    );
    expect({ passed, unknownParts }).toEqual({ passed: true, unknownParts: ['NL_ASSERTION'] });
  });
});

describe('an asserted end state', () => {
  const toggled = (state: string) => made('toggle_data', `Mobile Data is now ${state}.\nBar: x`, { role: 'user' });
  const basis = (assertions: object[], actions: object[]) => ({
    expected_actions: actions,
    env_assertions: assertions,
    reward_basis: ['ENV_ASSERTION'],
  });
  const canCall = basis(
    [assertion('assert_can_call', { expected_status: true })],
    [expectedWrite('toggle_data'), expectedWrite('reboot')],
  );

  test('asks for the effects of the reference, and lets others be', () => {
    const calls = [toggled('ON'), made('reboot', 'ok'), made('refuel', 'ok')];
    expect(problemsOf(line(calls, canCall))).toEqual([]);
    expect(problemsOf(line([toggled('ON')], canCall))).toEqual(['no effect of reboot()']);
  });

  test('is shown by a later answer of the tool that the assertion is named after, either way', () => {
    const works = made('can_call', 'Your phone can call.', { role: 'user' });
    const fails = made('can_call', 'Your phone cannot call.', { role: 'user' });
    expect(problemsOf(line([toggled('ON'), works], canCall))).toEqual([]);
    expect(problemsOf(line([toggled('ON'), made('reboot', 'ok'), fails], canCall))).toEqual([
      'a result shows that assert_can_call does not hold',
    ]);
    expect(problemsOf(line([fails, toggled('ON'), made('reboot', 'ok')], canCall))).toEqual([]);
  });

  test('is shown by the last fact of the same name and ids', () => {
    const amount = basis(
      [assertion('assert_data_refuel_amount', { line_id: 'L1', expected_amount: 2 }, 'assistant')],
      [expectedWrite('refuel', { line_id: 'L1', gb: 2 })],
    );
    const refuelled = (total: number) =>
      made('refuel', `{"new_data_refuel_gb": "${total}.0"}`, { arguments: { line_id: 'L1', gb: 2 } });
    const other = made('get_line', '{"line_id": "L2", "data_refuel_gb": 7}', { arguments: { id: 'L2' } });
    expect(problemsOf(line([refuelled(2), other], amount))).toEqual([]);
    expect(problemsOf(line([refuelled(2), refuelled(4), other], amount))).toEqual([
      'a result shows that assert_data_refuel_amount does not hold',
    ]);
  });

  test('a text is shown by the last fact of a name that has had this text', () => {
    const connected = basis(
      [assertion('assert_service_status', { expected_status: 'connected' })],
      [expectedWrite('reboot')],
    );
    const line1 = (state: string) => made('get_line', `SIM: active\nConnection: ${state}`, { role: 'user' });
    expect(problemsOf(line([line1('no_service'), toggled('ON'), line1('connected')], connected))).toEqual([]);
    expect(problemsOf(line([line1('connected'), toggled('OFF'), line1('no_service')], connected))).toEqual([
      'a result shows that assert_service_status does not hold',
    ]);
    expect(problemsOf(line([line1('connected'), toggled('OFF')], connected))).toEqual([
      'no effect of reboot()',
      'toggle_data left the other way round',
    ]);
  });
});

describe('the report', () => {
  const lines = [
    line([], { id: 'tau2/phone/agent/one/0' }),
    line([made('refuel', 'ok')], { id: 'tau2/phone/agent/one/1', official_reward: 0, trial: 1 }),
    line([made('refuel', 'ok', { arguments: { gb: 9 } })], { id: 'tau2/phone/agent/two/0' }),
    line([], { id: 'tau2/phone/agent/two/1', trial: 1 }),
  ];

  test('tells agreement by file, each disagreement with its reason, and pass^k, and fails below the bound', async () => {
    const folder = folderWith(lines);
    const told: string[] = [];
    expect(await run([folder], (text) => told.push(text))).toBe(1);
    expect(told.join('')).toMatchInlineSnapshot(`
      "                 agree  of   share  both pass  only we pass  only official  both fail
      runs/some.jsonl      3   4  75.0 %          2             0              1          1
      all                  3   4  75.0 %          2             0              1          1
      Disagreements (1):
        tau2/phone/agent/two/0: ours fail, official pass
          DB: unexpected effect of refuel("gb":9)
      tau2/phone/agent: 2 tasks, 2 trials each
                pass^1  pass^2
      ours       0.500   0.000
      official   0.750   0.500
      Agreement 75.0 %, less than the 99.0 % asked for.
      "
    `);
    expect(await run([folder, '--at-least', '0.7'], () => undefined)).toBe(0);
  });

  test("a folder without recordings and a line that is none are the author's mistakes", async () => {
    const empty = folderWith([]);
    rmSync(join(empty, 'runs', 'some.jsonl'));
    await expect(run([empty])).rejects.toThrow(/no file named \*\.jsonl/);
    await expect(run([folderWith([{ id: 'x' }])])).rejects.toThrow(/some\.jsonl:1: /);
    await expect(run([])).rejects.toThrow(/expected one folder/);
    await expect(run([empty, '--most'])).rejects.toThrow(/expected tau DIR/);
    writeFileSync(join(empty, 'runs', 'some.jsonl'), '{');
    await expect(run([empty])).rejects.toThrow(/some\.jsonl:1: /);
    await expect(run([empty, '--at-least', '2'])).rejects.toThrow(/takes a share/);
  });
});

function folderWith(recorded: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'runs'));
  mkdirSync(join(folder, 'tasks'));
  writeFileSync(join(folder, 'runs', 'some.jsonl'), recorded.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const tools = [...kinds].map(([key, kind]) => ({ name: key.slice('phone/'.length), kind }));
  writeFileSync(join(folder, 'tasks', 'phone.tools.json'), JSON.stringify(tools));
  return folder;
}

const note = hasData ? '' : ' (skipped: no shared data)';

test.skipIf(!hasData)(`at least 99 % of recorded rewards are recomputed, and pass^k with them${note}`, async () => {
  const told: string[] = [];
  expect(await run([data, '--at-least', '0.99'], (text) => told.push(text))).toBe(0);
  const tables = told.join('').matchAll(/^ours +(.*)\nofficial +(.*)$/gm);
  for (const [, ours, official] of tables) expect(ours).toBe(official);
});

test.skipIf(!hasData)(`policies are held against recorded talks${note}`, async () => {
  const told: string[] = [];
  expect(await runPolicies([data], (text) => told.push(text))).toBe(0);
  expect(told.join('')).toMatch(/nothing-after-hand-off +\d+ +0 \/ /);
});
