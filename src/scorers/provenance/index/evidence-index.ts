import type { AcceptsSource, Source, Spot } from '../sources/source.ts';
import { type Needle, needleOf } from './needle.ts';
import { foldGap, type Tokens, tokensOf, withoutMarks } from './tokens.ts';

/** A place where something stands: `start` to `end` of the spot's text, in UTF-16 code units. */
export type Place = { source: Source; spot: Spot; start: number; end: number };

/** All that was said and seen in a session, by word, so that no text is searched for each value. */
export type EvidenceIndex = {
  sources: readonly Source[];
  /**
   * Where a value stands as a token of its own, in whatever case, width, dashes, underscores, quotes and spaces; from
   * four letters and digits on also where it is written in pieces. At most one place of each source, in their order.
   * `fits` refuses places for what stands around them.
   */
  find(value: string, accepts: AcceptsSource, fits?: (place: Place) => boolean): readonly Place[];
  /** Every spot with its tokens, for what is read out of texts once. */
  entries: readonly IndexedSpot[];
  /** Words of the index that end with these letters and digits, the word itself left out. */
  wordsEndingWith(end: string): readonly string[];
  /** Words of the index that begin with these letters. */
  wordsStartingWith(start: string): readonly string[];
  /** Words with accents that are this word without them, and the other way round. */
  wordsLike(bare: string): readonly string[];
  wordsOfLength(least: number, most: number): readonly string[];
};

export type IndexedSpot = { source: Source; spot: Spot; tokens: Tokens };
type Posting = { entry: IndexedSpot; at: number };
/** The places of one word; by the word behind it once they are many and somebody asks. */
type Postings = { all: Posting[]; byNext?: ReadonlyMap<string, readonly Posting[]> };

/** Compact forms of fewer letters would be found by chance. */
const minCompact = 4;
/** No token that a value may begin with is longer. */
const longestToken = 128;

export function evidenceIndex(sources: readonly Source[]): EvidenceIndex {
  const entries: IndexedSpot[] = [];
  const postings = new Map<string, Postings>();
  for (const source of sources) {
    for (const spot of source.spots) {
      const entry: IndexedSpot = { source, spot, tokens: tokensOf(spot.text) };
      entries.push(entry);
      for (const [at, word] of entry.tokens.words.entries()) {
        const known = postings.get(word);
        if (known === undefined) postings.set(word, { all: [{ entry, at }] });
        else known.all.push({ entry, at });
      }
    }
  }
  const order = new Map(sources.map((source, index) => [source, index]));
  return {
    sources,
    entries,
    ...wordLists([...postings.keys()]),
    find(value, accepts, fits = () => true) {
      const found = findNeedle(needleOf(value), postings, { accepts, fits });
      return [...found.values()].sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0));
    },
  };
}

type WordLists = Pick<EvidenceIndex, 'wordsEndingWith' | 'wordsStartingWith' | 'wordsLike' | 'wordsOfLength'>;

function wordLists(words: readonly string[]): WordLists {
  let plain: Map<string, string[]> | undefined;
  return {
    wordsEndingWith: (end) => words.filter((word) => word.length > end.length && word.endsWith(end)),
    wordsStartingWith: (start) => words.filter((word) => word.startsWith(start)),
    wordsLike(bare) {
      plain ??= byPlainForm(words);
      return plain.get(bare) ?? [];
    },
    wordsOfLength: (least, most) => words.filter(({ length }) => length >= least && length <= most),
  };
}

function byPlainForm(words: readonly string[]): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  for (const word of words) {
    const form = withoutMarks(word);
    forms.set(form, [...(forms.get(form) ?? []), word]);
  }
  return forms;
}

function findNeedle(
  needle: Needle,
  postings: ReadonlyMap<string, Postings>,
  { accepts, fits }: { accepts: AcceptsSource; fits: (place: Place) => boolean },
): Map<Source, Place> {
  const found = new Map<Source, Place>();
  const { compact } = needle;
  const longest = Math.min(compact.length, longestToken);
  for (let length = 1; length <= longest; length += 1) {
    const known = postings.get(compact.slice(0, length));
    for (const { entry, at } of known === undefined ? [] : postingsFor(known, compact.slice(length))) {
      const { source, spot, tokens } = entry;
      if (found.has(source) || !accepts(source)) continue;
      const last = lastToken(needle, entry, at);
      if (last === undefined) continue;
      const place = { source, spot, start: tokens.starts[at] as number, end: tokens.ends[last] as number };
      if (fits(place)) found.set(source, place);
    }
  }
  return found;
}

/** Few places are looked at one by one. */
const fewPlaces = 16;

/** Places of a word that the rest of a value may follow: a word as common as "a" is not looked at everywhere. */
function postingsFor(known: Postings, rest: string): readonly Posting[] {
  if (rest === '' || known.all.length <= fewPlaces) return known.all;
  known.byNext ??= groupByNext(known.all);
  const found: Posting[] = [];
  for (let length = 1; length <= Math.min(rest.length, longestToken); length += 1) {
    for (const posting of known.byNext.get(rest.slice(0, length)) ?? []) found.push(posting);
  }
  return found;
}

function groupByNext(all: readonly Posting[]): ReadonlyMap<string, readonly Posting[]> {
  const groups = new Map<string, Posting[]>();
  for (const posting of all) {
    const next = posting.entry.tokens.words[posting.at + 1];
    if (next === undefined) continue;
    const group = groups.get(next);
    if (group === undefined) groups.set(next, [posting]);
    else group.push(posting);
  }
  return groups;
}

/** The token that the value ends with when it begins with token `first`; undefined when it does not stand there. */
function lastToken(needle: Needle, { spot, tokens }: IndexedSpot, first: number): number | undefined {
  const { compact, words, tight } = needle;
  let length = 0;
  let kept = 0;
  for (let at = first; at < tokens.words.length; at += 1) {
    const word = tokens.words[at] as string;
    if (!compact.startsWith(word, length)) return undefined;
    length += word.length;
    if (length === compact.length) {
      const isWhole = kept === tight.size && (compact.length >= minCompact || at - first + 1 === words.length);
      return isWhole && standsAlone(needle, spot.text, tokens.starts[first] as number, tokens.ends[at] as number)
        ? at
        : undefined;
    }
    const gap = foldGap(spot.text.slice(tokens.ends[at], tokens.starts[at + 1]));
    if (gap !== (tight.get(length) ?? '')) return undefined;
    if (gap !== '') kept += 1;
  }
  return undefined;
}

/** `49` is no part of `49.90`, `234` none of `1,234`, and `moore@e.com` none of `ava.moore@e.com`. */
function standsAlone(needle: Needle, text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(end, end + 5);
  if (needle.isAddress && (/[\p{L}\p{N}][.+_-]$/u.test(before) || /^(?:[-@_]|\.[\p{L}\p{N}])/u.test(after)))
    return false;
  if (needle.beginsWithDigit && (/\d\.$/.test(before) || /(?:^|[^\d.])\d{1,3}(?:,\d{3})*,$/.test(before))) {
    if (/\d\.$/.test(before) || /^\d{3}(?!\d)/.test(text.slice(start, start + 4))) return false;
  }
  return !(needle.endsWithDigit && continues(text, start, end, after));
}

function continues(text: string, start: number, end: number, after: string): boolean {
  if (/^\.\d/.test(after)) return true;
  return /^,\d{3}(?!\d)/.test(after) && /(?:^|\D)\d{1,3}$/.test(text.slice(Math.max(start, end - 4), end));
}
