import { describe, expect, test } from 'vitest';
import { call, launches, result, says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const talk = (id: string, ...messages: readonly object[]) => ({ id, messages });
const refund = (id: string, amount: unknown, said = 'Done.') =>
  talk(id, user(`Refund ${id}.`), launches(call('a', 'refund', { id, amount })), result('a', 'ok'), says(said));

const RULES = `
expect:
  - { type: answered }
  - { type: calls, id: calls, calls: [{ tool: refund, arguments: { amount: 5 } }] }
  - { type: not-said, id: polite, text: hm }
effects: { "*": write }
`;

const run = (args: readonly string[], log: string, rules = RULES) =>
  score(['log.jsonl', '-e', 'rules.yaml', ...args], { 'log.jsonl': log, 'rules.yaml': rules });

describe('conversations that did not pass for the same reasons', () => {
  const log = lines(
    refund('rude', 5, 'Hm.'),
    ...[6, 7, 8, 9, 10, 11, 12, 13].map((amount) => refund(`a-${amount}`, amount)),
    talk('human-1', { role: 'human', content: 'Hi.' }),
    refund('fine', 5),
    talk('human-2', { role: 'human', content: 'Hello.' }),
  );

  test('are told once, the most frequent first, with one example and the names of the others', async () => {
    const { out, code } = await run([], log);
    expect(out).toMatchInlineSnapshot(`
      "✗ 8 × calls/arguments: wrong_argument amount of refund
        conversation \`a-6\` at log.jsonl:2

        turn 0, arguments: wrong_argument (check calls/arguments)
        \`refund\` was called with \`amount\` = 6; expected 5
          - the call of \`refund\` (turn 0), argument /amount: 6

        calls, by turn (check calls/arguments)
          expected          actual                         status
        turn 0  user: Refund a-6.
        ~ refund(amount=5)  #1 refund(id="a-6", amount=6)  ok
            amount: 6 → expected 5
        marks: ~ differs

        turn 0
        user     Refund a-6.
        call     refund {"id":"a-6","amount":6}
        result   "ok"
        agent    Done.

        replay   rehearsal score log.jsonl --expect rules.yaml --only a-6 --verbose
        others   a-7 (line 3), a-8 (line 4), a-9 (line 5), a-10 (line 6), a-11 (line 7) and 2 more

      ✗ rude
        conversation \`rude\` at log.jsonl:1

        turn 0, generation: said_forbidden (check polite)
        the agent said "Hm"; "hm" must not be said
          - the agent's answer (turn 0): "Hm"

        turn 0
        user     Refund rude.
        call     refund {"id":"rude","amount":5}
        result   "ok"
        agent    Hm.
                 ^^

        replay   rehearsal score log.jsonl --expect rules.yaml --only rude --verbose

      ! 2 × unknown-role: unknown role \`human\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`
          human-1 (line 10), human-2 (line 12)

      check            passed  failed  nothing to check  not made
      answered             10       –                 –         –
      calls/selection      10       –                 –         –
      calls/arguments       2       8                 –         –
        failed: wrong_argument (8)
      calls/execution      10       –                 –         –
      polite                9       1                 –         –
        failed: said_forbidden (1)

      What does not fit together in these logs (each of them with --verbose)
        2 × unknown-role in 2 conversations
            first: log.jsonl:10: messages[0].role: unknown role \`human\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`
            Hint: should it be \`user\`?

      9 failed, 2 invalid, 1 passed of 12 conversations in 5 ms
      gate lost: 9 of 12 conversations failed
      "
    `);
    expect(code).toBe(1);
  });

  test('are summed up after all of them where every conversation is told', async () => {
    const { out } = await run(['--verbose'], log);
    expect(out.match(/^✗ /gm)).toHaveLength(9);
    expect(out.slice(out.indexOf('Why conversations'), out.indexOf('check  '))).toMatchInlineSnapshot(`
      "Why conversations did not pass
        8 × calls/arguments: wrong_argument amount of refund
        1 × polite: said_forbidden
        2 × unknown-role: unknown role \`human\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`

      "
    `);
    const alone = await run(['--verbose', '--only', 'rude'], log);
    expect(alone.out).not.toContain('Why conversations');
  });

  test('stand in the document', async () => {
    const { out } = await run(['--json'], log);
    const { groups, ungrouped, checks } = JSON.parse(out) as Record<string, unknown>;
    expect({ groups, ungrouped, checks }).toMatchInlineSnapshot(`
      {
        "checks": [
          {
            "codes": {},
            "failed": 0,
            "id": "answered",
            "notApplicable": 0,
            "passed": 10,
            "unscored": 0,
          },
          {
            "codes": {},
            "failed": 0,
            "id": "calls/selection",
            "notApplicable": 0,
            "passed": 10,
            "unscored": 0,
          },
          {
            "codes": {
              "wrong_argument": 8,
            },
            "failed": 8,
            "id": "calls/arguments",
            "notApplicable": 0,
            "passed": 2,
            "unscored": 0,
          },
          {
            "codes": {},
            "failed": 0,
            "id": "calls/execution",
            "notApplicable": 0,
            "passed": 10,
            "unscored": 0,
          },
          {
            "codes": {
              "said_forbidden": 1,
            },
            "failed": 1,
            "id": "polite",
            "notApplicable": 0,
            "passed": 9,
            "unscored": 0,
          },
        ],
        "groups": [
          {
            "conversations": 8,
            "example": {
              "file": "log.jsonl",
              "id": "a-6",
              "line": 2,
            },
            "others": [
              {
                "file": "log.jsonl",
                "id": "a-7",
                "line": 3,
              },
              {
                "file": "log.jsonl",
                "id": "a-8",
                "line": 4,
              },
              {
                "file": "log.jsonl",
                "id": "a-9",
                "line": 5,
              },
              {
                "file": "log.jsonl",
                "id": "a-10",
                "line": 6,
              },
              {
                "file": "log.jsonl",
                "id": "a-11",
                "line": 7,
              },
            ],
            "reasons": [
              {
                "about": "amount of refund",
                "check": "calls/arguments",
                "code": "wrong_argument",
              },
            ],
            "verdict": "failed",
          },
          {
            "conversations": 1,
            "example": {
              "file": "log.jsonl",
              "id": "rude",
              "line": 1,
            },
            "others": [],
            "reasons": [
              {
                "check": "polite",
                "code": "said_forbidden",
              },
            ],
            "verdict": "failed",
          },
          {
            "conversations": 2,
            "example": {
              "file": "log.jsonl",
              "id": "human-1",
              "line": 10,
            },
            "others": [
              {
                "file": "log.jsonl",
                "id": "human-2",
                "line": 12,
              },
            ],
            "reasons": [
              {
                "about": "unknown role \`human\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`",
                "code": "unknown-role",
              },
            ],
            "verdict": "invalid",
          },
        ],
        "ungrouped": 0,
      }
    `);
  });

  test('are one group whatever the place in a list and the values in a reason are', async () => {
    const items = (id: string, at: number) => {
      const list = Array.from({ length: 3 }, (_, index) => ({ sku: index === at ? `X-${id}` : 'A' }));
      return talk(id, user('Hi.'), launches(call('a', 'order', { items: list })), result('a', 'ok'), says('Done.'));
    };
    const rules = `
expect: [{ type: calls, id: calls, calls: [{ tool: order, arguments: { items: [{ sku: A }, { sku: A }, { sku: A }] } }] }]
effects: { "*": write }
`;
    const { out } = await run(['--json'], lines(items('one', 0), items('two', 1), items('three', 2)), rules);
    const { groups } = JSON.parse(out) as { groups: { conversations: number; reasons: unknown }[] };
    expect(groups.map(({ conversations, reasons }) => [conversations, reasons])).toEqual([
      [3, [{ check: 'calls/arguments', code: 'wrong_argument', about: 'items[].sku of order' }]],
    ]);
  });

  test('that nearly all have reasons of their own are counted, and not kept', async () => {
    const many = Array.from({ length: 600 }, (_, index) =>
      talk(`c-${index}`, user('Hi.'), launches(call('a', `tool_${index}`)), result('a', 'ok'), says('Done.')),
    );
    const rules = 'expect: [{ type: no-calls, id: none }]\neffects: { "*": write }\n';
    const { out } = await run([], lines(...many), rules);
    expect(out.match(/^✗ .*|^… .*/gm)?.slice(9, 12)).toMatchInlineSnapshot(`
      [
        "✗ c-9",
        "✗ c-10 (line 11): turn 0, selection: \`tool_10()\` was called; expected no call",
        "✗ c-11 (line 12): turn 0, selection: \`tool_11()\` was called; expected no call",
      ]
    `);
    expect(out.match(/^… and .* conversations.*/gm)).toMatchInlineSnapshot(`
      [
        "… and 400 more conversations with other reasons, all of them with --json",
      ]
    `);
    const { ungrouped, groups } = JSON.parse((await run(['--json'], lines(...many), rules)).out) as {
      ungrouped: number;
      groups: unknown[];
    };
    expect([ungrouped, groups.length]).toEqual([100, 500]);
  });
});

test('a line that stands alone is never cut: in a file it is whole, on a terminal it goes on below', async () => {
  const log = lines(talk('failed', user('Hi.'), launches(call('a', 'refund')), result('a', 'Error: no'), says('Hm.')));
  const files = { 'log.jsonl': log, 'rules.yaml': 'expect: [{ type: answered }]\n' };
  const file = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], files);
  const narrow = await score(['log.jsonl', '-e', 'rules.yaml', '-q'], files, { isTty: true, columns: 60 });
  const odd = (text: string) => text.slice(text.indexOf('What does'), text.indexOf('1 passed'));
  expect(`${odd(file.out)}${odd(narrow.out)}`).toMatchInlineSnapshot(`
    "What does not fit together in these logs (each of them with --verbose)
      1 × error-by-words in 1 conversation
          first: log.jsonl:1: messages: 1 result has no flag and is taken as an error by the words

    What does not fit together in these logs (each of them with --verbose)
      1 × error-by-words in 1 conversation
          first: log.jsonl:1: messages: 1 result has no flag
            and is taken as an error by the words

    "
  `);
  expect(`${file.out}${narrow.out}`).not.toContain('…');
});

describe('what would let checks be made', () => {
  const again = talk(
    'again',
    user('Refund A-1.'),
    launches(call('a', 'refund', { id: 'A-1' })),
    result('a', 'ok'),
    launches(call('b', 'refund', { id: 'A-1' })),
    result('b', 'ok'),
    says('Done.'),
  );
  const madeUp = talk(
    'made-up',
    user('Refund my order.'),
    launches(call('a', 'refund', { id: 'A-4711-X' })),
    result('a', 'ok'),
    says('Done.'),
  );
  const mute = talk('mute', user('Hi.'), says('Hello.'));
  const notesOf = async (rules: string, ...talks: readonly object[]) => {
    const { out } = await run(['-q'], lines(...talks), rules);
    return out.match(/^note: .*/gm)?.join('\n') ?? '';
  };

  test('a pattern that fits no tool that was called is named as a name is', async () => {
    const rules = 'expect: [{ type: policy, never: "refnd*" }, { type: policy, atMost: 9, of: "ref*" }]\n';
    expect(await notesOf(rules, again)).toMatchInlineSnapshot(
      `"note: no conversation calls \`refnd*\`, which the rules name: see whether that is spelt right, or give \`--tools\`"`,
    );
  });

  test('each thing that is not known is named once, whatever the checks say of it', async () => {
    const rules = `
expect: [{ type: no-repeated-writes }, { type: arguments-from-evidence }, { type: forbidden-calls, tools: [cancel] }]
`;
    expect(await notesOf(rules, again, again, madeUp, mute)).toMatchInlineSnapshot(`
      "note: say which tools the agent had with \`--tools\`, or what they do with \`effects\` in the rules
      note: say what \`refund\` does, read or write: with \`effects\` in the rules, or \`effect\` in the list of \`--tools\`
      note: say what the agent was told with \`--policy\`, or \`policy: none\` in the rules where that was nothing
      note: no conversation calls \`cancel\`, which the rules name: see whether that is spelt right, or give \`--tools\`"
    `);
  });

  test('what is known is not asked for', async () => {
    const known = 'effects: { "*": write }\npolicy: none\n';
    const rules = 'expect: [{ type: no-repeated-writes }, { type: arguments-from-evidence }]\n';
    expect(await notesOf(`${rules}${known}`, again, madeUp)).toBe('');
    expect(await notesOf(`${rules}effects: { "*": write }\n`, madeUp)).toMatchInlineSnapshot(
      `"note: say what the agent was told with \`--policy\`, or \`policy: none\` in the rules where that was nothing"`,
    );
    expect(await notesOf(`${rules}toolCalls: hidden\n`, again)).toMatchInlineSnapshot(`
      "note: checks of calls cannot be made where calls were left out: if the logs hold all of them, say \`toolCalls: visible\` in the rules
      note: say what \`refund\` does, read or write: with \`effects\` in the rules, or \`effect\` in the list of \`--tools\`"
    `);
  });

  test('a check that hangs on something else has no remedy', async () => {
    const rules = 'expect: [{ type: end-state, state: { a: 1 } }]\n';
    const { out } = await run(['-q'], lines(again), rules);
    expect(out).toMatchInlineSnapshot(`
      "check               passed  failed  nothing to check  not made
      end-state-eb0101e7       –       –                 –         1
        not made: the session does not hold the state of a world

      1 invalid, 0 passed of 1 conversation in 5 ms
      invalid: 1 of 1 conversation is invalid
      "
    `);
  });
});
