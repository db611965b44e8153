import { fitsGlob, isGlob } from '../../../../domain/values/glob.ts';
import { type ArgumentPath, parseArgumentPath } from '../argument-path.ts';

type Glob = { segments: ArgumentPath; at: number; isWild: boolean };

/** Globs that may still lead to something below the place where we are. */
export type IgnoredPaths = readonly Glob[];

/** Globs of paths: `*` is any part of a key, `?` one character, `**` any number of keys. Throws `UsageError`. */
export function readIgnoredPaths(globs: readonly string[] | undefined): IgnoredPaths | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  return globs.map((glob) => {
    const segments = parseArgumentPath(glob, 'ignoreKeys');
    return { segments, at: 0, isWild: segments.some(isGlob) };
  });
}

export type IgnoredStep = {
  isIgnored: boolean;
  /** A path without wildcards leads to the key: the author wrote it out. */
  isSpelledOut: boolean;
  next: IgnoredPaths | undefined;
};

/** One key further: whether that key is ignored, and what is left to look for below it. */
export function stepInto(paths: IgnoredPaths, key: string): IgnoredStep {
  const next: Glob[] = [];
  let isIgnored = false;
  let isSpelledOut = false;
  for (const { segments, at, isWild } of paths) {
    // `**` stands for no key at all as well, so that what follows it is tried at each depth.
    for (let index = at; index < segments.length; index += 1) {
      const segment = segments[index] as string;
      if (segment === '**') {
        next.push({ segments, at: index, isWild });
        if (index === segments.length - 1) isIgnored = true;
        continue;
      }
      if (fitsKey(segment, key)) {
        if (index === segments.length - 1) {
          isIgnored = true;
          isSpelledOut ||= !isWild;
        } else next.push({ segments, at: index + 1, isWild });
      }
      break;
    }
  }
  return { isIgnored, isSpelledOut, next: next.length === 0 ? undefined : next };
}

function fitsKey(segment: string, key: string): boolean {
  if (segment === key || segment === '*') return true;
  return isGlob(segment) && fitsGlob(Array.from(segment), Array.from(key));
}
