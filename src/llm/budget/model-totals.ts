import type { Prices } from '../../domain/authoring/budgets.ts';
import type { ChatModel, ChatRole } from '../../domain/contracts/chat-model.ts';
import type { ModelTotals } from '../../domain/verdicts/model-totals.ts';
import { type CountedExchange, toldTokens } from './estimate-tokens.ts';
import { costOf, priceOf } from './prices.ts';

/** A request that is over. A replayed one cost nothing now, whatever it cost when it was recorded. */
export type FinishedCall = CountedExchange & {
  role: ChatRole;
  model: Pick<ChatModel, 'name' | 'fixed'>;
  isReplayed: boolean;
};

/** Adds up what each role asked of each model. */
export type TotalsFold = {
  add(call: FinishedCall): void;
  /** Ordered by role (agent, user, judge) and model. */
  totals(): ModelTotals[];
};

const ROLES: readonly ChatRole[] = ['agent', 'user', 'judge'];

export function createTotalsFold(prices: Prices): TotalsFold {
  const sums = new Map<string, ModelTotals>();
  return {
    add({ role, model, request, reply, isReplayed }) {
      const id = `${role} ${model.name}`;
      const sum = sums.get(id) ?? emptyTotals(role, model.name);
      const { tokensIn, tokensOut } = toldTokens({ request, reply });
      const price = isReplayed ? { inputUsd: 0, outputUsd: 0 } : priceOf(model, prices);
      const before = sum.calls === 0 ? 0 : sum.costUsd;
      const costUsd =
        price === undefined || before === undefined
          ? undefined
          : before + costOf(price, { tokensIn: tokensIn ?? 0, tokensOut: tokensOut ?? 0 });
      const { costUsd: _, ...rest } = sum;
      sums.set(id, {
        ...rest,
        calls: sum.calls + 1,
        tokensIn: sum.tokensIn + (tokensIn ?? 0),
        tokensOut: sum.tokensOut + (tokensOut ?? 0),
        callsWithoutUsage: sum.callsWithoutUsage + (tokensIn === undefined || tokensOut === undefined ? 1 : 0),
        ...(isReplayed ? { replayed: (sum.replayed ?? 0) + 1 } : {}),
        ...(costUsd === undefined ? {} : { costUsd }),
      });
    },
    totals: () => [...sums.values()].sort(byRoleAndModel),
  };
}

function emptyTotals(role: ChatRole, model: string): ModelTotals {
  return { role, model, calls: 0, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 0 };
}

function byRoleAndModel(a: ModelTotals, b: ModelTotals): number {
  if (a.role !== b.role) return ROLES.indexOf(a.role) - ROLES.indexOf(b.role);
  return a.model < b.model ? -1 : 1;
}
