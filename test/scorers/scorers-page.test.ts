import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { Expectation } from '../../src/domain/authoring/scenario.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { checkExpectations } from '../../src/scorers/create-scorers.ts';
import { fencedBlocksIn } from '../docs/fenced-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = fencedBlocksIn(root, ['docs/scorers.md'])
  .filter(({ language }) => language === 'yaml')
  .map(({ line, text }) => ({ line, expectations: (parse(text) as { expect: Expectation[] }).expect }));

describe('docs/scorers.md', () => {
  test('every check that it shows can be used as it stands', () => {
    const problems = blocks.flatMap(({ line, expectations }) =>
      checkExpectations(
        expectations.map((expectation) => ({ ...expectation, required: expectation.required ?? true })),
        builtInScorers,
      ).map((problem) => `${line}: ${formatProblem(problem)}`),
    );
    expect(problems).toEqual([]);
  });

  test('it shows every scorer', () => {
    const shown = new Set(blocks.flatMap(({ expectations }) => expectations.map(({ type }) => type)));
    expect(builtInScorers.map(({ type }) => type).filter((type) => !shown.has(type))).toEqual([]);
  });
});
