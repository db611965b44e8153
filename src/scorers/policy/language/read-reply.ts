import { foldedText } from '../../text/fold-text.ts';

/**
 * What the user's words say to a question of the kind "shall I?": `agrees` plainly, `changes` (agrees under a condition or
 * with something different), `refuses`, or `unclear`.
 */
export type Reply = 'agrees' | 'changes' | 'refuses' | 'unclear';

/**
 * Words that sound like a refusal and are none. What they stand for is put in their place: agreement, or nothing.
 */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\bno longer\b/g, ' '],
  [/\bno (?:problem|objections?|worries|issues?)(?: at all)?\b/g, ' yes '],
  [
    /\b(?:why not|i (?:do not|don't) mind|fine (?:by|with) me|no (?:doubt|question) about it|can(?:no|')?t wait)\b/g,
    ' yes ',
  ],
  [/\bnot (?:a problem|an issue|at all)\b/g, ' yes '],
  [/\b(?:no|without(?: any)?|not any) (?:other|more|further|additional|changes?|need|questions?)\b[^.!?,;]*/g, ' '],
  [/\b(?:i )?(?:do not|don't) (?:need|have|want) (?:anything|any) (?:else|more|further|other)\b[^.!?,;]*/g, ' '],
  [/\bnothing (?:else|more)\b/g, ' '],
  [/\b(?:do not|don't) (?:worry|hesitate)\b[^.!?,;]*/g, ' '],
  [
    /\bif (?:possible|needed|necessary|you (?:can|could|would|like|please)|that(?:'s| is) (?:ok|okay|fine|all right|possible))\b/g,
    ' ',
  ],
  [/没问题|没有问题|没错|不错|没意见|没有异议|无异议/g, '是的'],
  [
    /不客气|没事|不用谢|没关系|不好意思|没有(?:其他|别的)[^,.!?;，。！？；]*|不需要(?:其他|别的)[^,.!?;，。！？；]*/g,
    ' ',
  ],
];

const YES =
  /\b(?:yes|yeah|yea|yep|yup|absolutely|definitely|certainly|of course|agreed|i agree|i (?:do |hereby )?(?:confirm|accept|approve)|confirmed|approved|please (?:do|proceed|continue|go ahead|confirm|book|cancel|change|update|send|process|make|submit|refund)|go (?:ahead|for it)|proceed|sounds (?:good|great|fine|perfect|right)|(?:that|this|it|which)(?:'s| is| looks| sounds| works| would be| all looks) ?(?:all )?(?:right|correct|fine|good|great|perfect|ok|okay|for me)|that works|works for me|looks (?:good|right|correct|great|fine)|do (?:it|so|that)|let's do (?:it|that|this)|you (?:can|may) (?:go ahead|proceed|continue))\b|👍|✅|👌|🆗/u;
/** Words that agree only where a message or a sentence begins with them. */
const YES_FIRST =
  /^(?:ok|okay|k|sure|right|alright|all right|correct|exactly|great|perfect|fine|good|confirm|y|yess+|ya|aye|please(?=\W*$))(?![\p{L}\p{N}'-])/u;
const NO =
  /\b(?:no|nope|nah|not|never|stop|hold on|hang on|wait|forget (?:it|that|about it)|changed? my mind|rather not|(?:do|did|does|would|could|should|can|is|are|was|wo|ca)n['’]?t|cannot|refuse|decline)\b|🙅|👎|❌/u;
/** After an agreement in the same sentence these take part of it back. */
const CHANGE =
  /\b(?:but|except|instead|however|(?:only|just) if|unless|provided(?: that)?|as long as|although|though|rather|hold on|wait|do(?: not|n['’]t)|before (?:you|doing) (?:that|so|do|go|proceed))\b|^(?:yes|yeah|yep|ok|okay|sure)[,\s]+if\b/u;
/** A sentence that begins like this takes back what was said before it. */
const TAKES_BACK =
  /^(?:but (?:wait|no|first|don't)|no(?:pe)?(?=\s*[,.!]|$)|wait|stop|hold on|hang on|never ?mind|actually,? (?:no|wait|don't|hold)|on second thoughts?|do(?: not|n't) (?:do|proceed|go|cancel|change|book|refund|send|make|process)\b|不要|等|算了|别|但|不过)/u;
const CHINESE_YES =
  /(?:^|[\s,，。.!！;；、])(?:好(?!像|奇|不|多|久|吗)|是(?!否|不|吗)|对(?!不|吗|于|方)|行(?!吗|不|李|程)|嗯|恩|可以(?!吗)|确认|确定|同意|当然|没错|继续|请(?:继续|办理|操作|执行|取消|修改|退款|帮|您?确认)|就这样|麻烦(?:你|您)?(?:了|办))|我(?:确认|同意|确定)|就(?:这么|这样)办|(?:这样)?(?:就)?可以(?:的|了)/u;
const CHINESE_NO =
  /不(?!过|但|仅|管|论|久|少)|别(?!的|人|处)|等一下|等等|等会|先等|稍等|慢着|算了|暂时|停(?:下|止)?(?:$|[\s,，。.!！])|取消吧?不|反悔/u;
const CHINESE_CHANGE = /但是?|不过|除了|改成|换成|改为|换为|如果|要是|除非|只要|前提/u;

/**
 * Reads a user's reply by words of English and Chinese. It knows whether the user agreed, not to what: that stands in the
 * question. The first sentence that agrees or refuses decides; a later one counts only when it takes back. Questions count
 * for nothing, and "yes, but …" is `changes` whatever comes after the but.
 */
export function readReply(text: string): Reply {
  let plain = foldedText(text.replaceAll('\n', '. ')).trim();
  for (const [idiom, meaning] of IDIOMS) plain = plain.replaceAll(idiom, meaning);
  let reply: Reply = 'unclear';
  for (const piece of plain.split(/(?<=[.!?;。！？；])/u)) {
    const sentence = piece.replace(/^[\s\p{Pd}*•.]+/u, '').trim();
    // "Yes, and can you tell me …?" agrees, "Can you confirm …?" does not.
    if (/[?？]$|吗$/u.test(sentence) && !BEGINS_WITH_YES.test(sentence)) continue;
    const read = readSentence(sentence);
    if (TAKES_BACK.test(sentence)) return reply === 'agrees' ? 'changes' : 'refuses';
    if (reply === 'agrees') continue;
    // "Yes, but keep the lamp. Please go ahead." says in the end to go ahead with what was listed.
    if (reply !== 'changes' || (read === 'agrees' && GO_AHEAD.test(sentence)))
      reply = read === 'unclear' ? reply : read;
  }
  return reply;
}

/** "That is not right" refuses, "Yes, it is not needed any more" agrees: the first of both words decides. */
function readSentence(sentence: string): Reply {
  const agrees = firstOf(sentence, [YES, YES_FIRST, CHINESE_YES]);
  const refuses = firstOf(sentence, [NO, CHINESE_NO]);
  const changes = firstOf(sentence, [CHANGE, CHINESE_CHANGE]);
  if (refuses < agrees) return 'refuses';
  if (agrees === Number.POSITIVE_INFINITY) return 'unclear';
  return changes < Number.POSITIVE_INFINITY ? 'changes' : 'agrees';
}

const GO_AHEAD = /\b(?:go ahead|proceed|i confirm|confirmed|please do)\b|请继续|确认|就这样/u;
const BEGINS_WITH_YES = /^(?:(?:yes|yeah|yep|ok|okay|sure)(?![\p{L}])|(?:好的|是的|可以)(?=[,，。.!！、\s]))/u;

/** Where the first of these words stands. Of a refusal and an agreement in one sentence, the first one counts. */
function firstOf(sentence: string, patterns: readonly RegExp[]): number {
  const places = patterns.map((pattern) => pattern.exec(sentence)?.index ?? Number.POSITIVE_INFINITY);
  return Math.min(...places);
}
