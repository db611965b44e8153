import type { Problem } from '../../domain/authoring/problem.ts';
import { mistake } from '../import-problem.ts';
import type { ImportOptions, ImportResult } from '../imported.ts';

/** One conversation of a text. */
export type ReadTranscript = ImportResult & {
  /** The line on which it begins, from 1. */
  line: number;
  /** Its place in a list, from 0; absent where it has a line, or a file, of its own. */
  position?: number | undefined;
};

export type ReadTranscriptsOptions = ImportOptions & {
  /** The most UTF-16 units of a line, or of a document; default 64 million. */
  maxLength?: number | undefined;
};

/** Where a conversation was found. */
export type Found = { line: number; position?: number | undefined; lineOf?: ((path: string) => number) | undefined };

/** Says of each problem where it stands. */
export function placed(result: ImportResult, found: Found, source: string | undefined): ReadTranscript {
  const { line, position, lineOf = () => line } = found;
  const problems = result.problems.map((problem): Problem => {
    const path = position === undefined ? problem.path : joinPath(`[${position}]`, problem.path);
    const place = source === undefined ? undefined : { file: source, line: lineOf(problem.path), column: 1 };
    return { ...problem, path, ...(place === undefined ? {} : { place }) };
  });
  return { ...result, problems, line, ...(position === undefined ? {} : { position }) };
}

/** A line or document of which nothing can be used. */
export function unreadable(
  code: string,
  message: string,
  found: Found & { source: string | undefined; hint?: string },
) {
  const { source, hint, ...place } = found;
  return placed({ status: 'refused', problems: [mistake(code, '', message, hint)] }, place, source);
}

function joinPath(outer: string, inner: string): string {
  if (inner === '') return outer;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}
