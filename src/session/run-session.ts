import type { WorldSession } from '../domain/contracts/world.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { converse } from './converse.ts';
import { armDeadline, describeMs } from './deadline.ts';
import { createInterrupt, type Interrupt, type SessionEnd } from './interrupt.ts';
import { createPolicyWatch } from './policy-watch.ts';
import { createStateHash, recordEnd, recordStart } from './record-borders.ts';
import { createRecorder } from './recorder.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import type { SessionNotes, SessionOptions, SessionRun } from './session-context.ts';
import { createWorldLedger } from './world-ledger.ts';

/**
 * Runs one conversation from the first word to the reason it ended. Never rejects for anything that user, agent, world
 * or model did: that is in the transcript and in `end`.
 */
export async function runSession(options: SessionOptions): Promise<SessionRun> {
  const { clock } = options;
  const startedAt = clock.timestamp();
  const recorder = createRecorder(clock, (event) => {
    options.onEvent?.(event);
    policies.take(event);
  });
  const notes: SessionNotes = { breakages: [], blockedMs: 0, turns: 0, isOver: false };
  const requests = createRequestLog(recorder);
  const interrupt = createInterrupt(requests.cutOff);
  const policies = createPolicyWatch(options.watchers ?? [], { recorder, interrupt });
  const release = watchOutside(options, { interrupt, requests });

  const world = openWorld(options);
  const opened = world.status === 'open' ? world.session : undefined;
  const hashOf = createStateHash();
  recordStart(recorder, { options, world: opened, hashOf });
  let end: SessionEnd;
  if (world.status === 'closed') end = world.end;
  else {
    const ledger = createWorldLedger(opened, recorder);
    end = await converse(options, { world: opened, ledger, recorder, interrupt, notes, requests, policies });
    ledger.settle();
    notes.isOver = true;
  }
  release();
  recordEnd(recorder, { end, world: opened, hashOf });
  const error = end.error ?? notes.error;
  return {
    transcript: recorder.events,
    end,
    turns: notes.turns,
    breakages: notes.breakages,
    ...(error === undefined ? {} : { error }),
    startedAt,
    durationMs: recorder.elapsedMs(),
    eventsMs: recorder.eventsMs,
    spans: recorder.spans,
    blockedMs: notes.blockedMs,
  };
}

/** Ties the session to the run's signal and to its deadline; the returned function lets go of both. */
function watchOutside(
  { scenario, clock, signal, overtime }: SessionOptions,
  { interrupt, requests }: { interrupt: Interrupt; requests: RequestLog },
): () => void {
  const onAbort = (): void => interrupt.stop({ reason: 'aborted', detail: 'the run was interrupted' });
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const onOvertime = (): void => interrupt.stop({ reason: 'budget', detail: safeErrorText(overtime?.reason).message });
  if (overtime?.aborted === true) onOvertime();
  overtime?.addEventListener('abort', onOvertime, { once: true });
  const { sessionTimeoutMs } = scenario.limits;
  const missed = `the session was not over after ${describeMs(sessionTimeoutMs)}`;
  const end: SessionEnd = { reason: 'timeout', detail: missed };
  const disarm = armDeadline(clock, sessionTimeoutMs, { interrupt, requests, who: 'both', missed, end });
  return () => {
    disarm();
    signal?.removeEventListener('abort', onAbort);
    overtime?.removeEventListener('abort', onOvertime);
  };
}

type OpenedWorld = { status: 'open'; session: WorldSession | undefined } | { status: 'closed'; end: SessionEnd };

function openWorld({ world, scenario, seed }: SessionOptions): OpenedWorld {
  try {
    const session = world?.open({
      seed,
      now: scenario.now,
      ...(scenario.given === undefined ? {} : { given: scenario.given }),
    });
    session?.state();
    return { status: 'open', session };
  } catch (error) {
    const { message, stack } = safeErrorText(error);
    const detail = `the world could not be opened: ${message}`;
    return { status: 'closed', end: { reason: 'world_error', detail, error: { message: detail, stack } } };
  }
}
