import type { Budget } from '../../domain/authoring/budgets.ts';
import { formatCount, formatDurationMs, formatUsd } from '../../domain/values/quantities.ts';

/** What calls take out of a budget; `estimated` counts those whose tokens nobody told. */
export type Spending = { calls: number; tokens: number; costUsd: number; estimated: number };

/** One budget and what has been taken from it. */
export type Ledger = {
  /** Whose budget it is, as a message begins: `the run's budget`. */
  owner: string;
  /** How to raise it: `budgets.run`. */
  setting: string;
  limits: Budget & { maxWallMs?: number | undefined };
  spent: Spending;
  /** Estimates of calls that are under way. */
  pending: Spending;
};

/** `full`: calls under way may use up the rest, so it has to be seen what they take. */
export type LedgerState = { status: 'open' } | { status: 'full' } | { status: 'spent'; message: string };

export function openLedger(head: Pick<Ledger, 'owner' | 'setting' | 'limits'>): Ledger {
  return { ...head, spent: nothing(), pending: nothing() };
}

export function nothing(): Spending {
  return { calls: 0, tokens: 0, costUsd: 0, estimated: 0 };
}

export function add(to: Spending, { calls, tokens, costUsd, estimated }: Spending, sign: 1 | -1 = 1): void {
  to.calls += sign * calls;
  to.tokens += sign * tokens;
  to.costUsd += sign * costUsd;
  to.estimated += sign * estimated;
}

/** Whether one more call may begin. `elapsedMs`: since the run's first session. */
export function stateOf(ledger: Ledger, elapsedMs: number): LedgerState {
  const { limits, spent, pending } = ledger;
  const { maxWallMs, maxCalls, maxTokens, maxCostUsd } = limits;
  if (maxWallMs !== undefined && elapsedMs >= maxWallMs) {
    return spentUp(ledger, {
      limit: formatDurationMs(maxWallMs),
      taken: formatDurationMs(elapsedMs),
      key: 'maxWallMs',
    });
  }
  // A call under way is a call, whatever becomes of it.
  if (maxCalls !== undefined && spent.calls + pending.calls >= maxCalls) {
    return spentUp(ledger, { limit: calls(maxCalls), taken: calls(spent.calls + pending.calls), key: 'maxCalls' });
  }
  if (maxTokens !== undefined && spent.tokens >= maxTokens) {
    return spentUp(ledger, { limit: tokens(maxTokens), taken: within(tokens(spent.tokens), spent), key: 'maxTokens' });
  }
  if (maxCostUsd !== undefined && spent.costUsd >= maxCostUsd) {
    const limit = formatUsd(maxCostUsd);
    return spentUp(ledger, { limit, taken: within(formatUsd(spent.costUsd), spent), key: 'maxCostUsd' });
  }
  const isFull =
    (maxTokens !== undefined && spent.tokens + pending.tokens >= maxTokens) ||
    (maxCostUsd !== undefined && spent.costUsd + pending.costUsd >= maxCostUsd);
  return { status: isFull && pending.calls > 0 ? 'full' : 'open' };
}

function spentUp(
  { owner, setting }: Ledger,
  { limit, taken, key }: { limit: string; taken: string; key: string },
): LedgerState {
  return { status: 'spent', message: `${owner} of ${limit} is spent: ${taken} (\`${setting}.${key}\`)` };
}

function within(amount: string, { calls: count, estimated }: Spending): string {
  if (estimated === 0) return `${amount} in ${calls(count)}`;
  const which = estimated === count ? 'estimated' : `${formatCount(estimated)} of them estimated`;
  return `about ${amount} in ${calls(count)}, ${which}`;
}

function tokens(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'token' : 'tokens'}`;
}

function calls(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`;
}
