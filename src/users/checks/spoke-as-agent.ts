import { tokensOf, withoutQuotes, wordsOnly } from '../language/same-words.ts';
import { finding, heardTexts, justHeard, type WordsCheck } from './words-check.ts';

/** Names under which the other side speaks, as a label before words. */
const LABEL =
  /^[\s*_[(<#]{0,6}(?:assistant|agent|support agent|customer (?:service|support)|representative|bot|ai|客服|助手|助理|人工智能)[\s*_\])>]{0,6}[:：]/im;
/** "System: Windows 11" tells of one's own, where the other side has spoken of one. */
const SYSTEM = /^[\s*_[(<#]{0,6}(?:system|系统)[\s*_\])>]{0,6}[:：]/im;
/** Help is offered to the other side, who is there to give it. */
const OFFERS = [
  /\b(?:how|what) (?:can|may|could|shall) (?:i|we) (?:(?:help|assist)(?!\b.{0,40}\b(?:my|me)\b)|do for you|be of (?:help|service|assistance))\b/i,
  /\b(?:can|may|could) (?:i|we) (?:help|assist) you\b(?!.{0,40}\b(?:my|me)\b)/i,
  /\b(?:anything|something) else (?:that )?(?:i|we) (?:can|could|may) (?:help|assist|do for you)\b(?!.{0,40}\b(?:my|me)\b)/i,
  /\b(?:i|we)(?:'m| am| are|'re|'d be| would be|'ll be| will be)? (?:more than |very |so )?(?:happy|glad|pleased|here|delighted) to (?:help|assist) (?:you|with your)\b(?! (?:to )?(?:reproduce|test|debug|investigate|narrow|diagnose|understand|identify|verify)\b)/i,
  /\b(?:thank you|thanks) for (?:contacting|calling|choosing|shopping with) (?:us|our|the)\b/i,
  /\b(?:i|we)(?:'ll| will| can| have|'ve)? (?:now |just |already |gladly )?(?:help|assist) you\b(?! (?:to )?(?:reproduce|test|debug|investigate|narrow|diagnose|understand|identify|verify)\b)(?!.{0,40}\b(?:my|me)\b)/i,
  /(?:有什么|还有什么)[^，。！？]{0,8}(?:可以|能)(?:帮|为)(?:到)?[您你]|很高兴(?:为|能帮)[您你]|(?:我|我们)(?:来|可以|会|将|很乐意|已经|已)?(?:为|帮)(?:助)?[您你](?:服务|解答|解决|处理|查询|办理|取消|退款)|感谢[您你](?:的来电|的咨询|致电|选择)/,
];
/** A deed of the other side in the first person, done to what is the listener's, or promised. */
const DEEDS = [
  /\b(?:i|we)(?:'ve| have) (?:now |just |already |successfully )?(?:cancell?ed|refunded|processed|issued|updated|located|found|looked|checked|booked|submitted|escalated) (?:(?:(?:it|this|that|them)(?: up| out)?|(?:up )?(?:the|an?) \w+) for you|your (?:order|refund|return|request|booking|reservation|ticket|appointment|account|subscription|payment|application|leave)(?! (?:page|site|website|policy|terms|form|list|system)))\b/i,
  /\b(?:i|we)(?:'ll| will) (?:now |just |gladly )?(?:(?:process|issue|escalate|submit) your (?:order|refund|return|request|booking|payment|application|leave)|(?:look|check|find|locate|process|issue|escalate) (?:(?:into )?(?:it|this|that)(?: up| out)?) for you)\b/i,
];
const SELF =
  /\b(?:i am|i'm|as) (?:an? |your )?(?:\w+ ){0,2}(?:ai|language model|virtual assistant|ai assistant|chatbot|support agent|customer (?:service|support) (?:agent|representative))\b|我是(?:一个|一名|您的|你的)?(?:人工智能|AI|智能|虚拟|在线)?(?:语言模型|助手|助理|客服)/i;
const ASKED_TO_LOOK =
  /\b(?:can|could|would|will) you\b[^.?!]{0,60}\b(?:check|look|find|see|verify|locate)\b|\bplease (?:\w+ )?(?:check|look|find|verify|locate)\b/i;
const MIN_ECHO = 5;

/**
 * The user took the other side's role: spoke under its name, offered it help, told it of deeds that are its own, or
 * handed its words back. What stands in quotation marks is somebody else's.
 */
export const spokeAsAgent: WordsCheck = ({ text, before }) => {
  const own = withoutQuotes(text).replaceAll('’', "'");
  const heard = justHeard(before).join('\n');
  const patterns = [
    LABEL,
    ...(/\bsystem\b|系统|版本/i.test(heard) ? [] : [SYSTEM]),
    ...OFFERS,
    // Who was asked to look may say that it will.
    ...(ASKED_TO_LOOK.test(heard) ? DEEDS.slice(0, 1) : DEEDS),
    SELF,
  ];
  if (patterns.some((pattern) => pattern.test(own))) {
    return [finding('break', 'spoke-as-agent', { message: 'spoke as the agent', words: text })];
  }
  const said = wordsOnly(own);
  const isEcho = tokensOf(own).length >= MIN_ECHO && heardTexts(before).some((heard) => wordsOnly(heard) === said);
  return isEcho
    ? [finding('break', 'echoed-agent', { message: "repeated the agent's words as its own", words: text })]
    : [];
};
