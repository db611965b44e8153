import type { AgentSession } from '../domain/contracts/agent.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import { verdictOfEnd } from '../domain/transcript/end-reason.ts';
import { endOfError } from './end-of-error.ts';
import type { SessionEnd } from './interrupt.ts';

/** An agent may take this long to let go of what it holds. */
const CLOSE_GRACE_MS = 2_000;

/**
 * Disposes of the agent's session. A failure there, such as a script with unused steps, becomes the end of a session
 * that had nothing else against it.
 */
export async function closeAgent(
  agent: AgentSession,
  { end, clock }: { end: SessionEnd; clock: Clock },
): Promise<SessionEnd> {
  const dispose = agent[Symbol.asyncDispose];
  if (dispose === undefined) return end;
  let disarm = (): void => {};
  const gaveUp = new Promise<'gave up'>((resolve) => {
    disarm = clock.setTimer(CLOSE_GRACE_MS, () => resolve('gave up'));
  });
  try {
    const closing = Promise.resolve(dispose.call(agent));
    closing.catch(() => {});
    const outcome = await Promise.race([closing, gaveUp]);
    if (outcome !== 'gave up' || verdictOfEnd(end.reason) !== 'scored') return end;
    return { reason: 'agent_error', detail: `the agent did not close within ${CLOSE_GRACE_MS} ms` };
  } catch (error) {
    if (verdictOfEnd(end.reason) !== 'scored') return end;
    const found = endOfError(error);
    const detail = `the agent failed while it closed: ${found.detail}`;
    return { ...found, detail, ...(found.error === undefined ? {} : { error: { ...found.error, message: detail } }) };
  } finally {
    disarm();
  }
}
