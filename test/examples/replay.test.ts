import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readProject } from '../../src/cli/open-project.ts';
import { replayProject } from '../../src/cli/replay-project.ts';

const project = await readProject({ cwd: fileURLToPath(new URL('../../', import.meta.url)), wanted: [] });

test('what the shipped scenarios expect can be done in their worlds, all of it', async () => {
  const replays = await replayProject(project);
  expect(replays.flatMap(({ findings }) => findings)).toEqual([]);
  // A table of messages expects no call of its own.
  expect(replays.filter(({ status }) => status !== 'whole').map(({ scenario }) => scenario)).toEqual(['routing']);
});
