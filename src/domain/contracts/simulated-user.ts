import type { MachineGraph } from '../authoring/machine-definition.ts';
import type { SessionKey } from '../transcript/session-key.ts';
import type { FixedInput, UserStep } from '../transcript/transcript-event.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { ModelCallRecord, OpenModel } from './chat-model.ts';

/** What a person would have seen since they last spoke. Never tool calls, results or the rubric. */
export type Heard = {
  /** Turn that the agent has just finished; -1 before the first message. */
  turn: number;
  /** The agent's messages of that turn, in order. */
  texts: readonly string[];
  /** What the world told the user meanwhile. */
  notices: readonly string[];
};

/** What happened inside the user, without its place in the transcript. */
export type UserTrace = Omit<UserStep, 'type' | 'seq' | 'turn'>;

export type UserEnd = { reason: 'user_done' | 'user_gave_up'; detail?: string | undefined };

/**
 * `say` alone: a message, and the talk goes on. `end` alone: nothing more is said. Both: the last word, which the agent
 * still answers. `silent`: nothing is said, the agent speaks. `broken`: the simulation cannot go on; `reason` is
 * `user_error` unless the model behind the user was at fault. `modelCalls` are the requests made for this move, in order.
 */
export type UserMove =
  | {
      kind: 'say';
      text: string;
      end?: UserEnd | undefined;
      trace: UserTrace;
      modelCalls?: readonly ModelCallRecord[] | undefined;
    }
  | { kind: 'end'; end: UserEnd; trace: UserTrace; modelCalls?: readonly ModelCallRecord[] | undefined }
  | { kind: 'silent'; trace: UserTrace; modelCalls?: readonly ModelCallRecord[] | undefined }
  | {
      kind: 'broken';
      problem: string;
      reason?: 'user_error' | 'infrastructure_error' | 'budget' | undefined;
      trace: UserTrace;
      modelCalls?: readonly ModelCallRecord[] | undefined;
    };

/** One message of a talk as the user remembers it; `world` is a notice. */
export type TalkLine = { speaker: 'user' | 'agent' | 'world'; turn: number; text: string };

export type UserContext = {
  key: SessionKey;
  seed: number;
  signal: AbortSignal;
  /** Opens a model behind the run's budgets and cassette; absent where nothing stands between. */
  openModel?: OpenModel | undefined;
  /** The talk before this user took over from another, oldest first; what is heard next is not in it. */
  history?: readonly TalkLine[] | undefined;
};

/** One conversation's user. */
export type UserSession = {
  next(heard: Heard): UserMove | Promise<UserMove>;
  /** The user's whole state as data; `restore` of it continues the same way. */
  snapshot(): JsonValue;
  restore(snapshot: JsonValue): void;
};

/** Someone who talks to the agent. Opened afresh for each session, so nothing carries over between trials. */
export type SimulatedUser = {
  /** `scripted`, `machine`, `persona` or `chain`. */
  driver: string;
  fixed: readonly FixedInput[];
  promptHash?: string | undefined;
  machineHash?: string | undefined;
  /** The graph of a machine user, for coverage and lint. */
  graph?: MachineGraph | undefined;
  open(context: UserContext): UserSession;
};
