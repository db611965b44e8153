const NEGATION =
  /\b(?:not|no|never|none|cannot|can't|couldn't|won't|wouldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|doesn't|don't|didn't|unable|without|nor|neither|yet to be|failed to|refused|declined to)\b|n't\b|\bun(?=(?:shipped|paid|delivered|confirmed|available|processed|refunded|approved)\b)|[不没未无非别]|免(?=费)|尚待|待(?=发货|处理|确认|付款)/i;
const FAILURE =
  /\b(?:unfortunately|unable|could(?:n't| not)|(?:i|we)(?:'m| am| are)? (?:can(?:'t|not| not)|not able)|fail(?:ed|ure|s|ing)?|errors?|not found|no record|(?:does|do|did)(?:n't| not) (?:exist|match|work|go through|have|find|seem)|(?:is|are|was|were|has|have)(?:n't| not)(?: been| yet| be| currently)* (?:\w+(?:ed|en)|found|available|eligible|possible|valid|able)|invalid|unsuccessful|went wrong|(?:a|an|the|some|technical|system) (?:problem|issue|error)|declined|denied|rejected|unavailable|timed out|refused|no (?:results?|match(?:es)?|such|orders?|records?|employees?|customers?|flights?))\b|失败|无法|不存在|未找到|没有?找到|找不到|没有?查到|查不到|未能|错误|出错|异常|不能|不成功|没有?成功|未成功|无此|没有此|没有该|查无|超时|拒绝|不可用|不行/i;
/** Courtesies that use the words of failure. */
const HARMLESS =
  /\b(?:no|any|without(?: any)?) (?:problems?|issues?|errors?|trouble)\b|\bdon't (?:worry|hesitate)\b|\b(?:is|was|does|do|has)(?:n't| not) (?:a problem|an issue|matter)\b|没(?:有)?问题/gi;
const PAST =
  /\b(?:was|were|had|previous(?:ly)?|original(?:ly)?|earlier|before|formerly|used to|old|initial(?:ly)?|from|instead of|changed|updated|increased|decreased|dropped|rose|no longer|at the time)\b|原(?:来|先|本|价)?|之前|以前|曾|先前|此前|从|由|旧/i;
const FUTURE =
  /\b(?:will|'ll|shall|going to|expected?|should (?:arrive|receive|be)|by|within|estimated|soon)\b|将|会|预计|之?内|到时|届时|马上|稍后/i;
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

/** Tells a failure, an absence or an inability. */
export function tellsFailure(text: string): boolean {
  return FAILURE.test(text.replace(HARMLESS, ' '));
}

/** Tells of completion. */
export function tellsSuccess(text: string): boolean {
  return SUCCESS.test(text);
}

/** Speaks of how things were, or of a change from one value to another. */
export function speaksOfPast(text: string): boolean {
  return PAST.test(text);
}

/** Speaks of what is still to come. */
export function speaksOfFuture(text: string): boolean {
  return FUTURE.test(text);
}

/** Tells the result of reckoning: a total, a difference, a change of payment. */
export function tellsResult(text: string): boolean {
  return RECKONED.test(text);
}
