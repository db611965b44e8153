import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { sharesTold, type ToldShare } from '../../claims/shares-told.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { evidenceFor, type JudgedClaim } from '../judged-claim.ts';
import { tablesOf } from '../tables/tables.ts';
import { candidatesIn, type ShareCandidate } from './share-candidates.ts';

/** "A third of", "twice as much", 四成: whether some two numbers that the sentence speaks of have that share. */
export function judgeShares(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const judged: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement') continue;
    for (const told of sharesTold(sentence.text)) {
      if (sentence.start + told.start >= sentence.exampleFrom) continue;
      const verdict = judgeShare(told, { sentence, answer, ledger });
      if (verdict) judged.push(verdict);
    }
  }
  return judged;
}

/** Among more shares than these, one fits by chance and none that fails proves anything. */
const MAX_FIRM = 12;

function judgeShare(
  told: ToldShare,
  { sentence, answer, ledger }: { sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger },
): JudgedClaim | undefined {
  const all = tablesOf(ledger, answer.seq)
    .flatMap((table) => candidatesIn(table, { sentence, answer }))
    .filter(({ relation }) => relation === told.relation);
  const claim = {
    kind: 'aggregate' as const,
    answer,
    sentence,
    ...placeOf(answer, sentence.start + told.start, sentence.start + told.end),
  };
  const fitting = all.find(({ share }) => fits(share, told));
  if (fitting)
    return {
      claim,
      verdict: 'supported',
      reason: 'derived',
      message: `\`${claim.text}\` follows: ${fitting.formula}`,
      via: 'derivation',
      derivation: fitting.formula,
      evidence: fitting.entries.slice(0, 2).map((entry) => evidenceFor(entry)),
    };
  const firm = all.filter(({ isFirm }) => isFirm);
  const nearest = nearestTo(told.share, firm);
  if (!nearest || firm.length > MAX_FIRM) return undefined;
  return {
    claim,
    verdict: 'contradicted',
    reason: 'bad_arithmetic',
    message: `\`${claim.text}\` is told; ${nearest.formula} is ${Number((nearest.share * 100).toFixed(1))} %`,
    derivation: `${nearest.formula} = ${Number(nearest.share.toFixed(4))}`,
    confidence: 0.8,
    evidence: nearest.entries.slice(0, 2).map((entry) => evidenceFor(entry)),
  };
}

function nearestTo(share: number, candidates: readonly ShareCandidate[]): ShareCandidate | undefined {
  return candidates.reduce<ShareCandidate | undefined>(
    (best, one) => (best === undefined || Math.abs(one.share - share) < Math.abs(best.share - share) ? one : best),
    undefined,
  );
}

/** What is said in round words may be off by a twentieth; "over half" is anything above. */
function fits(share: number, { share: told, bound }: ToldShare): boolean {
  const step = 0.021 + 0.05 * told * (bound === 'about' ? 1.4 : 0.8);
  if (bound === 'over') return share > told - 1e-9 && share < told * 1.6;
  if (bound === 'under') return share < told + 1e-9 && share > told * 0.4;
  return Math.abs(share - told) <= step;
}
