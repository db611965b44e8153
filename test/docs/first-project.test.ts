import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { INIT_FILES } from '../../src/cli/init-files.ts';
import { fencedBlocksIn } from './fenced-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('README.md shows `agent.ts` as `rehearsal init` writes it', () => {
  const shown = fencedBlocksIn(root, ['README.md']).map(({ text }) => text);
  expect(shown).toContain(INIT_FILES['agent.ts']);
});
