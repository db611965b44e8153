import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withScorerTable } from '../../scripts/docs/scorer-table.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test('the table of docs/scorers.md is as `npm run docs:write` writes it', () => {
  const page = read('docs/scorers.md');
  expect(page).toBe(withScorerTable(page, builtInScorers));
});

test('a page without its markers, or with two tables, is refused', () => {
  const table = withScorerTable('a\n<!-- scorers:begin -->\nold\n<!-- scorers:end -->\nb', []);
  expect(table).toMatchInlineSnapshot(`
    "a
    <!-- scorers:begin -->

    | type | what it says | stages | metrics |
    | --- | --- | --- | --- |

    <!-- scorers:end -->
    b"
  `);
  expect(() => withScorerTable('<!-- scorers:end --><!-- scorers:begin -->', [])).toThrow('once each');
  expect(() => withScorerTable(table + table, [])).toThrow('once each');
});

test('README.md names every scorer, and no other, once each', () => {
  const [, section = ''] = read('README.md').split('## What it judges');
  const line = section.split('\n').find((text) => text.includes('](docs/scorers.md)')) ?? '';
  const named = [...line.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(builtInScorers.map(({ type }) => type).toSorted());
  expect(new Set(named).size).toBe(named.length);
});
