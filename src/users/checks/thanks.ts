import { tokensOf } from '../language/same-words.ts';
import { messagesAfterReplies } from './unanswered.ts';
import { finding, justHeard, ownWords, type WordsCheck } from './words-check.ts';

const THANKING = new Set(
  'thank thanks thankyou thx ty cheers bye goodbye farewell welcome appreciate appreciated great perfect wonderful awesome danke tschüss merci gracias adiós grazie ciao obrigado obrigada dank 谢 再 见 拜 感'.split(
    ' ',
  ),
);
/** Words around thanks that add nothing. */
const AROUND = new Set(
  'you so very much a lot again for your the all help time it that is was really i have nice good great lovely day evening one weekend too as well to and ok okay yes no problem all set everything take care see later de nada schön sehr vielen beaucoup muchas 您 你 了 的 啊 们 非 常 多 好 嗯 呀 哦 吧 祝 愉 快 辛 苦 不 客 气 帮 助'.split(
    ' ',
  ),
);

/** Whether a message holds thanks or a goodbye and nothing else. */
export function isOnlyThanks(text: string): boolean {
  const tokens = tokensOf(text.replace(/n't\b/g, ' not'));
  return (
    tokens.some((token) => THANKING.has(token)) && tokens.every((token) => THANKING.has(token) || AROUND.has(token))
  );
}

/** Thanks after thanks: the talk is over and nobody says so. */
export const thanksLoop: WordsCheck = ({ text, before }) => {
  if (!isOnlyThanks(text)) return [];
  const own = ownWords(before);
  const earlier = own.length - 1 - own.findLastIndex((words) => !isOnlyThanks(words));
  if (earlier === 0) return [];
  if (messagesAfterReplies(before, text).at(-1)?.isAfterStall === true && !isOnlyThanks(justHeard(before).join(' '))) {
    const message = 'thanked again, to an agent that had brought it no further';
    return [finding('note', 'thanks-again', { message, words: text })];
  }
  if (earlier === 1) {
    const message = 'thanked twice in a row (write END when the conversation is over)';
    return [finding('correct', 'thanks-again', { message, words: text })];
  }
  return [finding('break', 'thanks-loop', { message: 'goes on thanking', words: text })];
};
