import { safeErrorText } from '../domain/values/safe-error.ts';
import type { SessionEnd } from './interrupt.ts';

/** Errors that say by their name who is at fault. */
const REASONS: Readonly<Record<string, SessionEnd['reason']>> = {
  StepLimitError: 'max_steps',
  BudgetExceededError: 'budget',
  ModelUnavailableError: 'infrastructure_error',
};
/** A chain of causes longer than this is a circle, or nobody's reading. */
const MAX_CAUSES = 10;

/**
 * What an exception of the agent's code means: its own limit, a budget that is spent, a provider that is down, or its
 * failure. A client of the agent's own wraps what it could not send, so causes are looked at too.
 */
export function endOfError(error: unknown): SessionEnd {
  const known = knownCause(error);
  const { message, stack } = safeErrorText(known?.error ?? error);
  const reason = known?.reason ?? 'agent_error';
  // Where nobody's code is at fault, a stack leads nowhere.
  if (reason !== 'agent_error') return { reason, detail: message };
  return { reason, detail: message, error: { message, ...(stack === undefined ? {} : { stack }) } };
}

function knownCause(thrown: unknown): { error: unknown; reason: SessionEnd['reason'] } | undefined {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error !== undefined; depth += 1) {
    const name = propertyOf(error, 'name');
    const reason = typeof name === 'string' && Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
    if (reason !== undefined) return { error, reason };
    error = propertyOf(error, name === 'SuppressedError' ? 'suppressed' : 'cause');
  }
  return undefined;
}

/** A thrown value may be anything, with getters that throw. */
function propertyOf(value: unknown, key: string): unknown {
  try {
    return value instanceof Error ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}
