import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishedRuns, isFinishedRun } from '../../src/store/find-run.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('finished runs are found, the newest first; what is under way or no run is left out', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    '2026-01-15t09-00-00-aaaaaa/run.json': '{}',
    '2026-02-01t09-00-00-bbbbbb/run.json': '{}',
    '2026-03-01t09-00-00-cccccc/sessions/a/default/0.jsonl': '',
    'run.json': '{}',
  });
  expect(await finishedRuns(root)).toEqual(['2026-02-01t09-00-00-bbbbbb', '2026-01-15t09-00-00-aaaaaa']);
  expect(await finishedRuns(join(root, 'nowhere'))).toEqual([]);
  expect(isFinishedRun(join(root, 'run.json', 'x'))).toBe(false);
});
