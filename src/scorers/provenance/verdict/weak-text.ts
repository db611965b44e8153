import type { Place } from '../index/evidence-index.ts';
import { withoutMarks } from '../index/tokens.ts';
import { type AcceptsSource, isEvidence } from '../sources/source.ts';
import { isOneEditApart } from '../values/one-edit-apart.ts';
import { isNameOfCode } from './argument-names.ts';
import { isDocumentedChoice } from './documented-choice.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict, WeakReason } from './leaf-verdict.ts';
import { hasNoPrefix, lookUpText } from './look-up.ts';
import { placesInOtherScript, placesOfRewording } from './reworded-text.ts';

/** Why a text that nobody said may still be meant; undefined when nothing speaks for it. */
export function weakText(leaf: string, context: LeafContext): LeafVerdict | undefined {
  const weak = (why: WeakReason, places: readonly Place[]): LeafVerdict => ({
    verdict: 'weak',
    why,
    parts: places.length === 0 ? [] : [originsOf(places)],
  });
  const bare = placesOfDigits(leaf, context);
  if (bare.length > 0) return weak('digits_only', bare);
  if (isShortCode(leaf, context.key)) return weak('code', []);
  const short = placesOfShortForm(leaf, context);
  if (short.length > 0) return weak('abbreviation', short);
  const near = misspeltPlaces(leaf, context);
  if (near !== undefined) return weak(near.why, near.places);
  const reworded = placesOfRewording(leaf, context);
  if (reworded.length > 0) return weak('reworded', reworded);
  const foreign = placesInOtherScript(leaf, context);
  if (foreign.length > 0) return weak('other_script', foreign);
  const proposed = acceptedText(leaf, context);
  if (proposed !== undefined) return proposed;
  if (isDocumentedChoice(leaf, context)) return { verdict: 'exempt', why: 'documented_choice', parts: [] };
  return undefined;
}

/** What the agent proposed and the user agreed to; undefined for other texts. */
export function acceptedText(leaf: string, { evidence, accepted }: LeafContext): LeafVerdict | undefined {
  const places = lookUpText(leaf, evidence, accepted);
  return places.length === 0 ? undefined : { verdict: 'weak', why: 'accepted_proposal', parts: [originsOf(places)] };
}

/** Short codes stand for names that no table here holds: `SFO`, `de-DE`; with a name that says so also `AAPL`. */
function isShortCode(leaf: string, key: string): boolean {
  if (/^(?:[A-Z]{2,3}|[a-z]{2}|[a-z]{2}[-_][A-Z]{2})$/.test(leaf)) return true;
  return isNameOfCode(key) && /^[A-Z]{1,5}(?:\.[A-Z])?$/.test(leaf);
}

/**
 * Where the user said the digits of a short id without its letters. The letters must stand somewhere too, in the
 * description of a tool or before the digits of another id: else they are made up.
 */
function placesOfDigits(leaf: string, context: LeafContext): readonly Place[] {
  const [, letters = '', digits = ''] = /^#?([a-z]{1,3})[-_ ]?(\d{3,4})$/i.exec(leaf) ?? [];
  if (digits === '') return [];
  const { evidence, seen } = context;
  const prefixed = new RegExp(`(?<![a-z0-9])${letters}[-_ ]?\\d{2,}`, 'iu');
  const isKnownForm = evidence.entries.some(
    ({ source, spot }) =>
      (source.kind === 'documentation' || (isEvidence(source) && seen(source))) && prefixed.test(spot.text),
  );
  return isKnownForm ? evidence.find(digits, isSaid(context), hasNoPrefix) : [];
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
