import type { SourcePlaces } from '../yaml/source-places.ts';

/**
 * Places in a module, by looking for keys in its text: the last key of the path that stands there exactly once, followed
 * by a colon or comma. Else the beginning of the file.
 */
export function modulePlaces(file: string, text: string): SourcePlaces {
  return {
    file,
    placeOf(path) {
      const keys = path.split(/[.[\]]+/).filter((key) => /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key));
      for (const key of keys.toReversed()) {
        const found = [
          ...text.matchAll(new RegExp(`(?<=^|[\\s,{'"])${key.replaceAll('$', '\\$')}(?=['"]?\\s*[:,(}])`, 'gu')),
        ];
        if (found.length === 1 && found[0] !== undefined) return { file, ...placeAt(text, found[0].index) };
      }
      return { file, line: 1, column: 1 };
    },
  };
}

/** Whether `word` stands at `at` by itself, not as a part of a longer name. */
export function isStandingIn(text: string, at: number, word: string): boolean {
  const isName = (character: string) => /[\p{L}\p{N}_$]/u.test(character);
  const startsInside = isName(word.charAt(0)) && isName(text.charAt(at - 1));
  return !startsInside && !(isName(word.charAt(word.length - 1)) && isName(text.charAt(at + word.length)));
}

/** Line and column, from 1, of a position in a text. */
export function placeAt(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
