import type { Scenario } from '../domain/authoring/scenario.ts';
import type { Agent, AgentSession } from '../domain/contracts/agent.ts';
import type { ModelAccess } from '../domain/contracts/chat-model.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { SimulatedUser, UserSession } from '../domain/contracts/simulated-user.ts';
import type { World, WorldSession } from '../domain/contracts/world.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { Transcript, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { CaughtError, EventSpan } from '../domain/verdicts/session-result.ts';
import type { Breakage } from '../domain/verdicts/verdict.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';
import type { ModelWatch } from './model-watch.ts';
import type { PolicyWatch, Watcher } from './policy-watch.ts';
import type { Recorder } from './recorder.ts';
import type { RequestLog } from './request-log.ts';
import type { SessionGateway } from './tool-gateway.ts';
import type { WorldLedger } from './world-ledger.ts';

export type SessionOptions = {
  scenario: Scenario;
  key: SessionKey;
  /** 32-bit seed of this session. */
  seed: number;
  user: SimulatedUser;
  agent: Agent;
  world?: World | undefined;
  clock: Clock;
  /** Stands between this session and its models; where absent nothing does. */
  models?: ModelAccess | undefined;
  /** Aborts when the run is interrupted. */
  signal?: AbortSignal | undefined;
  /** Aborts when the time that the run may take is over: the session ends with `budget`, and the reason's words. */
  overtime?: AbortSignal | undefined;
  /** Name of the run, for agents that remember sessions longer than that. */
  run?: string | undefined;
  /** Hash of the scenario as loaded. */
  scenarioHash?: string | undefined;
  /** Id of the persona who asks. */
  persona?: string | undefined;
  /** Checks that watch the session while it runs. */
  watchers?: readonly Watcher[] | undefined;
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
  /** When tool calls and requests to models began and ended. */
  spans: readonly EventSpan[];
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

export type ConversationContext = {
  world: WorldSession | undefined;
  /** What is recorded of the world adds up at the end of each turn. */
  ledger: WorldLedger;
  recorder: Recorder;
  interrupt: Interrupt;
  notes: SessionNotes;
  /** What agent and user ask of models. */
  requests: RequestLog;
  /** Rules that watch the session. */
  policies: PolicyWatch;
};

/** Everything that a talk needs. */
export type Talk = ConversationContext & {
  options: SessionOptions;
  agent: AgentSession;
  user: UserSession;
  gateway: SessionGateway;
  watch: ModelWatch;
  /** Told of an answer that came when nobody was waiting any more. */
  noteLate(what: string): void;
};
