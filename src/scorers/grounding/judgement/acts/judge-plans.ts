import { familiesOfStem, familiesOfVerb } from '../../claims/acts/act-families.ts';
import { type Plan, plansIn } from '../../claims/acts/plans.ts';
import { isGeneral, isLooking, isQuiet } from '../../claims/acts/quiet-verbs.ts';
import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { isFactless } from '../../claims/factless-words.ts';
import { namesOf } from '../../claims/objects.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { ActSource } from '../../evidence/known-acts.ts';
import { isHan, stemOf } from '../../evidence/words.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { doesSame, isObjectKnown, novelContent, type ReadAct } from './act-cover.ts';
import { isDecided, tell } from './judge-acts.ts';

/** What an answer says will come or always holds, against rules, results, and what a tool can bring about. */
export function judgePlans(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  const found: JudgedClaim[] = [];
  // Who only describes data foretells what it shows; only what they say of themselves is promised.
  const isDescribed = ledger.data.isDataOnly && (ledger.tools === 'unknown' || ledger.tools.length === 0);
  for (const sentence of answer.sentences) {
    if (isHan(sentence.text) || sentence.layout === 'row' || sentence.layout === 'heading') continue;
    if (sentence.act !== 'statement' && sentence.act !== 'advice') continue;
    const isJudged = judged.some(
      ({ claim, verdict }) =>
        claim.sentence === sentence &&
        ((verdict !== 'supported' && verdict !== 'not_checkable') ||
          (claim.kind === 'value' && claim.isPromise && verdict === 'supported')),
    );
    if (isJudged) continue;
    for (const plan of plansIn(sentence.text)) {
      if (isDescribed && !OWN.test(sentence.text.slice(plan.start))) continue;
      const act = readPlan(plan);
      if (isCourtesy(plan, act, { answer, ledger })) continue;
      const isOfOthers = act.families.size > 0 && /^(?:is|are)$/.test(plan.before.at(-1) ?? '');
      if (!plan.isCertain && !isOfOthers && hasSupportedValue(plan, sentence, judged)) continue;
      if (isLicensed(act, plan, { answer, ledger })) continue;
      const told = tell(
        plan,
        {
          kind: 'promise',
          reason: 'unlicensed_promise',
          message: `\`${sentence.text.slice(plan.start, plan.end).slice(0, 80)}\` is promised, and neither a rule nor a result says so`,
          severity: 'low',
        },
        { sentence, answer },
      );
      if (!isDecided(told, judged)) found.push(told);
    }
  }
  return found;
}

/** Looking, talking and being, unless what is said beside it is made up. */
function isCourtesy(
  plan: Plan,
  act: ReadAct,
  { answer: { seq }, ledger }: { answer: Answer; ledger: EvidenceLedger },
): boolean {
  if (plan.isCertain || !(isQuiet(plan.verb, plan.after) || isLooking(plan.verb))) return false;
  return novelContent(act, ledger, seq).length < 2;
}

const OWN = /^\W*(?:i|we|our|my)\b/i;

/** "The wind should be 10 miles an hour": what is foretold stands in a result. */
function hasSupportedValue(plan: Plan, { start }: AnswerSentence, judged: readonly JudgedClaim[]): boolean {
  return judged.some(
    ({ claim, verdict }) =>
      claim.kind === 'value' &&
      verdict === 'supported' &&
      claim.value.kind !== 'identifier' &&
      claim.value.kind !== 'name' &&
      claim.at >= start + plan.start &&
      claim.at < start + plan.end,
  );
}

function readPlan({ verb, after, before }: Plan): ReadAct {
  const words = [...before, verb, ...after].filter((word) => /^[a-z]/.test(word));
  const content = words.filter((word) => !isFactless(word)).map(stemOf);
  const objects = namesOf(before.filter((word) => /^[a-z]+$/.test(word)).join(' '));
  const own = familiesOfVerb(verb, after);
  const isVague = isGeneral(verb) || (isFactless(verb) && own.size === 0);
  const families = isVague ? new Set(objects.flatMap((stem) => [...familiesOfStem(stem)])) : own;
  return { families, stem: isVague ? '' : stemOf(verb), objects, content };
}

/** A source says it when it names the deed and something of the rest, or most of the words. */
function isLicensed(
  act: ReadAct,
  plan: Plan,
  { answer: { seq }, ledger }: { answer: Answer; ledger: EvidenceLedger },
): boolean {
  const { rules, told, writes, tools } = ledger.acts();
  const novel = novelContent(act, ledger, seq);
  if (act.content.length === 0 || (plan.isWeak && novel.length === 0 && act.families.size === 0)) return true;
  const tail = [plan.verb, ...plan.after].filter((word) => /^[a-z]/.test(word) && !isFactless(word)).map(stemOf);
  const head = act.content.slice(0, Math.max(0, act.content.length - tail.length));
  const says = ({ stems, ...source }: ActSource): boolean => {
    const inTail = tail.filter((stem) => stems.has(stem)).length;
    const shared = inTail + head.filter((stem) => stems.has(stem)).length;
    const isThere = act.objects.some((name) => name.startsWith('=') && source.things.has(name));
    if (doesSame(act, { stems, ...source }))
      return isThere || shared > (stems.has(act.stem) ? 1 : 0) || act.content.length < 2;
    return inTail > 0 && shared >= 2 && inTail >= Math.ceil(tail.length * 0.6);
  };
  const seen = [...rules, ...told, ...writes].filter(({ visibleFrom }) => visibleFrom < seq);
  if (seen.some(says)) return true;
  return (
    tools.some((tool) => !tool.isRead && doesSame(act, tool)) &&
    novel.length * 2 <= act.content.length &&
    isObjectKnown(act, ledger, seq)
  );
}
