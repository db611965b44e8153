import type { Budgets } from '../../domain/authoring/budgets.ts';
import type { Limits } from '../../domain/authoring/limits.ts';
import type { ChatRole } from '../../domain/contracts/chat-model.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { type Ledger, openLedger } from './ledger.ts';

export type SessionLimits = Pick<Limits, 'maxTokens' | 'maxCostUsd'>;

export type ShelfOptions = {
  budgets: Budgets;
  limitsOf?: ((key: SessionKey) => SessionLimits | undefined) | undefined;
};

export type LedgerShelf = {
  ledgersOf(call: { role: ChatRole; key: SessionKey }): readonly Ledger[];
  /** Those that all sessions share. */
  ledgersOfRole(role: ChatRole): readonly Ledger[];
  /** Drops what a session has spent. */
  forget(key: SessionKey): void;
};

/** The ledgers that a call is written into, those of its session first. */
export function createLedgerShelf({ budgets, limitsOf }: ShelfOptions): LedgerShelf {
  const { run, agent, user, judge } = budgets;
  const open = (owner: string, setting: string, limits: Ledger['limits'] | undefined): Ledger[] =>
    limits === undefined ? [] : [openLedger({ owner, setting, limits })];
  const ofRun = open("the run's budget", 'budgets.run', run);
  const ofRole: Readonly<Record<ChatRole, readonly Ledger[]>> = {
    agent: [...ofRun, ...open("the agent's budget", 'budgets.agent', agent)],
    user: [...ofRun, ...open("the simulated user's budget", 'budgets.user', user)],
    judge: open("the judges' budget", 'budgets.judge', judge),
  };
  const sessions = new Map<string, readonly Ledger[]>();
  const ofSession = (key: SessionKey): readonly Ledger[] => {
    const path = sessionPath(key);
    const known = sessions.get(path);
    if (known !== undefined) return known;
    const { maxTokens, maxCostUsd } = limitsOf?.(key) ?? {};
    const isLimited = maxTokens !== undefined || maxCostUsd !== undefined;
    const opened = open("the session's budget", 'limits', isLimited ? { maxTokens, maxCostUsd } : undefined);
    sessions.set(path, opened);
    return opened;
  };
  return {
    ledgersOf: ({ role, key }) => (role === 'judge' ? ofRole.judge : [...ofSession(key), ...ofRole[role]]),
    ledgersOfRole: (role) => ofRole[role],
    forget: (key) => void sessions.delete(sessionPath(key)),
  };
}
