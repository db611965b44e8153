import { familiesOfVerb } from './act-families.ts';
import type { Clause, Token } from './clauses.ts';
import { ADVERB, NEGATIVE, objectEnd, type ToldAct } from './told-act.ts';
import { isPastForm } from './verb-forms.ts';

const PARTICIPLE_LEAD = /^(?:was|were|been|is|are|got|be|being|gets?)$/;

/** Something was, is or can be done by whoever it is: `a note was left`, `an appeal could be lodged through me`. */
export function passiveAct({ tokens, isHypothetical }: Clause): ToldAct | undefined {
  if (isHypothetical) return undefined;
  const lead = tokens.findIndex(({ lower }) => PARTICIPLE_LEAD.test(lower));
  const sent = sentOff(tokens) ?? deedOfNoun(tokens);
  if (sent) return sent;
  if (lead < 1) return undefined;
  const at = tokens.findIndex(({ lower }, index) => index > lead && !ADVERB.test(lower));
  const verb = tokens[at];
  if (!verb || at - lead > 4 || !isPastForm(verb.lower)) return undefined;
  const before = tokens.slice(0, at).map(({ lower }) => lower);
  const strangers = tokens[lead]?.lower === 'been' ? NO_SUBJECT_OF_PERFECT : NO_SUBJECT;
  if (/^un/.test(verb.lower) || before.some((word) => NEGATIVE.test(word) || strangers.test(word))) return undefined;
  const after = tokens.slice(at + 1).map(({ lower }) => lower);
  const isMine = after.some((word, index) => word === 'me' && /^(?:through|by|via|with)$/.test(after[index - 1] ?? ''));
  const isModal = before.some((word) => /^(?:can|could|may|might)$/.test(word));
  if (before.some((word) => /^(?:will|shall|going|would|should|must|to)$|'ll$/.test(word)) || (isModal && !isMine))
    return undefined;
  // "It was sent in May", "the door is closed": how things are, unless it is for the user or new.
  if (/^(?:is|are)$/.test(tokens[lead]?.lower ?? '') && !before.includes('now') && !FOR_USER.test(after.join(' ')))
    return undefined;
  if (/^(?:was|were)$/.test(tokens[lead]?.lower ?? '') && /^(?:it|this|that|these|those)$/.test(before[0] ?? ''))
    return undefined;
  return toldPassive(tokens, at, { isModal, isMine });
}

const NO_SUBJECT = /^(?:you|they|he|she|who|which|that|if|when)$/;
/** "She has been moved" tells a deed as much as "the cow has". */
const NO_SUBJECT_OF_PERFECT = /^(?:you|who|which|that|if|when)$/;
const FOR_USER = /^(?:\w+ ){0,2}(?:for you|to you|to your|for your|under your)\b/;

function toldPassive(
  tokens: readonly Token[],
  at: number,
  { isModal, isMine }: { isModal: boolean; isMine: boolean },
): ToldAct {
  const verb = tokens[at] as Token;
  const rest = tokens.slice(at + 1);
  return {
    tense: isModal ? 'offered' : 'done',
    isOwn: false,
    isMine,
    verb: verb.lower,
    after: rest.map(({ lower }) => lower),
    before: tokens.slice(0, at).map(({ lower }) => lower),
    start: tokens[0]?.start ?? verb.start,
    end: (objectEnd(rest) ?? verb).end,
  };
}

/** `a courier is on the way`, `the money has gone to your bank`: something has been sent off. */
function sentOff(tokens: readonly Token[]): ToldAct | undefined {
  const words = tokens.map(({ lower }) => lower);
  const at = words.findIndex(
    (word, index) =>
      (word === 'gone' &&
        /^(?:has|have)$/.test(words[index - 1] ?? '') &&
        words.slice(index + 1, index + 4).includes('to')) ||
      (word === 'way' && words[index - 2] === 'on' && /^(?:is|are)$/.test(words[index - 3] ?? '')),
  );
  if (at < 2 || words.slice(0, at).some((word) => NEGATIVE.test(word) || NO_SUBJECT.test(word))) return undefined;
  const act = toldPassive(tokens, at, { isModal: false, isMine: false });
  return { ...act, verb: 'sent', before: words.slice(0, words[at] === 'way' ? at - 3 : at - 1) };
}

/** `the bakers have got a note`, `your transfer is under way`: a noun tells the deed. */
function deedOfNoun(tokens: readonly Token[]): ToldAct | undefined {
  const words = tokens.map(({ lower }) => lower);
  const at = words.findIndex((word) => /^(?:has|have|got|gets|is|are)$/.test(word));
  const subject = words.slice(0, at);
  if (at < 1 || subject.some((word) => NEGATIVE.test(word) || NO_SUBJECT.test(word) || word === 'it')) return undefined;
  const isUnderWay = /^(?:is|are) (?:\w+ly |now |already )?(?:in the works|under ?way|in motion|lined up)\b/.test(
    words.slice(at).join(' '),
  );
  const noun = isUnderWay
    ? words.findLastIndex((word, index) => index < at && familiesOfVerb(word).size > 0)
    : words.findIndex((word, index) => index > at + 1 && index < at + 6 && WRITTEN.test(word));
  if (noun < 0 || (!isUnderWay && !/^(?:an?|your|my)$/.test(words[noun - 1] ?? ''))) return undefined;
  const act = toldPassive(tokens, noun, { isModal: false, isMine: false });
  return { ...act, before: isUnderWay ? subject.filter((_, index) => index !== noun) : subject };
}

/** What one writes to somebody, or into a record. */
const WRITTEN = /^(?:note|comment|mention|message|mail|email|text|reminder|notice|ping|alert)$/;

/** `moving the shelf is something I can do`. */
export function gerundAct({ tokens, text }: Clause): ToldAct | undefined {
  const [verb, ...rest] = tokens;
  const ability =
    /\b(?:is|are) (?:something|a thing|what|one thing) (?:that )?(?:i|we|my|our) (?:\w+ ){0,3}can\b/i.exec(text);
  if (!verb || !/^[a-z]{2,}ing$/.test(verb.lower) || !ability) return undefined;
  const after = rest.filter(({ start }) => start - verb.start < ability.index);
  return {
    tense: 'offered',
    isOwn: true,
    verb: verb.lower,
    after: after.map(({ lower }) => lower),
    before: [],
    start: verb.start,
    end: (objectEnd(after) ?? verb).end,
  };
}
