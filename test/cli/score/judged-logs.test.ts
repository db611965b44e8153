import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const judge = fileURLToPath(new URL('../../../src/llm/scripted-judge.ts', import.meta.url));
const asking = `import { scriptedJudge } from '${judge}';
export default { models: { judge: scriptedJudge({ kind: 'met' }) } };
`;
const silent = `import { scriptedJudge } from '${judge}';
const { open, ...model } = scriptedJudge({ kind: 'met' });
export default { models: { judge: { ...model, open() { throw new Error('the model was asked'); } } } };
`;
const RULES = 'expect: [{ type: judge, id: kind, criteria: ["The agent is kind."] }]\n';
const talk = (id: string, answer: string) => JSON.stringify({ id, messages: [user('Hi.'), says(answer)] });
const both = `${talk('one', 'Hello.')}\n${talk('two', 'Good day.')}\n`;

/** The same folder again and again, with other files. */
function logs() {
  const root = temporaryFolder();
  return (args: readonly string[], files: Readonly<Record<string, string>>, env: Record<string, string> = {}) =>
    score(['log.jsonl', '-e', 'rules.yaml', '-q', ...args], { 'rules.yaml': RULES, ...files }, { root, env });
}

const tail = (out: string) => out.slice(out.indexOf('conversation'));

test('what judges answered is recorded by conversation, and replayed without a model', async () => {
  const run = logs();
  const first = await run(['--cassette', 'judged.json'], { 'log.jsonl': both, 'rehearsal.config.mjs': asking });
  expect(first.code).toBe(0);
  expect(first.out).toContain('2 answers of judges were recorded');
  const recorded = readFileSync(join(first.root, 'judged.json'), 'utf8');
  expect(['one/default/0', 'two/default/0'].filter((name) => recorded.includes(name))).toHaveLength(2);

  const again = await run(['--cassette', 'judged.json', '--strict'], {
    'log.jsonl': both,
    'rehearsal.config.mjs': silent,
  });
  expect(again.out).toMatchInlineSnapshot(`
    "check  passed  failed  nothing to check  not made
    kind        2       –                 –         –

    2 passed of 2 conversations in 5 ms
    gate met
    note: nobody has measured how often the judge \`scripted judge\` is right by these instructions; \`rehearsal calibrate labels.jsonl\` does, with talks that people have labelled
    note: 2 answers of judges came from recordings, at no cost
    "
  `);
  expect(again.code).toBe(0);
  expect(readFileSync(join(first.root, 'judged.json'), 'utf8')).toBe(recorded);
  const underCi = await run(['--cassette', 'judged.json'], { 'log.jsonl': both }, { CI: 'true' });
  expect(underCi.code).toBe(0);
});

test('a conversation that is not recorded is invalid in a replay, and one that is gone is told', async () => {
  const run = logs();
  await run(['--cassette', 'judged'], { 'log.jsonl': both, 'rehearsal.config.mjs': asking });
  const other = await run(['--cassette', 'judged', '--strict'], {
    'log.jsonl': `${talk('one', 'Hello!')}\n`,
    'rehearsal.config.mjs': silent,
  });
  expect(other.out.replaceAll(/-[0-9a-f]{16}-/g, '-hash-')).toMatchInlineSnapshot(`
    "check  passed  failed  nothing to check  not made
    kind        –       –                 –         1
      not made: the judge \`scripted judge\` could not be reached: \`judged\` has no reply to request 1 of the judge in one/default/0 (turn 0). It is most like recorded request 1, but message 2 (user) differs: "… the agent says\\n| Hello[-.-] {+!+}\\n</record-697b45243ec1f…". Record it with \`rehearsal score log.jsonl --expect rules.yaml --cassette judged --cassette-mode record\`.

    1 invalid, 0 passed of 1 conversation in 5 ms
    invalid: 1 of 1 conversation is invalid
    invalid: one/default/0: \`judged\` holds 1 request that nobody made: request 1 of the judge (\`judge-hash-0\`). Record the session anew with \`rehearsal score log.jsonl --expect rules.yaml --cassette judged --cassette-mode record\`, or remove the entries.
    invalid: \`judged\` also holds recordings of 1 session that is not in this run: two/default/0
    note: nobody has measured how often the judge \`scripted judge\` is right by these instructions; \`rehearsal calibrate labels.jsonl\` does, with talks that people have labelled
    "
  `);
  expect(other.code).toBe(3);
  const gone = await run(['--cassette', 'judged', '--strict'], { 'log.jsonl': `${talk('one', 'Hello.')}\n` });
  expect(tail(gone.out)).toMatchInlineSnapshot(`
    "conversation in 5 ms
    invalid: \`judged\` also holds recordings of 1 session that is not in this run: two/default/0
    note: nobody has measured how often the judge \`scripted judge\` is right by these instructions; \`rehearsal calibrate labels.jsonl\` does, with talks that people have labelled
    note: 1 answer of judges came from recordings, at no cost
    "
  `);
  expect(gone.code).toBe(3);
  const only = await run(['--cassette', 'judged', '--strict', '--only', 'one'], { 'log.jsonl': both });
  expect(only.code).toBe(0);
});

test('flags about recordings need recordings, and the cassette of runs is left alone', async () => {
  const run = logs();
  const config = {
    'log.jsonl': both,
    'rehearsal.config.mjs': asking.replace('{ models', "{ cassette: 'none', models"),
  };
  expect((await run(['--strict'], config)).err).toMatchInlineSnapshot(`
    "\`--strict\` is about recordings, and no \`--cassette\` names them
    "
  `);
  expect((await run(['--cassette', 'nowhere', '--cassette-mode', 'replay'], config)).err).toMatchInlineSnapshot(`
    "there is no cassette \`nowhere\`. Record one first, as with \`rehearsal record --to nowhere\`.
    "
  `);
  expect((await run([], config)).code).toBe(0);
});
