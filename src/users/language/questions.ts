import { clausesOf } from './sentences.ts';

const ENGLISH_OPENING =
  /^(?:(?:and|so|ok|okay|but|also|then|well|sure|thanks|thank you|great|hello|hi)[,.!]?\s+)*(?:what|which|who|whom|whose|where|when|why|how|do|does|did|is|are|was|were|can|could|would|will|shall|should|may|might|have|has)\b(?=.*\b(?:i|you|we|it|they|he|she|your|the|this|that|there|order|is|are|number|name)\b)/i;
const ENGLISH_REQUEST =
  /\b(?:please|kindly)\s+(?:also\s+)?(?:provide|tell|give|send|share|confirm|enter|specify|state|supply|let|type|repeat|choose)\b|\b(?:tell me|let me know|give me|send me|provide me|i(?:'ll| will)? (?:also )?need (?:your|to know|the|an?)|i(?:'d| would) need|may i have|can i have|could i have|could you|can you)\b/i;
/** "Your number, please." names what is wanted and no verb. */
const ENGLISH_WISH =
  /^(?:(?:and|also|now|first|then|so|ok|okay)[,\s]+)*(?:your|the|an?)?\s*(?:[\p{L}'’-]+\s+){0,4}(?:numbers?|names?|ids?|codes?|address(?:es)?|e-?mails?|phone|dates?|days?|times?|references?|postcode|zip|order|account|size|colou?r|reason|amount)(?:\s+(?:of|for|on|from)\s[^,.!?]{1,40})?\s*,?\s+please\s*[.!]?\s*$/iu;
const CHINESE_QUESTION =
  /[吗呢][\s。.!！]*$|什么|哪[里儿个些位天一]|谁|多少|几[个点天号时位件]|怎么|如何|为什么|为何|是否|有没有|能不能|可不可以|要不要|是不是|请问/;
const CHINESE_REQUEST =
  /请(?:您|你)?(?:先|再)?(?:提供|告诉|告知|输入|发|给|确认|说明|选择|补充|报)|麻烦(?:您|你)?(?:提供|告诉|告知|发|给|确认|说|报)|需要(?:您|你)(?:的|提供|告诉|告知)|方便(?:提供|告诉|告知)/;

/** A closing offer, which asks for nothing that was said before it. */
const OFFER =
  /\b(?:anything|something|what|how|who) else\b|\bmore (?:i|we) can\b|还(?:需要|有|想)(?:[^，,]{0,6})(?:什么|其他|别的|哪些)|其他(?:问题|需要|事)|别的(?:问题|需要|事)/i;
/** "How can I help you?" asks for no detail either. */
const HELP_OFFER =
  /\b(?:can|may|could|shall) (?:i|we) (?:help|assist|be of (?:help|service|assistance))\b(?!.*\b(?:with|by) (?:it|that|this|the|your)\b)|(?:有什么|还有什么)[^，,]{0,8}(?:可以|能)(?:帮|为)[您你]?/i;

/** Whether a sentence only offers more help: "Anything else?" */
export function isOffer(sentence: string): boolean {
  return OFFER.test(sentence) || HELP_OFFER.test(sentence);
}

/** With a number beside it, a statement that tells a value. */
const TELLING = /\b(?:is|are|was|were|has|have)\b|['’]s\b|[是为]/i;
/** A question about what was just said: "is that right?" */
const ABOUT_IT = /\b(?:it|that|this|right|correct|one|them|those|these)\b|对吗|对吧|是吗|是吧|正确|没错|这个|它/i;

/**
 * What a sentence asks: all of it, without statements in it that only tell something before something else is asked:
 * "Your number is A-501, do you need anything else?" asks for no number. Nothing for a sentence that asks nothing.
 */
export function askedPart(sentence: string): readonly string[] {
  if (!isQuestion(sentence)) return [];
  const clauses = clausesOf(sentence);
  const asking = clauses.filter(isQuestion);
  if (asking.length === 0 || asking.length === clauses.length) return [sentence];
  const isOffer = asking.every((clause) => OFFER.test(clause));
  const isAboutIt = asking.some((clause) => ABOUT_IT.test(clause));
  const kept = clauses.filter(
    (clause) => asking.includes(clause) || !(isOffer || (!isAboutIt && TELLING.test(clause) && /\d/.test(clause))),
  );
  return kept.length === clauses.length ? [sentence] : [kept.join(', ')];
}

/**
 * Whether a sentence wants an answer: a question by its mark, its first words or its particles, or a request for
 * information ("please tell me …", "请提供…"). English and Chinese.
 */
export function isQuestion(sentence: string): boolean {
  if (/[?？][\s"'”’」』)\]]*$/.test(sentence)) return true;
  if (CHINESE_QUESTION.test(sentence) || CHINESE_REQUEST.test(sentence)) return true;
  return (
    ENGLISH_REQUEST.test(sentence) ||
    ENGLISH_WISH.test(sentence) ||
    (ENGLISH_OPENING.test(sentence) && !/[.!。！]\s*$/.test(sentence))
  );
}
