import type { Prices } from '../domain/authoring/budgets.ts';
import type { ChatRole, ModelCallRecord } from '../domain/contracts/chat-model.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import type { ModelTotals } from '../domain/verdicts/run-result.ts';

/** Adds up what each role asked of each model, out of the sessions themselves. */
export type ModelFold = {
  add(session: { transcript: Transcript; judgeCalls: readonly ModelCallRecord[] }): void;
  /** Ordered by role and model. `spent`: what is known to have been paid, where it differs from the price of the tokens. */
  totals(spent?: readonly ModelTotals[]): ModelTotals[];
};

/** Costs are absent for a model without a price: nobody knows what it costs. */
export function createModelFold(prices: Prices): ModelFold {
  const totals = new Map<string, ModelTotals>();
  const add = (role: ChatRole, { model, usage }: ModelCallRecord): void => {
    const name = `${role}/${model}`;
    const known = totals.get(name) ?? emptyTotals(role, model);
    totals.set(name, known);
    known.calls += 1;
    known.tokensIn += usage?.tokensIn ?? 0;
    known.tokensOut += usage?.tokensOut ?? 0;
    if (usage?.tokensIn === undefined || usage.tokensOut === undefined) known.callsWithoutUsage += 1;
  };
  return {
    add({ transcript, judgeCalls }) {
      for (const event of transcript) if (event.type === 'model_call') add(event.role, event);
      for (const call of judgeCalls) add('judge', call);
    },
    totals(spent = []) {
      const spentBy = new Map(spent.map((one) => [`${one.role}/${one.model}`, one]));
      return [...totals]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, total]) => {
          const { costUsd, replayed } = spentBy.get(name) ?? {};
          return {
            ...total,
            ...(replayed === undefined ? {} : { replayed }),
            ...(costUsd === undefined ? costOf(total, prices) : { costUsd }),
          };
        });
    },
  };
}

function emptyTotals(role: ChatRole, model: string): ModelTotals {
  return { role, model, calls: 0, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 0 };
}

const TOKENS_OF_A_PRICE = 1_000_000;

function costOf({ model, tokensIn, tokensOut }: ModelTotals, prices: Prices): { costUsd?: number } {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return {};
  return { costUsd: (tokensIn * price.inputUsd + tokensOut * price.outputUsd) / TOKENS_OF_A_PRICE };
}
