import { stemOf } from '../../evidence/words.ts';

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  opening: 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
};

/** The parts of a key that tell it from its neighbours: `TEAM-PTS_QTR1` beside `TEAM-AST` is `pts`, `qtr` and 1. */
export type KeyParts = { words: readonly string[]; ordinal: number | undefined };

/** Takes a key apart; `common` are words that every key beside it has. */
export function keyParts(key: string, common: ReadonlySet<string>): KeyParts {
  const words = splitKey(key);
  const last = words.at(-1) ?? '';
  const ordinal = words.length > 1 && /^[1-9]$/.test(last) ? Number(last) : undefined;
  return {
    words: (ordinal === undefined ? words : words.slice(0, -1)).filter((word) => !common.has(word)),
    ordinal,
  };
}

/** `TEAM-PTS_QTR1` → team, pts, qtr, 1; `FG3M` stays whole. */
export function splitKey(key: string): readonly string[] {
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z]{3,})(\d)$/, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '');
}

/** The number of a word such as `second`. */
export function ordinalOf(word: string): number | undefined {
  return ORDINALS[word.toLowerCase()];
}

/**
 * A word is what a part of a key is short for: the same stem, its beginning (`reb` of `rebounds`), or letters of it in
 * order from the first on that do not leave out much (`pts` of `points`, `blk` of `blocks`).
 */
export function isShortFor(part: string, word: string): boolean {
  const told = word.toLowerCase();
  if (part === told || stemOf(part) === stemOf(told)) return true;
  if (part.length < 2 || part.length > 4 || part[0] !== told[0] || told.length <= part.length + 1) return false;
  const many = told.endsWith('s') ? told : `${told}s`;
  if (many.startsWith(part)) return true;
  // `pts` is short for points, not for percents.
  if (many.length > 2 * part.length + 1) return false;
  let at = 0;
  for (const letter of many) if (letter === part[at]) at += 1;
  return at === part.length && !/[aeiou]/.test(part.slice(1, -1));
}
