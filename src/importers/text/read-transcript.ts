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
  /** The most UTF-16 units of a line, or of a document; default 67,108,864. */
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
  { source, hint, ...found }: Found & { source: string | undefined; hint?: string },
): ReadTranscript {
  return placed({ status: 'refused', problems: [mistake(code, '', message, hint)] }, found, source);
}

/** Text from `line` on that is no JSON; the parser says where, counting from the beginning of what it was given. */
export function notJson(problem: string, line: number, source: string | undefined): ReadTranscript {
  const [, lines = '1', column = '1', what = problem] = /^line (\d+), column (\d+): (.*)$/s.exec(problem) ?? [];
  const at = line + Number(lines) - 1;
  const read = unreadable('not-json', `no JSON: ${what}`, { line, lineOf: () => at, source });
  const problems = read.problems.map((one) => ({
    ...one,
    ...(one.place === undefined ? {} : { place: { ...one.place, column: Number(column) } }),
  }));
  return { ...read, problems };
}

function joinPath(outer: string, inner: string): string {
  if (inner === '') return outer;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}
