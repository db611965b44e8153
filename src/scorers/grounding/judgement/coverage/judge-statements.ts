import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { chineseClausesOf } from '../../claims/chinese-statements.ts';
import { placeOf } from '../../claims/claim.ts';
import { type Introduction, type Phrase, phrasesOf } from '../../claims/statements.ts';
import { tokensIn } from '../../claims/word-tokens.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { isHan } from '../../evidence/words.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { isNovel, novelRunsIn } from './novelty.ts';

/** Words that name a thing which nothing the agent was told names. Positions are those of the sentence. */
type Invention = { start: number; end: number; words: string };

/**
 * Things that an answer brings up as being there or as belonging to somebody, and that no result, rule, tool or user has
 * named. Only the words say so, therefore it is told with severity `low`, and where no other judge found fault already.
 */
export function judgeStatements(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  // Data has no words for most of what describes it.
  if (ledger.data.isDataOnly || ledger.truncatedFrom < answer.seq) return [];
  const found: JudgedClaim[] = [];
  const faulty = new Set(judged.filter(isFault).map(({ claim }) => claim.sentence));
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement' || sentence.layout === 'heading' || sentence.layout === 'row') continue;
    if (faulty.has(sentence)) continue;
    const inventions = isHan(sentence.text)
      ? chineseInventions(sentence, { answer, ledger })
      : [...englishInventions(sentence, { answer, ledger }), ...strangerInList(sentence, { answer, ledger })];
    const [first] = inventions.filter(({ start }) => start + sentence.start < sentence.exampleFrom);
    if (first) found.push(tell(first, sentence, answer));
  }
  return found;
}

function isFault({ verdict }: JudgedClaim): boolean {
  return verdict === 'contradicted' || verdict === 'unsupported';
}

type Scope = { answer: Answer; ledger: EvidenceLedger };

function englishInventions(sentence: AnswerSentence, { answer, ledger }: Scope): readonly Invention[] {
  const vocabulary = ledger.vocabulary();
  const phrases = phrasesOf(sentence.text).map((phrase) => {
    const novel = phrase.tokens.filter((token) => isNovel(token, vocabulary, answer.seq));
    const weight = novel.reduce((sum, { text, start }) => sum + (start > 0 && /^\p{Lu}/u.test(text) ? 1.5 : 1), 0);
    return { phrase, novel, weight };
  });
  return phrases.flatMap(({ phrase, novel, weight }, at): Invention[] => {
    const [first] = novel;
    const last = novel.at(-1);
    // What hangs on a thing that is there ("lunch with …") is brought up with it.
    const behind = phrase.introductions.has('existence')
      ? phrases.slice(at + 1, at + 4).filter((other) => other.phrase.clause === phrase.clause)
      : [];
    const whole = behind.reduce((sum, other) => sum + other.weight, weight);
    const isWhollyNovel = novel.length === phrase.tokens.filter(({ lower }) => lower !== 'of').length;
    if (!first || !last || whole < neededWeight(phrase, { isWhollyNovel, beginsNovel: first === phrase.tokens[0] }))
      return [];
    return [{ start: first.start, end: last.end, words: sentence.text.slice(first.start, last.end) }];
  });
}

/** How much must be new for a phrase, by how firmly it is brought up. */
function neededWeight(
  { introductions, isIndefinite }: Phrase,
  { isWhollyNovel, beginsNovel }: { isWhollyNovel: boolean; beginsNovel: boolean },
): number {
  const has = (introduction: Introduction): boolean => introductions.has(introduction);
  if (has('existence')) return isIndefinite || has('addition') ? 1 : 2;
  if (has('article')) return beginsNovel ? 1 : 2;
  if (has('addition')) return has('subject') || has('presupposed') ? 1 : 1.5;
  if (has('name') && isWhollyNovel) return 2;
  if (has('subject')) return isWhollyNovel ? 2 : 3;
  return isWhollyNovel ? 3 : Number.POSITIVE_INFINITY;
}

/** A bullet of which no word is known, in a list whose other bullets are all of known things. */
function strangerInList(sentence: AnswerSentence, { answer, ledger }: Scope): readonly Invention[] {
  if (sentence.layout !== 'bullet') return [];
  const words = contentOf(sentence, { answer, ledger });
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || words.length < 2 || words.some(({ isNew }) => !isNew)) return [];
  const beside = answer.sentences
    .slice(Math.max(0, sentence.index - LIST_REACH), sentence.index + LIST_REACH + 1)
    .filter((other) => other !== sentence && other.layout === 'bullet' && other.indent === sentence.indent);
  const known = beside.filter((other) => contentOf(other, { answer, ledger }).some(({ isNew }) => !isNew));
  if (known.length < 2 || known.length < beside.length) return [];
  return [{ start: first.start, end: last.end, words: sentence.text.slice(first.start, last.end) }];
}

/** Sentences before and behind that still belong to one list. */
const LIST_REACH = 4;

function contentOf(
  { text }: AnswerSentence,
  { answer, ledger }: Scope,
): readonly { start: number; end: number; isNew: boolean }[] {
  const vocabulary = ledger.vocabulary();
  return tokensIn(text)
    .filter(({ kind, isFactless }) => kind === 'word' && !isFactless)
    .map((token) => ({ start: token.start, end: token.end, isNew: isNovel(token, vocabulary, answer.seq) }));
}

function chineseInventions(sentence: AnswerSentence, { answer, ledger }: Scope): readonly Invention[] {
  const vocabulary = ledger.vocabulary();
  return chineseClausesOf(sentence.text).flatMap((clause): Invention[] => {
    const place = { start: clause.introductions.has('existence') ? clause.from : clause.start, end: clause.end };
    const runs = novelRunsIn(sentence.text, place, { vocabulary, seq: answer.seq });
    const length = runs.reduce((sum, { start, end }) => sum + end - start, 0);
    const [first] = runs;
    const last = runs.at(-1);
    if (!first || !last || length < 2) return [];
    return [{ start: first.start, end: last.end, words: sentence.text.slice(first.start, last.end) }];
  });
}

function tell({ start, end, words }: Invention, sentence: AnswerSentence, answer: Answer): JudgedClaim {
  return {
    claim: { kind: 'statement', answer, sentence, ...placeOf(answer, sentence.start + start, sentence.start + end) },
    verdict: 'unsupported',
    reason: 'not_covered',
    severity: 'low',
    message: `\`${words}\` is told as a fact, but nothing that the agent was told names it`,
    evidence: [],
  };
}
