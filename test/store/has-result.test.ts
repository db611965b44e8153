import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasResult } from '../../src/store/find-runs.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a folder has a result when it holds the file of one, and nothing else is mistaken for it', () => {
  const root = temporaryFolder();
  writeFiles(root, { 'done/run.json': '{}', 'under-way/sessions/a/default/0.jsonl': '', 'odd/run.json/file': '' });
  expect(
    ['done', 'under-way', 'odd', 'nowhere', 'done/run.json'].map((name) => hasResult(join(root, name), nodeFs)),
  ).toEqual([true, false, false, false, false]);
});
