import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtInScorers } from '../src/scorers/built-in-scorers.ts';
import { withScorerTable } from './docs/scorer-table.ts';

const page = fileURLToPath(new URL('../docs/scorers.md', import.meta.url));
writeFileSync(page, withScorerTable(readFileSync(page, 'utf8'), builtInScorers));
