import type { Prices } from '../domain/authoring/budgets.ts';
import type { ChatRole, ModelCallRecord } from '../domain/contracts/chat-model.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import type { ModelTotals } from '../domain/verdicts/model-totals.ts';

/** Adds up what each role asked of each model, out of the sessions themselves. */
export type ModelFold = {
  /** `use`: what is known to have been paid, where that is known; else the price of the tokens counts. */
  add(session: {
    transcript: Transcript;
    judgeCalls: readonly ModelCallRecord[];
    use?: readonly ModelTotals[] | undefined;
  }): void;
  /** Ordered by role and model. The same whatever order the sessions came in. */
  totals(): ModelTotals[];
};

type Sum = {
  total: ModelTotals;
  replayed: number;
  /** Known costs. Whole numbers add up to the same in any order; fractions of a dollar do not. */
  picoUsd: number;
  /** A session of which it is known that nobody knows its cost. */
  isUnpriced: boolean;
  /** Of sessions that do not say what they cost. */
  unsaid: { calls: number; tokensIn: number; tokensOut: number };
};

const PICO = 1e12;

/** Costs are absent for a model without a price: nobody knows what it costs. */
export function createModelFold(prices: Prices): ModelFold {
  const sums = new Map<string, Sum>();
  return {
    add({ transcript, judgeCalls, use = [] }) {
      for (const [name, counted] of countCalls(transcript, judgeCalls)) {
        const sum = sums.get(name) ?? emptySum(counted);
        sums.set(name, sum);
        addTo(
          sum,
          counted,
          use.find(({ role, model }) => name === nameOf(role, model)),
        );
      }
    },
    totals: () =>
      [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, sum]) => ({
          ...sum.total,
          ...(sum.replayed === 0 ? {} : { replayed: sum.replayed }),
          ...costOf(sum, prices),
        })),
  };
}

function nameOf(role: ChatRole, model: string): string {
  return `${role}/${model}`;
}

function countCalls(transcript: Transcript, judgeCalls: readonly ModelCallRecord[]): Map<string, ModelTotals> {
  const counts = new Map<string, ModelTotals>();
  const count = (role: ChatRole, { model, usage }: ModelCallRecord): void => {
    const name = nameOf(role, model);
    const known = counts.get(name) ?? emptyTotals(role, model);
    counts.set(name, known);
    known.calls += 1;
    known.tokensIn += usage?.tokensIn ?? 0;
    known.tokensOut += usage?.tokensOut ?? 0;
    if (usage?.tokensIn === undefined || usage.tokensOut === undefined) known.callsWithoutUsage += 1;
  };
  for (const event of transcript) if (event.type === 'model_call') count(event.role, event);
  for (const call of judgeCalls) count('judge', call);
  return counts;
}

function addTo(sum: Sum, counted: ModelTotals, paid: ModelTotals | undefined): void {
  const { total, unsaid } = sum;
  total.calls += counted.calls;
  total.tokensIn += counted.tokensIn;
  total.tokensOut += counted.tokensOut;
  total.callsWithoutUsage += counted.callsWithoutUsage;
  if (paid === undefined) {
    unsaid.calls += counted.calls;
    unsaid.tokensIn += counted.tokensIn;
    unsaid.tokensOut += counted.tokensOut;
    return;
  }
  sum.replayed += paid.replayed ?? 0;
  if (paid.costUsd === undefined) sum.isUnpriced = true;
  else sum.picoUsd += Math.round(paid.costUsd * PICO);
}

const TOKENS_OF_A_PRICE = 1_000_000;

function costOf({ total, picoUsd, isUnpriced, unsaid }: Sum, prices: Prices): { costUsd?: number } {
  if (isUnpriced) return {};
  if (unsaid.calls === 0) return { costUsd: picoUsd / PICO };
  const price = Object.hasOwn(prices, total.model) ? prices[total.model] : undefined;
  if (price === undefined) return {};
  const rest = (unsaid.tokensIn * price.inputUsd + unsaid.tokensOut * price.outputUsd) / TOKENS_OF_A_PRICE;
  return { costUsd: picoUsd / PICO + rest };
}

function emptySum({ role, model }: ModelTotals): Sum {
  return {
    total: emptyTotals(role, model),
    replayed: 0,
    picoUsd: 0,
    isUnpriced: false,
    unsaid: { calls: 0, tokensIn: 0, tokensOut: 0 },
  };
}

function emptyTotals(role: ChatRole, model: string): ModelTotals {
  return { role, model, calls: 0, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 0 };
}
