import { setMaxListeners } from 'node:events';
import type { Prices } from '../domain/authoring/budgets.ts';
import type {
  ChatChunk,
  ChatModel,
  ChatModelContext,
  ChatModelSession,
  ChatReply,
  ChatRequest,
  ChatRequestOptions,
  ChatRole,
  ModelAccess,
} from '../domain/contracts/chat-model.ts';
import { signalOf } from '../domain/contracts/signal-of.ts';
import { type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';
import type { ModelTotals } from '../domain/verdicts/model-totals.ts';
import type { SessionUse } from '../domain/verdicts/session-use.ts';
import type { BudgetBook, CallOutcome } from './budget/budget-book.ts';
import { toldTokens } from './budget/estimate-tokens.ts';
import { add, nothing, type Spending } from './budget/ledger.ts';
import { createTotalsFold, type TotalsFold } from './budget/model-totals.ts';
import type { Cassette } from './cassette/cassette.ts';

export type ModelAccessOptions = {
  budgets?: BudgetBook | undefined;
  cassette?: Cassette | undefined;
  /** For the costs in the totals. */
  prices?: Prices | undefined;
  /** Keep what each session asks until `takeSession` is called for it. */
  bySession?: boolean | undefined;
};

/** The way to every model in a run, and what was asked on it. */
export type RunModelAccess = ModelAccess & {
  /** By role and model. A replayed request counts with the tokens of its recording and costs nothing. */
  totals(): ModelTotals[];
  /** What a session asked, once; empty unless the access keeps it by session. */
  takeSession(key: SessionKey): Pick<SessionUse, 'models' | 'charges'>;
};

/**
 * The one way to models: a request first has to be within its budgets, then the cassette may answer it, and only then the
 * model is asked. A replayed request counts for budgets as it did when it was recorded, so that a budget ends the same
 * session at the same place live, while recording and in replay.
 */
export function createModelAccess({
  budgets,
  cassette,
  prices = {},
  bySession = false,
}: ModelAccessOptions = {}): RunModelAccess {
  const totals = createTotalsFold(prices);
  const sessions = new Map<string, SessionCount>();
  const countOf = (key: SessionKey): SessionCount | undefined => {
    if (!bySession) return undefined;
    const path = sessionPath(key);
    const count = sessions.get(path) ?? { totals: createTotalsFold(prices), charges: new Map() };
    sessions.set(path, count);
    return count;
  };
  return {
    open(model, context) {
      budgets?.begin();
      const inner = cassette?.open(model, context) ?? model.open(context);
      return countedSession(inner, { model, context, budgets, cassette, totals, countOf });
    },
    totals: () => totals.totals(),
    takeSession(key) {
      const count = sessions.get(sessionPath(key));
      sessions.delete(sessionPath(key));
      const charges = [...(count?.charges ?? [])].map(([role, taken]) => ({ role, ...taken }));
      return { models: count?.totals.totals() ?? [], charges };
    },
  };
}

type SessionCount = { totals: TotalsFold; charges: Map<ChatRole, Spending> };

type Counting = {
  model: ChatModel;
  context: ChatModelContext;
  budgets: BudgetBook | undefined;
  cassette: Cassette | undefined;
  totals: TotalsFold;
  /** Where the calls of one session are kept. */
  countOf(key: SessionKey): SessionCount | undefined;
};

function countedSession(inner: ChatModelSession, counting: Counting): ChatModelSession {
  const { stream } = inner;
  return {
    async complete(request, options) {
      const call = await beginCall(counting, request, signalOf(options));
      try {
        const reply = await inner.complete(request, options);
        return call.answer(reply);
      } finally {
        call.end();
      }
    },
    ...(stream === undefined
      ? {}
      : {
          async *stream(request: ChatRequest, options: ChatRequestOptions): AsyncGenerator<ChatChunk> {
            const call = await beginCall(counting, request, signalOf(options));
            try {
              for await (const chunk of stream.call(inner, request, options)) {
                yield chunk.type === 'reply' ? { type: 'reply', reply: call.answer(chunk.reply) } : chunk;
              }
            } finally {
              call.end();
            }
          },
        }),
    async close() {
      await inner.close?.();
    },
  };
}

type CountedCall = {
  /** The reply as it is handed on: a transcript holds no figures that cannot be. */
  answer(reply: ChatReply): ChatReply;
  /** What has no answer by now failed, or was cut off. */
  end(): void;
};

/**
 * Waits until the budgets admit the request. It is over when its signal aborts, whatever the model does then: others may
 * be waiting for what it takes.
 */
async function beginCall(
  { model, context, budgets, cassette, totals, countOf }: Counting,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<CountedCall> {
  const { role, key } = context;
  const claim = await budgets?.admit({ role, key, model, request }, { signal });
  let isOpen = true;
  const settle = (outcome: CallOutcome): void => {
    if (!isOpen) return;
    isOpen = false;
    signal.removeEventListener('abort', cutOff);
    const taken = claim?.settle(outcome);
    const reply = outcome.status === 'answered' ? outcome.reply : undefined;
    const isReplayed = reply !== undefined && cassette?.isReplayed(reply) === true;
    const call = { role, model, request, reply, isReplayed };
    totals.add(call);
    const own = countOf(key);
    own?.totals.add(call);
    if (taken !== undefined) own?.charges.set(role, sumOf(own.charges.get(role), taken));
  };
  const cutOff = (): void => settle({ status: 'cut_off' });
  // All requests of a turn listen to the same signal.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', cutOff, { once: true });
  return {
    answer(reply) {
      settle(isObject(reply) ? { status: 'answered', reply } : { status: 'failed' });
      return isObject(reply) ? withToldTokens(request, reply) : reply;
    },
    end: () => settle({ status: signal.aborted ? 'cut_off' : 'failed' }),
  };
}

function sumOf(before: Spending | undefined, taken: Spending): Spending {
  const sum = { ...(before ?? nothing()) };
  add(sum, taken);
  return sum;
}

function withToldTokens(request: ChatRequest, reply: ChatReply): ChatReply {
  const { usage } = reply;
  if (usage === undefined) return reply;
  const told = toldTokens({ request, reply });
  if (told.tokensIn === usage.tokensIn && told.tokensOut === usage.tokensOut) return reply;
  const { usage: _, ...rest } = reply;
  return Object.keys(told).length === 0 ? rest : { ...rest, usage: told };
}

/** A model of somebody's own may answer anything. */
function isObject(reply: ChatReply | undefined): boolean {
  return typeof reply?.text === 'string' && Array.isArray(reply.calls);
}
