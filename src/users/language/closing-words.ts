import { isOffer } from './questions.ts';

/** What may still come up and nobody has named: the object of an offer. */
const ANY =
  /\b(?:any|other|more|further|additional|some|a)\b[^,.!?]{0,30}\b(?:questions?|concerns?|doubts?|issues?|problems?|trouble|help|assistance|support|information|requests?|feedback|needs?)\b|\b(?:have|got) (?:questions|concerns|doubts)\b|\b(?:anything|something|nothing|everything)\b[^,.!?]{0,30}\b(?:else|more|unclear|clear|missing|wrong|need|want|help|do for you|come up|comes up|like)\b|\b(?:need|want|require|like)\b[^,.!?]{0,20}\b(?:anything|something|more|help|assistance|support|us again|me again)\b|\b(?:can|could) (?:be of|help|assist|do (?:any|some|more))/i;
const CALL = `(?:(?:please|just|simply|kindly|do|always) ){0,2}(?:(?:feel free|don't hesitate|do not hesitate|you (?:can|may)(?: always)?) (?:to )?)?(?:let (?:me|us) know|tell (?:me|us)|ask(?: (?:me|us|away))?|contact (?:me|us)|write (?:to )?(?:me|us)|call (?:me|us)|message (?:me|us)|reach out|get in touch|reply|come back|shout|say so|i(?:'m| am) (?:here|happy to)|we(?:'re| are) (?:here|happy to))`;
const CONDITION = String.raw`(?:(?:if|whether|in case|when(?:ever)?|as soon as|unless|should)\b[^,.!?]{3,120})`;
/** "If you have any questions, please let me know" and the other way round. */
const CONDITIONAL_OFFERS = [
  new RegExp(String.raw`(?<!\w)${CONDITION}(?:, ?| )${CALL}[^,.!?]{0,60}`, 'gi'),
  new RegExp(String.raw`(?<!\w)${CALL}[^,.!?]{0,30}? ${CONDITION}`, 'gi'),
  /(?<!\w)should you (?:have|need|want|require)\b[^,.!?]{3,120}/gi,
];
/** What an offer of this form must not hold: something that is the matter of the talk. */
const NAMES_SOMETHING =
  /\b(?:you(?:'d| would)? (?:want|like|prefer|agree|accept|need) (?:me|us) to|(?:i|we) should|want me to|works? for you|agree|accept|okay with|fine with)\b/i;
const CHINESE_OFFER =
  /(?:(?:如果|如|若|要是|假如|倘若|万一|一旦|只要|以后|后续|后面)?[^，,。！？]{0,6}(?:(?:有|遇到|存在)(?:了|着)?(?:什么|任何|其他|其它|别的|更多|哪里)?[^，,。！？]{0,4}(?:问题|疑问|疑惑|困难|需要|需求|不明白|不清楚|不懂|帮助)|(?:还|再)?需要(?:的话|帮助|帮忙|协助)?|(?:哪里|什么)?(?:不明白|不清楚|不懂)|用得[上着](?:我|我们))(?:的话|时|的地方)?)[，, ]{0,2}(?:请|欢迎|可以|可|都可以|尽管|随时|再|就|您|你|也){0,6}(?:告诉|告知|联系|联络|咨询|找|问|提出|提问|说|叫|回复|留言|来)(?:我们|我|客服|一声|一下)?[^，,。！？]{0,4}/g;
const MORE_QUESTIONS =
  /^(?:(?:do you |have you |got )?(?:still )?(?:have |got |are there )?(?:any|other|more|further)(?: other| more| further)? )?(?:questions|concerns|doubts|issues)(?: for (?:me|us)| about (?:it|this|that|anything)| (?:that )?(?:i|we) (?:can|could|may) \w+)?(?: at all| today| left)?\s*[?？]|^(?:do|would|will) you (?:still )?(?:need|require|like|want) (?:any |some |more |further |other |additional )*(?:help|assistance|support|information)(?: today| from (?:me|us))?\s*[?？]|^(?:and |so )?is there (?:anything|something)(?: \w+)? (?:that )?(?:i|we) (?:can|could|may|should) (?:clarify|explain|do|help|address|assist|go over|add)\b(?! (?:this|that|it|your)\b)|^need (?:anything|help|more help|a hand)\b[^?？]{0,20}[?？]|^(?:is|was) (?:that|this|it) (?:all|everything)(?: for (?:today|now|you))?(?: today)?\s*[?？]|还有(?:什么|其他|其它|别的|任何)?(?:问题|疑问|疑惑|需求|不明白的|不清楚的)|(?:有|有没有)(?:什么|其他|其它|别的|任何)?(?:疑问|不明白的|不清楚的)|需要(?:其他|别的|更多|进一步的?)(?:帮助|帮忙|协助)/iu;

/** Whether the other side was helped, content, or understood: nothing of the matter waits for the answer. */
const FEEDBACK = [
  /\b(?:is|was|were|are|has|have|did|does|do|hope)\b[^.?!]{0,40}\b(?:helpful|helped|useful|satisf(?:ied|actory|y)|clear(?:er)?(?= ?(?:now|to you|so far|enough)?\s*[?？])|make sense|makes sense|answer(?:ed)? your questions?|(?:solve|fix|resolve|address|answer)(?:s|d|ed)? (?:it|that|everything|(?:your|the) (?:question|problem|issue|concern|request)s?)|(?:question|problem|issue|concern)s?(?: been)? (?:now )?(?:answered|solved|resolved|fixed|addressed))\b(?! (?:that|if|to)\b)/i,
  /^(?:and |so |well )?(?:did|does|do|has|have|will|would) (?:this|that|it|these|those|my [\p{L} ]{1,30}|our [\p{L} ]{1,30}|the (?:information|answer|explanation|link|tip)) (?:be (?:of )?)?help(?:ed|ful)?(?: you)?(?: at all| out)?\s*[?？]/iu,
  /\b(?:are|were) you (?:\w+ )?(?:satisfied|happy|pleased|content)(?: (?:with|about) (?:how [^?？]{1,40}|(?:our|my|the|your|today's) (?:\w+ )?(?:service|support|help|assistance|answers?|experience|visit|chat|conversation|call))(?: today)?)?\s*[?？]/i,
  /\b(?:how|what) (?:was|is|did|do|were|would|satisfied|happy|likely|about)\b[^.?!]{0,40}\b(?:experience|rate|service today|do today|feel about (?:our|the|this) (?:service|chat|conversation)|think of our (?:service|support)|recommend|visit today|with (?:our|my|the) (?:service|support|help))\b|\bhow (?:did|am|are) (?:i|we) (?:do|doing)\b|\bhow satisfied\b|\bhow do you (?:like|find) (?:our|my)\b/i,
  /\b(?:rate|review|recommend)\b[^.?!]{0,30}\b(?:us|me|our|my|this|the|your) ?(?:\w+ )?(?:service|support|chat|conversation|call|experience|visit|help|shop|store|app|friends?|colleagues?)?\b|\b(?:leav(?:e|ing)|writ(?:e|ing)|giv(?:e|ing)|shar(?:e|ing)|send(?:ing)?)\b[^.?!]{0,20}\b(?:review|rating|feedback|stars?|thumbs)\b|\b(?:fill (?:in|out)|take|complete|answer)\b[^.?!]{0,30}\b(?:survey|questionnaire|poll)\b|\blet (?:me|us) know how (?:it|that|this|everything) (?:goes|went|works out|turns out)\b|\blet (?:me|us) know how (?:i|we) (?:did|are doing)\b/i,
  /^(?:is )?(?:everything|all|that|it)(?: (?:now|all))? (?:clear|good|understood)(?: (?:now|so far|to you))?\s*[?？]|^(?:clear|understood|got it|makes sense|all good)(?: so far)?\s*[?？]/i,
  /满意[吗么嘛]?(?=[?？。！!\s]|$)|(?:服务|回答|解答|帮助|接待|体验)[^，,。！？?]{0,6}(?:满意|打分|评价|评分|如何|怎么样|怎样)|好评|五星|(?:评价|评分|打分|反馈|问卷|评论)(?:一下|吧|哦|呢|表)?(?=[?？。！!\s]|$)|(?:进行|给(?:个|出|我们|予)?|留下?|填写?)[^，,。！？?]{0,8}(?:评价|评分|打分|反馈|问卷|评论)|体验(?:如何|怎么样|怎样|还好)|(?:清楚|明白|理解|懂|了解|帮到[您你]|解决(?:[^，。！？?吗]{0,8}问题)?|有(?:所)?帮助|有用)了?[吗么嘛](?=[?？。！!\s]|$)/,
];

/** A question that nobody is to answer. */
const RHETORICAL =
  /^(?:so |and |but )?why (?:not )?(?!(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must|not|\w+n't|the|this|that|these|those|you|your|i|my|we|our|they|it|he|she|so|exactly|now)\b)\p{L}+|^(?:who knows|who doesn't|who wouldn't|who could|what could be|what's not to|guess what|you know what|know what|isn't (?:it|that|this) (?:\w+ )?(?:great|nice|good|wonderful|lovely|amazing|exciting|fantastic)|how (?:great|nice|good|cool|wonderful|lovely|amazing|exciting|lucky) (?:is|was) (?:that|this|it))\b|何不|何必|何乐而不为|何尝|岂不|岂能|难道|谁不|谁能不/iu;

/** Whether a statement wants nothing to be known that the matter needs: an offer, asking how it was, rhetoric. */
export function asksForNothing(clause: string): boolean {
  const plain = clause.trim().replaceAll('’', "'");
  return (
    isOffer(plain) ||
    MORE_QUESTIONS.test(plain) ||
    FEEDBACK.some((pattern) => pattern.test(plain)) ||
    RHETORICAL.test(plain)
  );
}

/** The sentence without offers that hang on a condition; what else it asks stays. */
export function withoutConditionalOffers(sentence: string): string {
  let rest = sentence.replaceAll('’', "'");
  for (const pattern of CONDITIONAL_OFFERS) {
    rest = rest.replace(pattern, (offer) => (ANY.test(offer) && !NAMES_SOMETHING.test(offer) ? ' ' : offer));
  }
  return rest.replace(CHINESE_OFFER, ' ');
}

const QUOTED =
  /"[^"\n]{0,2000}"|“[^”]{0,2000}”|«[^»]{0,2000}»|「[^」]{0,2000}」|『[^』]{0,2000}』|(?<![\p{L}\p{N}])'[^'\n]{0,300}[?？]'(?![\p{L}\p{N}])/gu;
/** Somebody who puts a question of their own into quotation marks. */
const OWN_QUOTE =
  /\b(?:tell (?:me|us)|answer(?: me| us)?|let (?:me|us) know|(?:i|we) (?:have|need|must|want|would like)(?: to)? (?:ask|know)|(?:my|our|one|the|security|next|last|a) question(?: is| for you)?)[^.?!"“”]{0,30}$|请(?:您|你)?(?:先)?(?:回答|告诉我)[^。！？“”]{0,10}$|(?:想|要)问[^。！？“”]{0,6}$/i;
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[^\s\p{sc=Han}，。]{0,500}[^\s\p{sc=Han}，。.,!;:)"']|[\w./-]{1,200}\?[\w-]{1,60}=[^\s\p{sc=Han}，。]{0,300}/giu;
/** What the other side wanted to know is told again before it is answered. */
const ASKED_BY_USER =
  /(?<![\p{L}])(?:you(?:'re| are| have|'ve)? (?:just )?(?:asked|asking|wanted to know|wondered|wondering|wrote|said)|your question(?: was| is)?)(?: (?:me|us))?\s?[:,，：][^.?？!\n]{0,200}[?？]|(?:您|你)(?:刚才|刚刚|之前|想|的问题)?(?:问|问的是|问到|是)?[:：][^。？?！\n]{0,100}[?？]/giu;

/** The text without questions that are somebody else's words, or part of an address. */
export function withoutForeignQuestions(text: string): string {
  const rest = text
    .replace(ADDRESS, ' x ')
    .replace(QUOTED, (quoted, at: number) => (OWN_QUOTE.test(text.slice(Math.max(0, at - 80), at)) ? quoted : ' x '))
    .replaceAll('’', "'")
    .replace(ASKED_BY_USER, ' ');
  // A message that is nothing but quoted is the speaker's own.
  return /[\p{L}\p{N}]/u.test(rest.replaceAll(' x ', '')) ? rest : text;
}
