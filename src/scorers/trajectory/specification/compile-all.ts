import type { Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';

/** Compiles each item of the key `path`; throws one `UsageError` with the problems of all of them. */
export function compileAll<T, C>(items: readonly T[], compile: (item: T) => C, path: string): C[] {
  const problems: Problem[] = [];
  const compiled = items.flatMap((item, index) => {
    try {
      return [compile(item)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push({ severity: 'error', code: 'invalid-matcher', path: `${path}[${index}]`, message: error.message });
      return [];
    }
  });
  if (problems.length > 0) throw new UsageError(problems.map(({ message }) => message).join('\n'), problems);
  return compiled;
}
