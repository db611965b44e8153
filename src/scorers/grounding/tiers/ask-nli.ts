import type { NliBackend } from '../../../domain/contracts/nli-backend.ts';
import { UsageError } from '../../../domain/errors.ts';
import type { Answer } from '../claims/answer.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { evidenceFor, type JudgedClaim } from '../judgement/judged-claim.ts';
import { openClaims, withSettled } from './open-claims.ts';
import { type Premise, premiseFinder } from './premises.ts';

export type NliThresholds = {
  /** From this probability on a premise carries a statement, above 0.5 and at most 1; default 0.8. */
  entailment?: number | undefined;
  /** From this probability on a premise speaks against it; default 0.9, since a wrong accusation costs more. */
  contradiction?: number | undefined;
};

type Reading = Awaited<ReturnType<NliBackend['classify']>>[number];

/**
 * Reads the open statements of an answer against the evidence that says most about each. A premise that carries one makes
 * it supported; one that speaks against it, while none carries it, contradicted. Whatever else stays as rules left it.
 * Throws `UsageError` when the backend's numbers are no probabilities.
 */
export async function askNli(
  { answer, judged }: { answer: Answer; judged: readonly JudgedClaim[] },
  {
    ledger,
    seq,
    backend,
    signal,
    thresholds = {},
  }: {
    ledger: EvidenceLedger;
    seq: number;
    backend: NliBackend;
    signal: AbortSignal;
    thresholds?: NliThresholds | undefined;
  },
): Promise<readonly JudgedClaim[]> {
  const find = premiseFinder(ledger, seq);
  const asked = openClaims(answer, judged).map((claim) => ({ claim, premises: find(claim) }));
  const pairs = asked.flatMap(({ claim, premises }) =>
    premises.map(({ text }) => ({ premise: text, statement: claim.statement })),
  );
  if (pairs.length === 0) return judged;
  const readings = checkReadings(await backend.classify(pairs, { signal }), pairs.length, backend.name);
  const { entailment = 0.8, contradiction = 0.9 } = thresholds;
  const settled = new Map<JudgedClaim, JudgedClaim>();
  let at = 0;
  for (const { claim, premises } of asked) {
    const own = readings.slice(at, at + premises.length);
    at += premises.length;
    const one = settle(claim.judged, { premises, readings: own, entailment, contradiction, name: backend.name });
    if (one !== undefined) settled.set(claim.judged, one);
  }
  return withSettled(judged, settled);
}

function settle(
  judged: JudgedClaim,
  {
    premises,
    readings,
    entailment,
    contradiction,
    name,
  }: {
    premises: readonly Premise[];
    readings: readonly Reading[];
    entailment: number;
    contradiction: number;
    name: string;
  },
): JudgedClaim | undefined {
  const best = strongest(readings, 'entailment');
  const worst = strongest(readings, 'contradiction');
  if (best === undefined || worst === undefined) return undefined;
  const carried = best.value >= entailment;
  if (!carried && worst.value < contradiction) return undefined;
  const premise = premises[carried ? best.index : worst.index] as Premise;
  return {
    ...judged,
    verdict: carried ? 'supported' : 'contradicted',
    reason: carried ? 'entailed' : 'not_entailed',
    tier: 'local',
    severity: undefined,
    confidence: carried ? best.value : worst.value,
    message: `\`${name}\` reads that the evidence ${carried ? 'says so' : 'says otherwise'}`,
    via: carried ? premise.entry.source : undefined,
    evidence: [evidenceFor(premise.entry)],
  };
}

function strongest(readings: readonly Reading[], key: keyof Reading): { value: number; index: number } | undefined {
  return readings
    .map((reading, index) => ({ value: reading[key], index }))
    .sort((a, b) => b.value - a.value || a.index - b.index)[0];
}

function checkReadings(readings: readonly Reading[], asked: number, name: string): readonly Reading[] {
  const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;
  if (!Array.isArray(readings) || readings.length !== asked)
    throw new UsageError(
      `\`${name}\` was asked about ${asked} pairs and answered about ${Array.isArray(readings) ? readings.length : 'none'}`,
    );
  const wrong = readings.find((reading) => {
    const { entailment, neutral, contradiction } = reading ?? {};
    const sum = Number(entailment) + Number(neutral) + Number(contradiction);
    return ![entailment, neutral, contradiction].every(isShare) || Math.abs(sum - 1) > 0.02;
  });
  if (wrong !== undefined)
    throw new UsageError(
      `\`${name}\` answered ${JSON.stringify(wrong)}; expected entailment, neutral and contradiction from 0 to 1 that add up to 1`,
    );
  return readings;
}
