import { clausesOf } from './sentences.ts';

/**
 * Words of polarity, and how far they reach: at most so many words (English) or characters (Chinese) between them and
 * the match that stands after them, or before them; without `after` they deny nothing that stands before them.
 */
type Negator = { pattern: RegExp; before: number; after?: number };

const ENGLISH: readonly Negator[] = [
  {
    pattern:
      /\b(?:not|never|neither|nor|cannot|unable|(?:is|are|was|were|do|does|did|ca|could|wo|would|has|have|had|should)nt)\b|\b\w+n't\b/gi,
    before: 8,
    after: 3,
  },
  {
    pattern:
      /\b(?:refus(?:e|es|ed|ing)|fail(?:s|ed|ing)?|declin(?:e|es|ed|ing)|reject(?:s|ed|ing)?|impossible|unavailable)\b/gi,
    before: 5,
    after: 3,
  },
  { pattern: /\b(?:none|nothing|nobody)\b/gi, before: 5, after: 0 },
  { pattern: /\bno\b/gi, before: 5 },
  { pattern: /\bwithout\b/gi, before: 2 },
];
const CHINESE: readonly Negator[] = [
  {
    pattern:
      /没有|没能|没|尚未|未能|未|无法|并非|不能|不可以|不可|不会|不是|不予|不|拒绝|失败|无(?=任何|需|权|货|记录|此)|别(?=再|去)/g,
    before: 12,
    after: 8,
  },
];
/** Looks like a negation and is none. */
const NOT_A_NEGATION = [
  /\bnot (?:only|just|merely)\b|\bno (?:problem|worries|doubt|need to worry)\b|\bno (?:later|earlier|more|less) than\b|\b(?:if|or) not\b|\bnot to worry\b|\bno\. ?(?=\d)/gi,
  /(?:\bnot|n't|\bcannot) (?:yet )?(?:sure|certain|clear|know|tell|say) (?:yet )?(?:if|whether|when|where|why|how|what)\b/gi,
  // A question of this form expects a yes.
  /^(?:\w+n't|(?:is|are|was|were|do|does|did|has|have) (?:it|you|we|they|i) not)\b(?=.*\?)|不是(?=.{1,60}吗)|难道(?:没有|没|不是|不)(?=.{1,60}[吗？?])/gi,
  /不仅|不但|不只|不光|不错|没错|没问题|没关系|不客气|不好意思|不同|不久|不断|不论|无论|不管|要不|未来|能不能|是不是|有没有|可不可以|不太?(?:确定|清楚|知道)(?:是否|有没有|什么)/g,
];
/** Two negations in one breath assert. */
const DOUBLE_NEGATION = /不是不|不是没|没有不|不得不|无不|\bnot (?:impossible|unavailable|unable|without)\b/i;

export type Span = { start: number; end: number };

const SHORT_QUESTION = /^(?:\S+\s+){0,3}\S{1,12}[?？][\s"'”’」』)\]]*$/u;
const DENYING_ANSWER =
  /^(?:(?:i am |i'm )?(?:sorry|afraid)[,.]?\s+)?(?:no|nope|not|never|none|没有|还没|尚未|并没有|没|不是|并不|不)(?![a-z])/i;

/** Whether a speaker answers a short question of their own with a no: "Booked? Not at all." */
export function isDeniedByAnswer(question: string, answer: string, find: (text: string) => readonly Span[]): boolean {
  if (!SHORT_QUESTION.test(question) || find(question).length === 0) return false;
  const readable = NOT_A_NEGATION.reduce((text, pattern) => text.replace(pattern, ' '), answer);
  return DENYING_ANSWER.test(readable.trim());
}

/**
 * Whether some statement of the sentence denies the words that `find` finds in it: a negation stands shortly before
 * them in the same statement, or after them around the verb ("a refund is not possible"). English and Chinese, decided
 * by words of polarity and their distance.
 */
export function isDenied(sentence: string, find: (clause: string) => readonly Span[]): boolean {
  return clausesOf(sentence).some((clause) => {
    const matches = find(clause);
    if (matches.length === 0 || DOUBLE_NEGATION.test(clause)) return false;
    const readable = NOT_A_NEGATION.reduce(
      (text, pattern) => text.replace(pattern, (found) => ' '.repeat(found.length)),
      clause.replaceAll('’', "'"),
    );
    return (
      ENGLISH.some((negator) => denies(readable, negator, matches, countWords)) ||
      CHINESE.some((negator) => denies(readable, negator, matches, countCharacters))
    );
  });
}

function denies(
  clause: string,
  { pattern, before, after }: Negator,
  matches: readonly Span[],
  distance: (between: string) => number,
): boolean {
  return Array.from(clause.matchAll(pattern)).some(({ index, 0: word }) => {
    const end = index + word.length;
    return matches.some((match) => {
      if (end <= match.start) return distance(clause.slice(end, match.start)) <= before;
      // A negation inside the match was itself looked for, and denies nothing.
      return after !== undefined && index >= match.end && distance(clause.slice(match.end, index)) <= after;
    });
  });
}

function countWords(between: string): number {
  return between.split(/\s+/).filter((word) => word !== '').length;
}

function countCharacters(between: string): number {
  return between.length;
}
