import type { TypedValue } from '../values/typed-value.ts';
import type { Answer, AnswerSentence } from './answer.ts';
import { type Claim, placeOf } from './claim.ts';
import { conceptsIn } from './concepts.ts';
import { isNegatedAt, speaksOfFuture, tellsSuccess } from './polarity.ts';
import { statusesIn } from './statuses.ts';

/** Numbers that count the answer's own parts: "option 2", "step 3", 第二. */
const OWN_NUMBERING =
  /(?:\b(?:options?|steps?|choices?|items?|part|section|chapter|version|line|number|no\.?|#) ?|第)$/i;
/** What follows a number that counts parts of the answer, or tells the top of a scale. */
const OWN_PARTS =
  /^ (?:\w+ )?(?:options?|choices|steps|ways|things|reasons|points|questions|possibilities|alternatives)\b|^(?:个|种|项)?(?:选项|选择|方案|步骤|问题|方法)/i;
const SCALE = /(?:\bout of|\/|满分(?:为|是)?) ?$/i;
const DONE_ENGLISH =
  /\b(?:(?:has|have|'ve|was|were|is now|are now|been|being|'s been|successfully|just|already|also|now|i|we) (?:\w+ly )?(?:been )?(?:\w+ly )?)([a-z]{2,}(?:ed|en)|sent|paid|made|sold|done|set)\b(?!-)/gi;
const HEAD_DONE = /^(?:done|all set|completed|success(?:fully)?|all done|好了|完成|搞定|成功|已完成|办好了)/i;
const DONE_CHINESE = /已(?:经)?|成功|好了|完成|完毕|妥/;

/** Every checkable statement of an answer, in order. What a sentence does is decided before what it says. */
export function claimsOf(answer: Answer): readonly Claim[] {
  const claims: Claim[] = [];
  for (const sentence of answer.sentences) {
    addValues(answer, sentence, claims);
    if (sentence.act !== 'statement' && sentence.layout !== 'row') continue;
    addActions(answer, sentence, claims);
    addStatuses(answer, sentence, claims);
  }
  return claims.sort((a, b) => a.start - b.start);
}

function addValues(answer: Answer, sentence: AnswerSentence, claims: Claim[]): void {
  const { text } = answer.normalised;
  for (const { value, start, end } of sentence.values) {
    const isPart = sentence.values.some(
      (other) => other.value !== value && other.value.kind === 'name' && other.start <= start && end <= other.end,
    );
    const isInName =
      value.kind !== 'identifier' && sentence.anchors.some((anchor) => anchor.start <= start && end <= anchor.end);
    if (isPart && value.kind !== 'identifier') continue;
    const before = text.slice(Math.max(0, start - 10), start);
    if (isBare(value) && before.endsWith('(') && text[end] === ')') continue;
    if (
      value.kind === 'number' &&
      (SCALE.test(before) ||
        (isBare(value) && OWN_PARTS.test(text.slice(end, end + 30))) ||
        end - start === sentence.text.replace(/\W+$/, '').length)
    )
      continue;
    if (isInName || (isBare(value) && OWN_NUMBERING.test(before))) continue;
    const isStated = sentence.act === 'statement' || sentence.layout === 'row';
    const force = start >= sentence.exampleFrom ? 'example' : isStated ? 'stated' : 'presupposed';
    const isPromise = isStated && isAboutTime(value) && speaksOfFuture(sentence.text);
    claims.push({ kind: 'value', answer, sentence, value, force, isPromise, ...placeOf(answer, start, end) });
  }
}

function isBare(value: TypedValue): boolean {
  return value.kind === 'number' && !value.decimal.includes('.') && Number(value.decimal) <= 20;
}

function isAboutTime(value: TypedValue): boolean {
  return (
    value.kind === 'date' ||
    value.kind === 'time' ||
    (value.kind === 'quantity' && /second|minute|hour|day|week|month|year/.test(value.unit))
  );
}

function addActions(answer: Answer, sentence: AnswerSentence, claims: Claim[]): void {
  const { text, start } = sentence;
  const taken = new Set<string>();
  const push = (concept: string | undefined, from: number, to: number): void => {
    const name = concept ?? '';
    if (taken.has(name)) return;
    taken.add(name);
    const outcome = isNegatedAt(text, from) ? 'failed' : 'done';
    claims.push({ kind: 'action', answer, sentence, concept, outcome, ...placeOf(answer, start + from, start + to) });
  };
  const concepts = conceptsIn(text);
  const search = new RegExp(DONE_ENGLISH.source, DONE_ENGLISH.flags);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const verb = match[1] ?? '';
    if (/^(?:after|once|when|if|before|until)\b/i.test(text)) break;
    const from = match.index + match[0].length - verb.length;
    const named = concepts.find((concept) => concept.start === from);
    if (named && !isAboutUser(text.slice(0, from))) push(named.concept, from, from + verb.length);
  }
  for (const { concept, start: from, end } of concepts) {
    if (!/[\u3400-\u9fff]/.test(text.slice(from, end))) continue;
    const around = text.slice(Math.max(0, from - 12), end + 4);
    const isDone = DONE_CHINESE.test(around) || /^(?:了|好|成功|完)/.test(text.slice(end, end + 3));
    if (isDone && !/(?:您|你)(?:已|之前|曾)/.test(around)) push(concept, from, end);
  }
  const bare = HEAD_DONE.exec(text);
  if (taken.size === 0 && (bare || (tellsSuccess(text) && /success|complet|成功|完成/i.test(text)))) {
    const at = bare ? 0 : Math.max(0, text.search(/success|complet|成功|完成/i));
    push(undefined, at, at + (bare?.[0].length ?? 7));
  }
}

/** "you cancelled", "you've ordered": the user's deed, not the agent's. */
function isAboutUser(before: string): boolean {
  return /\b(?:you|they|customer|user|he|she)(?:'ve| have| had| were| already| just)*(?: \w+ly)? *$/i.test(
    before.replace(/(?:has|have|had|'ve) (?:been )?$/i, ''),
  );
}

function addStatuses(answer: Answer, sentence: AnswerSentence, claims: Claim[]): void {
  for (const { status, start, end, isNegated } of statusesIn(sentence.text)) {
    const isNegative = isNegated || isNegatedAt(sentence.text, start, { reach: 16 });
    claims.push({
      kind: 'status',
      answer,
      sentence,
      status,
      isNegative,
      ...placeOf(answer, sentence.start + start, sentence.start + end),
    });
  }
}
