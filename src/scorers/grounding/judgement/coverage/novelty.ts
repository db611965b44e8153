import { factlessLengthAt } from '../../claims/factless-words.ts';
import type { WordToken } from '../../claims/word-tokens.ts';
import type { Vocabulary } from '../../evidence/vocabulary.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';

/** A word of a phrase that nothing the agent was told knows, nor any of its parts (`large-print`). */
export function isNovel({ text, kind, isFactless }: WordToken, vocabulary: Vocabulary, seq: number): boolean {
  if (kind !== 'word' || isFactless || text.length < 2 || isHan(text)) return false;
  const stems = wordsOf(text).filter((stem) => stem.length > 1);
  return stems.length > 0 && !stems.some((stem) => vocabulary.knowsFamily(stem, seq));
}

/** Chinese in a row that neither the evidence nor everyday talk knows. */
export type NovelRun = { start: number; end: number };

/**
 * Novel runs between `start` and `end`: what stands in the evidence as a pair of characters is known, then the longest
 * word that states nothing is passed over. A single such character inside of a run parts nothing.
 */
export function novelRunsIn(
  text: string,
  { start, end }: { start: number; end: number },
  { vocabulary, seq }: { vocabulary: Vocabulary; seq: number },
): readonly NovelRun[] {
  const runs: NovelRun[] = [];
  let at = start;
  while (at < end) {
    if (!isHan(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const factless = factlessLengthAt(text, at);
    if (factless > 1) at += factless;
    else if (at + 1 < end && vocabulary.knows(text.slice(at, at + 2), seq)) {
      at += 1;
      while (at + 1 < end && vocabulary.knows(text.slice(at, at + 2), seq)) at += 1;
      at += 1;
    } else if (factless === 1) at += 1;
    else {
      const last = runs.at(-1);
      const isNear = last !== undefined && at - last.end <= 1 && isHan(text.slice(last.end, at) || '中');
      if (last && isNear) last.end = at + 1;
      else runs.push({ start: at, end: at + 1 });
      at += 1;
    }
  }
  return runs.filter((run) => run.end - run.start > 1);
}
