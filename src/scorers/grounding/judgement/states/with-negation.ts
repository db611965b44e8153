import { type ActionClaim, placeOf, type StatusClaim } from '../../claims/claim.ts';
import type { JudgedClaim } from '../judged-claim.ts';

/** A denial with the verb that carries it, and what may stand between it and the word denied. */
const NEGATION_BEFORE =
  /(?:\b(?:(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|should|am) )?(?:not|never|no longer)\b|\b(?:[a-z]{2,6}n't|cannot)\b)(?: [*_`"]{0,3}[\w-]{1,20}[*_`"]{0,3}){0,3} ?[*_`"]{0,3}$|(?:并没有?|还?没有?|尚未|从未|并未|还?未|不再?)[\u3400-\u9fff]{0,3}$/i;
/** As far as a negation is looked for. */
const REACH = 50;

/** What is wrong in "has not been sealed" is the "not": the span of a denied deed or state begins with its negation. */
export function withNegation(judged: JudgedClaim): JudgedClaim {
  const { claim, verdict } = judged;
  if (verdict !== 'contradicted' || !isDenied(claim)) return judged;
  const { answer, sentence, at, end } = claim;
  const before = sentence.text.slice(Math.max(0, at - sentence.start - REACH), Math.max(0, at - sentence.start));
  const clause = before.slice(
    Math.max(...[',', ';', ':', '.', '，', '；', '。'].map((mark) => before.lastIndexOf(mark))) + 1,
  );
  const found = NEGATION_BEFORE.exec(clause);
  if (!found) return judged;
  const place = placeOf(answer, at - (clause.length - found.index), at);
  return { ...judged, claim: { ...claim, ...place, end, text: answer.normalised.original.slice(place.start, end) } };
}

function isDenied(claim: JudgedClaim['claim']): claim is ActionClaim | StatusClaim {
  return claim.kind === 'action' ? claim.outcome === 'denied' : claim.kind === 'status' && claim.isNegative;
}
