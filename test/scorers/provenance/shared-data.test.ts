import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../../../scripts/conformance/provenance/run.ts';

const shared = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));
const named = (title: string, has: boolean) => (has ? title : `${title} (skipped: no shared data)`);

const hasCases = existsSync(shared('trajectory/provenance-cases.jsonl'));
test.skipIf(!hasCases)(named('agrees with every case', hasCases), async () => {
  const written: string[] = [];
  expect(await run([shared('trajectory')], (text) => written.push(text))).toBe(0);
  expect(written).toEqual(['provenance: 28/28 cases agree\n']);
});

const hasRecordings = existsSync(shared('tau/dev'));
test.skipIf(!hasRecordings)(
  named('flags few values of recorded conversations, and most that are swapped', hasRecordings),
  { timeout: 120_000 },
  async () => {
    const written: string[] = [];
    expect(await run([shared('tau')], (text) => written.push(text))).toBe(0);
    const flagged = (kind: string) =>
      Number(new RegExp(`^${kind} +\\d+ +\\d+ +([\\d.]+) %`, 'm').exec(written.join(''))?.[1]);
    expect(flagged('id')).toBeGreaterThanOrEqual(94);
    expect(flagged('short text')).toBeGreaterThanOrEqual(85);
    expect(flagged('birth date')).toBe(100);
    expect(flagged('date')).toBeGreaterThanOrEqual(58);
  },
);

test('a folder without cases or recordings is told', async () => {
  const written: string[] = [];
  expect(await run([fileURLToPath(new URL('.', import.meta.url))], (text) => written.push(text))).toBe(2);
  expect(written.join('')).toContain('holds neither provenance-cases.jsonl nor recorded conversations');
});
