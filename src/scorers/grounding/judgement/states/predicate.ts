import { isHan } from '../../evidence/words.ts';

/** Plans, conditions and rules use the same words. */
const ASIDE =
  /\b(?:if|when|once|until|unless|after|before|can|could|may|must|will|would|should|to be|only|any|for|from|of)\b[^,;.]{0,24}$|(?:如果|若|当|等|才|会|将|可以|预计)[^，。]{0,8}$/i;
/** A word tells a state behind a verb, a mark, or at the end of an item. */
const PREDICATE =
  /(?:\b(?:is|are|was|were|be|been|still|now|already|currently|firmly|marked|as|it's|not|has|have)(?: \w+ly)? ?|[:：|,，;；(（*`–—→] ?[*`]*|[\u3400-\u9fff] ?|^[\s*`]*)$/i;
/** "Other readers are waiting": the clause has a subject of its own. */
const OTHER_SUBJECT =
  /(?:[,;.(]|\b(?:and|but|because|since|while|as|though))\s+(?!(?:it|this|that|which|status|state|(?:the|your|its) (?:order|status|state|booking|request|item|one))\b)(?!(?:is|are|was|were|has|have|still|now|already|currently|not|been|be|marked)\b)[a-z]+ [^,;.]{0,40}$/i;

/** Right before the word; what stands further off may deny something else. */
const DENIED =
  /(?:\bnot|\bnever|n't|\bno longer|\bnone(?: of \w+(?: \w+)?)? (?:is|are)|\bneither)(?: (?:been|yet|be|fully|\w+ly))* ?[*_`]*$|(?:没有?|未|不|尚未|并未|还没)$/i;
/** Without blanks between words the subject may have changed unseen. */
const MAX_HAN = 20;

/** Whether the word of state at `start` of `text` is told of what was named before; `lead` is the sentence before the text. */
export function isToldOf(text: string, start: number, lead = ''): boolean {
  const before = text.slice(0, start);
  if (isHan(text.slice(start, start + 1)) && start > MAX_HAN) return false;
  const isHanWord = isHan(text.slice(start, start + 1));
  if (isHanWord && /[,，;；、](?!(?:而?且|但|目前|现在|还|已经?|仍|暂|状态|也|都|均|全)*$)[^,，;；、]+$/.test(before))
    return false;
  return (isHanWord || PREDICATE.test(before)) && !ASIDE.test(lead + before) && !OTHER_SUBJECT.test(before);
}

/** Whether a negation stands right before `start`. */
export function isDeniedBefore(text: string, start: number): boolean {
  return DENIED.test(text.slice(Math.max(0, start - 30), start));
}
