const ENGLISH_OPENING =
  /^(?:(?:and|so|ok|okay|but|also|then|well|sure|thanks|thank you|great|hello|hi)[,.!]?\s+)*(?:what|which|who|whom|whose|where|when|why|how|do|does|did|is|are|was|were|can|could|would|will|shall|should|may|might|have|has)\b(?=.*\b(?:i|you|we|it|they|he|she|your|the|this|that|there|order|is|are|number|name)\b)/i;
const ENGLISH_REQUEST =
  /\b(?:please|kindly)\s+(?:also\s+)?(?:provide|tell|give|send|share|confirm|enter|specify|state|supply|let|type|repeat|choose)\b|\b(?:tell me|let me know|give me|send me|provide me|i(?:'ll| will)? (?:also )?need (?:your|to know|the|an?)|i(?:'d| would) need|may i have|can i have|could i have|could you|can you)\b/i;
const CHINESE_QUESTION =
  /[吗呢][\s。.!！]*$|什么|哪[里儿个些位天一]|谁|多少|几[个点天号时位件]|怎么|如何|为什么|为何|是否|有没有|能不能|可不可以|要不要|是不是|请问/;
const CHINESE_REQUEST =
  /请(?:您|你)?(?:先|再)?(?:提供|告诉|告知|输入|发|给|确认|说明|选择|补充|报)|麻烦(?:您|你)?(?:提供|告诉|告知|发|给|确认|说|报)|需要(?:您|你)(?:的|提供|告诉|告知)|方便(?:提供|告诉|告知)/;

/**
 * Whether a sentence wants an answer: a question by its mark, its first words or its particles, or a request for
 * information ("please tell me …", "请提供…"). English and Chinese.
 */
export function isQuestion(sentence: string): boolean {
  if (/[?？][\s"'”’」』)\]]*$/.test(sentence)) return true;
  if (CHINESE_QUESTION.test(sentence) || CHINESE_REQUEST.test(sentence)) return true;
  return ENGLISH_REQUEST.test(sentence) || (ENGLISH_OPENING.test(sentence) && !/[.!。！]\s*$/.test(sentence));
}
