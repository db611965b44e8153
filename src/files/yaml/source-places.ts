import type { SourcePlace } from '../../domain/authoring/problem.ts';

/** Where the parts of one document stand, by their path in author's notation: `expect[1].type`. */
export type SourcePlaces = {
  file: string;
  /** Place of the value, or of its key. For a path that is not in the file: of the nearest part around it that is. */
  placeOf(path: string, part?: 'key' | 'value'): SourcePlace;
};

export type PathSegment = string | number;

/** `['expect', 1, 'type']` as authors write it: `expect[1].type`. */
export function authorPath(segments: readonly PathSegment[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else path += path === '' ? segment : `.${segment}`;
  }
  return path;
}

/** Offsets of one part; `key` is missing for the document and for entries of a list. */
export type PartOffsets = { key?: number | undefined; value: number };

/** Answers from offsets, which `lineOf` turns into line and column, both from 1. */
export function sourcePlaces(
  file: string,
  offsets: ReadonlyMap<string, PartOffsets>,
  lineOf: (offset: number) => { line: number; column: number },
): SourcePlaces {
  return {
    file,
    placeOf(path, part = 'value') {
      for (let known = path, isExact = true; ; known = parentOf(known), isExact = false) {
        const found = offsets.get(known);
        // Around a part that is missing, the key says more than the first line below it.
        const offset = part === 'key' || !isExact ? (found?.key ?? found?.value) : found?.value;
        if (offset !== undefined) return { file, ...lineOf(offset) };
        if (known === '') return { file, line: 1, column: 1 };
      }
    },
  };
}

/** Places of a file that has no positions to offer, such as a module. */
export function wholeFile(file: string): SourcePlaces {
  return { file, placeOf: () => ({ file, line: 1, column: 1 }) };
}

function parentOf(path: string): string {
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return end < 0 ? '' : path.slice(0, end);
}
