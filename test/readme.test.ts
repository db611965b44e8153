import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fencedBlocksIn } from './docs/fenced-blocks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe.skipIf(!existsSync(join(root, 'README.md')))('README.md', () => {
  test('under `Start` it gives the two commands that .ci/run takes from it, one line each', () => {
    const start = fencedBlocksIn(root, ['README.md']).filter((block) => block.heading === 'Start');
    const commands = start.filter((block) => block.language === 'sh').slice(0, 2);
    expect(commands.map((block) => block.text.trim().split('\n').length)).toEqual([1, 1]);
  });
});
