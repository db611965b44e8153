import type { Problem } from '../../domain/authoring/problem.ts';
import { error } from '../author-problems.ts';
import { compileSearch } from '../guards/search-pattern.ts';

export function checkPattern(source: string, path: string): Problem[] {
  const compiled = compileSearch(source);
  return compiled.status === 'ok' ? [] : [error('bad-pattern', path, `bad pattern ${compiled.problem}`)];
}
