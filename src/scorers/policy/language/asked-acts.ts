const FILLER =
  '(?:(?:go ahead and|proceed (?:to|with)|now|then|also|please|just|finally|indeed|the|this|that|your|a|an) )*';
/** What the agent offers to do, in a question that is answered with yes or no. */
const OFFERS: readonly RegExp[] = [
  new RegExp(`\\b(?:shall|should|may|can|could|will) (?:i|we) ${FILLER}(?<act>\\p{L}+)`, 'gu'),
  new RegExp(
    `\\b(?:want|like|need|prefer|ready|okay|ok|agree|happy|wish) (?:for )?(?:me |us )?(?:to |with )${FILLER}(?<act>\\p{L}+)`,
    'gu',
  ),
  new RegExp(`\\b(?:proceed|go ahead|continue|confirm)(?: with| to| that you want to)? ${FILLER}(?<act>\\p{L}+)`, 'gu'),
];
/** A question that leaves a choice is not answered by naming a part of it. */
const CHOICE = /\b(?:which|what|who|where|when|how|or)\b/u;
const IMPERATIVE =
  /(?:^|, ?)(?:(?:please|just|then|so|kindly|now|yes|ok|okay|sure|thanks|let'?s|let us|you (?:can|may)) )*(?<act>\p{L}{3,})(?=\W*$|\s*[,.!]| (?:it|that|this|these|those|them|the|my|both|all|please|everything|only|just|right|now|(?:\p{L}+ )?\S*\d))/gu;
const CHINESE_IMPERATIVE =
  /^(?:好的?|那就|那|请|就|麻烦你?您?|帮我|直接|[，,\s])*(?<act>\p{Script=Han}{1,6}?)(?:吧|了|它|这个|一下|\p{N}|元|块|[\s,，。.!！])*$/u;

/** Where a sentence tells the agent to do what it had asked whether to do: "Refund it" to "Shall I refund 5?". */
export function askedActAt(sentence: string, asked: string): number {
  const questions = asked.split(/(?<=[.!?;。！？；\n])/u).filter((one) => /[?？]|吗[。！\s]*$|是否/u.test(one));
  if (questions.length === 0) return Number.POSITIVE_INFINITY;
  const offered = questions.filter((one) => !CHOICE.test(one)).flatMap(actsOffered);
  for (const found of sentence.matchAll(IMPERATIVE)) {
    const act = found.groups?.act ?? '';
    if (offered.some((one) => isSameAct(act, one))) return found.index;
  }
  const act = CHINESE_IMPERATIVE.exec(sentence)?.groups?.act;
  const isAsked = act !== undefined && !/[不没别吗]/.test(act) && questions.some((one) => one.includes(act));
  return isAsked ? 0 : Number.POSITIVE_INFINITY;
}

function actsOffered(question: string): string[] {
  return OFFERS.flatMap((offer) => [...question.matchAll(offer)].map(({ groups }) => groups?.act ?? ''));
}

/** "cancel" is what was asked by "cancel", "cancellation" and "cancelling". */
function isSameAct(act: string, offered: string): boolean {
  const stem = act.replace(/[ey]$/, '');
  return act === offered || (stem.length >= 4 && offered.startsWith(stem));
}
