import { factlessLengthAt, isWeak } from '../../claims/factless-words.ts';
import type { WordToken } from '../../claims/word-tokens.ts';
import type { Vocabulary } from '../../evidence/vocabulary.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';
import { baseAmount, unitOf } from '../../values/units.ts';

/** A word of a phrase that nothing the agent was told knows, nor any of its parts (`large-print`). */
export function isNovel({ text, kind, isFactless }: WordToken, vocabulary: Vocabulary, seq: number): boolean {
  if (kind !== 'word' || isFactless || text.length < 2 || isHan(text)) return false;
  if (isMeasure(text)) return false;
  const stems = wordsOf(text).filter((stem) => stem.length > 1);
  return stems.length > 0 && !stems.some((stem) => vocabulary.knowsFamily(stem, seq));
}

/** "a kilo", "per litre": how much of a thing, and none itself. */
function isMeasure(text: string): boolean {
  const unit = unitOf(text.toLowerCase());
  return unit !== undefined && baseAmount('1', unit) !== undefined;
}

/** Chinese in a row that neither the evidence nor everyday talk knows. */
export type NovelRun = { start: number; end: number };

/**
 * Novel runs between `start` and `end`: what stands in the evidence as a pair of characters is known, and a word that states
 * nothing is passed over. A character that may be part of a word belongs to the run it touches, and makes none alone.
 */
export function novelRunsIn(
  text: string,
  { start, end }: { start: number; end: number },
  { vocabulary, seq }: { vocabulary: Vocabulary; seq: number },
): readonly NovelRun[] {
  const runs: (NovelRun & { strong: number })[] = [];
  const isKnownPair = (at: number): boolean => at + 1 < end && vocabulary.knows(text.slice(at, at + 2), seq);
  let at = start;
  while (at < end) {
    const factless = factlessLengthAt(text, at);
    if (factless > 1) at += factless;
    else if (isKnownPair(at)) {
      while (isKnownPair(at)) at += 1;
      at += 1;
    } else if (factless === 1 || !isHan(text[at] ?? '')) at += 1;
    else {
      const strong = isWeak(text[at] ?? '') ? 0 : 1;
      const last = runs.at(-1);
      if (last?.end === at) {
        last.end = at + 1;
        last.strong += strong;
      } else runs.push({ start: at, end: at + 1, strong });
      at += 1;
    }
  }
  return runs.filter((run) => run.end - run.start > 1 && run.strong > 0);
}
