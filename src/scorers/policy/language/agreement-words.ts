/** Words that agree wherever they stand. */
const YES =
  /\b(?:yes|yeah|yea|yep|yup|absolutely|definitely|certainly|of course|by all means|agreed|i agree|i (?:do |hereby )?(?:confirm|accept|approve)|confirmed|approved|please (?:do|proceed|continue|go ahead|confirm|book|cancel|change|update|send|process|make|submit|refund)|go (?:ahead|for it)|proceed|sounds (?:good|great|fine|perfect|right)|(?:that|this|it|which)(?:'s| is| looks| sounds| works| would be| all looks) ?(?:all )?(?:right|correct|fine|good|great|perfect|ok|okay|for me)|that works|works for me|looks (?:good|right|correct|great|fine)|do (?:it|so|that)|let(?:'s| us|s) do (?:it|that|this)|you (?:can|may) (?:go ahead|proceed|continue))\b|👍|✅|👌|🆗/u;

/** Words that agree only where a sentence begins with them. */
const YES_FIRST =
  /^(?:ok|okay|k|sure|alright|all right|confirm|y|yess+|ya|aye|indeed|affirmative|please(?=\W*$))(?![\p{L}\p{N}'-])(?! (?:if|whether|that i)\b)/u;

/** Praise agrees where a sentence begins with it and it stands alone: "Perfect, thanks", but not "Perfect timing". */
const PRAISE =
  /^(?:right|correct|exactly|great|perfect|fine|good)(?: (?:idea|plan|choice|option|enough|one|then|with me|by me|for me))?(?=\W*$|\s*[,.!;:-]|\s+(?:thanks|thank|please|go|do|let|that|i|we|you|yes|and)\b)/u;

const CHINESE_YES =
  /(?:^|[\s,，。.!！;；、])(?:好(?!像|奇|不|多|久|吗)|是(?!否|不|吗)|对(?!不|吗|于|方)|行(?!吗|不|李|程)|嗯|恩|可以(?!吗)|确认(?!不)|确定(?!不)|同意|当然(?!不|没)|没错|继续|请(?:继续|办理|操作|执行|取消|修改|退款|帮|您?确认)|就这样|麻烦(?:你|您)?(?:了|办))|我(?:确认|同意|确定)(?!不)|就(?:这么|这样)办|(?:这样)?(?:就)?可以(?:的|了)/u;

/** What directly follows and makes the agreement its contrary: "absolutely not", "sure I never will". */
const NEGATED =
  /^,?\s+(?:(?:really|just|i|we|you|do|as|is|am|would|will|should) )*(?:not|never|nope|don['’]t|won['’]t|no(?=\W*$|\s*[,.!]))(?![\p{L}\p{N}])/u;
/** After a plain yes a comma begins a reason: "Yes, no receipt". */
const PLAIN_YES = /^(?:yes|yeah|yea|yep|yup)$/u;

/** Where the first words stand that agree and are not negated; Infinity where there are none. */
export function agreementAt(sentence: string): number {
  const places = [YES, YES_FIRST, PRAISE, CHINESE_YES].map((words) => {
    const found = words.exec(sentence);
    if (found === null || isNegated(sentence, found)) return Number.POSITIVE_INFINITY;
    return found.index;
  });
  return Math.min(...places);
}

/** Where an agreement stands that is negated in the same breath; Infinity where there is none. */
export function negatedAgreementAt(sentence: string): number {
  const places = [YES, YES_FIRST, PRAISE].map((words) => {
    const found = words.exec(sentence);
    return found !== null && isNegated(sentence, found) ? found.index : Number.POSITIVE_INFINITY;
  });
  return Math.min(...places);
}

function isNegated(sentence: string, { 0: words, index }: RegExpExecArray): boolean {
  const rest = sentence.slice(index + words.length);
  return NEGATED.test(PLAIN_YES.test(words) ? rest.replace(/^,/, ';') : rest);
}
