import type { FoundSession } from '../../domain/contracts/run-store.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { countOf } from '../../domain/values/quantities.ts';
import { changedInputs, type SessionInputs } from '../../domain/verdicts/session-inputs.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { StoredPlanSession } from '../../domain/verdicts/stored-plan.ts';

export type FinishedOptions = {
  /** All that was planned. */
  planned: readonly StoredPlanSession[];
  /** Paths of the sessions that can run now. */
  runnable: ReadonlySet<string>;
  /** Told of a session that still counts. */
  onCounted(result: SessionResult): void;
  /** Told what a reader should know before the run goes on. */
  onNote(note: string): void;
};

/**
 * The stored sessions that still count. Those that were stopped on their way, were interrupted, or were made of something
 * that has changed since run again, and `onNote` hears of them.
 */
export async function* finishedSessions(
  found: AsyncIterable<FoundSession>,
  { planned, runnable, onCounted, onNote }: FinishedOptions,
): AsyncIterable<{ result: SessionResult; file: string }> {
  const inputs = new Map(planned.map((entry) => [sessionPath(entry.key), entry.inputs]));
  const counts = { done: 0, stopped: 0, changed: 0 };
  for await (const session of found) {
    const path = sessionPath(session.key);
    const now = inputs.get(path);
    if (now === undefined) continue;
    const again = reasonToRunAgain(session, now, runnable.has(path));
    if (session.status === 'finished' && again === undefined) {
      counts.done += 1;
      onCounted(session.result);
      yield { result: session.result, file: session.file };
    } else if (again !== undefined) {
      counts[again.kind] += 1;
      onNote(`${path}: ${again.text}; ${runnable.has(path) ? 'it runs again' : 'it has no result'}`);
    }
  }
  const left = planned.length - counts.done - counts.stopped - counts.changed;
  onNote(
    `going on with ${countOf(planned.length, 'session')}: ${counts.done} done, ${counts.stopped} stopped on the way, ${counts.changed} changed, ${left} not begun`,
  );
}

type Again = { kind: 'stopped' | 'changed'; text: string };

/** A result of a session that cannot run any more stays what it is. */
function reasonToRunAgain(session: FoundSession, now: SessionInputs, canRun: boolean): Again | undefined {
  if (session.status === 'unfinished') return { kind: 'stopped', text: session.reason };
  const { result } = session;
  if (!canRun) return undefined;
  if (result.endReason === 'aborted') return { kind: 'stopped', text: 'it was interrupted' };
  const changes = changedInputs(inputsOf(result), now);
  if (changes.length === 0) return undefined;
  return { kind: 'changed', text: `${changes.join(' and ')} changed since` };
}

function inputsOf({ inputs, transcript }: SessionResult): Partial<SessionInputs> {
  if (inputs !== undefined) return inputs;
  const started = startOf(transcript);
  return started?.scenarioHash === undefined ? {} : { scenario: started.scenarioHash };
}
