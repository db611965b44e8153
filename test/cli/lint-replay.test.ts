import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const CONFIG = `
const answer = async function* () { yield { type: 'text', text: 'Yes.' }; };
export default {
  agents: { mine: { name: 'mine', adapter: 'function', toolCallsVisible: true, fixed: [], open: () => ({ reply: answer }) } },
};
`;

/** A shop: orders are looked up before they are cancelled, and what is cancelled can be brought back. */
const WORLD = `
world:
  state: { orders: { A-1: { status: open }, A-2: { status: sent } }, mails: 0 }
  tools:
    - name: lookup
      description: Returns an order.
      parameters: { id: { type: string, pattern: '^A-' } }
      answers: [{ when: { id: A-1 }, result: { status: open } }, { when: { id: A-2 }, result: { status: sent } }, { error: 'order {{id}} not found' }]
    - name: cancel
      description: Cancels an order.
      effect: write
      parameters: { id: { type: string }, reason: { enum: [late, other] } }
      requires: [{ tool: lookup, sameArguments: [id] }]
      answers: [{ when: { id: A-2 }, error: it was sent already }, { result: done, set: { '/orders/{{id}}/status': cancelled } }]
    - name: reopen
      description: Brings a cancelled order back.
      effect: write
      parameters: { id: { type: string } }
      answers: [{ result: done, set: { '/orders/{{id}}/status': open } }]
    - name: mail
      description: Sends a mail.
      effect: write
      parameters: { text: { type: string } }
      answers: [{ result: sent }]
`;

const scenarioWith = (
  expectations: string,
  { world = WORLD, head = '' }: { world?: string; head?: string } = {},
): string =>
  `id: shop\ntitle: A shop\nuser: [ "Hi.", "Go on.", "Thanks." ]\n${head}${world}expect:\n${expectations.replace(/^\n/, '')}\n  - { type: answered }\n`;

async function lint(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['--replay'],
): Promise<{ code: number; out: string; err: string }> {
  const root = temporaryFolder();
  writeFiles(root, { 'package.json': '{}', 'rehearsal.config.mjs': CONFIG, ...files });
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    cwd: root,
    env: {},
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    isTty: false,
    columns: 100,
    colors: false,
    guard: {
      enter: () => undefined,
      problems: () => [],
      interrupted: new AbortController().signal,
      leave: () => expect.unreachable(),
    },
  };
  const code = await runCommandLine(['lint', ...args], terminal);
  return { code, ...said };
}

const replay = (expectations: string, options: Parameters<typeof scenarioWith>[1] = {}) =>
  lint({ 'scenarios/shop.yaml': scenarioWith(expectations, options) });

describe('`lint --replay`', () => {
  test('of calls that work says how many were carried out, and exits with 0', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-1 } }
      - { tool: cancel, arguments: { id: A-1, reason: late }, turn: 1 }
  - { type: end-state, state: { orders: { A-1: { status: cancelled } } }, writes: [{ tool: cancel }] }
  - { type: end-state, turn: 0, unchanged: true }`);
    expect({ code, out }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "out": "1 scenario: nothing to mend
      the expected calls of 1 scenario were carried out (2 calls)
      ",
      }
    `);
  });

  test('names each step that the world refuses, with its place, its words and a remedy', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: B-1 } }
      - { tool: lookup, arguments: { id: A-9 } }
      - { tool: cancel, arguments: { id: A-1, reason: late } }
      - { tool: lookup, arguments: { id: A-2 }, outcome: error }
      - { tool: cancel, arguments: { id: A-2, reason: other }, outcome: error }
      - { tool: teleport, arguments: { id: A-2 } }`);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "warning scenarios/shop.yaml:36:17: expect[0].calls[5].tool: the world has no tool \`teleport\`: this can only mean a tool that the agent itself brings and reports
        Known tools: \`lookup\`, \`cancel\`, \`reopen\` and \`mail\`.
      scenarios/shop.yaml:31:9: expect[0].calls[0]: the world refuses \`lookup {"id":"B-1"}\`: invalid arguments: \`id\` is "B-1": expected text that matches \`^A-\`
        Hint: expect arguments that the tool's schema allows
      scenarios/shop.yaml:32:9: expect[0].calls[1]: the world refuses \`lookup {"id":"A-9"}\`: order A-9 not found
        Hint: expect other arguments, another order, or \`outcome: error\`; or let \`given\` make it possible
      note scenarios/shop.yaml:33:9: expect[0].calls[2]: the world refuses \`cancel {"id":"A-1","reason":"late"}\`: blocked: \`cancel\` needs a successful \`lookup\` for id "A-1" first, whose result has been seen (a call before it was not carried out as expected, which may be why)
      note scenarios/shop.yaml:34:9: expect[0].calls[3]: \`lookup {"id":"A-2"}\` succeeds, and \`outcome: error\` is expected of it (a call before it was not carried out as expected, which may be why)
      scenarios/shop.yaml:36:9: expect[0].calls[5]: the world refuses \`teleport {"id":"A-2"}\`: unknown tool: there is no tool \`teleport\`; tools: \`lookup\`, \`cancel\`, \`reopen\`, \`mail\`
        Hint: name a tool of the world, or give the world this one

      1 scenario: 3 problems, 1 warning
      the expected calls of 1 scenario were carried out (6 calls)
      they do not all work in \`shop\`
      "
    `);
  });

  test('names writes that change nothing', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: reopen, arguments: { id: A-1 } }
      - { tool: mail, arguments: { text: Hello } }`);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "scenarios/shop.yaml:31:9: expect[0].calls[0]: \`reopen {"id":"A-1"}\` is a write that changes nothing: the world is the same without it
        Hint: expect no such call, or let \`given\` begin with something that it changes
      warning scenarios/shop.yaml:32:9: expect[0].calls[1]: \`mail {"text":"Hello"}\` changes nothing: no answer of \`mail\` has a \`set\`, so the world keeps nothing of it
        Hint: give its answers a \`set\`, or say \`effect: read\`

      1 scenario: 1 problem, 1 warning
      the expected calls of 1 scenario were carried out (2 calls)
      they do not all work in \`shop\`
      "
    `);
  });

  test('names the check that does not accept what the others expect', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-1 } }
      - { tool: cancel, arguments: { id: A-1, reason: late } }
  - { type: end-state, state: { orders: { A-1: { status: open } } } }
  - { type: forbidden-calls, tools: [cancel], required: false }
  - { type: end-state, query: [{ path: '/orders/*/status', none: cancelled }] }`);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "scenarios/shop.yaml:33:5: expect[1]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`orders.A-1.status\` is "cancelled" at the end; expected "open"; it was last changed by \`cancel(id="A-1", reason="late")\` in turn 0
        Hint: two checks of this scenario contradict each other: no agent can pass both
      warning scenarios/shop.yaml:34:5: expect[2]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`cancel(id="A-1", reason="late")\` was called (ok); \`cancel\` is forbidden
        Hint: two checks of this scenario contradict each other
      scenarios/shop.yaml:35:5: expect[3]: the expected calls were carried out, and this check does not accept what came of it: turn 0: at the end, \`orders.A-1.status\` is "cancelled"; expected none of \`/orders/*/status\` to be "cancelled"; it was last changed by \`cancel(id="A-1", reason="late")\` in turn 0
        Hint: two checks of this scenario contradict each other: no agent can pass both

      1 scenario: 2 problems, 1 warning
      the expected calls of 1 scenario were carried out (2 calls)
      they do not all work in \`shop\`
      "
    `);
  });

  test('holds the calls against rules of policies that speak of calls alone', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-1 } }
      - { tool: cancel, arguments: { id: A-1, reason: late } }
  - { type: policy, never: lookup }
  - type: policy
    rules:
      - { id: no second look, atMost: 1, of: lookup }
      - { id: no cancelling, never: cancel }
      - { id: agreed first, when: cancel, requires: { agreed: true } }
      - { id: mailed, when: cancel, leadsTo: mail }
  - { type: policy, required: false, notBoth: [lookup, cancel] }
  - { type: policy, pack: standard }`);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "scenarios/shop.yaml:33:5: expect[1]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`lookup(id="A-1")\` must never happen
        Hint: two checks of this scenario contradict each other: no agent can pass both
      scenarios/shop.yaml:34:5: expect[2]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`cancel(id="A-1", reason="late")\` must never happen
        Hint: two checks of this scenario contradict each other: no agent can pass both
      warning scenarios/shop.yaml:34:5: expect[2]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`cancel(id="A-1", reason="late")\` calls for \`mail\` after it; there was no such call
        Hint: expect the calls that the rule asks for as well, where it needs them
      warning scenarios/shop.yaml:40:5: expect[3]: the expected calls were carried out, and this check does not accept what came of it: turn 0: \`cancel(id="A-1", reason="late")\` must not be in one session with \`lookup(id="A-1")\`
        Hint: two checks of this scenario contradict each other

      1 scenario: 2 problems, 2 warnings
      the expected calls of 1 scenario were carried out (2 calls)
      they do not all work in \`shop\`
      "
    `);
  });

  test('names the call that broke a rule of the world, and a world that begins with a broken one', async () => {
    const config = `${CONFIG.replace('export default {', 'const config = {')}
const tool = (name, effect, run) => ({ name, description: 'Does it.', parameters: { type: 'object', properties: { n: { type: 'number' } } }, effect, requires: [], concurrent: false, check: (value) => ({ status: 'ok', value }), run });
const bank = (name, balance) => ({ name, fixed: [], open: () => {
  const state = { balance, seen: 0 };
  const tools = [tool('pay', 'write', ({ n }) => { state.balance -= n; }), tool('note', 'write', async () => { await null; state.seen += 1; })];
  return { tools, state: () => structuredClone(state), writes: () => [], notices: () => [], invariants: () => state.balance < 0 ? [{ rule: 'not negative', message: 'it is ' + state.balance }] : [], snapshot: () => null, restore() {} };
} });
export default { ...config, worlds: { bank: bank('bank', 10), broke: bank('broke', -1) } };
`;
    const of = (id: string, world: string, pays: readonly number[]) =>
      `id: ${id}\ntitle: It\nuser: [ "Hi." ]\nworld: ${world}\nexpect:\n  - { type: calls, calls: [{ tool: note, arguments: { n: 1 } }, ${pays.map((n) => `{ tool: pay, arguments: { n: ${n} } }, { tool: note, arguments: { n: 1 } }`).join(', ')}] }\n  - { type: answered }\n`;
    const { out } = await lint({
      'rehearsal.config.mjs': config,
      'scenarios/a.yaml': of('a', 'bank', [15]),
      'scenarios/b.yaml': of('b', 'bank', [15, -10, 8]),
      'scenarios/c.yaml': of('c', 'broke', [1]),
      'scenarios/d.yaml': of('d', 'bank', [15, -10]),
    });
    expect(out).toMatchInlineSnapshot(`
      "scenarios/a.yaml:6:65: expect[0].calls[1]: after this call the rule \`not negative\` of the world does not hold: it is -5
        Hint: expect calls that keep it, or mend the rule
      scenarios/b.yaml:6:214: expect[0].calls[5]: after this call the rule \`not negative\` of the world does not hold: it is -3
        Hint: expect calls that keep it, or mend the rule
      scenarios/c.yaml:4:8: world: the world begins with a state in which its rule \`not negative\` does not hold
        Hint: let the world begin with a state that keeps its rules

      4 scenarios: 3 problems, 0 warnings
      the expected calls of 4 scenarios were carried out (18 calls)
      they do not all work in \`a\`, \`b\` and \`c\`
      "
    `);
  });

  test('tries every way of `oneOf`, and leaves out what is optional once', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - optional: { tool: lookup, arguments: { id: A-1 } }
      - oneOf:
          - { tool: cancel, arguments: { id: A-1, reason: late } }
          - { tool: cancel, arguments: { id: A-2, reason: late } }
  - { type: end-state, state: { orders: { A-1: { status: cancelled } } } }`);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "warning scenarios/shop.yaml:33:13: expect[0].calls[1].oneOf[0]: the world refuses \`cancel {"id":"A-1","reason":"late"}\`: blocked: \`cancel\` needs a successful \`lookup\` for id "A-1" first, whose result has been seen
        This happens when \`expect[0].calls[0]\` is left out.
        Hint: expect the call that it needs before it, in an earlier message
      scenarios/shop.yaml:34:13: expect[0].calls[1].oneOf[1]: the world refuses \`cancel {"id":"A-2","reason":"late"}\`: blocked: \`cancel\` needs a successful \`lookup\` for id "A-2" first, whose result has been seen; \`lookup\` succeeded, but not for id "A-2"
        This happens when \`expect[0].calls[1].oneOf[1]\` is taken.
        Hint: expect the call that it needs before it, in an earlier message

      1 scenario: 1 problem, 1 warning
      the expected calls of 1 scenario were carried out (2 calls)
      they do not all work in \`shop\`
      "
    `);
  });

  test('takes the value that a matcher names, and says of what names none that it was not carried out', async () => {
    const { code, out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: { oneOf: [A-1, A-2] } } }
      - { tool: cancel, arguments: { id: { text: a-1, case: exact }, reason: { any: true } }, outcome: any }
      - { tool: lookup, arguments: { id: { pattern: '^A' } } }
      - { tool: reopen }
      - { tool: cancel, arguments: { id: A-2, reason: late } }
  - { type: end-state, unchanged: true }`);
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "note scenarios/shop.yaml:33:9: expect[0].calls[2]: \`lookup\` was not carried out: \`id\` is left open by \`pattern\`, which names no single value
      note scenarios/shop.yaml:34:9: expect[0].calls[3]: \`reopen\` was not carried out: \`reopen\` also takes \`id\`, for which nothing is expected
      note scenarios/shop.yaml:35:9: expect[0].calls[4]: the world refuses \`cancel {"id":"A-2","reason":"late"}\`: blocked: \`cancel\` needs a successful \`lookup\` for id "A-2" first, whose result has been seen; \`lookup\` succeeded, but not for id "A-2" (a call before it was not carried out as expected, which may be why)

      1 scenario: nothing to mend
      3 of 5 expected calls were carried out; of the rest nothing is known
      not all were in \`shop\` (3 of 5): see the notes
      "
    `);
  });

  test('makes the calls that an expected write needs, where no check lists them', async () => {
    const { code, out } = await replay(`
  - { type: end-state, state: { orders: { A-1: { status: cancelled } } }, writes: [{ tool: cancel, arguments: { id: A-1, reason: late } }] }`);
    expect({ code, out }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "out": "1 scenario: nothing to mend
      the expected calls of 1 scenario were carried out (2 calls)
      ",
      }
    `);
  });

  test('holds a write that only one check expects against the others', async () => {
    const { out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-1 } }
      - { tool: cancel, arguments: { id: A-1, reason: late } }
  - { type: end-state, writes: [{ tool: cancel }, { tool: reopen, arguments: { id: A-1 } }] }`);
    expect(out).toContain(
      'expect[0]: the expected calls were carried out, and this check does not accept what came of it: not wanted #3 reopen(id="A-1")',
    );
  });

  test('puts calls of any order behind those that they need, and calls of one message together', async () => {
    const free = await replay(`
  - type: calls
    order: any
    calls:
      - { tool: cancel, arguments: { id: A-1, reason: late } }
      - { tool: lookup, arguments: { id: A-1 } }`);
    expect(free.code).toBe(0);
    const together = await replay(`
  - type: calls
    calls:
      - together:
          - { tool: lookup, arguments: { id: A-1 } }
          - { tool: cancel, arguments: { id: A-1, reason: late } }`);
    expect(together.code).toBe(1);
    expect(together.out).toContain('expect[0].calls[0].together[1]: the world refuses `cancel');
  });

  test('leaves planted faults out, and what they answer with them', async () => {
    const head = 'faults: [{ tool: lookup, on: first, message: down }]\n';
    const { code, out } = await replay(
      `
  - type: calls
    foldRetries: false
    calls:
      - { tool: lookup, arguments: { id: A-1 }, outcome: error }
      - { tool: lookup, arguments: { id: A-1 }, turn: 1 }`,
      { head },
    );
    expect({ code, out }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "out": "1 scenario: nothing to mend
      the expected calls of 1 scenario were carried out (1 call)
      ",
      }
    `);
  });

  test('tells a turn that has passed', async () => {
    const { out } = await replay(`
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-1 }, turn: 1 }
      - { tool: lookup, arguments: { id: A-2 }, turn: 0 }`);
    expect(out).toContain(
      'expect[0].calls[1]: `lookup` is expected in turn 0, after a call that is expected in turn 1',
    );
  });

  test('says of a scenario without a world, and of one without calls, that nothing was carried out', async () => {
    const { code, out } = await lint({
      'scenarios/alone.yaml': scenarioWith('  - { type: calls, calls: [{ tool: lookup }] }', { world: '' }).replace(
        'id: shop',
        'id: alone',
      ),
      'scenarios/quiet.yaml': scenarioWith('  - { type: no-calls }').replace('id: shop', 'id: quiet'),
    });
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "warning scenarios/alone.yaml:5:36: expect[0].calls[0].tool: the scenario has no world, so nothing is known of \`lookup\`
        Hint: calls count only if the agent reports them; a misspelt name would not be noticed
      note scenarios/alone.yaml:5:28: expect[0].calls[0]: the expected calls were not carried out: the scenario has no world, so nobody owns their tools

      2 scenarios: 0 problems, 1 warning
      none of 1 expected call was carried out: the replay proves nothing
      nothing to carry out: \`quiet\` expects no call
      nothing to carry out: \`alone\` has no world
      "
    `);
  });

  test('names what a world itself does wrong', async () => {
    const config = `${CONFIG.replace('export default {', 'const config = {')}
const world = (name, run, invariants = () => []) => ({ name, fixed: [], open: () => {
  const state = { count: 0 };
  const tool = { name: 'add', description: 'Adds.', parameters: { type: 'object', properties: { by: { type: 'number' } } }, effect: 'write', requires: [], concurrent: false, check: (value) => ({ status: 'ok', value }), run: (value) => run(state, value) };
  return { tools: [tool], state: () => structuredClone(state), writes: () => [], notices: () => [], invariants: () => invariants(state), snapshot: () => state, restore() {} };
} });
export default { ...config, worlds: {
  crashing: world('crashing', () => { throw new TypeError('no such column'); }),
  careless: world('careless', (state, { by }) => { state.count += by; }, ({ count }) => count > 1 ? [{ rule: 'never more than one', message: count + ' is more' }] : []),
  closed: { name: 'closed', fixed: [], open: () => { throw new Error('closed on Sundays'); } },
} };
`;
    const of = (id: string) =>
      `id: ${id}\ntitle: It\nuser: [ "Hi." ]\nworld: ${id}\nexpect:\n  - { type: calls, calls: [{ tool: add, arguments: { by: 2 } }] }\n  - { type: answered }\n`;
    const { code, out } = await lint({
      'rehearsal.config.mjs': config,
      'scenarios/crashing.yaml': of('crashing'),
      'scenarios/careless.yaml': of('careless'),
      'scenarios/closed.yaml': of('closed'),
    });
    expect(out).toMatchInlineSnapshot(`
      "warning scenarios/closed.yaml:6:36: expect[0].calls[0].tool: the scenario has no world, so nothing is known of \`add\`
        Hint: calls count only if the agent reports them; a misspelt name would not be noticed
      scenarios/careless.yaml:6:28: expect[0].calls[0]: after this call the rule \`never more than one\` of the world does not hold: 2 is more
        Hint: expect calls that keep it, or mend the rule
      scenarios/closed.yaml:4:8: world: the world could not be opened: closed on Sundays
        Hint: mend the world, or what \`given\` hands to it
      scenarios/crashing.yaml:6:28: expect[0].calls[0]: \`add {"by":2}\` broke the world: tool crashed: TypeError: no such column
        Hint: mend the tool: whatever a call holds, it may answer or refuse, and nothing else

      3 scenarios: 3 problems, 1 warning
      the expected calls of 2 scenarios were carried out (2 calls)
      they do not all work in \`careless\`, \`closed\` and \`crashing\`
      "
    `);
    expect(code).toBe(1);
  });

  test('takes a notice to the user for an effect, and asks none of tools that may only read', async () => {
    const config = `${CONFIG.replace('export default {', 'const config = {')}
const tool = (name, effect, run) => ({ name, description: 'Does it.', parameters: { type: 'object', properties: {} }, effect, requires: [], concurrent: false, check: (value) => ({ status: 'ok', value }), run });
export default { ...config, worlds: { post: { name: 'post', fixed: [], open: () => {
  let notices = [];
  const tools = [tool('send', 'write', async () => { await null; notices.push({ text: 'You have mail.' }); }), tool('ponder', 'unknown', () => 'hm'), tool('idle', 'write', () => 'nothing')];
  return { tools, state: () => ({}), writes: () => [], notices: () => notices.splice(0), invariants: () => [], snapshot: () => null, restore() {} };
} } } };
`;
    const calls = '[{ tool: send, arguments: {} }, { tool: ponder, arguments: {} }, { tool: idle, arguments: {} }]';
    const text = `id: post\ntitle: It\nuser: [ "Hi." ]\nworld: post\nexpect:\n  - { type: calls, calls: ${calls} }\n  - { type: answered }\n`;
    const { out } = await lint({ 'rehearsal.config.mjs': config, 'scenarios/post.yaml': text });
    expect(out.split('\n').filter((line) => line.includes('changes nothing'))).toEqual([
      expect.stringContaining('expect[0].calls[2]: `idle {}` is a write that changes nothing'),
    ]);
  });

  test('prints notes and mistakes as JSON, too, and is not made where files cannot be used', async () => {
    const files = {
      'scenarios/shop.yaml': scenarioWith(
        '  - { type: calls, calls: [{ tool: lookup }, { tool: mail, arguments: { text: x } }] }',
      ),
    };
    const { code, out } = await lint(files, ['--replay', '--json']);
    expect(code).toBe(0);
    expect(
      JSON.parse(out).map(({ severity, code: kind, path, place }: Record<string, unknown>) => ({
        severity,
        kind,
        path,
        place,
      })),
    ).toMatchInlineSnapshot(`
      [
        {
          "kind": "not-replayed",
          "path": "expect[0].calls[0]",
          "place": {
            "column": 28,
            "file": "scenarios/shop.yaml",
            "line": 29,
          },
          "severity": "note",
        },
        {
          "kind": "changes-nothing",
          "path": "expect[0].calls[1]",
          "place": {
            "column": 46,
            "file": "scenarios/shop.yaml",
            "line": 29,
          },
          "severity": "warning",
        },
      ]
    `);
    const broken = await lint({ 'scenarios/one.yaml': 'id: one\n' }, ['--probe', '--replay']);
    expect(broken.code).toBe(2);
    expect(broken.out.trimEnd().split('\n').slice(-2)).toEqual([
      'the probe was not run: mend the files first',
      'the replay was not run: mend the files first',
    ]);
  });

  test('shows what a hostile world says without letting it out', async () => {
    const world = WORLD.replace('it was sent already', '"sent \\e[31m red\\u202e"');
    const { out } = await replay(
      `
  - type: calls
    calls:
      - { tool: lookup, arguments: { id: A-2 } }
      - { tool: cancel, arguments: { id: A-2, reason: late } }`,
      { world },
    );
    expect(out).toContain('the world refuses `cancel');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u202e');
  });
});
