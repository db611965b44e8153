import type { AgentSession } from '../domain/contracts/agent.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import { verdictOfEnd } from '../domain/transcript/end-reason.ts';
import { endOfError } from './end-of-error.ts';
import type { SessionEnd } from './interrupt.ts';
import type { ModelWatch } from './model-watch.ts';

/** An agent may take this long to let go of what it holds. */
const CLOSE_GRACE_MS = 2_000;

/**
 * Disposes of the agent's session. A failure there, such as a script with unused steps, becomes the end of a session
 * that had nothing else against it.
 */
export async function closeAgent(
  agent: AgentSession,
  { end, watch, clock }: { end: SessionEnd; watch: ModelWatch; clock: Clock },
): Promise<SessionEnd> {
  if (agent[Symbol.asyncDispose] === undefined && watch.isIdle()) return end;
  let disarm = (): void => {};
  const gaveUp = new Promise<'gave up'>((resolve) => {
    disarm = clock.setTimer(CLOSE_GRACE_MS, () => resolve('gave up'));
  });
  try {
    const closing = close(agent, watch);
    closing.catch(() => {});
    const outcome = await Promise.race([closing, gaveUp]);
    if (!isOwnEnd(end)) return end;
    if (outcome !== 'gave up')
      return outcome === undefined ? end : { ...outcome, detail: failedToClose(outcome.detail) };
    return { reason: 'agent_error', detail: `the agent did not close within ${CLOSE_GRACE_MS} ms` };
  } catch (error) {
    if (!isOwnEnd(end)) return end;
    const found = endOfError(error);
    const detail = failedToClose(found.detail);
    return { ...found, detail, ...(found.error === undefined ? {} : { error: { ...found.error, message: detail } }) };
  } finally {
    disarm();
  }
}

/** The parties came to an end by themselves. What a policy cut off leaves things open, and that is nobody's failure. */
function isOwnEnd({ reason }: SessionEnd): boolean {
  return verdictOfEnd(reason) === 'scored' && reason !== 'policy_stop';
}

/** Lets go of the agent, and then of the models that it left open; returns what those brought up. */
async function close(agent: AgentSession, watch: ModelWatch): Promise<SessionEnd | undefined> {
  const disposed = await Promise.allSettled([(async () => agent[Symbol.asyncDispose]?.())()]);
  const left = await watch.close();
  const [outcome] = disposed;
  if (outcome.status === 'rejected') throw outcome.reason;
  return left;
}

function failedToClose(detail: string): string {
  return `the agent failed while it closed: ${detail}`;
}
