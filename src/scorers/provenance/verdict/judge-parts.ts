import { judgeNumber } from './judge-number.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict, Origin } from './leaf-verdict.ts';
import { lookUpText } from './look-up.ts';
import { misspeltPlaces } from './weak-text.ts';

/** Sums that are written out, such as `(350 - 122) * 2`: each number must come from somewhere. */
export function judgeExpression(leaf: string, context: LeafContext): LeafVerdict | undefined {
  if (!/^[\d\s.,+\-*/×÷()%^$]+$/.test(leaf) || !/\d[)%\s]*(?:[+*/×÷^]|\s-\s|[-][\s(]*\d+\.)/.test(leaf))
    return undefined;
  const numbers = leaf.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  if (numbers.length < 2) return undefined;
  const parts: (readonly Origin[])[] = [];
  let weak: LeafVerdict | undefined;
  for (const written of numbers) {
    const verdict = judgeNumber(Number(written.replaceAll(',', '')), written, context);
    if (verdict.verdict === 'ungrounded') return verdict;
    if (verdict.verdict === 'weak' && verdict.why !== 'small_number') weak = verdict;
    parts.push(...verdict.parts);
  }
  return weak ?? { verdict: 'grounded', parts };
}

const joining = /^(?:and|or|of|the|de|da|van|von|y|et|und|at|in|on|no|nr)$/i;

/** Names and addresses that were said in pieces: each word must stand somewhere. Never for ids and addresses with `@`. */
export function judgeWords(leaf: string, context: LeafContext): LeafVerdict | undefined {
  if (leaf.includes('@') || leaf.includes('://')) return undefined;
  const words = leaf
    .split(/[\s,;/&|()"“”]+|(?<=\p{L}{2})\.(?=\s|$)/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !joining.test(word));
  if (words.length < 2) return undefined;
  const parts: (readonly Origin[])[] = [];
  let isMisspelt = false;
  for (const word of words) {
    const places = lookUpText(word, context.evidence, known(context));
    const near = places.length > 0 ? undefined : misspeltPlaces(word, context);
    if (places.length === 0 && near === undefined) return undefined;
    if (near !== undefined) isMisspelt = true;
    parts.push(originsOf(near?.places ?? places));
  }
  return isMisspelt ? { verdict: 'weak', why: 'spelling', parts } : { verdict: 'grounded', parts };
}
