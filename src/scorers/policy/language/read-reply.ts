import { foldedText } from '../../text/fold-text.ts';
import { agreementAt, negatedAgreementAt } from './agreement-words.ts';
import { askedActAt } from './asked-acts.ts';
import { withoutIdioms } from './idioms.ts';
import { isReserved, takesBack } from './reservation-words.ts';

/**
 * What the user's words say to a question of the kind "shall I?": `agrees` plainly, `changes` (agrees under a condition,
 * later, or with something different), `refuses`, or `unclear`.
 */
export type Reply = 'agrees' | 'changes' | 'refuses' | 'unclear';

/** What the reply is one to, where that is known. */
export type ReplyTo = {
  /** The agent's words since the user's last ones. */
  asked: string;
  /** The user's words before those. */
  earlier: string;
};

const NO =
  /\b(?:no|nope|nah|not|never(?! ?mind)|never ?mind|stop|hold on|hang on|wait|forget (?:it|that|about it)|changed? my mind|rather not|(?:do|did|does|would|could|should|can|is|are|was|wo|ca)n['’]?t|cannot|refuse|decline)\b|🙅|👎|❌/u;
const CHINESE_NO =
  /不(?!过|但|仅|管|论|久|少)|别(?!的|人|处)|等一下|等等|等会|先等|稍等|慢着|算了|暂时|停(?:下|止)?(?:$|[\s,，。.!！])|取消吧?不|反悔/u;
const GO_AHEAD = /\b(?:go ahead|proceed|i confirm|confirmed|please do)\b|请继续|确认|就这样/u;
const BEGINS_WITH_YES = /^(?:(?:yes|yeah|yep|ok|okay|sure)(?![\p{L}])|(?:好的?|是的|可以的?|行)(?=[,，。.!！、\s]))/u;
/** "Yes?" asks back. */
const ONLY_YES = /^(?:\p{L}+|of course|all right)\s*[?？]+$/u;

/**
 * Reads a user's reply by words of English and Chinese. It knows whether the user agreed, and to what only as far as the
 * question says: "Refund it" agrees to "Shall I refund it?". The first sentence that agrees or refuses decides; a later one
 * counts only when it takes back. Questions count for nothing, and "yes, but …" is `changes` whatever comes after the but.
 */
export function readReply(text: string, to?: ReplyTo): Reply {
  const context = to === undefined ? undefined : { asked: foldedText(to.asked), earlier: foldedText(to.earlier) };
  const talk = context === undefined ? undefined : `${context.earlier} ${context.asked}`;
  let reply: Reply = 'unclear';
  for (const sentence of sentencesOf(text)) {
    // "Yes, and can you tell me …?" agrees, "Can you confirm …?" does not.
    if (/[?？]$|吗$/u.test(sentence) && (!BEGINS_WITH_YES.test(sentence) || ONLY_YES.test(sentence))) continue;
    const read = readSentence(sentence, context);
    if (takesBack(sentence, talk)) return reply === 'agrees' ? 'changes' : 'refuses';
    if (reply === 'agrees') continue;
    // "Yes, but keep the lamp. Please go ahead." says in the end to go ahead with what was listed.
    if (reply !== 'changes' || (read === 'agrees' && GO_AHEAD.test(sentence)))
      reply = read === 'unclear' ? reply : read;
  }
  return reply;
}

function sentencesOf(text: string): string[] {
  const folded = foldedText(text.replaceAll('\n', '. ')).trim();
  return folded.split(/(?<=[.!?;。！？；])/u).map((piece) => {
    const sentence = piece.length <= LONGEST ? piece : `${piece.slice(0, LONGEST / 2)} ${piece.slice(-LONGEST / 2)}`;
    return withoutIdioms(sentence)
      .replace(/^[\s\p{Pd}*•.]+/u, '')
      .trim();
  });
}

/** Of a longer sentence only the beginning and the end are read. */
const LONGEST = 1200;

/** "That is not right" refuses, "Yes, it is not needed any more" agrees: the first of both words decides. */
function readSentence(sentence: string, to: ReplyTo | undefined): Reply {
  const agrees = Math.min(
    agreementAt(sentence),
    to === undefined ? Number.POSITIVE_INFINITY : askedActAt(sentence, to.asked),
  );
  const refuses = Math.min(firstOf(sentence, [NO, CHINESE_NO]), negatedAgreementAt(sentence));
  if (refuses < agrees) return 'refuses';
  if (agrees === Number.POSITIVE_INFINITY) return 'unclear';
  return isReserved(sentence, to === undefined ? undefined : `${to.earlier} ${to.asked}`) ? 'changes' : 'agrees';
}

/** Where the first of these words stands. Of a refusal and an agreement in one sentence, the first one counts. */
function firstOf(sentence: string, patterns: readonly RegExp[]): number {
  const places = patterns.map((pattern) => pattern.exec(sentence)?.index ?? Number.POSITIVE_INFINITY);
  return Math.min(...places);
}
