import { boundedIndex, isEdge } from '../text/find-text.ts';
import { foldedText } from '../text/fold-text.ts';
import { datesInText } from './dates-in-text.ts';

/** A text in which values are looked for, with what it takes to find them again in other spellings. */
export type SourceText = {
  /** Whether the value stands in it as a token of its own, in whatever case, width, dashes, underscores and spaces. */
  holds(value: string): boolean;
  /** Whether these digits stand in it by themselves, not as those of an id with letters of its own. */
  holdsDigits(digits: string): boolean;
  holdsNumber(value: number): boolean;
  /** Whether the day (`2026-01-15`) is named. */
  holdsDay(day: string): boolean;
  numbers(): ReadonlySet<number>;
  words(): ReadonlySet<string>;
};

/** Compact forms of fewer letters would be found by chance. */
const minCompact = 4;

export function sourceText(text: string, now: string | undefined): SourceText {
  const folded = once(() => foldedText(text));
  const loose = once(() => looseForm(folded()));
  const compact = once(() => compactForm(loose()));
  const numbers = once(() => numbersIn(folded()));
  const days = once(() => datesInText(folded(), now));
  const words = once(() => new Set(loose().split(/[^\p{L}\p{M}\p{N}]+/u)));
  return {
    holds(value) {
      const wanted = looseForm(foldedText(value)).trim();
      if (boundedIndex(loose(), wanted) >= 0) return true;
      const squeezed = wanted.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
      return squeezed.length >= minCompact && holdsCompact(loose(), compact(), squeezed);
    },
    holdsDigits: (digits) =>
      new RegExp(`(?<!\\p{L}[-_])(?<![\\p{Script=Latin}\\p{N}.,])${digits}(?![\\p{Script=Latin}\\p{N}])`, 'u').test(
        folded(),
      ),
    holdsNumber: (value) => numbers().has(value),
    holdsDay: (day) => days().has(day),
    numbers,
    words,
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Dashes, underscores, `#` and quotes as spaces, so that spellings of one id agree. */
function looseForm(folded: string): string {
  return folded.replaceAll(/[-_\s#'"]+/g, ' ');
}

type Compact = { text: string; places: readonly number[] };

function compactForm(loose: string): Compact {
  const places: number[] = [];
  let text = '';
  for (const { 0: part, index } of loose.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    text += part;
    for (let at = 0; at < part.length; at += 1) places.push(index + at);
  }
  return { text, places };
}

/** Edges are judged in the text with its spaces, where `w 950 2127` is not the tail of `aw 950 2127`. */
function holdsCompact(loose: string, { text, places }: Compact, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const start = places[at] as number;
    const end = (places[at + wanted.length - 1] as number) + 1;
    if (isEdge(loose, start) && isEdge(loose, end)) return true;
  }
  return false;
}

const numeral = /(?<![\p{L}\d.,])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d])/gu;

function numbersIn(folded: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [text] of folded.matchAll(numeral)) numbers.add(Math.abs(Number(text.replaceAll(',', ''))));
  return numbers;
}
