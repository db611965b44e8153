import type { SourcePlaces } from '../yaml/source-places.ts';

/**
 * Places in a module, by looking for keys in its text: the last key of the path that stands there exactly once, followed
 * by a colon or comma. Else the beginning of the file.
 */
export function modulePlaces(file: string, text: string): SourcePlaces {
  return {
    file,
    placeOf: (path) => ({ file, ...placeAt(text, keyIn(text, path) ?? 0) }),
  };
}

/**
 * Places of one scenario of a list: its keys are looked for behind its id, up to the next one's, then in the whole text;
 * else its id is the place.
 */
export function entryPlaces(file: string, text: string, { values, index }: EntryOfList): SourcePlaces {
  const starts = values.map((value) => startOfEntry(text, idOf(value)));
  const start = starts[index];
  const later = starts.filter((one): one is number => one !== undefined && start !== undefined && one > start);
  const entry = idOf(values[index]) ?? `[${index}]`;
  return {
    file,
    placeOf(path) {
      const own = start === undefined ? undefined : keyIn(text.slice(start, Math.min(...later, text.length)), path);
      const at = own === undefined || start === undefined ? (keyIn(text, path) ?? start ?? 0) : start + own;
      return { file, ...placeAt(text, at), entry };
    },
  };
}

export type EntryOfList = { values: readonly unknown[]; index: number };

function idOf(value: unknown): string | undefined {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Where the key `id` of the entry stands; undefined when its id does not stand in the text, or more than once. */
function startOfEntry(text: string, id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const found = [...text.matchAll(new RegExp(`\\bid['"]?\\s*:\\s*(['"\`])${escaped(id)}\\1`, 'gu'))];
  return found.length === 1 ? found[0]?.index : undefined;
}

function keyIn(text: string, path: string): number | undefined {
  const keys = path.split(/[.[\]]+/).filter((key) => /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key));
  for (const key of keys.toReversed()) {
    const found = [...text.matchAll(new RegExp(`(?<=^|[\\s,{'"])${escaped(key)}(?=['"]?\\s*[:,(}])`, 'gu'))];
    if (found.length === 1) return found[0]?.index;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
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
