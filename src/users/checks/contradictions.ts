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
