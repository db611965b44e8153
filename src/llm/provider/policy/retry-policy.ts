import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Random } from '../../../domain/values/random.ts';
import type { ProviderFault } from '../provider-fault.ts';

/** When a failed request is sent again. */
export type RetryPolicy = {
  /** Requests in all while the provider is down or out of reach. */
  maxAttempts: number;
  /** Answers 429 in a row that are put up with. */
  maxRateLimited: number;
  /** The first wait where the provider names none; each further one is twice as long. */
  firstWaitMs: number;
  /** The longest of those waits. */
  longestWaitMs: number;
  /** All waits of one request together. */
  maxWaitMs: number;
};

/** What one request has been through. */
export type Trials = { unavailable: number; rateLimited: number; incomplete: number; waitedMs: number };

export type RetryDecision =
  /** `slowMs`: for how long nobody else should ask this endpoint. */
  | { kind: 'retry'; waitMs: number; slowMs: number }
  | { kind: 'stop'; why?: string | undefined; slowMs?: number | undefined };

/** An answer that is not whole may be a mishap once. */
const MAX_INCOMPLETE = 2;
/** Those who were told to wait the same time do not come back together. */
const MAX_SPREAD_MS = 1_000;

/**
 * Counts the fault and decides what comes next. Waits are spread by `random`, and never shorter than was asked;
 * `remainingMs` is what the time limits leave.
 */
export function decideRetry(
  fault: ProviderFault,
  { trials, policy, random, remainingMs }: { trials: Trials; policy: RetryPolicy; random: Random; remainingMs: number },
): RetryDecision {
  const count = countFault(fault, trials);
  if (count >= mostOf(fault, policy)) return { kind: 'stop' };
  const { askedWaitMs } = fault;
  const bare = askedWaitMs ?? Math.min(policy.firstWaitMs * 2 ** (count - 1), policy.longestWaitMs);
  // Without a word from the provider the wait may as well be shorter; half of it is always waited.
  const waitMs = Math.ceil(askedWaitMs === undefined ? bare * (0.5 + random.next() / 2) : spread(bare, random));
  const left = policy.maxWaitMs - trials.waitedMs;
  if (bare > left || waitMs > left) return { kind: 'stop', why: whyNoWait(askedWaitMs, { trials, policy }) };
  const slowMs = fault.kind === 'rate_limited' ? bare : 0;
  if (waitMs > remainingMs) return { kind: 'stop', why: whyNoTime(askedWaitMs, remainingMs), slowMs };
  trials.waitedMs += waitMs;
  return { kind: 'retry', waitMs, slowMs };
}

/** `ms` and up to a quarter more, at most a second. */
export function spread(ms: number, random: Random): number {
  return ms + random.next() * Math.min(ms / 4, MAX_SPREAD_MS);
}

function countFault({ kind }: ProviderFault, trials: Trials): number {
  switch (kind) {
    case 'refused':
      return Number.POSITIVE_INFINITY;
    case 'rate_limited':
      trials.rateLimited += 1;
      return trials.rateLimited;
    case 'unavailable':
      trials.unavailable += 1;
      return trials.unavailable;
    case 'incomplete':
      trials.incomplete += 1;
      return trials.incomplete;
    default:
      return assertNever(kind);
  }
}

function mostOf({ kind }: ProviderFault, { maxAttempts, maxRateLimited }: RetryPolicy): number {
  switch (kind) {
    case 'refused':
      return 1;
    case 'rate_limited':
      return maxRateLimited;
    case 'unavailable':
      return maxAttempts;
    case 'incomplete':
      return Math.min(MAX_INCOMPLETE, maxAttempts);
    default:
      return assertNever(kind);
  }
}

function whyNoWait(
  askedWaitMs: number | undefined,
  { trials: { waitedMs }, policy: { maxWaitMs } }: { trials: Trials; policy: RetryPolicy },
): string {
  const limit = `the ${seconds(maxWaitMs)} that a request may wait in all`;
  const before = waitedMs > 0 ? `, of which ${seconds(waitedMs)} have passed` : '';
  if (askedWaitMs === undefined) return `another wait would go beyond ${limit}`;
  return `the provider asks to wait ${seconds(askedWaitMs)}, and that is beyond ${limit}${before}`;
}

function whyNoTime(askedWaitMs: number | undefined, remainingMs: number): string {
  const left = `the ${seconds(Math.max(0, remainingMs))} that the time limit leaves`;
  return askedWaitMs === undefined
    ? `another wait would go beyond ${left}`
    : `the provider asks to wait ${seconds(askedWaitMs)}, and that is beyond ${left}`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
