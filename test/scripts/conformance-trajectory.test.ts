import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { TrajectoryCase } from '../../scripts/conformance/trajectory/case.ts';
import { disagreementOf, judgeCases, readCases } from '../../scripts/conformance/trajectory/run.ts';

const file = join(fileURLToPath(new URL('../../../shared/data/trajectory/', import.meta.url)), 'cases.jsonl');
const hasData = existsSync(file);

test.skipIf(!hasData)(`judges as thirteen other tools do${hasData ? '' : ' (skipped: no shared data)'}`, () => {
  const tallies = judgeCases(readCases(file));
  expect([...tallies.values()].flatMap(({ disagreements }) => disagreements)).toEqual([]);
  expect(tallies.size).toBe(13);
});

describe('a case', () => {
  const base: TrajectoryCase = {
    id: 'one',
    peer: 'azure',
    mode: 'recall',
    args_mode: 'ignore',
    expected: [{ name: 'a' }, { name: 'b' }],
    actual: [{ name: 'a' }],
    expect: { score: 0.5 },
  };

  test('of a peer or a mode that nobody knows disagrees, and says so', () => {
    expect(disagreementOf(base)).toBeUndefined();
    expect(disagreementOf({ ...base, peer: 'nobody' })).toBe('unknown peer `nobody`');
    expect(disagreementOf({ ...base, peer: 'constructor' })).toBe('unknown peer `constructor`');
    expect(disagreementOf({ ...base, mode: 'mood' })).toBe('unknown mode `mood` with arguments `ignore`');
    expect(disagreementOf({ ...base, args_mode: 'guess' })).toBe('unknown mode `recall` with arguments `guess`');
  });

  test('with another answer disagrees, and tells both', () => {
    expect(disagreementOf({ ...base, expect: { score: 0.75 } })).toMatchInlineSnapshot(
      `"wanted {"score":0.75}, got {"pass":false,"score":0.5}"`,
    );
  });

  test('is held to our own answer where there is one', () => {
    expect(disagreementOf({ ...base, expect: { score: 1 }, ours: { score: 0.5 } })).toBeUndefined();
  });

  test('without an answer agrees with nothing', () => {
    expect(disagreementOf({ ...base, expect: {} })).toBeDefined();
  });
});
