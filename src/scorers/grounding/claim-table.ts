import type { JsonObject } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { TurnScore } from '../../domain/verdicts/score.ts';
import type { EvidenceLedger } from './evidence/evidence-ledger.ts';
import { confidenceOf, type JudgedClaim } from './judgement/judged-claim.ts';
import { type ClaimCounts, countVerdicts } from './measures/count-verdicts.ts';
import { keysOf } from './values/value-keys.ts';

/** A judged claim with its place among all: `repeats` tells again what an earlier turn already got wrong. */
export type TableRow = { judged: JudgedClaim; turn: number; repeats: boolean };

/** Marks what repeats an earlier mistake, so that carrying it along counts once. */
export function tableOf(claims: readonly JudgedClaim[]): readonly TableRow[] {
  const firstTurn = new Map<string, number>();
  return claims.map((judged) => {
    const { turn } = judged.claim.answer;
    if (!isFault(judged)) return { judged, turn, repeats: false };
    const key = sayingOf(judged);
    const first = firstTurn.get(key);
    if (first === undefined) firstTurn.set(key, turn);
    return { judged, turn, repeats: first !== undefined && first < turn };
  });
}

/** Told, and not so or not known. */
export function isFault({ verdict }: JudgedClaim): boolean {
  return verdict === 'contradicted' || verdict === 'unsupported';
}

function sayingOf({ claim }: JudgedClaim): string {
  if (claim.kind === 'value') return `value ${keysOf(claim.value).join(' ')}`;
  if (claim.kind === 'action') return `action ${claim.concept ?? ''}`;
  return claim.kind === 'status'
    ? `status ${claim.status} ${claim.isNegative}`
    : `${claim.kind} ${claim.text.toLowerCase().replace(/\s+/g, ' ')}`;
}

/** Counts verdicts; repeated mistakes are left out. */
export function countClaims(rows: readonly TableRow[]): ClaimCounts {
  return countVerdicts(rows.flatMap(({ judged, repeats }) => (repeats ? [] : [judged])));
}

/** Supported and checkable claims of each turn that spoke. */
export function turnScoresOf(rows: readonly TableRow[]): TurnScore[] {
  const turns = [...new Set(rows.map(({ turn }) => turn))].sort((a, b) => a - b);
  return turns.map((turn) => {
    const { supported, contradicted, unsupported } = countClaims(rows.filter((row) => row.turn === turn));
    const checkable = supported + contradicted + unsupported;
    return { turn, ...(checkable === 0 ? {} : { value: supported / checkable }), metrics: { supported, checkable } };
  });
}

/** A mistake as a finding: the words told, and what stands against them. */
export function findingOf(
  { judged, turn }: TableRow,
  { severity, ledger }: { severity: Finding['severity']; ledger: EvidenceLedger },
): Finding {
  const { claim, reason, message, evidence } = judged;
  const hints = [nearestText(judged, ledger), triedText(judged)].filter((hint) => hint !== undefined);
  return {
    turn,
    stage: 'generation',
    code: reason,
    severity,
    message: `${message}${hints.length === 0 ? '' : ` (${hints.join('; ')})`}`,
    evidence: [
      { kind: 'text_span', seq: claim.answer.seq, start: claim.start, end: claim.end, quote: claim.text },
      ...evidence,
    ],
  };
}

function nearestText({ nearest, message }: JudgedClaim, { calls }: EvidenceLedger): string | undefined {
  if (nearest === undefined || message.includes(nearest.text)) return undefined;
  const tool = calls.find(({ resultSeq }) => resultSeq === nearest.seq)?.tool;
  const place = [tool, nearest.pointer || 'the whole result'].filter((part) => part !== undefined).join(' ');
  return `nearest: \`${nearest.text}\` in turn ${nearest.turn}, ${place}`;
}

function triedText({ derivation, message, reason }: JudgedClaim): string | undefined {
  return derivation === undefined || reason === 'lucky' || message.includes(derivation)
    ? undefined
    : `tried: ${derivation}`;
}

/** The claim table as data. */
export function tableData(rows: readonly TableRow[]): JsonObject[] {
  return rows.map(({ judged, turn, repeats }) => ({
    turn,
    seq: judged.claim.answer.seq,
    start: judged.claim.start,
    end: judged.claim.end,
    text: judged.claim.text,
    kind: judged.claim.kind,
    verdict: judged.verdict,
    reason: judged.reason,
    message: judged.message,
    tier: judged.tier ?? 'rules',
    confidence: confidenceOf(judged),
    ...(judged.severity === undefined ? {} : { severity: judged.severity }),
    evidence: judged.evidence.map((item) => ({ ...item })) as JsonObject[],
    ...(judged.via === undefined ? {} : { via: judged.via }),
    ...(judged.derivation === undefined ? {} : { derivation: judged.derivation }),
    ...(judged.nearest === undefined ? {} : { nearest: judged.nearest }),
    ...(repeats ? { repeats } : {}),
  }));
}
