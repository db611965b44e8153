/**
 * Words that take an agreement back, put it off, or make it hang on something, where they stand in the same sentence. Each
 * line is one way of doing so.
 */
const RESERVATIONS: readonly RegExp[] = [
  // Conditions and exceptions.
  /\b(?:but|except|instead|however|(?:only|just) if|unless|provided(?: that)?|as long as|although|though|rather)\b|^(?:yes|yeah|yep|ok|okay|sure)[,\s]+if\b/u,
  // What is not to be done.
  /\bdo(?: not|n['’]t)\b/u,
  // One thing and not the other.
  /\b(?:yes|agreed?|ok|okay|fine) (?:on|to|with|about|for)\b[^.!?;]*[,;-]\s*(?:but )?not\b|[,;-]\s*(?:but |and )?not (?:to |for |on |with )?(?:this|that|it|these|those)\b/u,
  // Taking back.
  /[,;:]\s*(?:(?:h?m+|er|uh|well|oh|actually|sorry)[,.]* )*(?:no|nope|nah)(?=\W*$|\s*[,.!;])|\bleave me (?:alone|be)\b/u,
  /\b(?:hold (?:on|off)|hang on|wait|never ?mind|forget (?:it|that|this|about|the whole)|scratch that|call it off|take (?:it|that) back|on (?:second thoughts?|reflection)|reconsider(?:ed)?)\b|\b(?:actually|but|just|now|sorry|have|'ve) changed? my mind\b/u,
  /(?:^|[,;:.!-]\s*|\b(?:please|just|and|now|so|ok|okay|yes|sure|right|fine) )stop(?: (?:it|that|this|there|here|now|please|right there))*(?=\W*$|\s*[,.!;])/u,
  // Putting off.
  /\b(?:in|give me|just|wait|need) (?:an?|one|some|a few|a couple of|more|another|two|three|five|ten|\d+) (?:more )?(?:minutes?|moments?|seconds?|secs?|bit|while|hours?|days?|time)\b/u,
  /(?:^|[,;:]\s*|\b(?:it|that|this|them|so|maybe|ahead) )(?:a bit |maybe |much |but )?later(?: on| then| please| today)?(?=\W*$|\s*[,.!;])|\bnot (?:yet|now|today)\b/u,
  /\blet (?:me|us) (?:first |just )*(?:think|see|ask|check|look|talk|consider|consult|read|sleep)\b|\bi(?:'ll| will| need to| have to| must| want to| should| would like to|'d like to) (?:first |still )*(?:think|sleep on|consider|check with|talk to|ask)\b/u,
  /\bi(?:'ll| will| shall) (?:call|ring|get back|come back|be back|return|write|message|contact|reach out|be in touch|let you know)\b/u,
  /(?<!\band |\bthen )\b(?:after|before|once|until|till|as soon as|when) (?:you|i|we|that|this|he|she|they)(?:'ve| have| had)?\b(?<!\bthen \w+)(?! are done| is done|'re done)/u,
  // First something else: not "the first one", nor "first class".
  /(?:^|[,;:]\s*|\band )first,? (?:of all,? )?(?:tell|let|explain|show|check|answer|give|send|say|can|could|please|i|you|we|what|how|is)\b|\b(?:tell|explain|show|check|answer|say|clarify|describe|know|look|ask|see|talk)\b[^,.;!?]* first(?=\W*$|\s*[,.!;])/u,
  // Doubt.
  /\b(?:i guess|i suppose|not (?:so |really |entirely |quite |that )?sure|unsure|no idea|not certain)\b|(?:^|[,;:]\s*)(?:maybe|perhaps|probably|possibly)\b|\b(?:maybe|perhaps|probably|possibly)(?=\W*$)/u,
  // Chinese, in the same order.
  /但是?|不过|除了|改成|换成|改为|换为|如果|要是|除非|只要|前提/u,
  /(?:^|[,，;；、。\s])(?:请)?(?:别(?!的|人|处)|不要|不可)|不(?:用|要|必|需要)了/u,
  /算了|等一下|等等|先等|稍等|慢着|改(?:变)?(?:了)?主意|反悔|停(?:下|止|手)?(?=[\s,，。.!！]|$)/u,
  /等会|待会|过(?:一)?会|晚(?:一)?点|以后再|改天|回头再|再说|让我(?:先)?(?:想|考虑|看|问|查)|考虑(?:一下|考虑)|想一?想|之后再|(?:你|您|我)[^,，。]*(?:之后|以后|再)(?=[\s,，。.!！]|$)/u,
  /先(?:告诉|解释|说|讲|看|查|问|给|回答|确认|别|不)/u,
  /也许|或许|大概|可能|应该吧|不(?:太)?确定|说不定/u,
];

/**
 * A question that follows the yes and is none of its own: "ok, how much would that be". After a plain yes, "and" makes it an
 * addition.
 */
const ASKING =
  '(?:how|what(?!ever)|which|why|who|where|when (?:will|would|is|does|do|can|are)|is (?:it|that|this|there)|are (?:you|there|they)|(?:will|would|does|did|can|could|should|must|am|do(?! (?:it|that|this)\\b)) (?:it|that|this|there|they|i|we))\\b';
const QUESTION_BACK = new RegExp(
  `^(?:(?:yes|yeah|yep)[\\s,;:-]+|(?:ok|okay|sure|alright|all right|right|fine|good|great|perfect)[\\s,;:-]+(?:and )?)(?:so |then )?${ASKING}`,
  'u',
);
const CHINESE_QUESTION_BACK =
  /^(?:好的?|可以|行|嗯|是的?|对)[吧啊呀]?[\s,，]*(?:那么?|请问)?[^,，。]{0,6}(?:多少|什么|怎么|为何|哪(?!怕)|几(?!乎))/u;

/** The agreement is to being told something, and not to what was asked: "go ahead and explain it". */
const INFORM =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|alright|please|go ahead|proceed)[\s,;:-]+(?:and |to )?)+(?:(?:can|could|would|will) you )?(?:please )?(?:first )?(?<verb>explain|tell|describe|clarify|show|remind|list|summari[sz]e|walk me)\b/u;
/** Verbs that undo, said of the matter in question: an agreement only where they name the very act that was asked. */
const UNDO =
  /\b(?<verb>cancel|undo|drop|abort|skip|leave|scrap|scratch|ignore|disregard|keep) (?:it|that|this|everything|them|all of it)(?: all| alone| be| as (?:it|they) (?:is|are)| please| then| again)*(?=\W*$|\s*[,.!;])/u;

/** Another time than now: an agreement only where it was spoken of. */
const OTHER_TIME =
  /^(?:yes|yeah|yep|ok|okay|sure|fine|alright|great|good)[\s,;:-]+(?:but |maybe |perhaps |let's do it |do it )*(?<verb>after|tomorrow|next (?:week|month|time|year|\p{L}+day)|another (?:day|time)|some(?: other)? ?time|soon|one day|tonight|this (?:evening|afternoon|weekend)|on \p{L}+day)\b/u;

/** Whether a sentence that agrees does not plainly do so. `talk` is what was spoken of before. */
export function isReserved(sentence: string, talk: string | undefined): boolean {
  if (RESERVATIONS.some((words) => words.test(sentence))) return true;
  if (QUESTION_BACK.test(sentence) || CHINESE_QUESTION_BACK.test(sentence)) return true;
  return isNews(sentence, INFORM, talk ?? '') || isNews(sentence, OTHER_TIME, talk ?? '') || undoes(sentence, talk);
}

/** A sentence that begins like this takes back what was said before it. */
const TAKES_BACK =
  /^(?:but (?:wait|no|first|don't)|no(?:pe)?(?=\s*[,.!]|$)|wait|stop|hold (?:on|off)|hang on|never ?mind|forget (?:it|that|about)|scratch that|not (?:yet|now)|(?:um+|hm+|well|oh|ok|okay|sorry)?,? ?actually,? (?:no|wait|don't|hold|i(?:'ve| have)? changed|never|stop)|(?:but |hm+,? |well,? |actually,? )?let me (?:think|consider|sleep|ask)\b|on (?:second thoughts?|reflection)|(?:just )?kidding|i(?:'ve| have)?(?: just)? changed my mind(?=\W*$)|i(?:'m| am) not (?:so |really |quite )?sure(?=\W*$| (?:about (?:it|that|this)|anymore|yet))|do(?: not|n't) (?:do|proceed|go|cancel|change|book|refund|send|make|process)\b|不要|等|算了|别|但|不过|我改(?:变)?主意|让我(?:想|考虑)|先等|先别|停)/u;

export function takesBack(sentence: string, talk: string | undefined): boolean {
  return TAKES_BACK.test(sentence) || startsUndoing(sentence, talk);
}

function startsUndoing(sentence: string, talk: string | undefined): boolean {
  const found = UNDO.exec(sentence);
  return (
    found !== null &&
    /^(?:(?:please|just|then|so|ok|okay)[\s,]*)*$/.test(sentence.slice(0, found.index)) &&
    undoes(sentence, talk)
  );
}

function undoes(sentence: string, talk: string | undefined): boolean {
  return talk !== undefined && isNews(sentence, UNDO, talk);
}

/** Whether the sentence has a word of this kind that was not spoken of before. */
function isNews(sentence: string, words: RegExp, talk: string): boolean {
  const verb = words.exec(sentence)?.groups?.verb;
  return verb !== undefined && !speaksOf(talk, verb);
}

/** "cancellation" and "cancelled" speak of `cancel`. */
function speaksOf(talk: string, verb: string): boolean {
  return talk.includes(verb.replace(/e$/, ''));
}
