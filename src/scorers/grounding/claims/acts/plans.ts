import { isFactless } from '../factless-words.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { isPastForm } from './verb-forms.ts';

/** What is said to come, or to hold whenever something happens, of whomever. Places are those of the sentence. */
export type Plan = {
  /** It is told as certain. */
  isCertain: boolean;
  /** It is to come; else it holds as a rule. */
  isComing: boolean;
  /** Only a case before it, or a time to come, makes a rule of it. */
  isWeak: boolean;
  verb: string;
  after: readonly string[];
  before: readonly string[];
  start: number;
  end: number;
};

const COMING = /^(?:will|shall|should|'ll)$|'ll$/;
const CERTAIN =
  /\b(?:guarantee[ds]?|promise[ds]?|certain to|sure to|bound to|surely|definitely|certainly|no doubt|without fail|trust me|my word|always|rest assured|for sure|in any case|nearly every|nobody|no one|any ?one)\b/i;
const WHENEVER = /^(?:if|should|once|in case|whenever|as long as|unless)\b/i;
const AS_LONG =
  /\b(?:as long as|whenever|every time|from now on|for good|on the house|on us|(?<![-\w])(?<!\b(?:the|an?|any|no|only|still) )free(?! of\b)|free of charge|at no (?:extra )?(?:charge|cost)|at full price|no matter|whenever|if your|until the end of|for the rest of|the same day|any ?more)\b/i;
/** In the present, what is told of such a time is still to come. */
const TIME_TO_COME =
  /\b(?:tomorrow|tonight|(?:later|before|by|until) (?:today|tonight|noon|midnight|the end|then)|next (?:day|week|month|year|quarter|season|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\w{3,12} day)|(?:within|inside|in) (?:an?|the next|two|three|four|five|six|\d{1,3}) (?:\w{3,9} )?(?:minutes?|hours?|days?|weeks?|months?|fortnight)|before (?:you|long|christmas|easter|the (?:end|weekend|month|week|year))|the (?:following|same) (?:\w{3,9} )?(?:day|week|month|morning)|the next \w+|until the end|without fail|for as long as)\b/i;
/** What somebody is granted, whatever the time. */
const GRANTED = /^(?:gets?|receives?|wins?|earns?|qualif(?:y|ies))$/;
const SKIPPED =
  /^(?:be|been|being|have|has|had|get|gets|also|not|never|then|still|just|only|now|soon|all|both|again|no|to|surely|always|definitely|certainly|likely|probably|automatically|\w+ly)$/;
/** What the user shall do, wants or sees is no plan of anybody else. */
const USER_SUBJECT = /^(?:you|you'll|you'd|let|please|i|i'll|i'd|we'll|we|let's)$/;
const TO_USER = /^(?:get|receive|have|enjoy|keep|obtain)$/;

/** Every plan that an English sentence tells. What the agent itself will do is read as its act. */
export function plansIn(sentence: string): readonly Plan[] {
  const clauses = clausesOf(sentence);
  const opensWithCase = WHENEVER.test(sentence) && clauses.length > 1;
  // "…, trust me" vouches for what stands before it.
  const isVouched =
    clauses.length > 1 && CERTAIN.test(clauses.at(-1)?.text ?? '') && (clauses.at(-1)?.tokens.length ?? 9) < 5;
  for (const [index, clause] of clauses.entries()) {
    const plan = planIn(clause, {
      isRule: AS_LONG.test(clause.text) || (opensWithCase && index > 0) || isForesaid(clause),
      isCertain: isCertainClause(clause.text) || (isVouched && index === 0),
    });
    if (plan) return [plan];
  }
  return [];
}

/** The present, of a time to come or of what is granted: "Ms X gets …", "the boxes go out tomorrow". */
function isForesaid({ text, tokens }: Clause): boolean {
  const words = tokens.slice(1, 6).map(({ lower }) => lower);
  if (words.some((word) => GRANTED.test(word))) return true;
  return TIME_TO_COME.test(text) && tokens.slice(1, 7).some(({ lower }) => IN_PRESENT.test(lower));
}

/** A verb in the present that its form, or being common, tells. */
const IN_PRESENT =
  /^(?:is|are|goes|comes|takes|gives|keeps|brings|leaves|stays?|opens?|returns?|reach(?:es)?|arrives?|starts?|[a-z]{3,}s)$/;

/** The word of certainty stands behind a subject, and nothing denies it. */
function isCertainClause(text: string): boolean {
  const at = CERTAIN.exec(text)?.index ?? -1;
  return (
    at >= 0 &&
    (at > 3 || /^\s*(?:nobody|no one|any ?one|everyone)/i.test(text)) &&
    !/\b(?:not|never|cannot)\b|n't\b/i.test(text.slice(0, at))
  );
}

function planIn(
  { tokens, text, isHypothetical }: Clause,
  { isRule, isCertain }: { isRule: boolean; isCertain: boolean },
): Plan | undefined {
  const words = tokens.map(({ lower }) => lower);
  const [first = ''] = words;
  if (isHypothetical || words.length < 3) return undefined;
  const coming = words.findIndex(
    (word, index) =>
      COMING.test(word) ||
      (word === 'going' && words[index + 1] === 'to' && /^(?:is|are|it's)$/.test(words[index - 1] ?? '')),
  );
  const isUser = USER_SUBJECT.test(first);
  if (coming < 0 && !isCertain && !isRule) return undefined;
  if (/^(?:i|we|let|please)(?:'\w+)?$/.test(first) && !(isRule && first === 'we')) return undefined;
  if (isUser && coming >= 0 && !isCertain && !isGrantedToUser(words, coming)) return undefined;
  if (first === 'which' || (/^(?:this|that|those|these)$/.test(first) && !isNoun(words[1]))) return undefined;
  if (
    coming >= 0 &&
    words[coming] === 'should' &&
    words[coming + 1] === 'have' &&
    !/^(?:both|it|them|all|the|your)$/.test(words[coming + 2] ?? '')
  )
    return undefined;
  if (words.some((word) => /^(?:was|were|had|did|i|can|could|cannot|may|might|must)$|^i'/.test(word))) return undefined;
  const from = coming >= 0 ? coming + (words[coming] === 'going' ? 2 : 1) : 1;
  const light = coming >= 0 ? -1 : words.findIndex((word, index) => index >= from && isLight(word, words[index - 1]));
  const found =
    light >= 0
      ? light
      : words.findIndex(
          (word, index) => index >= from && !SKIPPED.test(word) && (coming >= 0 || isLikeVerb(word, words[index - 1])),
        );
  const at = found < 0 ? words.length - 1 : found;
  const verb = tokens[at];
  const head = tokens[0];
  const last = tokens.at(-1);
  if (!verb || !head || !last) return undefined;
  return {
    isCertain,
    isComing: coming >= 0,
    isWeak: coming < 0 && !isCertain && !AS_LONG.test(text),
    verb: verb.lower,
    after: words.slice(at + 1),
    before: words.slice(0, at),
    start: head.start,
    end: last.end,
  };
}

/** "You will receive a voucher", "you'll be refunded"; not "you will have to". */
function isGrantedToUser(words: readonly string[], coming: number): boolean {
  const [verb = '', next = ''] = words.slice(coming + 1).filter((word) => !/^(?:also|then|soon|now|\w+ly)$/.test(word));
  if (verb === 'be') return isPastForm(next) && !/^(?:asked|required|redirected|prompted|able|logged)$/.test(next);
  return TO_USER.test(verb) && !/^(?:to|the option|until|till)$/.test(next);
}

/** "This time", "these hours": a thing is pointed at. */
function isNoun(word = ''): boolean {
  return !SKIPPED.test(word) && !COMING.test(word) && !/^(?:is|are|was|can|may|could|would|means?|way)$/.test(word);
}

/** A verb that is too common to count as a word of content. */
function isLight(word: string, before = ''): boolean {
  return LIGHT.test(word) || (/^(?:you|we|they)$/.test(before) && LIGHT.test(`${word}s`));
}

const LIGHT = /^(?:gets|takes|gives|keeps|brings|sends|holds|goes|comes|receives|returns|covers|refunds|pays)$/;

/** In the present a verb stands behind its subject: it ends in `s`, or comes after `is`. */
function isLikeVerb(word: string, before = ''): boolean {
  if (/^(?:is|are|stays?|remains?)$/.test(before) && isPastForm(word)) return true;
  return !isFactless(word) && (/[a-z]{2}s$/.test(word) || /^(?:is|are|to|we|they|you)$/.test(before));
}
