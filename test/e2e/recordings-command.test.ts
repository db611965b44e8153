import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rehearsal } from '../fixtures/command.ts';
import { filesBelow, projectFolder } from '../fixtures/project-folder.ts';

const config = `import { chatAgent, functionModel } from 'rehearsal';
const model = functionModel(() => 'It is delivered.', { name: 'desk', fixed: [] });
export default { agents: { desk: chatAgent({ model, system: 'You serve customers.' }) } };
`;
const scenario = (id: string) => `id: ${id}
title: Where is my order?
user: [Where is order A-1001?]
expect:
  - { type: said, text: delivered }
`;
const projectOf = (ids: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const scenarios = ids.map((id) => [`scenarios/${id}.yaml`, scenario(id)]);
  return projectFolder({ 'rehearsal.config.mjs': config, ...Object.fromEntries(scenarios), ...more });
};
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

test.each(['c.json', 'recordings'])('a dry run leaves no file where it would record, in %s', async (place) => {
  const root = projectOf(['order']);
  const before = filesBelow(root);
  for (const args of [
    ['run', '--cassette', place],
    ['record', '--to', place],
  ])
    expect(await rehearsal(root, [...args, '--dry-run'])).toMatchObject({ code: 0, err: '' });
  expect(filesBelow(root)).toEqual(before);
});

test('a strict run of the whole project finds recordings it has no scenario for', async () => {
  const place = 'recordings';
  const root = projectOf(['order', 'refund']);
  expect(await rehearsal(root, ['record', '--to', place, '--no-store'])).toMatchObject({ code: 0 });
  const replay = ['--cassette', place, '--strict', '--no-store'];
  expect(await rehearsal(root, ['run', ...replay])).toMatchObject({ code: 0 });
  const part = await rehearsal(root, ['run', 'order', ...replay]);
  expect(part.code).toBe(0);
  expect(oneLine(part.out)).toContain(
    `\`${place}\` also holds recordings of 1 session that is not in this run: refund/default/0`,
  );

  rmSync(join(root, 'scenarios/refund.yaml'));
  const whole = await rehearsal(root, ['run', ...replay]);
  expect(whole.code).toBe(3);
  expect(oneLine(whole.out)).toContain(
    `\`${place}\` holds recordings of 1 session that this project does not have: refund/default/0. Remove these recordings.`,
  );
  expect(await rehearsal(root, ['run', 'all', ...replay])).toMatchObject({ code: 3 });
  expect(await rehearsal(root, ['run', '--trial', '0', ...replay])).toMatchObject({ code: 0 });
  const loose = await rehearsal(root, ['run', '--cassette', place, '--no-store']);
  expect(loose.code).toBe(0);
  expect(oneLine(loose.out)).toContain('that this project does not have: refund/default/0');
});

test('a recording that is spoilt while others run costs its own session, which keeps its result', async () => {
  const spoil = `import { writeFileSync } from 'node:fs';
import { chatAgent, functionAgent, functionModel } from 'rehearsal';
const model = functionModel(() => 'It is delivered.', { name: 'desk', fixed: [] });
const spoils = () => { if (process.env.SPOIL) writeFileSync('recordings/order/default/0.json', '{"version": 1,'); return 'It is delivered.'; };
export default { agents: { desk: chatAgent({ model }), first: functionAgent(spoils) } };
`;
  const root = projectOf(['order', 'refund'], {
    'rehearsal.config.mjs': spoil,
    'scenarios/aardvark.yaml': `${scenario('aardvark')}agent: first\n`,
  });
  for (const id of ['order', 'refund'])
    writeFileSync(join(root, `scenarios/${id}.yaml`), `${scenario(id)}agent: desk\n`);
  await rehearsal(root, ['record', '--to', 'recordings', '--no-store']);
  const args = ['run', '--cassette', 'recordings', '--strict', '--concurrency', '1', '--out', 'out'];
  const { code } = await rehearsal(root, args, { env: { SPOIL: '1' } });
  expect(code).toBe(3);
  const { sessions, problems, missing } = JSON.parse(readFileSync(join(root, 'out/run.json'), 'utf8'));
  expect(
    sessions.map(({ verdict, key }: { verdict: string; key: { scenario: string } }) => [key.scenario, verdict]),
  ).toEqual([
    ['aardvark', 'passed'],
    ['order', 'invalid'],
    ['refund', 'passed'],
  ]);
  expect(missing).toEqual([]);
  expect(problems.map((problem: string) => problem.replaceAll(root, ''))).toMatchInlineSnapshot(`
    [
      "/recordings/order/default/0.json:1:15: not JSON: the text ends, but a key in double quotes is expected
      Hint: mend it, or delete the session or the file and record it again",
    ]
  `);
});

test('a run that cannot begin leaves no lock behind', async () => {
  const root = projectOf(['order'], { taken: 'a file' });
  const { code } = await rehearsal(root, ['run', '--cassette', 'c.json', '--out', 'taken/here']);
  expect(code).toBeGreaterThan(0);
  expect(filesBelow(root)).not.toContain('c.json.lock');
});
