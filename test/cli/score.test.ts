import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fencedBlocksIn } from '../docs/fenced-blocks.ts';
import { call, launches, result, says, user } from '../importers/told-import.ts';
import { score } from './score-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const talk = (id: string, ...messages: readonly object[]) => ({ id, messages });
const ANSWERED = 'expect: [{ type: answered }]\n';

const GOOD = talk(
  'good',
  user('Refund A-1.'),
  launches(call('a', 'refund', { id: 'A-1' })),
  result('a', { refunded: 5 }),
  says('Done.'),
);
const MUTE = talk('mute', user('Hello?'), says('Hi.'), user('And A-1?'));

describe('rehearsal score', () => {
  test('a conversation that does not pass is shown with its first failing turn, and the log is summed up', async () => {
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml'], {
      'log.jsonl': lines(GOOD, MUTE),
      'rules.yaml': ANSWERED,
    });
    expect(out).toMatchInlineSnapshot(`
      "✗ mute
        conversation \`mute\` at log.jsonl:2

        turn 1, generation: no_answer (check answered)
        the user said "And A-1?", and no answer came
          - the user's message (turn 1)

        … 1 turn before

        turn 1
        user     And A-1?

        replay   rehearsal score log.jsonl --expect rules.yaml --only mute --verbose

      check     passed  failed  nothing to check  not made
      answered       1       1                 –         –
        failed: no_answer (1)

      1 failed, 1 passed of 2 conversations in 5 ms
      gate lost: 1 of 2 conversations failed
      "
    `);
    expect(code).toBe(1);
  });

  test('the example of the documentation ends as the page says', async () => {
    const blocks = fencedBlocksIn(root).filter(({ path }) => path === 'docs/scoring-logs.md');
    const [log, rules, shown] = ['jsonl', 'yaml', 'text'].map(
      (language) => blocks.find((block) => block.language === language)?.text ?? '',
    );
    const { code, out } = await score(['logs.jsonl', '--expect', 'rules.yaml'], {
      'logs.jsonl': log ?? '',
      'rules.yaml': rules ?? '',
    });
    expect(code).toBe(1);
    const withoutTime = (shown ?? '').replace(/in \d+ ms/, 'in 5 ms');
    expect(out.slice(out.indexOf('check  '))).toBe(withoutTime);
  });

  test('the document of that example is as the page shows it, and the page names all keys', async () => {
    const blocks = fencedBlocksIn(root).filter(({ path }) => path === 'docs/scoring-logs.md');
    const [log, rules, shown] = ['jsonl', 'yaml', 'json'].map(
      (language) => blocks.find((block) => block.language === language)?.text ?? '',
    );
    const { out } = await score(['logs.jsonl', '--expect', 'rules.yaml', '--json'], {
      'logs.jsonl': log ?? '',
      'rules.yaml': rules ?? '',
    });
    const document = JSON.parse(out) as { conversations: object[] };
    expect({ ...document, conversations: document.conversations.slice(2) }).toEqual(JSON.parse(shown ?? ''));
    const page = readFileSync(join(root, 'docs/scoring-logs.md'), 'utf8');
    const tables = page.slice(page.indexOf('## The document'), page.indexOf('## From code'));
    const named = new Set(
      [...tables.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, keys = '']) => keys.match(/\w+/g) ?? []),
    );
    const keys = [document, ...document.conversations].flatMap((one) => Object.keys(one));
    expect(keys.filter((key) => key !== 'ungrouped' && !named.has(key))).toEqual([]);
    expect([...named].filter((key) => key !== 'position' && !keys.includes(key))).toEqual([]);
  });

  test('passes with 0 when all passed, and says how many', async () => {
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml'], {
      'log.jsonl': lines(GOOD),
      'rules.yaml': ANSWERED,
    });
    expect(out).toMatchInlineSnapshot(`
      "check     passed  failed  nothing to check  not made
      answered       1       –                 –         –

      1 passed of 1 conversation in 5 ms
      gate met
      "
    `);
    expect(code).toBe(0);
  });

  test('a line that cannot be read makes it invalid, and the others are scored', async () => {
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml'], {
      'log.jsonl': `{"id":"bro\n${lines(GOOD)}`,
      'rules.yaml': ANSWERED,
    });
    expect(out).toMatchInlineSnapshot(`
      "! log.jsonl:1: no JSON: this string is not closed

      check     passed  failed  nothing to check  not made
      answered       1       –                 –         –

      What does not fit together in these logs (each of them with --verbose)
        1 × not-json in 1 conversation
            first: log.jsonl:1: no JSON: this string is not closed

      1 invalid, 1 passed of 2 conversations in 5 ms
      invalid: 1 of 2 conversations is invalid
      "
    `);
    expect(code).toBe(3);
  });

  test('calls in a log are judged without a list of tools, and a tool that nobody called is told', async () => {
    const rules = 'expect: [{ type: forbidden-calls, tools: [cancel] }]\n';
    const files = { 'log.jsonl': lines(GOOD), 'rules.yaml': rules };
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml', '--quiet'], files);
    expect(out).toMatchInlineSnapshot(`
      "check                     passed  failed  nothing to check  not made
      forbidden-calls-de3f53b7       1       –                 –         –

      1 passed of 1 conversation in 5 ms
      gate met
      note: no conversation calls \`cancel\`, which the rules name: see whether that is spelt right, or give \`--tools\`
      "
    `);
    expect(code).toBe(0);
  });

  test('a check of calls is not made where neither calls nor tools are known, and that is not green', async () => {
    const rules = 'expect: [{ type: forbidden-calls, tools: [cancel] }]\n';
    const files = { 'log.jsonl': lines(MUTE), 'rules.yaml': rules };
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml', '--quiet'], files);
    expect(out).toMatchInlineSnapshot(`
      "check                     passed  failed  nothing to check  not made
      forbidden-calls-de3f53b7       –       –                 –         1
        not made: the log neither holds a call nor says which tools the agent had

      1 invalid, 0 passed of 1 conversation in 5 ms
      invalid: 1 of 1 conversation is invalid
      note: say which tools the agent had with \`--tools\`, or what they do with \`effects\` in the rules
      "
    `);
    expect(code).toBe(3);
    expect(
      (await score(['log.jsonl', '-e', 'rules.yaml'], { ...files, 'rules.yaml': `${rules}effects: { "*": write }\n` }))
        .code,
    ).toBe(0);
    const tools = JSON.stringify([
      { type: 'function', function: { name: 'refund' } },
      { name: 'cancel', effect: 'write' },
    ]);
    expect(
      (await score(['log.jsonl', '-e', 'rules.yaml', '--tools', 'tools.json'], { ...files, 'tools.json': tools })).code,
    ).toBe(0);
  });

  test('a rule that names a tool which is not there is refused', async () => {
    const { code, err } = await score(['log.jsonl', '-e', 'rules.yaml', '--tools', 'tools.json'], {
      'log.jsonl': lines(GOOD),
      'rules.yaml': 'cases:\n  - match: good\n    expect: [{ type: calls, calls: [{ tool: refnd }] }]\n',
      'tools.json': '[{ "name": "refund" }]',
    });
    expect(err).toMatchInlineSnapshot(`
      "rules.yaml cannot be used:
      rules.yaml:3:45: cases[0].expect[0].calls[0].tool: the list of tools has no \`refnd\`
        Known tools: \`refund\`.
        Hint: did you mean \`refund\`?
      "
    `);
    expect(code).toBe(2);
  });

  test('of an argument that no listed tool takes the list is told, not a world', async () => {
    const rules = 'expect: [{ type: arguments-from-evidence, freeText: [nte] }]\n';
    const parameters = { type: 'object', properties: { note: { type: 'string' } } };
    const files = { 'log.jsonl': lines(GOOD), 'rules.yaml': rules };
    const tools = JSON.stringify([{ name: 'refund', parameters }]);
    const { err } = await score(['log.jsonl', '-e', 'rules.yaml', '--tools', 'tools.json'], {
      ...files,
      'tools.json': tools,
    });
    expect(err).toMatchInlineSnapshot(`
      "rules.yaml cannot be used:
      rules.yaml:1:54: expect[0].freeText[0]: no tool of the list takes an argument \`nte\`
        Known arguments: \`note\`.
        Hint: did you mean \`note\`?
      "
    `);
  });

  test('cases add checks by id, and one that nothing matches is told', async () => {
    const rules = `${ANSWERED}cases:\n  - match: "mu*"\n    expect: [{ type: said, text: refund }]\n  - match: [nobody]\n    expect: [{ type: grounded }]\n`;
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], {
      'log.jsonl': lines(GOOD),
      'rules.yaml': rules,
    });
    expect(out).toMatchInlineSnapshot(`
      "check     passed  failed  nothing to check  not made
      answered       1       –                 –         –

      1 passed of 1 conversation in 5 ms
      invalid: no conversation matches the case \`mu*\`
      invalid: no conversation matches the case \`nobody\`
      "
    `);
    expect(code).toBe(3);
    const both = await score(['log.jsonl', '-e', 'rules.yaml', '--json'], {
      'log.jsonl': lines(GOOD, MUTE),
      'rules.yaml': rules,
    });
    const document = JSON.parse(both.out) as { conversations: { id: string; scores: { scorer: string }[] }[] };
    expect(document.conversations.map(({ id, scores }) => [id, scores.map(({ scorer }) => scorer)])).toEqual([
      ['good', ['answered']],
      ['mute', ['answered', 'said']],
    ]);
  });

  test('the document holds every conversation, what does not fit, totals and the gate', async () => {
    const log = `${lines(GOOD, talk('lost', user('Hi.'), result('x', 'early'), says('Hello.')))}{"id":\n`;
    const { code, out, err } = await score(['log.jsonl', '-e', 'rules.yaml', '--json'], {
      'log.jsonl': log,
      'rules.yaml': ANSWERED,
    });
    expect(JSON.parse(out)).toMatchInlineSnapshot(`
      {
        "checks": [
          {
            "codes": {},
            "failed": 0,
            "id": "answered",
            "notApplicable": 0,
            "passed": 2,
            "unscored": 0,
          },
        ],
        "conversations": [
          {
            "endReason": "user_done",
            "file": "log.jsonl",
            "format": "openai-chat",
            "id": "good",
            "line": 1,
            "problems": [],
            "reason": "1 check passed",
            "scores": [
              {
                "findings": [],
                "id": "answered",
                "metrics": {
                  "answered": 1,
                  "turns": 1,
                },
                "passed": true,
                "reason": "the message was answered",
                "required": true,
                "scorer": "answered",
                "stage": "generation",
                "status": "scored",
                "turns": [
                  {
                    "metrics": {},
                    "turn": 0,
                    "value": 1,
                  },
                ],
                "value": 1,
              },
            ],
            "turns": 1,
            "verdict": "passed",
          },
          {
            "endReason": "user_done",
            "file": "log.jsonl",
            "format": "openai-chat",
            "id": "lost",
            "line": 2,
            "problems": [
              {
                "code": "orphan-result",
                "message": "a result for \`x\` stands before any call",
                "path": "messages[1]",
                "place": {
                  "column": 1,
                  "file": "log.jsonl",
                  "line": 2,
                },
                "severity": "warning",
              },
            ],
            "reason": "1 check passed",
            "scores": [
              {
                "findings": [],
                "id": "answered",
                "metrics": {
                  "answered": 1,
                  "turns": 1,
                },
                "passed": true,
                "reason": "the message was answered",
                "required": true,
                "scorer": "answered",
                "stage": "generation",
                "status": "scored",
                "turns": [
                  {
                    "metrics": {},
                    "turn": 0,
                    "value": 1,
                  },
                ],
                "value": 1,
              },
            ],
            "turns": 1,
            "verdict": "passed",
          },
          {
            "file": "log.jsonl",
            "id": "log.jsonl:3",
            "line": 3,
            "problems": [
              {
                "code": "not-json",
                "message": "no JSON: the text ends, but a JSON value is expected",
                "path": "",
                "place": {
                  "column": 7,
                  "file": "log.jsonl",
                  "line": 3,
                },
                "severity": "error",
              },
            ],
            "reason": "no JSON: the text ends, but a JSON value is expected",
            "scores": [],
            "verdict": "invalid",
          },
        ],
        "formats": {
          "openai-chat": 2,
          "unknown": 1,
        },
        "gate": {
          "reasons": [
            "1 of 3 conversations is invalid",
          ],
          "status": "invalid",
        },
        "grounding": [],
        "groups": [
          {
            "conversations": 1,
            "example": {
              "file": "log.jsonl",
              "id": "log.jsonl:3",
              "line": 3,
            },
            "others": [],
            "reasons": [
              {
                "about": "no JSON: the text ends, but a JSON value is expected",
                "code": "not-json",
              },
            ],
            "verdict": "invalid",
          },
        ],
        "notes": [],
        "problems": [
          {
            "code": "orphan-result",
            "conversations": 1,
            "count": 1,
            "example": "log.jsonl:2: messages[1]: a result for \`x\` stands before any call",
          },
          {
            "code": "not-json",
            "conversations": 1,
            "count": 1,
            "example": "log.jsonl:3: no JSON: the text ends, but a JSON value is expected",
          },
        ],
        "totals": {
          "conversations": 3,
          "failed": 0,
          "invalid": 1,
          "passed": 2,
        },
        "ungrouped": 0,
        "version": 1,
      }
    `);
    expect(err).toMatchInlineSnapshot(`
      "check     passed  failed  nothing to check  not made
      answered       2       –                 –         –

      What does not fit together in these logs (each of them with --verbose)
        1 × orphan-result in 1 conversation
            first: log.jsonl:2: messages[1]: a result for \`x\` stands before any call
        1 × not-json in 1 conversation
            first: log.jsonl:3: no JSON: the text ends, but a JSON value is expected

      1 invalid, 2 passed of 3 conversations in 5 ms
      invalid: 1 of 3 conversations is invalid
      "
    `);
    expect(code).toBe(3);
  });

  test('a share may be enough', async () => {
    const rules = (share: number) => `${ANSWERED}gate: { minPassRate: ${share} }\n`;
    const log = lines(GOOD, MUTE);
    expect((await score(['log.jsonl', '-e', 'rules.yaml'], { 'log.jsonl': log, 'rules.yaml': rules(0.5) })).code).toBe(
      0,
    );
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], {
      'log.jsonl': log,
      'rules.yaml': rules(0.6),
    });
    expect(out).toMatchInlineSnapshot(`
      "check     passed  failed  nothing to check  not made
      answered       1       1                 –         –
        failed: no_answer (1)

      1 failed, 1 passed of 2 conversations in 5 ms
      gate lost: 1 of 2 conversations failed, and 60 % must pass
      "
    `);
    expect(code).toBe(1);
  });

  test('folders are read in the order of their paths, and a run by its sessions', async () => {
    const golden = readFileSync(new URL('../golden/greeting.jsonl', import.meta.url), 'utf8');
    const { code, out } = await score(['logs', 'run', '-e', 'rules.yaml', '-v'], {
      'logs/b.jsonl': lines(talk('second', user('Hi.'), says('Hello.'))),
      'logs/a/one.json': JSON.stringify([user('Hi.'), says('Hello.')], null, 2),
      'logs/notes.txt': 'not a log',
      'run/run.json': '{}',
      'run/sessions/greeting/default/0.jsonl': golden,
      'rules.yaml': ANSWERED,
    });
    expect(out).toMatchInlineSnapshot(`
      "✓ logs/a/one.json:1
          ✓ answered: the message was answered
      ✓ second (b.jsonl:1)
          ✓ answered: the message was answered
      ✓ golden/greeting/default/0 (0.jsonl:1)
          ✓ answered: all 2 messages were answered

      check     passed  failed  nothing to check  not made
      answered       3       –                 –         –

      3 passed of 3 conversations in 5 ms
      gate met
      "
    `);
    expect(code).toBe(0);
  });

  test('one conversation is scored alone, whole, by the command that a report ends with', async () => {
    const files = { 'log.jsonl': lines(GOOD, MUTE), 'rules.yaml': ANSWERED };
    const { out } = await score(['log.jsonl', '-e', 'rules.yaml', '--only', 'mute', '--verbose'], files);
    expect(out).toMatchInlineSnapshot(`
      "✗ mute
        conversation \`mute\` at log.jsonl:2

        turn 1, generation: no_answer (check answered)
        the user said "And A-1?", and no answer came
          - the user's message (turn 1)

        checks
          ✗ answered: turn 1: the user said "And A-1?", and no answer came (value 0.50)

        turn 0
        user     Hello?
        agent    Hi.

        turn 1
        user     And A-1?

        replay   rehearsal score log.jsonl --expect rules.yaml --only mute --verbose

      check     passed  failed  nothing to check  not made
      answered       –       1                 –         –
        failed: no_answer (1)

      1 failed, 0 passed of 1 conversation in 5 ms
      gate lost: 1 of 1 conversation failed
      "
    `);
    const { code, err } = await score(['log.jsonl', '-e', 'rules.yaml', '--only', 'nobody'], files);
    expect(err).toMatchInlineSnapshot(`
      "nothing was scored: no conversation is called \`nobody\`
      "
    `);
    expect(code).toBe(2);
  });

  test('what a log holds reaches the terminal without escapes and without secrets', async () => {
    const evil = talk(
      'e\u001b[2Jvil',
      user('My key is sk-live-0123456789abcdef0123456789abcdef, \u001b[31mred\u001b[0m'),
      { ...says('no'), role: 'a\u001b[31m' },
    );
    const mute = talk('mute', user('\u001b]0;title\u0007 and password-4711-x'));
    const { out } = await score(
      ['log.jsonl', '-e', 'rules.yaml', '-v'],
      { 'log.jsonl': lines(evil, mute), 'rules.yaml': ANSWERED },
      { env: { MY_TOKEN: 'password-4711-x' } },
    );
    expect(['\u0007', '\u001b', 'sk-live', '4711-x'].filter((part) => out.includes(part))).toEqual([]);
    expect(out).toContain('[redacted]');
  });

  test('what is known of a log comes from the command line before the rules', async () => {
    const merged = [
      user('Refund my order.'),
      launches(call('a', 'list', {}), call('b', 'refund', { id: 'W-4471' })),
      result('a', ['W-4471']),
      result('b', {}),
      says('It is refunded.'),
    ];
    const files = {
      'log.jsonl': lines(talk('merged', ...merged)),
      'rules.yaml':
        'expect: [{ type: call-order, first: list, then: refund }]\neffects: { "*": write }\nobservation: recorded\n',
    };
    const recorded = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], files);
    const told = await score(['log.jsonl', '-e', 'rules.yaml', '-q', '--observation', 'sequential'], files);
    expect(`${recorded.out}\n${told.out}`).toMatchInlineSnapshot(`
      "check                         passed  failed  nothing to check  not made
      call-order-f1ef3492/sequence       –       1                 –         –
        failed: called_too_early (1)

      What does not fit together in these logs (each of them with --verbose)
        1 × merged-steps in 1 conversation
            first: log.jsonl:1: messages[1].tool_calls[1]: \`refund\` uses \`W-4471\`, which only the result of an earlier call of the same message holds
            Hint: if the recorder puts several messages of the model into one, read the log with \`observation: "sequential"\`

      1 failed, 0 passed of 1 conversation in 5 ms
      gate lost: 1 of 1 conversation failed

      check                         passed  failed  nothing to check  not made
      call-order-f1ef3492/sequence       1       –                 –         –

      1 passed of 1 conversation in 5 ms
      gate met
      "
    `);
    expect([recorded.code, told.code]).toEqual([1, 0]);
    expect((await score(['log.jsonl', '-e', 'rules.yaml', '--now', 'yesterday'], files)).err).toMatchInlineSnapshot(`
      "\`--now\` must be a moment with its zone, such as 2026-01-15T09:00:00Z
      "
    `);
    expect(
      (await score(['log.jsonl', '-e', 'rules.yaml', '--format', 'rehearsal', '-q'], files)).out,
    ).toMatchInlineSnapshot(`
      "What does not fit together in these logs (each of them with --verbose)
        1 × unknown-shape in 1 conversation
            first: log.jsonl:1: expected the events of a stored session; found an object with \`id\`, \`messages\`

      1 invalid, 0 passed of 1 conversation in 5 ms
      invalid: 1 of 1 conversation is invalid
      "
    `);
  });

  test('secrets and the share of the config hold, and a judge that gives no verdict is not green', async () => {
    const files = {
      'log.jsonl': lines(MUTE, GOOD),
      'rules.yaml': ANSWERED,
      'rehearsal.config.mjs': "export default { secrets: ['And A-1?'], gate: { minPassRate: 0.5 } };\n",
    };
    const { code, out } = await score(['log.jsonl', '-e', 'rules.yaml'], files);
    expect(out).not.toContain('And A-1?');
    expect(code).toBe(0);
    const open = "() => ({ complete: async () => ({ text: 'Hm.', calls: [], finish: 'stop', attempts: [] }) })";
    const judged = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], {
      ...files,
      'rules.yaml': 'expect: [{ type: judge, id: kind, criteria: ["The agent is kind."] }]\n',
      'rehearsal.config.mjs': `export default { models: { judge: { name: 'model-7', fixed: [], open: ${open} } } };\n`,
    });
    expect(judged.out).toMatchInlineSnapshot(`
      "check  passed  failed  nothing to check  not made
      kind        –       –                 –         2
        not made: the judge \`model-7\` answered with something that is no JSON (line 1, column 1: a JSON value is expected)

      2 invalid, 0 passed of 2 conversations in 5 ms
      invalid: 2 of 2 conversations are invalid
      note: nobody has measured how often the judge \`model-7\` is right by these instructions; \`rehearsal calibrate labels.jsonl\` does, with talks that people have labelled
      "
    `);
    expect(judged.code).toBe(3);
  });

  test('an interruption is told, and is not green', async () => {
    const { code, out } = await score(
      ['log.jsonl', '-e', 'rules.yaml', '-q'],
      { 'log.jsonl': lines(GOOD), 'rules.yaml': ANSWERED },
      { signal: AbortSignal.abort() },
    );
    expect(out).toContain('interrupted: not every conversation was scored');
    expect(code).toBe(130);
  });

  test.each([
    ['an empty log', { 'log.jsonl': '' }, 3],
    ['no such file', {}, 2],
  ])('%s scores nothing, which is never green', async (_name, files, expected) => {
    const { code } = await score(['log.jsonl', '-e', 'rules.yaml'], { ...files, 'rules.yaml': ANSWERED });
    expect(code).toBe(expected);
  });
});

test('rules that cannot be used are refused, with every mistake in its place', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['an unknown key', 'expects: []\n'],
    ['nothing to check', 'expect: []\n'],
    ['an unknown scorer, in a case', `${ANSWERED}cases:\n  - match: a\n    expect:\n      - type: tool-oder\n`],
    ['the same check for all and in a case', `${ANSWERED}cases:\n  - match: a\n    expect:\n      - type: answered\n`],
    ['an effect that is none', `${ANSWERED}effects: { refund: writes }\n`],
    ['a pattern that cannot be compiled', `${ANSWERED}errors: ["(a"]\n`],
    ['a judge without a model', 'expect: [{ type: judge, criteria: ["The agent is kind."] }]\n'],
  ];
  const told: string[] = [];
  for (const [name, rules] of cases) {
    const { code, err } = await score(['log.jsonl', '-e', 'rules.yaml'], {
      'log.jsonl': lines(GOOD),
      'rules.yaml': rules,
    });
    expect(code, name).toBe(2);
    told.push(`${name}: ${err}`);
  }
  const text = told.join('').replace(/Known scorers: .*/, 'Known scorers: …');
  expect(text).toMatchInlineSnapshot(`
    "an unknown key: rules.yaml cannot be used:
    rules.yaml:1:1: expects: unknown key \`expects\`
      Known keys: \`$schema\`, \`cases\`, \`effects\`, \`errors\`, \`expect\`, \`gate\`, \`language\`, \`now\`, \`observation\`, \`policy\`, \`toolCalls\`.
      Hint: did you mean \`expect\`?
    rules.yaml:1:1: there is nothing to check: \`expect\` and \`cases\` are empty
    nothing to check: rules.yaml cannot be used:
    rules.yaml:1:1: there is nothing to check: \`expect\` and \`cases\` are empty
    an unknown scorer, in a case: rules.yaml cannot be used:
    rules.yaml:5:15: cases[0].expect[0].type: unknown scorer \`tool-oder\`.
      Known scorers: …
    the same check for all and in a case: rules.yaml cannot be used:
    rules.yaml:5:9: cases[0].expect[0]: this is the same check as expect[0].
      Hint: remove one of them, or give one an \`id\` of its own.
    an effect that is none: rules.yaml cannot be used:
    rules.yaml:2:20: effects.refund: found the text \`"writes"\`, expected \`read\`, \`write\` or \`unknown\`
      Hint: did you mean \`write\`?
    a pattern that cannot be compiled: rules.yaml cannot be used:
    rules.yaml:2:10: errors[0]: the text \`"(a"\` is no pattern: missing closing ): \`(a\`
    a judge without a model: rules.yaml cannot be used:
    rules.yaml:1:10: expect[0]: a judge needs a model
      Hint: name one in rehearsal.config.ts: \`models: { judge: openaiModel({ … }) }\`
    "
  `);
});

const folder = fileURLToPath(new URL('../../../shared/data/tau/dev/tau2-airline.dev.jsonl', import.meta.url));
const hasData = existsSync(folder);
const title = 'recorded simulations are all judged';

test.skipIf(!hasData)(hasData ? title : `${title} (skipped: no shared data)`, async () => {
  const rules = `${ANSWERED}effects: { "get_*": read, "*": write }\n`;
  const { out } = await score([folder, '-e', 'rules.yaml', '--json'], { 'rules.yaml': rules });
  const { totals } = JSON.parse(out) as { totals: { conversations: number; invalid: number } };
  expect(totals).toMatchObject({ conversations: 79, invalid: 0 });
});
