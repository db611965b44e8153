import type { Place } from '../index/evidence-index.ts';
import { withoutMarks } from '../index/tokens.ts';
import type { AcceptsSource } from '../sources/source.ts';
import { isOneEditApart } from '../values/one-edit-apart.ts';
import { isDocumentedChoice } from './documented-choice.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict, WeakReason } from './leaf-verdict.ts';
import { hasNoPrefix, lookUpText } from './look-up.ts';

/** Why a text that nobody said may still be meant; undefined when nothing speaks for it. */
export function weakText(leaf: string, context: LeafContext): LeafVerdict | undefined {
  const { evidence, accepted } = context;
  const weak = (why: WeakReason, places: readonly Place[]): LeafVerdict => ({
    verdict: 'weak',
    why,
    parts: places.length === 0 ? [] : [originsOf(places)],
  });
  const digits = /^#?[a-z]{1,3}[-_ ]?(\d{3,4})$/i.exec(leaf)?.[1];
  const bare = digits === undefined ? [] : evidence.find(digits, isSaid(context), hasNoPrefix);
  if (bare.length > 0) return weak('digits_only', bare);
  if (/^(?:[A-Z]{2,3}|[a-z]{2}|[a-z]{2}[-_][A-Z]{2})$/.test(leaf)) return weak('code', []);
  const short = placesOfShortForm(leaf, context);
  if (short.length > 0) return weak('abbreviation', short);
  const near = misspeltPlaces(leaf, context);
  if (near !== undefined) return weak(near.why, near.places);
  const proposed = lookUpText(leaf, evidence, accepted);
  if (proposed.length > 0) return weak('accepted_proposal', proposed);
  if (isDocumentedChoice(leaf, context)) return { verdict: 'exempt', why: 'documented_choice', parts: [] };
  return undefined;
}

/** Digits in results are prices and counts; only a person leaves the letters of an id out. */
function isSaid(context: LeafContext): AcceptsSource {
  const accepts = known(context);
  return (source) => source.kind === 'user' && accepts(source);
}

/** Where the initials of a name stand, or a code that begins with them: `USA` for United States, `SFO` for San Francisco. */
function placesOfShortForm(leaf: string, context: LeafContext): readonly Place[] {
  const { evidence } = context;
  const isCapital = ({ spot, start, end }: Place) => /^[A-Z]+$/.test(spot.text.slice(start, end));
  if (/\p{sc=Han}[市省区县]$/u.test(leaf)) return evidence.find(leaf.slice(0, -1), known(context));
  const words = leaf.match(/\p{L}+/gu) ?? [];
  if (words.length < 2 || /\d/.test(leaf)) return [];
  const initials = words.map((word) => word[0]?.toLowerCase()).join('');
  return evidence
    .wordsStartingWith(initials)
    .filter((word) => word.length <= 4 && word.length <= initials.length + 1)
    .flatMap((word) => evidence.find(word, known(context), isCapital));
}

/** Ids are not words: one digit off is another record. Nor is a short name one letter off the same name. */
const shortestMisspelt = 4;

/** Where a word stands without its accents, or with one letter more, less or other. */
export function misspeltPlaces(
  leaf: string,
  context: LeafContext,
): { why: 'accents' | 'spelling'; places: readonly Place[] } | undefined {
  const word = leaf.normalize('NFKC').toLowerCase().trim();
  if (!/^[\p{L}\p{M}'’-]+$/u.test(word) || /\p{sc=Han}/u.test(word)) return undefined;
  const { evidence } = context;
  const bare = withoutMarks(word);
  const accents = evidence.wordsLike(bare).flatMap((seen) => evidence.find(seen, known(context)));
  if (accents.length > 0) return { why: 'accents', places: accents };
  if (bare.length < shortestMisspelt) return undefined;
  const near = evidence.wordsOfLength(bare.length - 1, bare.length + 1).filter((seen) => isMisspelling(bare, seen));
  const places = near.flatMap((seen) => evidence.find(seen, known(context)));
  return places.length === 0 ? undefined : { why: 'spelling', places };
}

function isMisspelling(bare: string, seen: string): boolean {
  return !/\d/.test(seen) && isOneEditApart(bare, withoutMarks(seen));
}
