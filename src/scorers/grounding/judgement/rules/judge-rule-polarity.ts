import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { stateAt } from '../../evidence/ledger-entry.ts';
import { evidenceFor, type JudgedClaim } from '../judged-claim.ts';
import { type RuleClause, ruleClausesIn } from './rule-clause.ts';
import { type Rule, type RuleIndex, rulesOf } from './rule-index.ts';

/** Share of the weight of what is said, and of the rule, that the two have in common. */
const OF_TOLD = 0.7;
const OF_RULE = 0.6;
/** Another rule that is about as near may be the one that is meant. */
const NEARLY = 0.8;
/** Fewer words in common than this are chance. */
const MIN_KEYS = 2;
/** One case, which may be an exception to what a rule grants. */
const SPECIFIC = /\b(?:this|that|your|my|i|i'm|its?|these|those|we)\b|\d|[您你该此这我]/i;

/** "Can be amended" against a rule that says it cannot, and the other way round: the same words with the other sign. */
export function judgeRulePolarity(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement') return [];
    return ruleClausesIn(sentence.text).flatMap((told) => {
      if (told.isConditional || sentence.start + told.start >= sentence.exampleFrom) return [];
      const against = ruleAgainst(told, { index: rulesOf(ledger), seq: answer.seq });
      return against ? [contradicted(told, { answer, sentence, rule: against })] : [];
    });
  });
}

/** The rule nearest to what is said, when it says the opposite and no other comes near it. */
function ruleAgainst(told: RuleClause, { index, seq }: { index: RuleIndex; seq: number }): Rule | undefined {
  if (told.keys.size < MIN_KEYS) return undefined;
  const whole = index.weightOf(told.keys);
  let against: { rule: Rule; likeness: number } | undefined;
  let other = 0;
  for (const [rule, shared] of index.sharing(told.keys)) {
    if (shared < OF_TOLD * whole || stateAt(rule.entry, seq) !== 'live') continue;
    const likeness = shared / (whole + rule.weight - shared);
    if (saysSame(rule, told)) return undefined;
    if (!opposes(rule, told)) other = Math.max(other, likeness);
    else if (shared >= OF_RULE * rule.weight && likeness > (against?.likeness ?? 0)) against = { rule, likeness };
  }
  return against && other < NEARLY * against.likeness ? against.rule : undefined;
}

function saysSame(rule: Rule, told: RuleClause): boolean {
  return !rule.isConditional && rule.force === told.force && rule.isNegated === told.isNegated;
}

function opposes(rule: Rule, told: RuleClause): boolean {
  if (rule.isConditional || rule.force !== told.force || rule.isNegated === told.isNegated) return false;
  if (told.isNegated && SPECIFIC.test(told.text)) return false;
  return [...told.keys].filter((key) => rule.keys.has(key)).length >= MIN_KEYS;
}

function contradicted(
  told: RuleClause,
  { answer, sentence, rule }: { answer: Answer; sentence: AnswerSentence; rule: Rule },
): JudgedClaim {
  const from = sentence.start + told.start;
  const place = placeOf(answer, from + told.at, from + told.text.trimEnd().length);
  return {
    claim: { kind: 'policy', answer, sentence, ...place },
    verdict: 'contradicted',
    reason: 'polarity',
    message: `\`${place.text}\` is told; the rule says \`${rule.text.trim().slice(0, 160)}\``,
    evidence: [evidenceFor(rule.entry, { start: rule.start, end: rule.start + rule.text.length })],
  };
}
