import { tokensIn, type WordToken } from './word-tokens.ts';

/** How a clause brings up the thing that a phrase names. */
export type Introduction =
  /** "there is a …", "the suite has a …", "… is noted". */
  | 'existence'
  /** "also", "as well", "besides". */
  | 'addition'
  /** A clause begins with "a …" that nothing has named. */
  | 'subject'
  /** "your …" begins a clause, as if it were known. */
  | 'presupposed'
  /** A clause begins with a name of two words or more. */
  | 'name'
  /** "a …" that is done something with, or that stands first behind "attached is". */
  | 'article';

/** Words in a row that name a thing. Positions are those of the sentence. */
export type Phrase = {
  start: number;
  end: number;
  tokens: readonly WordToken[];
  introductions: ReadonlySet<Introduction>;
  isIndefinite: boolean;
  /** Which clause it stands in, from 0. */
  clause: number;
};

const MARK = /^[,;:()[\]{}–—|"、，；：（）「」《》]$|^ - $/;
const JOINING = new Set(
  'and or but so because since although though while whereas which who whose that if unless when as where'.split(' '),
);
const CLAUSES = new Set(
  'but so because since although though while whereas which who that if unless when where'.split(' '),
);
const REASONS = new Set('because since although though if unless when once whenever'.split(' '));
const INDEFINITE = new Set(
  'a an another own one two three four five six some several extra additional second third fourth further'.split(' '),
);
const DEFINITE = new Set('the your this that these those my our his her its their'.split(' '));
const BEING = new Set("is are was were 's has have had got been".split(' '));
const HAVING = new Set(
  'has have had includes include included contains contain carries carry offers offer keeps keep lists list provides provide shows show holds hold features feature serves serve makes make reports report comes come hosts host runs run found finds sells sell stocks stock sees see got gets brings bring enjoy enjoys covers cover with'.split(
    ' ',
  ),
);
const STANDING = new Set(
  'noted listed included attached enclosed recorded registered linked stored saved found added delivered booked filed reserved scheduled available present waiting tucked kept left placed parked'.split(
    ' ',
  ),
);
const COMES = new Set(['comes', 'come', 'came']);
const ADDITIVE =
  /\b(?:also|too|besides|additionally|moreover|furthermore|plus|as well|(?:is|are) another|in addition|on top of that|by the way|what is more|what's more)\b/i;
/** Counts on from what was told, when a sentence begins with it. */
const ONE_MORE =
  /^(?:there(?: is|'s| was) )?(?:another|(?:a|one) further|one more|(?:a|one) (?:second|third|fourth|fifth)|one extra)\b/i;
const BLOCKING =
  /\b(?:not|no|never|none|nothing|cannot|without|neither|nor|may|might|can|could|would|should|must|shall|want|wish|prefer|need|needs|if|unless|let)\b|n't\b/i;
/** What is to come promises, unless it is done by somebody new: "an interpreter will join". */
const FUTURE = /^(?!an? |another ).*(?:\bwill\b|'ll\b)/is;
/** What the agent did or thinks is no thing that is there; what it sees or holds is. */
const OWN =
  /^(?:so |and |also )?(?:i|we)\b(?! (?:also |still |even )?(?:see|hold|have (?:an?|another|some)|keep|find|found|noticed|own)\b)/i;

/** The phrases of a sentence that name things, with how they are brought up. */
export function phrasesOf(sentence: string): readonly Phrase[] {
  const isAdditive = ADDITIVE.test(sentence) || ONE_MORE.test(sentence);
  const phrases: Phrase[] = [];
  for (const [at, clause] of clausesOf(tokensIn(sentence)).entries()) {
    const text = sentence.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0);
    if (BLOCKING.test(text) || FUTURE.test(text) || OWN.test(text) || REASONS.has(clause[0]?.lower ?? '')) continue;
    phrases.push(...phrasesIn(clause, isAdditive).map((phrase) => ({ ...phrase, clause: at })));
  }
  return phrases;
}

function clausesOf(tokens: readonly WordToken[]): readonly (readonly WordToken[])[] {
  const clauses: WordToken[][] = [[]];
  for (const token of tokens) {
    const isBreak = MARK.test(token.text) || CLAUSES.has(token.lower);
    if (isBreak) clauses.push([]);
    if (!MARK.test(token.text)) clauses.at(-1)?.push(token);
  }
  return clauses.filter((clause) => clause.length > 0);
}

function phrasesIn(clause: readonly WordToken[], isAdditive: boolean): readonly Omit<Phrase, 'clause'>[] {
  const phrases: Omit<Phrase, 'clause'>[] = [];
  let at = 0;
  while (at < clause.length) {
    const first = at;
    while (at < clause.length && isPart(clause, at, first)) at += 1;
    if (at === first) {
      at += 1;
      continue;
    }
    const tokens = clause.slice(first, at);
    const introductions = introductionsOf(clause, { first, end: at, isAdditive });
    phrases.push({
      start: tokens[0]?.start ?? 0,
      end: tokens.at(-1)?.end ?? 0,
      tokens,
      introductions,
      isIndefinite: determinerBefore(clause, first) === 'indefinite' || isBarePlural(clause, first, at),
    });
  }
  return phrases;
}

/** "sells postcards": no determiner parts the verb from a plural. */
function isBarePlural(clause: readonly WordToken[], first: number, end: number): boolean {
  return HAVING.has(clause[first - 1]?.lower ?? '') && /[a-z]{3}[^s\W]s$/.test(clause[end - 1]?.lower ?? '');
}

/** Content words, and `of` between two of them. */
function isPart(clause: readonly WordToken[], at: number, first: number): boolean {
  const token = clause[at];
  if (token === undefined) return false;
  if (token.kind === 'word' && !token.isFactless) return !JOINING.has(token.lower);
  if (token.lower === 'of' && at > first) {
    const next = clause[at + 1];
    return next?.kind === 'word' && !next.isFactless;
  }
  return false;
}

/** What stands before a phrase, over words that only describe. */
function determinerBefore(clause: readonly WordToken[], first: number): 'indefinite' | 'definite' | undefined {
  for (let at = first - 1; at >= Math.max(0, first - 4); at -= 1) {
    const { lower = '', kind } = clause[at] ?? {};
    if (INDEFINITE.has(lower)) return 'indefinite';
    if (DEFINITE.has(lower)) return 'definite';
    if (kind === 'number') continue;
    if (PREPOSITIONS.has(lower)) return undefined;
    if (BEING.has(lower) || HAVING.has(lower)) return undefined;
  }
  return undefined;
}

function introductionsOf(
  clause: readonly WordToken[],
  { first, end, isAdditive }: { first: number; end: number; isAdditive: boolean },
): Set<Introduction> {
  const found = new Set<Introduction>();
  const before = clause.slice(0, first).map(({ lower }) => lower);
  const after = clause.slice(end).map(({ lower }) => lower);
  const determiner = determinerBefore(clause, first);
  if (isAdditive) found.add('addition');
  if (bringsUp(before, isAdditive)) found.add('existence');
  if (after.slice(0, 8).some((word, index) => STANDING.has(word) && BEING.has(after[index - 1] ?? '')))
    found.add('existence');
  if (after[0] !== undefined && COMES.has(after[0]) && after.slice(1, 3).includes('with')) found.add('existence');
  const isHead = before.every((word) => !BEING.has(word) && !HAVING.has(word)) && before.length <= 4;
  if (isHead && determiner === 'indefinite' && after.length > 0) found.add('subject');
  if (isHead && determiner === 'definite' && after.length > 0) found.add('presupposed');
  if (followsArticle(before)) found.add('article');
  const names = clause.slice(first, end).filter(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
  if (before.length === 0 && names.length > 1 && after.length > 1) found.add('name');
  return found;
}

const PREPOSITIONS = new Set(
  'of to in on at for by from as into about over under between since until than like'.split(' '),
);

/** The last verb before the phrase says that something is there or belongs to something; no preposition parts the two. */
function bringsUp(before: readonly string[], isAdditive: boolean): boolean {
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const word = before[at] ?? '';
    if (PREPOSITIONS.has(word) && !isAdditive) return false;
    if (word === 'with') return COMES.has(before[at - 1] ?? '');
    if (HAVING.has(word)) return true;
    if (BEING.has(word)) return before.slice(Math.max(0, at - 3), at).includes('there');
  }
  return before.includes('there') && before.includes('be');
}

const ARTICLES = new Set(['a', 'an', 'another', 'some', 'several']);
const NO_OBJECT = new Set(
  'as like than for to in at of per from on by into within without after before via such'.split(' '),
);

/** "a …" as what a verb is done with, or as what "attached is" tells; in "it is a …" it only says what something is. */
function followsArticle(before: readonly string[]): boolean {
  const article = before.findLastIndex((word) => ARTICLES.has(word));
  if (article < 0 || before.length - article > 3 || before.slice(article).some((word) => NO_OBJECT.has(word)))
    return false;
  const verb = before[article - 1] ?? '';
  if (NO_OBJECT.has(verb)) return false;
  const isCopula = /^(?:is|are|was|were|be|been|it|that|this|here|he|she|what|becomes?|remains?|seems?|not)$/.test(
    verb,
  );
  return !isCopula || STANDING.has(before[0] ?? '') || before[0] === 'linked';
}
