import type { TypedValue } from '../values/typed-value.ts';
import { actionsOf } from './actions.ts';
import type { Answer, AnswerSentence } from './answer.ts';
import { type ActionClaim, placeOf, type StatusClaim, type ValueClaim } from './claim.ts';
import { clauseAt, denies, isNegatedAt, speaksOfFuture } from './polarity.ts';
import { statusesIn } from './statuses.ts';

/** Numbers that count the answer's own parts: "option 2", "step 3", 第二. */
const OWN_NUMBERING =
  /(?:\b(?:options?|steps?|choices?|items?|part|section|chapter|version|line|number|no\.?|#) ?|第)$/i;
/** What follows a number that counts parts of the answer, or tells the top of a scale. */
const OWN_PARTS =
  /^ (?:\w+ )?(?:options?|choices|steps|ways|things|reasons|points|questions|possibilities|alternatives)\b|^(?:个|种|项)?(?:选项|选择|方案|步骤|问题|方法)/i;
const SCALE = /(?:\bout of|\/|满分(?:为|是)?) ?$/i;
/** A claim that is read from a sentence alone, and decided afterwards. */
type SimpleClaim = ValueClaim | ActionClaim | StatusClaim;

/** Every such statement of an answer, in order. What a sentence does is decided before what it says. */
export function claimsOf(answer: Answer): readonly SimpleClaim[] {
  const claims: SimpleClaim[] = [];
  for (const sentence of answer.sentences) {
    addValues(answer, sentence, claims);
    if (sentence.act !== 'statement' && sentence.layout !== 'row') continue;
    claims.push(...actionsOf(answer, sentence));
    addStatuses(answer, sentence, claims);
  }
  return claims.sort((a, b) => a.start - b.start);
}

function addValues(answer: Answer, sentence: AnswerSentence, claims: SimpleClaim[]): void {
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
    if (isBasis(value) && /\bper $|每$/i.test(before)) continue;
    if (isInName || (isBare(value) && OWN_NUMBERING.test(before))) continue;
    const isStated = sentence.act === 'statement' || sentence.layout === 'row';
    const force = start >= sentence.exampleFrom ? 'example' : isStated ? 'stated' : 'presupposed';
    const isPromise =
      isStated &&
      isAboutTime(value) &&
      speaksOfFuture(sentence.text) &&
      !denies(clauseAt(sentence.text, start - sentence.start).text);
    claims.push({ kind: 'value', answer, sentence, value, force, isPromise, ...placeOf(answer, start, end) });
  }
}

/** "Per 100 people": a round number that rates are told by. */
function isBasis(value: TypedValue): boolean {
  return (value.kind === 'number' || value.kind === 'quantity') && /^10+$/.test(value.decimal);
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

function addStatuses(answer: Answer, sentence: AnswerSentence, claims: SimpleClaim[]): void {
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
