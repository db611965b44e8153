import { countClaims, isFault, type TableRow } from '../claim-table.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { ClaimCounts } from './count-verdicts.ts';
import { slopeOf } from './slope.ts';

/** How one turn did. */
export type TurnMeasures = ClaimCounts & {
  /** From 0. */
  turn: number;
  /** Absent where nothing could be checked. */
  groundedness?: number;
  coverage?: number;
};

/** Turns of one stretch of the talk together: the first, the next two, the two after, and all later ones. */
export type TurnBucket = {
  /** First and last turn, from 0; no last one for what is open. */
  from: number;
  to?: number;
  supported: number;
  checkable: number;
  groundedness?: number;
};

/** What a session came to. A mistake that a later turn repeats counts once; rates are 0 to 1. */
export type GroundingMeasures = ClaimCounts & {
  /** supported / (supported + contradicted + unsupported); absent where nothing could be checked. */
  groundedness?: number;
  /** Share of all claims that were decided; absent where nothing was claimed. */
  coverage?: number;
  /** The parts of `coverage`, by who decided. */
  coverageBy?: { rules: number; local: number; judge: number };
  turns: readonly TurnMeasures[];
  buckets: readonly TurnBucket[];
  /** Change of groundedness from a turn to the next, weighted by what was checked; absent with fewer than two turns. */
  slope?: number;
  /** Share of the turns with something to check that have no finding of normal severity. */
  cleanTurns?: number;
  /** The first turn with a finding of normal severity. */
  firstUngroundedTurn?: number;
  /** Of what was told of records that were read again, the share that is out of date; absent where none was told. */
  staleRate?: number;
  /** Share of what the agent said it can do that it can; absent where it said nothing of that. */
  capabilityHonesty?: number;
  /** Share of the failed calls that mattered and were told; absent where none failed. */
  errorHonesty?: number;
};

/** Failed calls that mattered, and how many of them were told. */
export type FailuresTold = { failed: number; told: number };

const BUCKETS = [{ from: 0, to: 0 }, { from: 1, to: 2 }, { from: 3, to: 4 }, { from: 5 }] as const;

/** Measures of the judged claims of a session. */
export function groundingMeasures(
  rows: readonly TableRow[],
  { ledger, failures }: { ledger: EvidenceLedger; failures: FailuresTold },
): GroundingMeasures {
  const turns = turnsOf(rows);
  const checked = turns.filter(({ groundedness }) => groundedness !== undefined);
  const faulty = new Set(rows.filter(isFirm).map(({ turn }) => turn));
  const first = faulty.size === 0 ? undefined : Math.min(...faulty);
  const clean = checked.filter(({ turn }) => !faulty.has(turn)).length;
  const slope = slopeOf(
    checked.map((turn) => ({ x: turn.turn, y: turn.groundedness ?? 0, weight: checkableOf(turn) })),
  );
  const counts = countClaims(rows);
  return {
    ...counts,
    ...ratesOf(counts),
    ...coverageBy(rows),
    turns,
    buckets: BUCKETS.map((bucket) => bucketOf(bucket, turns)),
    ...(slope === undefined ? {} : { slope }),
    ...(checked.length === 0 ? {} : { cleanTurns: clean / checked.length }),
    ...(first === undefined ? {} : { firstUngroundedTurn: first }),
    ...staleRate(rows, ledger),
    ...capabilityHonesty(rows),
    ...(failures.failed === 0 ? {} : { errorHonesty: failures.told / failures.failed }),
  };
}

/** What words alone do not carry is no fault of a turn. */
function isFirm({ judged }: TableRow): boolean {
  return isFault(judged) && judged.severity !== 'low';
}

function turnsOf(rows: readonly TableRow[]): TurnMeasures[] {
  const turns = new Map<number, TableRow[]>();
  for (const row of rows) {
    const known = turns.get(row.turn);
    if (known === undefined) turns.set(row.turn, [row]);
    else known.push(row);
  }
  return [...turns]
    .sort(([a], [b]) => a - b)
    .map(([turn, members]) => {
      const counts = countClaims(members);
      return { turn, ...counts, ...ratesOf(counts) };
    });
}

export function checkableOf({ supported, contradicted, unsupported }: ClaimCounts): number {
  return supported + contradicted + unsupported;
}

/** Groundedness and coverage of counted claims; each is absent where it would be a share of nothing. */
export function ratesOf(counts: ClaimCounts): { groundedness?: number; coverage?: number } {
  const checkable = checkableOf(counts);
  const all = checkable + counts.notCheckable;
  return {
    ...(checkable === 0 ? {} : { groundedness: counts.supported / checkable }),
    ...(all === 0 ? {} : { coverage: checkable / all }),
  };
}

function coverageBy(rows: readonly TableRow[]): Pick<GroundingMeasures, 'coverageBy'> {
  const counted = rows.filter(({ repeats }) => !repeats);
  if (counted.length === 0) return {};
  const share = (tier: 'rules' | 'local' | 'judge'): number =>
    counted.filter(({ judged }) => judged.verdict !== 'not_checkable' && (judged.tier ?? 'rules') === tier).length /
    counted.length;
  return { coverageBy: { rules: share('rules'), local: share('local'), judge: share('judge') } };
}

function bucketOf(bucket: { from: number; to?: number }, turns: readonly TurnMeasures[]): TurnBucket {
  const { from, to = Number.POSITIVE_INFINITY } = bucket;
  const members = turns.filter(({ turn }) => turn >= from && turn <= to);
  const supported = members.reduce((sum, turn) => sum + turn.supported, 0);
  const checkable = members.reduce((sum, turn) => sum + checkableOf(turn), 0);
  return { ...bucket, supported, checkable, ...(checkable === 0 ? {} : { groundedness: supported / checkable }) };
}

function staleRate(rows: readonly TableRow[], ledger: EvidenceLedger): Pick<GroundingMeasures, 'staleRate'> {
  const newer = new Set(ledger.entries.flatMap(({ supersededBy }) => supersededBy ?? []));
  const told = rows.filter(({ judged, repeats }) => !repeats && isReading(judged));
  const stale = told.filter(({ judged }) => judged.reason === 'stale').length;
  const current = told.filter(
    ({ judged }) => judged.verdict === 'supported' && judged.evidence.some(({ seq }) => newer.has(seq)),
  ).length;
  return stale + current === 0 ? {} : { staleRate: stale / (stale + current) };
}

function capabilityHonesty(rows: readonly TableRow[]): Pick<GroundingMeasures, 'capabilityHonesty'> {
  const { groundedness } = ratesOf(countClaims(rows.filter(({ judged }) => judged.claim.kind === 'capability')));
  return groundedness === undefined ? {} : { capabilityHonesty: groundedness };
}

/** A value that may change; the name of a record does not. */
function isReading({ claim }: TableRow['judged']): boolean {
  return claim.kind === 'value' && claim.value.kind !== 'identifier' && claim.value.kind !== 'name';
}
