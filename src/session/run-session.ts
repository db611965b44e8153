import type { Scenario } from '../domain/authoring/scenario.ts';
import type { Agent } from '../domain/contracts/agent.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { SimulatedUser } from '../domain/contracts/simulated-user.ts';
import type { World, WorldSession } from '../domain/contracts/world.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { Transcript, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import type { CaughtError } from '../domain/verdicts/session-result.ts';
import type { Breakage } from '../domain/verdicts/verdict.ts';
import { converse } from './converse.ts';
import { armDeadline, describeMs } from './deadline.ts';
import { createInterrupt, type Interrupt, type SessionEnd } from './interrupt.ts';
import { recordEnd, recordStart } from './record-borders.ts';
import { createRecorder } from './recorder.ts';

export type SessionOptions = {
  scenario: Scenario;
  key: SessionKey;
  /** 32-bit seed of this session. */
  seed: number;
  user: SimulatedUser;
  agent: Agent;
  world?: World | undefined;
  clock: Clock;
  /** Aborts when the run is interrupted. */
  signal?: AbortSignal | undefined;
  /** Hash of the scenario as loaded. */
  scenarioHash?: string | undefined;
  /** Id of the persona who asks. */
  persona?: string | undefined;
  onEvent?: ((event: TranscriptEvent) => void) | undefined;
  /** Told of an answer that came after the session was over. */
  onLateReply?: ((what: string) => void) | undefined;
};

/** One conversation, before anybody judged it. */
export type SessionRun = {
  transcript: Transcript;
  end: SessionEnd;
  /** User messages. */
  turns: number;
  /** What makes the session no valid test, such as a tool of the world that crashed. */
  breakages: readonly Breakage[];
  error?: CaughtError | undefined;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** Milliseconds since the start, by `seq`. */
  eventsMs: readonly number[];
  /** How long the agent's code held up the event loop. */
  blockedMs: number;
};

/** What is learnt on the way besides events. */
export type SessionNotes = {
  breakages: Breakage[];
  blockedMs: number;
  turns: number;
  isOver: boolean;
  error?: CaughtError;
};

/**
 * Runs one conversation from the first word to the reason it ended. Never rejects for anything that user, agent, world
 * or model did: that is in the transcript and in `end`.
 */
export async function runSession(options: SessionOptions): Promise<SessionRun> {
  const { clock } = options;
  const startedAt = clock.timestamp();
  const begin = clock.now();
  const recorder = createRecorder(clock, options.onEvent);
  const notes: SessionNotes = { breakages: [], blockedMs: 0, turns: 0, isOver: false };
  const interrupt = createInterrupt();
  const release = watchOutside(options, interrupt);

  const world = openWorld(options);
  recordStart(recorder, { options, world: world.status === 'open' ? world.session : undefined });
  let end: SessionEnd;
  if (world.status === 'closed') end = world.end;
  else {
    end = await converse(options, { world: world.session, recorder, interrupt, notes });
    notes.isOver = true;
  }
  release();
  recordEnd(recorder, { end, world: world.status === 'open' ? world.session : undefined });
  const error = end.error ?? notes.error;
  return {
    transcript: recorder.events,
    end,
    turns: notes.turns,
    breakages: notes.breakages,
    ...(error === undefined ? {} : { error }),
    startedAt,
    durationMs: Math.max(0, clock.now() - begin),
    eventsMs: recorder.eventsMs,
    blockedMs: notes.blockedMs,
  };
}

/** Ties the session to the run's signal and to its deadline; the returned function lets go of both. */
function watchOutside({ scenario, clock, signal }: SessionOptions, interrupt: Interrupt): () => void {
  const onAbort = (): void => interrupt.stop({ reason: 'aborted', detail: 'the run was interrupted' });
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const { sessionTimeoutMs } = scenario.limits;
  const detail = `the session was not over after ${describeMs(sessionTimeoutMs)}`;
  const disarm = armDeadline(clock, sessionTimeoutMs, { interrupt, end: { reason: 'timeout', detail } });
  return () => {
    disarm();
    signal?.removeEventListener('abort', onAbort);
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
