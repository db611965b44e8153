import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandAgentOptions, commandAgent } from '../../src/agents/command-agent.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { answer, failureOf, impatientTimer, open, script, shell, turns } from './command-agent-programs.ts';
import { contextOf, replyOf, testGateway, textsOf } from './test-gateway.ts';

describe('the smallest programs', () => {
  test('a shell script of one loop answers every turn', async () => {
    const session = await open({ command: turns(answer('Hello.')) });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Hello.']);
    expect(await replyOf(session, 'Hi', { turn: 1 })).toEqual([{ type: 'text', text: 'Hello.', final: true }]);
    await session.close();
  });

  test('a program that answers once and exits has answered that one message', async () => {
    const session = await open({ command: shell(`ask; ask; ${answer('Bye.')}`) });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Bye.']);
    expect(await failureOf(replyOf(session, 'Again', { turn: 1 }))).toMatch(
      /^ProgramExitError: `\/bin\/sh -c .*…` ended with exit code 0 before it had answered$/,
    );
  });

  test('a whole line that only lacks its line break counts when the program exits', async () => {
    const session = await open({ command: shell(`ask; ask; printf '{"type":"agent_message","text":"Bye."}'`) });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Bye.']);
    await session.close();
  });
});

describe('what the program is told', () => {
  test('are lines whose bytes stay the same', async () => {
    const told: string[] = [];
    const command = script(`(line, send, text) => {
      if (line.type === 'user_message') send({ type: 'tool_call', name: 'lookup_order', arguments: {} });
      if (line.type === 'tool_result') send({ type: 'custom', name: 'told', data: 1 }), send({ type: 'agent_message', text: '' });
      require('node:fs').writeSync(2, text + '\\n');
      if (line.type === 'session_ended') process.exit(3);
    }`);
    const gateway = testGateway({
      lookup_order: () => ({ total: 12345678901234567890n, due: new Date(0), gone: undefined }),
    });
    const context = contextOf(gateway, {
      seed: 7,
      input: { policy: ['Be brief.'], now: '2026-01-15T09:00:00Z', language: 'en' },
    });
    const session = await open({ command, killAfterMs: 900 }, context);
    await replyOf(session, 'Where is \u2028 it?');
    told.push(...(await failureOf(session.close())).split('\n').slice(1));
    expect(told.map((line) => line.trim())).toMatchInlineSnapshot(`
      [
        "Its last lines on standard error:",
        "{"type":"session_started","session":"refund/default/0","protocol":1,"seed":7,"now":"2026-01-15T09:00:00Z","language":"en","policy":["Be brief."],"tools":[{"name":"lookup_order","description":"Does lookup_order.","parameters":{"type":"object"},"effect":"read"}]}",
        "{"type":"user_message","session":"refund/default/0","turn":0,"text":"Where is \\u2028 it?"}",
        "{"type":"tool_result","session":"refund/default/0","id":"call_0","name":"lookup_order","status":"ok","content":{"total":12345678901234567890,"due":"1970-01-01T00:00:00.000Z","gone":null}}",
        "{"type":"session_ended","session":"refund/default/0"}",
      ]
    `);
  });

  test('large integers and exact decimals arrive as numbers, and come back as they were written', async () => {
    const gateway = testGateway({ pay: () => 12345678901234567890n });
    const call = `say '{"type":"tool_call","name":"pay","arguments": {"id":12345678901234567890, "amount": 1.10} }'`;
    const told = `case $line in *'"content":12345678901234567890}') ${answer('exact')} ;; *) ${answer('rounded')} ;; esac`;
    const command = turns(`${call}; ask; ${told}`);
    const session = await open({ command }, contextOf(gateway));
    expect(textsOf(await replyOf(session, 'Pay'))).toEqual(['exact']);
    expect(gateway.calls[0]?.rawArguments).toBe('{"id":12345678901234567890, "amount": 1.10}');
  });

  test('it gets what every program needs, what is named, and nothing else of the environment', async () => {
    const environment = { PATH: process.env.PATH, HOME: '/home', Secret: 's1', API_KEY: 'k1', LANG: 'C' };
    const command = script(
      `(line, send) => { if (line.type === 'user_message') send({ type: 'agent_message', text: JSON.stringify(process.env, Object.keys(process.env).sort()) }); }`,
    );
    const passEnv = ['API_KEY', 'NOT_SET'];
    const env = { HOME: '/own', MINE: '1', LANG: undefined };
    const session = await open({ command, passEnv, env }, undefined, { environment });
    const [text = ''] = textsOf(await replyOf(session, 'Hi'));
    expect(JSON.parse(text)).toEqual({
      ...{ PATH: process.env.PATH, HOME: '/own', LANG: 'C', API_KEY: 'k1', MINE: '1' },
      ...{ PYTHONUNBUFFERED: '1', PYTHONUTF8: '1' },
    });
  });

  test('it starts in `cwd`', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'here.json'), '{"type":"agent_message","text":"here"}\n');
    const session = await open({ command: turns('cat here.json'), cwd });
    expect(textsOf(await replyOf(session, 'Where?'))).toEqual(['here']);
  });
});

describe('what the program may tell', () => {
  test('is every kind of step', async () => {
    const command = turns(
      [
        { type: 'step_started' },
        { type: 'agent_message', text: 'One moment.', final: false },
        { type: 'usage', model: 'small', tokensIn: 12, tokensOut: -1 },
        { type: 'usage', model: 'small', tokensIn: 'many' },
        { type: 'custom', name: 'guardrail', data: { ok: true } },
        { type: 'reported_call', id: 'a', name: 'search', arguments: { q: 'kettle' } },
        { type: 'reported_call', id: 'b', name: 'search', arguments: '{"q":' },
        { type: 'reported_call', id: 'c', name: 'search' },
        { type: 'reported_result', id: 'a', content: [1, 2] },
        { type: 'reported_result', id: 'b', status: 'error', message: 'no JSON' },
        { type: 'reported_result', id: 'c' },
        { type: 'handed_off', to: 'a person', reason: 'angry' },
      ]
        .map((line) => `say '${JSON.stringify(line)}'`)
        .join('; '),
    );
    const session = await open({ command });
    expect((await replyOf(session, 'Hi')).map((step) => JSON.stringify(step))).toMatchInlineSnapshot(`
      [
        "{"type":"step_started"}",
        "{"type":"text","text":"One moment.","final":false}",
        "{"type":"usage","model":"small","usage":{"tokensIn":12},"attempts":[{"status":"ok"}]}",
        "{"type":"usage","model":"small","usage":{},"attempts":[{"status":"ok"}]}",
        "{"type":"custom","name":"guardrail","data":{"ok":true}}",
        "{"type":"reported_call","id":"a","name":"search","rawArguments":"{\\"q\\":\\"kettle\\"}"}",
        "{"type":"reported_call","id":"b","name":"search","rawArguments":"{\\"q\\":"}",
        "{"type":"reported_call","id":"c","name":"search","rawArguments":"{}"}",
        "{"type":"reported_result","callId":"a","outcome":{"status":"ok","content":[1,2]}}",
        "{"type":"reported_result","callId":"b","outcome":{"status":"error","kind":"tool_error","message":"no JSON"}}",
        "{"type":"reported_result","callId":"c","outcome":{"status":"ok","content":null}}",
        "{"type":"handed_off","to":"a person","reason":"angry"}",
      ]
    `);
  });

  test('calls that are written before a result is read share a step, and later ones do not', async () => {
    const gateway = testGateway({ lookup: (given) => given });
    const call = (id: string, more: boolean) =>
      `say '{"type":"tool_call","id":"${id}","name":"lookup","arguments":{},"more":${more}}'`;
    const command = turns(
      `${call('a', true)}; ${call('b', true)}; ${call('c', false)}; ask; ask; ask; ${call('d', false)}; ask; ${answer('Done.')}`,
    );
    const session = await open({ command }, contextOf(gateway));
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Done.']);
    expect(gateway.calls.map(({ givenId, step }) => `${givenId} ${step}`)).toEqual(['a 1', 'b 1', 'c 1', 'd 2']);
  });

  test('a call that waits for more is made when another line comes instead', async () => {
    const gateway = testGateway({ lookup: () => 1 });
    const command = turns(`say '{"type":"tool_call","name":"lookup","more":true}'; ${answer('Done.')}; ask`);
    const session = await open({ command }, contextOf(gateway));
    await replyOf(session, 'Hi');
    expect(gateway.calls).toMatchObject([{ name: 'lookup', rawArguments: '{}' }]);
    await session.close();
  });

  test('a tool that does not work is told with its kind', async () => {
    const command = script(`(line, send) => {
      if (line.type === 'user_message') send({ type: 'tool_call', name: 'nothing', arguments: {} });
      if (line.type === 'tool_result') send({ type: 'agent_message', text: line.id + ' ' + line.status + ' ' + line.kind + ': ' + line.message });
    }`);
    const session = await open({ command });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual([
      'call_0 error unknown_tool: unknown tool: there is no tool `nothing`',
    ]);
  });

  test.each(['reported', 'none'] as const)(
    'with toolCalls `%s` no tool is offered, and a call of one is an error',
    async (toolCalls) => {
      const call = `say '{"type":"tool_call","name":"lookup"}'`;
      const command = shell(`ask; case $line in *'"tools":[]}') ask; ${call} ;; esac; ask`);
      const agent = commandAgent({ command, toolCalls });
      expect(agent.toolCallsVisible).toBe(toolCalls === 'reported');
      const session = await open({ command, toolCalls }, contextOf(testGateway({ lookup: () => 1 })));
      expect(await failureOf(replyOf(session, 'Hi'))).toContain(
        `called the tool of a world, which an agent with \`toolCalls: '${toolCalls}'\` does not have`,
      );
    },
  );

  test('a call that is told although calls are declared invisible is an error', async () => {
    const command = turns(`say '{"type":"reported_call","id":"a","name":"b"}'`);
    const session = await open({ command, toolCalls: 'none' });
    expect(await failureOf(replyOf(session, 'Hi'))).toContain(
      'told of a call, although its calls are declared as not visible',
    );
  });
});

describe('a program that cannot be started makes the session invalid', () => {
  test('when there is none of that name', async () => {
    const missing = (environment: Record<string, string>) =>
      failureOf(open({ command: ['rehearsal-no-such-program'] }, undefined, { environment }));
    expect(await missing({ PATH: '/nowhere' })).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`rehearsal-no-such-program\` could not be started: there is no program \`rehearsal-no-such-program\` in the folders of \`PATH\`, which are /nowhere"`,
    );
    expect(await missing({})).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`rehearsal-no-such-program\` could not be started: there is no program \`rehearsal-no-such-program\` in the folders of the system; \`PATH\` is not set"`,
    );
    expect(
      await failureOf(open({ command: ['./nothing', '\u001b[2J'], cwd: '/no/such/folder' })),
    ).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`./nothing \\u{1b}[2J\` could not be started: there is no program \`./nothing\`, or no folder \`/no/such/folder\` to start it in"`,
    );
  });

  test('when it may not be run', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'agent.sh'), '#!/bin/sh\n');
    chmodSync(join(cwd, 'agent.sh'), 0o644);
    expect(await failureOf(open({ command: ['./agent.sh'], cwd }))).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`./agent.sh\` could not be started: \`./agent.sh\` may not be run (EACCES): is it executable, and is \`cwd\` a folder that can be entered?"`,
    );
    mkdirSync(join(cwd, 'folder'));
    expect(await failureOf(open({ command: ['./folder'], cwd }))).toContain('ModelUnavailableError');
  });

  test('when a shell or `env` finds no such program', async () => {
    const session = await open({ command: ['/bin/sh', '-c', 'rehearsal-no-such-program'] });
    const failure = await failureOf(replyOf(session, 'Hi'));
    expect(failure).toContain(
      'ModelUnavailableError: `/bin/sh -c rehearsal-no-such-program` could not be started: it ended with exit code 127',
    );
    expect(failure).toContain('not found');
  });

  test('when it has to say that it is ready and does not, exits, or speaks another protocol', async () => {
    const ready = `say '{"type":"ready"}'`;
    const session = await open({
      command: shell(`${ready}; ask; ask; ${answer('Hi')}`),
      startTimeoutMs: 60_000,
    });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['Hi']);
    expect(
      await failureOf(
        open({ command: ['/bin/sleep', '60'], startTimeoutMs: 30 }, contextOf(), { timer: impatientTimer }),
      ),
    ).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`/bin/sleep 60\` was not ready within 30 ms: it says so by the line {"type":"ready"}"`,
    );
    const long = { startTimeoutMs: 60_000 };
    expect(
      await failureOf(open({ command: ['/bin/sh', '-c', 'echo "no module named agent" >&2; exit 1'], ...long })),
    ).toMatchInlineSnapshot(`
      "ModelUnavailableError: \`/bin/sh -c echo "no module named agent" >&2; exit 1\` ended with exit code 1 before it was ready
      Its last lines on standard error:
        no module named agent"
    `);
    expect(
      await failureOf(open({ command: ['/bin/echo', '{"type":"ready","protocol":2}'], ...long })),
    ).toMatchInlineSnapshot(`
      "ModelUnavailableError: \`/bin/echo {"type":"ready","protocol":2}\` wrote a line of type \`ready\` that cannot be used: \`{"type":"ready","protocol":2}\`
      \`protocol\`: expected 1"
    `);
  });
});

describe('options that cannot be used', () => {
  test("are the author's mistake", () => {
    const unusable: object[] = [
      { command: [] },
      { command: 'python3 agent.py' },
      { command: [''] },
      { command: ['a', '\u0000'] },
      { command: ['a'], killAfterMs: 901 },
      { command: ['a'], startTimeoutMs: 0 },
      { command: ['a'], maxLineBytes: 0.5 },
    ];
    const problemOf = (options: object) => {
      try {
        return commandAgent(options as CommandAgentOptions).name;
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
    };
    expect(unusable.map(problemOf)).toMatchInlineSnapshot(`
      [
        "UsageError: commandAgent: \`command\` is a list of texts, the program first: ['python3', 'agent.py']",
        "UsageError: commandAgent: \`command\` is a list of texts, the program first: ['python3', 'agent.py']",
        "UsageError: commandAgent: the first text of \`command\` names the program, and is empty",
        "UsageError: commandAgent: \`command\` holds a NUL character",
        "UsageError: commandAgent: \`killAfterMs\` is 901; expected a whole number from 1 to 900",
        "UsageError: commandAgent: \`startTimeoutMs\` is 0; expected a whole number from 1 to 9007199254740991",
        "UsageError: commandAgent: \`maxLineBytes\` is 0.5; expected a whole number from 1 to 268435456",
      ]
    `);
  });
});
