import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { loadModelScript, readModelScript } from '../../src/files/model-script/read-model-script.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { readFencedBlocks } from '../docs/fenced-blocks.ts';
import { asking } from '../llm/model-request.ts';
import { plant } from './projects.ts';

const read = async (text: string) => {
  const { script, problems } = await readModelScript('orders.yaml', { cwd: plant({ 'orders.yaml': text }) });
  return { script, told: problems.map(formatProblem).join('\n') };
};

const everyKind = `
# yaml-language-server: $schema=node_modules/rehearsal/schemas/model-script.schema.json
steps:
  - Hello, how can I help?
  - - { name: lookup_order, arguments: { order_id: A-1001, number: 12345678901234567890 } }
  - text: Let me look.
    calls: [ { name: lookup_order, arguments: '{"order_id":', id: c1 } ]
    delayMs: 5
    usage: { tokensIn: 12, tokensOut: 3 }
  - stream: [ "Ship", "ped" ]
    cut: { afterPieces: 1, connection: reset }
  - refusal: I cannot help with that.
  - error: overloaded
  - error: { status: 429, message: Slow down., code: rate_limit_exceeded, headers: { retry-after: "2" } }
  - raw: { body: "<html>sign in</html>" }
  - text: Bye.
    expect:
      system: careful
      user: { pattern: "(?i)thank" }
      result: { lacks: error }
      tools: [ lookup_order ]
      withoutTools: [ refund ]
      turn: 3
      noSecrets: true
`;

describe('a file with a script', () => {
  test('may hold every kind of step, and is named after itself', async () => {
    const { script, told } = await read(everyKind);
    expect(told).toBe('');
    expect(script).toMatchObject({ name: 'orders.yaml', after: 'throw' });
    expect(script?.steps).toHaveLength(9);
    expect(script?.steps[7]).toEqual({ raw: { body: '<html>sign in</html>', contentType: 'text/html', status: 200 } });
  });

  test('is a script in code as it is, with every digit of its numbers', async () => {
    const { script } = await read(everyKind);
    const model = scriptedModel(script!.steps, script);
    const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 0 });
    const { signal } = new AbortController();
    expect((await session.complete(asking('Hi'), { signal })).text).toBe('Hello, how can I help?');
    const { calls } = await session.complete(asking('Hi'), { signal });
    expect(calls[0]?.rawArguments).toBe('{"order_id":"A-1001","number":12345678901234567890}');
    expect(model.name).toBe('orders.yaml');
  });

  test('tells all its mistakes at once, each with its place and the nearest name', async () => {
    const { script, told } = await read(`naem: x
after: loop
steps:
  - txt: Hi
  - text: Hi
    delay: 5
  - text: Hi
    refusal: No.
  - error: { status: 200 }
  - error: { status: 429, headers: { "bad name": x } }
  - cals: [ { name: a } ]
  - calls: [ { nme: a, arguments: [ 1 ] } ]
  - stream: []
  - text: Hi
    cut: { after: 3 }
  - text: Hi
    expect: { user: { pattern: "(a" }, tool: [ a ] }
  - {}
  - 7
`);
    expect(script).toBeUndefined();
    expect(told).toMatchInlineSnapshot(`
      "orders.yaml:6:5: steps[1].delay: unknown key \`delay\`
        Known keys: \`calls\`, \`cut\`, \`delayMs\`, \`expect\`, \`finish\`, \`text\`, \`usage\`.
        Hint: did you mean \`delayMs\`?
      orders.yaml:17:40: steps[9].expect.tool: unknown key \`tool\`
        Known keys: \`noSecrets\`, \`result\`, \`system\`, \`tools\`, \`turn\`, \`user\`, \`withoutTools\`.
        Hint: did you mean \`tools\`?
      orders.yaml:1:1: naem: unknown key \`naem\`
        Known keys: \`$schema\`, \`after\`, \`name\`, \`steps\`.
        Hint: did you mean \`name\`?
      orders.yaml:2:8: after: found the text \`"loop"\`, expected \`throw\`, \`stick\` or \`cycle\`
      orders.yaml:4:5: steps[0].txt: unknown key \`txt\`
        Known keys: \`calls\`, \`cut\`, \`delayMs\`, \`error\`, \`expect\`, \`finish\`, \`raw\`, \`refusal\`, \`stream\`, \`text\`, \`usage\`.
        Hint: did you mean \`text\`?
      orders.yaml:7:5: steps[2]: \`refusal\` cannot stand beside \`text\`
      orders.yaml:9:22: steps[3].error.status: found the number 200, expected a whole number from 400 to 599
      orders.yaml:10:38: steps[4].error.headers.bad name: the name \`bad name\` may hold letters, digits and \`-\` only
      orders.yaml:11:5: steps[5].cals: unknown key \`cals\`
        Known keys: \`calls\`, \`cut\`, \`delayMs\`, \`error\`, \`expect\`, \`finish\`, \`raw\`, \`refusal\`, \`stream\`, \`text\`, \`usage\`.
        Hint: did you mean \`calls\`?
      orders.yaml:12:16: steps[6].calls[0].nme: unknown key \`nme\`
        Known keys: \`arguments\`, \`id\`, \`name\`.
        Hint: did you mean \`name\`?
      orders.yaml:12:35: steps[6].calls[0].arguments: expected a JSON object: it is another kind of value
      orders.yaml:13:13: steps[7].stream: found an empty list, expected at least 1 entry
      orders.yaml:15:12: steps[8].cut.after: unknown key \`after\`
        Known keys: \`afterBytes\`, \`afterPieces\`, \`connection\`.
      orders.yaml:17:32: steps[9].expect.user.pattern: the text \`"(a"\` is no pattern: \`(a\`: missing closing ): \`(a\`
      orders.yaml:18:5: steps[10]: needs \`text\`, \`calls\`, \`stream\`, \`refusal\`, \`error\` or \`raw\`
      orders.yaml:19:5: steps[11]: found the number 7, expected a text, a list or an object with \`text\`, \`calls\`, \`stream\`, \`refusal\`, \`error\` or \`raw\`"
    `);
  });

  test('that is a list, is empty or is not there is told as such', async () => {
    expect((await read('- Hi\n')).told).toMatchInlineSnapshot(
      `"orders.yaml:1:1: found a list, expected an object with \`steps\`"`,
    );
    expect((await read('steps: []\n')).told).toMatchInlineSnapshot(
      `"orders.yaml:1:8: steps: found an empty list, expected at least 1 entry"`,
    );
    expect((await read('')).told).toMatchInlineSnapshot(`"orders.yaml:1:1: the file is empty"`);
    const { problems } = await readModelScript('none.yaml', { cwd: plant({}) });
    expect(problems.map(formatProblem)).toMatchInlineSnapshot(`
      [
        "none.yaml:1:1: the file cannot be read: it does not exist",
      ]
    `);
  });

  test('that is needed throws with every mistake', async () => {
    const error = await loadModelScript('a.yaml', { cwd: plant({ 'a.yaml': 'steps: 1\nx: 2\n' }) }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).problems).toHaveLength(2);
  });
});

test('every script on the page about fake models can be used', async () => {
  const page = readFileSync(new URL('../../docs/fake-models.md', import.meta.url), 'utf8');
  const scripts = readFencedBlocks('fake-models.md', page).filter(({ language }) => language === 'yaml');
  expect(scripts.length).toBeGreaterThan(0);
  for (const { text } of scripts) expect((await read(text)).told).toBe('');
});
