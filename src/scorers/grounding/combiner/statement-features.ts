import type { Answer, AnswerSentence } from '../claims/answer.ts';
import { isFactless } from '../claims/factless-words.ts';
import { denies } from '../claims/polarity.ts';
import { tokensIn, type WordToken } from '../claims/word-tokens.ts';
import type { Chunk } from '../evidence/chunk-index.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { wordsOf } from '../evidence/words.ts';
import { isNovel } from '../judgement/coverage/novelty.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';

/** What is measured of a statement, in the order of the weights. No length: in made-up data wrong answers are the longer ones. */
export const STATEMENT_FEATURES = [
  'coverage',
  'bestCoverage',
  'ledgerCoverage',
  'pairCoverage',
  'longestRun',
  'novelWords',
  'novelNames',
  'novelNumbers',
  'userCoverage',
  'negationMismatch',
  'ownOpinion',
  'faults',
] as const;

/** `best`: the part of the evidence that it is nearest to. */
export type StatementFeatures = { values: readonly number[]; best: Chunk | undefined };

/** Chunks that a statement is compared with. */
const MAX_BEST = 5;
/** A question of fewer words asks; one of more tells something on the way. */
const MIN_TOLD = 4;

/** Measures a sentence against the chunks of the evidence nearest to it; undefined where it has no word that states something. */
export function statementFeatures(
  sentence: AnswerSentence,
  { answer, ledger, judged }: { answer: Answer; ledger: EvidenceLedger; judged: readonly JudgedClaim[] },
): StatementFeatures | undefined {
  const words = wordsOf(sentence.text).filter((word) => !isFactless(word));
  const content = new Set(words);
  if (content.size < (sentence.act === 'question' ? MIN_TOLD : 1)) return undefined;
  const index = ledger.chunks();
  const vocabulary = ledger.vocabulary();
  const best = index.best(content, { seq: answer.seq, limit: MAX_BEST });
  const [nearest] = best;
  const near = new Set(nearest?.words);
  const all = new Set(best.flatMap((chunk) => chunk.words));
  const covered = (has: (word: string) => boolean): number => {
    let sum = 0;
    let held = 0;
    for (const word of content) {
      const weight = index.weightOf(word);
      sum += weight;
      if (has(word)) held += weight;
    }
    return sum === 0 ? 0 : held / sum;
  };
  const tokens = tokensIn(sentence.text);
  const novel = tokens.filter((token) => isNovel(token, vocabulary, answer.seq));
  const sequence = wordsOf(sentence.text);
  const values = [
    covered((word) => all.has(word)),
    covered((word) => near.has(word)),
    covered((word) => vocabulary.knowsFamily(word, answer.seq)),
    pairCoverage(sequence, best),
    longestRun(sequence, best) / Math.max(1, sequence.length),
    Math.log1p(novel.length),
    Math.log1p(novel.filter(isName).length),
    Math.log1p(tokens.filter((token) => isNovelNumber(token, all)).length),
    covered((word) => !all.has(word) && vocabulary.knows(word, answer.seq)),
    nearest !== undefined && denies(sentence.text) !== denies(nearest.text) ? 1 : 0,
    OPINION.test(sentence.text) ? 1 : 0,
    Math.min(2, judged.filter(({ claim, verdict }) => claim.sentence === sentence && isFault(verdict)).length),
  ];
  return { values, best: nearest };
}

const OPINION = /\b(?:i|my|me|myself)\b|\bi'|我(?:觉得|认为|喜欢)/i;

function isFault(verdict: JudgedClaim['verdict']): boolean {
  return verdict === 'contradicted' || verdict === 'unsupported';
}

function isName({ text, start }: WordToken): boolean {
  return start > 0 && /^\p{Lu}/u.test(text);
}

function isNovelNumber({ kind, text }: WordToken, known: ReadonlySet<string>): boolean {
  return kind === 'number' && !(text.match(/\d+/g) ?? []).every((digits) => known.has(digits));
}

/** Share of the neighbouring words that stand beside each other in a chunk too. */
function pairCoverage(words: readonly string[], chunks: readonly Chunk[]): number {
  if (words.length < 2) return chunks.some((chunk) => chunk.words.includes(words[0] ?? '')) ? 1 : 0;
  const pairs = new Set(
    chunks.flatMap((chunk) => chunk.words.slice(1).map((word, at) => `${chunk.words[at]} ${word}`)),
  );
  const held = words.slice(1).filter((word, at) => pairs.has(`${words[at]} ${word}`));
  return held.length / (words.length - 1);
}

/** Words in a row that a chunk repeats. */
function longestRun(words: readonly string[], chunks: readonly Chunk[]): number {
  let longest = 0;
  for (const chunk of chunks) {
    let previous = new Uint16Array(chunk.words.length + 1);
    for (const word of words) {
      const current = new Uint16Array(chunk.words.length + 1);
      for (let at = 0; at < chunk.words.length; at += 1) {
        if (chunk.words[at] !== word) continue;
        const run = (previous[at] as number) + 1;
        current[at + 1] = run;
        if (run > longest) longest = run;
      }
      previous = current;
    }
  }
  return longest;
}
