import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkCase, type PolicyCase } from '../../../scripts/conformance/policy/check-case.ts';

const file = join(fileURLToPath(new URL('../../../../shared', import.meta.url)), 'data/trajectory/policy-cases.jsonl');
const hasData = existsSync(file);
const title = hasData
  ? 'agrees with every case of policies'
  : 'agrees with every case of policies (skipped: no shared data)';

test.skipIf(!hasData)(title, () => {
  const cases = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as PolicyCase);
  const wrong = cases.flatMap((one) => {
    const problem = checkCase(one);
    return problem === undefined ? [] : [`${one.id}: ${problem}`];
  });
  expect(wrong).toEqual([]);
  expect(cases.length).toBeGreaterThan(100);
});

test('a case that expects something else is told with both', () => {
  const one: PolicyCase = {
    id: 'example',
    kind: 'policy',
    rule: { form: 'never', what: { tool: 'a' } },
    trace: [{ steps: [{ tool: 'a' }] }],
    expect: { holds: true, violations: [] },
  };
  expect(checkCase(one)).toMatchInlineSnapshot(`"holds false, expected true; violations [0], expected []"`);
});
