import type { Problem } from '../domain/authoring/problem.ts';

/** Something that makes a conversation unusable. */
export function mistake(code: string, path: string, message: string, hint?: string): Problem {
  return { severity: 'error', code, path, message, ...(hint === undefined ? {} : { hint }) };
}

/** Something that does not fit together and that a reader should know. */
export function oddity(code: string, path: string, message: string, hint?: string): Problem {
  return { severity: 'warning', code, path, message, ...(hint === undefined ? {} : { hint }) };
}
