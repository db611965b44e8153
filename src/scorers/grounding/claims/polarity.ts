const NEGATION =
  /\b(?:not|no|never|none|nothing|nobody|no one|cannot|can't|couldn't|won't|wouldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|doesn't|don't|didn't|unable|without|nor|neither|no longer|yet to be|failed to|refused|declined to)\b|n't\b|\bun(?=(?:shipped|paid|delivered|confirmed|available|processed|refunded|approved|changed|touched|cancelled)\b)|[不没未无非别]|从未|不曾|并未|免(?=费)|尚待|待(?=发货|处理|确认|付款)/i;
/** Negations that govern a whole clause from its subject: "nothing has been …", "no refund was …". */
const NEGATIVE_SUBJECT = /\b(?:nothing|nobody|no one|none|neither|no (?!longer\b)\w+(?: \w+)?)\b/i;
const FAILURE =
  /\b(?:unfortunately|unable|could(?:n't| not)|(?:i|we)(?:'m| am| are)? (?:can(?:'t|not| not)|not able)|fail(?:ed|ure|s|ing)?|errors?|not found|no record|(?:does|do|did)(?:n't| not) (?:exist|match|work|go through|have|find|seem|answer|respond|reply|recogni[sz]e|accept|succeed|complete|let|allow)|has(?:n't| not) gone through|(?:is|are|was|were|has|have)(?:n't| not)(?: been| yet| be| currently)* (?:\w+(?:ed|en)|found|available|eligible|possible|valid|able|working|responding|answering|reachable)|no (?:answer|response|reply|luck|success|longer)|invalid|unsuccessful(?:ly)?|without success|went wrong|go(?:es|ne)? wrong|(?:a|an|the|some|technical|system) (?:problem|issue|error|outage|fault)|(?:trouble|difficult(?:y|ies)|problems|issues) (?:with|in|\w+ing)|declined|denied|rejected|unavailable|unreachable|unknown|out of (?:service|order)|(?:is|was|are|seems|appears)(?: currently| still| temporarily)? (?:down|offline|broken|missing|impossible)|timed out|time-?out|refused|no (?:results?|match(?:es)?|such|orders?|records?|employees?|customers?|flights?))\b|失败|无法|不存在|未找到|没有?能?找到|找不到|没有?能?查到|查不到|查询?不了|未能|没能|没办法|错误|出错|异常|不能|不成功|没有?成功|未成功|无此|没有(?:此|该|这[个位名])|没有?(?:任何)?(?:响应|回应|反应)|无响应|未响应|查无|超时|拒绝|不可用|不行|办不了|打不开|不通|故障|维护|中断|出了?(?:点|些)?问题/i;
/** Courtesies that use the words of failure. */
const HARMLESS =
  /\b(?:no|any|without(?: any)?) (?:problems?|issues?|errors?|trouble)\b|\bdon't (?:worry|hesitate)\b|\b(?:is|was|does|do|has)(?:n't| not) (?:a problem|an issue|matter)\b|没(?:有)?问题/gi;
const PAST =
  /\b(?:was|were|had|previous(?:ly)?|original(?:ly)?|earlier|before|formerly|used to|old|initial(?:ly)?|instead of|rather than|no longer|at the time|not|replac(?:es|ed|ing)|down from|up from)\b|原(?:来|先|本|价)?|之前|以前|曾|先前|此前|旧|不再|而?不是/i;
const FROM = /(?:\bfrom|从|由)[^\d]{0,16}$/i;
const PRESENT = /\b(?:now|current(?:ly)?|still|today|at present)\b|现在|目前|如今|当前|仍/i;
const FUTURE =
  /\b(?:will|'ll|shall|going to|expect(?:ed)?|should (?:arrive|receive|be)|by|within|estimated|soon|no later than|at the latest|guarantee[ds]?|promise[ds]?|arrives?|ships|is due|is coming|in the next|on its way)\b|将|会|预计|之?内|到时|届时|马上|稍后|保证|承诺|最[晚迟]|不迟于|[日号天周月底点末](?:之|以)?前|(?:[明后]天|下周|今晚)[^，。]{0,10}(?:到|送|发|退|回|收|寄|完成|处理)/i;
const SUCCESS =
  /\b(?:done|success(?:ful|fully)?|complet(?:e|ed)|all set|processed|confirmed|finished|taken care of|went through|gone through|has been|have been|is now|are now|i've|we've)\b|成功|完成|办好|搞定|已(?:经)?(?:为|帮|给)?|好了|妥/i;

const RECKONED =
  /\b(?:total|sum|combined|altogether|in all|together|overall|difference|differ|more|less|cheaper|save|savings?|extra|additional|remaining|left|balance|refund|charge[ds]?|cost|owe|net|per)\b|合计|总|一共|共|加起来|差|多|少|剩|便宜|贵|省|退|补/i;

/** True when the words before `at`, in the same clause, turn what stands there into its opposite. */
export function isNegatedAt(sentence: string, at: number, { reach = 40 }: { reach?: number } = {}): boolean {
  const before = sentence.slice(Math.max(0, at - reach), at);
  const clause = before.slice(
    Math.max(...[',', ';', '，', '；', ':', '：', '。', ' but ', '但'].map((mark) => before.lastIndexOf(mark))) + 1,
  );
  return NEGATION.test(clause) || /^(?:un(?=[a-z])|非|未|不)/.test(sentence.slice(at));
}

/** True when a whole clause denies: its subject is nothing, nobody or "no such thing". */
export function hasNegativeSubject(clause: string): boolean {
  return NEGATIVE_SUBJECT.test(clause);
}

/** Says that something is not so. */
export function denies(clause: string): boolean {
  return NEGATION.test(clause.replace(HARMLESS, ' '));
}

/** Tells a failure, an absence or an inability. */
export function tellsFailure(text: string): boolean {
  return FAILURE.test(text.replace(HARMLESS, ' '));
}

/** Tells of completion. */
export function tellsSuccess(text: string): boolean {
  return SUCCESS.test(text);
}

/** Speaks of how things were. */
export function speaksOfPast(text: string): boolean {
  return PAST.test(text);
}

/** The words at `at` tell how things were, or what a change started from; "now" in the same clause takes that back. */
export function speaksOfPastAt(sentence: string, at: number, { length = 0 }: { length?: number } = {}): boolean {
  const before = sentence.slice(Math.max(0, at - 60), at);
  const clause = before.slice(lastBreak(before));
  if (FROM.test(clause)) return true;
  const after = /^[^,;，；。]{0,30}/.exec(sentence.slice(at + length))?.[0] ?? '';
  if (/^ ?(?:->|→|=>) ?/.test(after)) return true;
  return PAST.test(clause) ? !PRESENT.test(clause) : /^ ?(?:before|earlier|previously)\b|^(?:之前|以前)/i.test(after);
}

/** A comma inside a number parts nothing; a full-width one arrives here as a plain comma without a blank. */
const BREAK = /(?<!\d),|,(?!\d)|[;；，。、]| but | and now |但/g;

function lastBreak(text: string): number {
  let end = 0;
  for (const match of text.matchAll(BREAK)) end = match.index + match[0].length;
  return end > 0 && text[end] === ' ' ? end + 1 : end;
}

/** The clause around a place: from the mark before it to the mark after it. */
export function clauseAt(sentence: string, at: number): { text: string; start: number } {
  const start = lastBreak(sentence.slice(0, at));
  const rest = sentence.slice(at);
  const end = /(?<!\d),|,(?!\d)|[;；，。]| but |但/.exec(rest);
  return { text: sentence.slice(start, at + (end?.index ?? rest.length)), start };
}

/** Speaks of what is still to come. */
export function speaksOfFuture(text: string): boolean {
  return FUTURE.test(text);
}

/** Tells the result of reckoning: a total, a difference, a change of payment. */
export function tellsResult(text: string): boolean {
  return RECKONED.test(text);
}
