import { type ArgumentPath, parseArgumentPath } from '../argument-path.ts';

type Glob = { segments: ArgumentPath; at: number; isWild: boolean };

/** Globs that may still lead to something below the place where we are. */
export type IgnoredPaths = readonly Glob[];

/** Globs of paths: `*` is any part of a key, `?` one character, `**` any number of keys. Throws `UsageError`. */
export function readIgnoredPaths(globs: readonly string[] | undefined): IgnoredPaths | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  return globs.map((glob) => {
    const segments = parseArgumentPath(glob, 'ignoreKeys');
    return { segments, at: 0, isWild: segments.some((segment) => /[*?]/.test(segment)) };
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
      if (fitsGlob(segment, key)) {
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

function fitsGlob(glob: string, key: string): boolean {
  if (glob === key || glob === '*') return true;
  if (!/[*?]/.test(glob)) return false;
  const [wanted, given] = [Array.from(glob), Array.from(key)];
  let [at, from, star, marked] = [0, 0, -1, 0];
  while (from < given.length) {
    if (wanted[at] === '*') {
      star = at;
      marked = from;
      at += 1;
    } else if (wanted[at] === '?' || wanted[at] === given[from]) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      marked += 1;
      from = marked;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}
