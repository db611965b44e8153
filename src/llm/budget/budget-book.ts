import type { Budgets, Price, Prices } from '../../domain/authoring/budgets.ts';
import {
  BudgetExceededError,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ChatRole,
  ModelUnavailableError,
} from '../../domain/contracts/chat-model.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { BudgetCharge } from '../../domain/verdicts/session-use.ts';
import { estimateReplyTokens, estimateRequestTokens, toldTokens } from './estimate-tokens.ts';
import { add, type Ledger, nothing, type Spending, stateOf } from './ledger.ts';
import { createLedgerShelf, type LedgerShelf, type SessionLimits } from './ledger-shelf.ts';
import { costOf, priceOf } from './prices.ts';
import { createWaitingLine } from './waiting-line.ts';

export type BudgetBookOptions = {
  budgets: Budgets;
  prices: Prices;
  /** Milliseconds that never go back. */
  now: () => number;
  /** What one session may spend; nothing is limited where absent. */
  limitsOf?: ((key: SessionKey) => SessionLimits | undefined) | undefined;
};

/** A request that asks to be sent. */
export type PlannedCall = {
  role: ChatRole;
  key: SessionKey;
  model: Pick<ChatModel, 'name' | 'fixed'>;
  request: ChatRequest;
};

/** How a request ended: with a reply, without one, or it was cut off and may have been charged all the same. */
export type CallOutcome = { status: 'answered'; reply: ChatReply } | { status: 'failed' } | { status: 'cut_off' };

/**
 * A call under way. It has to be settled however it ends, for others may wait for it; only the first time counts, and says
 * what was taken.
 */
export type BudgetClaim = { settle(outcome: CallOutcome): Spending | undefined };

export type BudgetBook = {
  /** Starts the run's time; only the first call counts. */
  begin(): void;
  /**
   * Resolves when the request may be sent. Rejects with `BudgetExceededError` when a budget that applies is spent, with
   * `ModelUnavailableError` when a cost is limited and the model has no price, and with the signal's reason.
   */
  admit(call: PlannedCall, options: { signal: AbortSignal }): Promise<BudgetClaim>;
  /** Forgets what a session has spent of its own limits. */
  endSession(key: SessionKey): void;
  /** Takes out what a session took that ran before this process, of the budgets that all sessions share. */
  charge(charges: readonly BudgetCharge[]): void;
};

/** Expected tokens of a reply before any reply was seen. */
const FIRST_GUESS = 500;

/**
 * Keeps all budgets of a run: of the run (agent and user together), of each role, and of each session. A request is sent
 * as long as its budgets are not spent, so the last one may go over. While calls under way are expected to use up the
 * rest, further ones wait for them, first come first served.
 */
export function createBudgetBook(options: BudgetBookOptions): BudgetBook {
  const { prices, now } = options;
  const shelf = createLedgerShelf(options);
  const line = createWaitingLine();
  /** Output of the replies so far, by model. */
  const written = new Map<string, { calls: number; tokens: number }>();
  let startedAt: number | undefined;
  const elapsed = (): number => now() - (startedAt ?? now());

  const expected = ({ model, request }: PlannedCall, price: Price | undefined): Spending => {
    const seen = written.get(model.name);
    const mean = seen === undefined ? FIRST_GUESS : seen.tokens / seen.calls;
    const tokensOut = request.maxTokens ?? mean;
    return spendingOf({ tokensIn: estimateRequestTokens(request), tokensOut, estimated: 0 }, price);
  };
  const learn = (model: string, tokens: number): void => {
    const seen = written.get(model) ?? { calls: 0, tokens: 0 };
    written.set(model, { calls: seen.calls + 1, tokens: seen.tokens + tokens });
  };
  const claim = (call: PlannedCall, ledgers: readonly Ledger[], price: Price | undefined): BudgetClaim => {
    const reserved = expected(call, price);
    for (const { pending } of ledgers) add(pending, reserved);
    let isOpen = true;
    return {
      settle(outcome) {
        if (!isOpen) return undefined;
        isOpen = false;
        const usage = usageOf(call.request, outcome);
        if (outcome.status === 'answered') learn(call.model.name, usage.tokensOut);
        const taken = spendingOf(usage, price);
        for (const { spent, pending } of ledgers) {
          add(pending, reserved, -1);
          add(spent, taken);
        }
        line.wake();
        return taken;
      },
    };
  };
  return {
    begin() {
      startedAt ??= now();
    },
    async admit(call, { signal }) {
      signal.throwIfAborted();
      const ledgers = shelf.ledgersOf(call);
      const price = priceOf(call.model, prices);
      if (price === undefined) refuseUnpriced(call.model.name, ledgers);
      for (;;) {
        const states = ledgers.map((ledger) => stateOf(ledger, elapsed()));
        const over = states.find((state) => state.status === 'spent');
        if (over !== undefined) throw new BudgetExceededError(over.message);
        if (states.every(({ status }) => status === 'open')) return claim(call, ledgers, price);
        await line.wait(signal);
      }
    },
    endSession: (key) => shelf.forget(key),
    charge: (charges) => takeOut(charges, shelf),
  };
}

function takeOut(charges: readonly BudgetCharge[], shelf: LedgerShelf): void {
  for (const { role, ...taken } of charges) {
    for (const { spent } of shelf.ledgersOfRole(role)) add(spent, taken);
  }
}

function refuseUnpriced(model: string, ledgers: readonly Ledger[]): void {
  const limited = ledgers.find(({ limits }) => limits.maxCostUsd !== undefined);
  if (limited === undefined) return;
  const entry = `prices: { ${JSON.stringify(model)}: { inputUsd: …, outputUsd: … } }`;
  throw new ModelUnavailableError(
    `${limited.owner} is in dollars (\`${limited.setting}.maxCostUsd\`) and \`${model}\` has no price, so it was not asked. ` +
      `Add \`${entry}\` to the config, in US dollars for a million tokens.`,
    [],
  );
}

type TakenTokens = { tokensIn: number; tokensOut: number; estimated: 0 | 1 };

/** What the provider told, and guesses for what it did not tell. A request that failed took nothing. */
function usageOf(request: ChatRequest, outcome: CallOutcome): TakenTokens {
  switch (outcome.status) {
    case 'answered': {
      const { tokensIn, tokensOut } = toldTokens({ request, reply: outcome.reply });
      return {
        tokensIn: tokensIn ?? estimateRequestTokens(request),
        tokensOut: tokensOut ?? estimateReplyTokens(outcome.reply),
        estimated: tokensIn === undefined || tokensOut === undefined ? 1 : 0,
      };
    }
    case 'failed':
      return { tokensIn: 0, tokensOut: 0, estimated: 0 };
    case 'cut_off':
      return { tokensIn: estimateRequestTokens(request), tokensOut: 0, estimated: 1 };
  }
}

function spendingOf({ tokensIn, tokensOut, estimated }: TakenTokens, price: Price | undefined): Spending {
  const costUsd = price === undefined ? 0 : costOf(price, { tokensIn, tokensOut });
  return { ...nothing(), calls: 1, tokens: tokensIn + tokensOut, costUsd, estimated };
}
