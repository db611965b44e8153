import type { ValueClaim } from '../../claims/claim.ts';

/**
 * A value told as what another lies beyond. `isLimit`: the words may as well tell what a rule asks for. "Up to 20 kg" is
 * none: a rule says so, and no lesser weight makes it true.
 */
export type Bound = { side: 'above' | 'below'; isEqualFine: boolean; isLimit: boolean };

const OPTIONAL = '(?: the| a total of| another| well| just| an estimated)?[ ~$€£¥]*$';
const ABOVE = new RegExp(
  `\\b(?:over|more than|greater than|above|beyond|past|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|upwards of|(?:long|old|high|tall|larg|bigg|heavi|fast|lat|great|wid|deep|dear|broad)er than)${OPTIONAL}|(?:超过|高于|多于|大于|逾|长于)了? ?$`,
  'i',
);
const BELOW = new RegExp(
  `\\b(?:under|less than|fewer than|lower than|below|short of|(?:short|young|small|low|light|slow|earli|cheap|narrow)er than)${OPTIONAL}|(?:低于|不足|不到|少于|小于|短于) ?$`,
  'i',
);
const LEAST = new RegExp(
  `\\b(?:at least|no(?:t)? (?:less|fewer) than|a minimum of|minimum)${OPTIONAL}|(?:至少|不少于|不低于|最少) ?$`,
  'i',
);
const LEAST_AFTER = /^(?: or (?:more|above|longer|older|higher)\b| ?(?:或|及)?以上)/i;

/** The words around a value that make a bound of it. */
export function boundAt({ sentence, at, text }: ValueClaim): Bound | undefined {
  const from = at - sentence.start;
  const before = sentence.text.slice(Math.max(0, from - 40), from);
  const after = sentence.text.slice(from + text.length, from + text.length + 16);
  if (LEAST.test(before) || LEAST_AFTER.test(after)) return { side: 'above', isEqualFine: true, isLimit: true };
  if (ABOVE.test(before)) return { side: 'above', isEqualFine: false, isLimit: false };
  return BELOW.test(before) ? { side: 'below', isEqualFine: false, isLimit: false } : undefined;
}

/** Whether an amount lies on the side that the words say. */
export function isBeyond(amount: number, limit: number, { side, isEqualFine }: Bound): boolean {
  if (amount === limit) return isEqualFine;
  return side === 'above' ? amount > limit : amount < limit;
}
