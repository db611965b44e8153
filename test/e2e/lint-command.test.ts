import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configWith, HONEST, orderScenario, rehearsal } from '../fixtures/command.ts';
import { projectFolder } from '../fixtures/project-folder.ts';

const config = { 'rehearsal.config.mjs': configWith(HONEST) };

test('[S2.05] `lint` of a file of tools that names nothing exits with 1 and names `data`', async () => {
  const tools = readFileSync(fileURLToPath(new URL('../fixtures/vague-tools.json', import.meta.url)), 'utf8');
  const root = projectFolder({ 'vague-tools.json': tools });
  const { code, out } = await rehearsal(root, ['lint', 'vague-tools.json']);
  expect(code).toBe(1);
  expect(out).toContain('the parameter `data` of `process` does not say what it holds');
});

test('[S2.19] `lint` of a scenario that looks at calls alone exits with 0 and warns of it', async () => {
  const checks = '- { type: calls, calls: [{ tool: lookup_order }] }';
  const root = projectFolder({ ...config, 'routing-only.yaml': orderScenario({ id: 'routing-only', checks }) });
  const { code, out } = await rehearsal(root, ['lint', 'routing-only.yaml']);
  expect(code).toBe(0);
  expect(out).toMatch(/^warning routing-only\.yaml:\d+:\d+: expect: no generation check/m);
});

test('[S3.26] `lint` of a scenario without a check exits with 2, and so does `run`', async () => {
  const text = orderScenario({ id: 'no-checks' }).replace(/^expect:[\s\S]*$/m, '');
  const root = projectFolder({ ...config, 'no-checks.yaml': text });
  const lint = await rehearsal(root, ['lint', 'no-checks.yaml']);
  expect(lint.code).toBe(2);
  expect(lint.out).toContain('expect: this scenario checks nothing, so nothing could fail');
  expect((await rehearsal(root, ['run', 'no-checks.yaml'])).code).toBe(2);
});

test('`lint --probe` exits with 1 and names a scenario that a worthless agent passes', async () => {
  const checks = '- { type: answered }';
  const root = projectFolder({ ...config, 'polite.yaml': orderScenario({ id: 'polite', checks }) });
  const { code, out } = await rehearsal(root, ['lint', '--probe', 'polite.yaml']);
  expect(code).toBe(1);
  expect(out).toContain('polite.yaml');
  expect(out).toMatch(/\n0 of 1 scenario withstood three worthless agents\n$/);
});

test('`lint --probe` that finds nothing says that it was made', async () => {
  const root = projectFolder({
    ...config,
    'scenarios/one.yaml': orderScenario({ id: 'one' }),
    'scenarios/two.yaml': orderScenario({ id: 'two' }),
  });
  const { code, out } = await rehearsal(root, ['lint', '--probe']);
  expect({ code, out }).toEqual({
    code: 0,
    out: '2 scenarios: nothing to mend\n2 scenarios withstood three worthless agents\n',
  });
  expect((await rehearsal(root, ['lint'])).out).toBe('2 scenarios: nothing to mend\n');
  expect((await rehearsal(root, ['lint', '--probe', '--json'])).out).toBe('[]\n');
});

test('`lint --probe` of files that cannot be used says that it was not made', async () => {
  const root = projectFolder({ ...config, 'scenarios/one.yaml': 'id: one\n' });
  const { code, out } = await rehearsal(root, ['lint', '--probe']);
  expect({ code, last: out.trimEnd().split('\n').at(-1) }).toEqual({
    code: 2,
    last: 'the probe was not run: mend the files first',
  });
});
