import type { UserFacts } from '../facts.ts';
import { mentions, significantWords } from '../language/elicitation.ts';
import { isQuestion } from '../language/questions.ts';
import { clausesOf, sentencesOf } from '../language/sentences.ts';
import { changesMind } from './changes-mind.ts';
import { saysValue } from './says-value.ts';
import { hasNumber, isSameId, isSamePhone, numbersIn, type TextValue, valuesIn } from './values.ts';
import { finding, heardTexts, ownWords, type WordsCheck, type WordsFinding } from './words-check.ts';

/**
 * The user gave another value for something than its fact has, or than it gave before: "my order is A-1002" of somebody
 * whose order is A-1001. A question, a denial ("not A-1002") and a change of mind that is announced are no contradiction.
 */
export const contradictions: WordsCheck = ({ text, before }, { facts = {} }) => {
  if (changesMind(text)) return [];
  const claims = claimsIn(text);
  if (claims.length === 0) return [];
  const earlier = ownWords(before).flatMap(claimsIn);
  const heard = heardTexts(before);
  return claims.flatMap((claim) => againstFacts(claim, { facts, heard }) ?? againstEarlier(claim, earlier));
};

/** A value that stands in one clause with the words it is a value of. */
type Claim = { clause: string; value: TextValue };

const DENIAL = /\b(?:not|n't|never|no longer|instead of|rather than)\b|不是|并非|而不是|没有/i;

function claimsIn(text: string): Claim[] {
  return sentencesOf(text)
    .filter((sentence) => !isQuestion(sentence))
    .flatMap(clausesOf)
    .flatMap((clause) => {
      if (DENIAL.test(clause)) return [];
      const values = valuesIn(clause);
      const [value] = values;
      // Two values in one clause: nobody can say which is which.
      return value === undefined || values.length > 1 || value.kind === 'date' ? [] : [{ clause, value }];
    });
}

/** Undefined when no fact is spoken of; nothing when one is, rightly. */
function againstFacts(
  { clause, value }: Claim,
  { facts, heard }: { facts: UserFacts; heard: readonly string[] },
): WordsFinding[] | undefined {
  const lower = clause.toLowerCase();
  for (const [name, fact] of Object.entries(facts)) {
    const told = typeof fact === 'string' ? fact : fact.disclosure === 'never' ? undefined : fact.value;
    if (told === undefined || !significantWords(name).every((word) => mentions(lower, word))) continue;
    if (!isSaidOf(clause, { name, value })) continue;
    const known = valuesIn(told).filter(({ kind }) => kind === value.kind);
    if (known.length !== 1) continue;
    // The value of another fact stands for itself.
    if (saysValue(told, value.text) || Object.values(facts).some((other) => saysValue(textOf(other), value.text)))
      return [];
    if (known.some((one) => isSameValue(one, value))) return [];
    // What somebody else named is told back, unless the user makes it its own.
    if (!OWN.test(clause) && heard.some((text) => saysValue(text, value.text))) return [];
    const message = `gave \`${value.text}\` for the fact \`${name}\`, which is \`${told}\``;
    return [finding('break', 'contradicted-fact', { message, words: clause })];
  }
  return undefined;
}

/** What may stand between a name and its value, or a value and its name. */
const LINK =
  /^[\s:：#"'“(=]*(?:(?:number|no|nr|id|code|ref|reference|is|was|are|were|be|should|actually|really|also|definitely|still|exactly|about|only|the|a|an|my|that|i|we|have|has|had|you|asked|wanted|needed|for|of|on|in|paid|see|at|it|this|from|with|ends|reads|called|one|eur|euros?|usd|号码?|编号|单号|代码|是|为|就是|应该是|的|我|我的|这个|那个|叫)(?![\p{L}])[\s:：#"'“.,(=]*){0,8}$/iu;
/** What others did with a value of that name is theirs: "the amount you offered". */
const OTHERS =
  /\b(?:you|they|he|she|your|their)\b(?!(?:'ve| have|'d| had)? (?:asked|wanted|needed|want|need|ask|look))|(?:你们?|您|他们?|她)[^，,。]{0,4}(?:说|给|提|报|显示|写|发|扣|退|看到)/iu;

/** Whether a clause says that the value is that of the name, and does not only speak of both. */
function isSaidOf(clause: string, { name, value }: { name: string; value: TextValue }): boolean {
  const lower = clause.toLowerCase();
  const at = lower.indexOf(value.text.toLowerCase());
  const end = at + value.text.length;
  return significantWords(name).some((word) => {
    const before = lower.lastIndexOf(word, at - word.length);
    const between = before < 0 ? '' : restOfWord(lower.slice(before + word.length, at));
    if (before >= 0 && LINK.test(between) && !OTHERS.test(between)) return true;
    const after = lower.indexOf(word, end);
    const back = after < 0 ? '' : lower.slice(end, after);
    return after >= 0 && /\b(?:is|was|are|as)\b|是|为/.test(back) && LINK.test(back) && !OTHERS.test(back);
  });
}

/** `ship` is found in "shipping" as well. */
function restOfWord(text: string): string {
  return text.replace(/^[a-z]+/, '');
}

/** The user's own, or a yes to what it was asked. */
const OWN = /\bmy\b|^(?:yes|yeah|yep|right|correct|it(?:'s| is))\b|我的?|^(?:是的|对|没错)/i;

function isSameValue(known: TextValue, said: TextValue): boolean {
  if (known.key.includes(said.key) || said.key.includes(known.key)) return true;
  switch (said.kind) {
    case 'id':
      return isSameId(known.key, said.key);
    case 'phone':
      return isSamePhone(known.key, said.key);
    case 'amount':
      return numbersIn(said.text).every((number) => hasNumber(numbersIn(known.text), number));
    case 'email':
    case 'date':
      return false;
  }
}

function againstEarlier({ clause, value }: Claim, earlier: readonly Claim[]): WordsFinding[] {
  const subject = subjectOf(clause);
  if (subject === undefined) return [];
  const other = earlier.find(
    (claim) =>
      subjectOf(claim.clause) === subject && claim.value.kind === value.kind && !isSameValue(claim.value, value),
  );
  if (other === undefined) return [];
  const message = `said \`${value.text}\` of its ${subject}, and \`${other.value.text}\` before`;
  return [finding('note', 'contradicted-itself', { message, words: clause })];
}

/** "my order number" in "my order number is A-1001"; "订单号" in "我的订单号是A-1001". */
function subjectOf(clause: string): string | undefined {
  const english = /\bmy ((?:[\p{L}'-]{1,30} ){0,3}[\p{L}'-]{1,30})(?: is| was|'s|:)/iu.exec(clause)?.[1];
  return (english ?? /我的?(\p{sc=Han}{1,8}?)(?:号码)?[是为]/u.exec(clause)?.[1])?.toLowerCase();
}

function textOf(fact: UserFacts[string]): string {
  return typeof fact === 'string' ? fact : fact.value;
}
