import type { ToolOutcome } from '../../domain/transcript/tool-call.ts';
import type { Transcript, TranscriptEvent, UnplacedEvent } from '../../domain/transcript/transcript-event.ts';
import { toJsonValue } from '../../domain/values/json-value.ts';
import type { UserCall } from '../imported.ts';
import type { LoggedCall, LoggedResult } from '../messages/logged-message.ts';

/** Name of the event that stands for a call of the user's own tools. */
export const USER_CALL = 'user_tool_call';

/** Gives events their places, and knows what of it the agent has seen. */
export type ImportRecorder = {
  readonly userCalls: readonly UserCall[];
  add(event: UnplacedEvent): void;
  /** Begins a turn, and says so, unless the user speaks again before the agent has acted. */
  userSpeaks(text: string): boolean;
  userCalled(call: LoggedCall, result: LoggedResult | undefined): void;
  /** `text` is what the model wrote, `words` what of it reaches the user. */
  agentSteps(calls: readonly LoggedCall[], said: { text?: string; words?: string }): void;
  resultComes(result: LoggedResult, call: LoggedCall | undefined): void;
  systemSpeaks(text: string): void;
  finish(end: UnplacedEvent): Transcript;
};

type State = {
  events: TranscriptEvent[];
  ids: Map<LoggedCall, string>;
  userCalls: UserCall[];
  turn: number;
  /** Calls whose results no message of the agent has seen yet. */
  unseen: string[];
  /** Results since the latest message of the agent. */
  completed: number;
  heard: 'nobody' | 'user' | 'agent';
  /** Place of the agent's words that end the turn, unless something follows. */
  lastWords: number | undefined;
};

export function importRecorder(): ImportRecorder {
  const state: State = {
    events: [],
    ids: new Map(),
    userCalls: [],
    turn: 0,
    unseen: [],
    completed: 0,
    heard: 'nobody',
    lastWords: undefined,
  };
  return {
    userCalls: state.userCalls,
    add: (event) => void add(state, event),
    userSpeaks: (text) => recordUserWords(state, text),
    userCalled: (call, result) => recordUserCall(state, call, result),
    agentSteps: (calls, said) => recordStep(state, calls, said),
    resultComes: (result, call) => recordResult(state, result, call),
    systemSpeaks: (text) =>
      void add(state, { type: 'agent_event', name: 'system_message', data: toJsonValue({ text }).value }),
    finish(end) {
      endTurn(state);
      add(state, end);
      return Object.freeze(state.events.map((event) => Object.freeze(event)));
    },
  };
}

function add(state: State, event: UnplacedEvent): number {
  const seq = state.events.length;
  state.events.push({ ...event, seq, turn: state.turn } as TranscriptEvent);
  return seq;
}

function endTurn(state: State): void {
  const { events, lastWords } = state;
  const words = lastWords === undefined ? undefined : events[lastWords];
  if (lastWords !== undefined && words?.type === 'agent_message') events[lastWords] = { ...words, final: true };
  state.lastWords = undefined;
}

function recordUserWords(state: State, text: string): boolean {
  const isNewTurn = state.heard !== 'user';
  if (state.heard === 'agent') {
    endTurn(state);
    state.turn += 1;
  }
  state.heard = 'user';
  add(state, { type: 'user_message', text, silent: false });
  return isNewTurn;
}

/** What a user does with tools belongs to the turn that the agent has ended, and begins none. */
function recordUserCall(state: State, call: LoggedCall, result: LoggedResult | undefined): void {
  const { name, rawArguments } = call;
  const value = call.arguments.status === 'parsed' ? { arguments: call.arguments.value } : {};
  const outcome = result === undefined ? {} : { outcome: outcomeOf(result) };
  const data = { name, rawArguments, ...value, ...outcome };
  const seq = add(state, { type: 'agent_event', name: USER_CALL, data });
  state.userCalls.push({ ...data, turn: state.turn, seq });
}

function recordStep(
  state: State,
  calls: readonly LoggedCall[],
  { text, words }: { text?: string; words?: string },
): void {
  agentActs(state);
  const callIds = calls.map((call) => {
    const id = `c${state.ids.size}`;
    state.ids.set(call, id);
    return id;
  });
  add(state, { type: 'agent_step', ...(text === undefined ? {} : { text }), callIds, sawResults: state.unseen });
  state.unseen = [];
  state.completed = 0;
  if (calls.length > 0) state.lastWords = undefined;
  if (words !== undefined) {
    const seq = add(state, { type: 'agent_message', text: words, final: false });
    state.lastWords = calls.length === 0 ? seq : undefined;
  }
  for (const [index, { name, rawArguments, givenId, arguments: read }] of calls.entries()) {
    const names = { id: callIds[index] ?? '', ...(givenId === undefined ? {} : { givenId }), name };
    add(state, { type: 'tool_call', call: { ...names, rawArguments, arguments: read, source: 'reported' } });
  }
}

function recordResult(state: State, result: LoggedResult, call: LoggedCall | undefined): void {
  agentActs(state);
  const known = call === undefined ? undefined : state.ids.get(call);
  const callId = known ?? orphanId(result.callId);
  add(state, { type: 'tool_result', result: { callId, outcome: outcomeOf(result), completed: state.completed } });
  state.completed += 1;
  if (known !== undefined) state.unseen.push(known);
}

/** As the log has it, unless a call of ours could be called so. */
function orphanId(given = 'without-id'): string {
  return /^c\d+$/.test(given) ? `orphan-${given}` : given;
}

/** An agent that acts before anybody has spoken was to speak first. */
function agentActs(state: State): void {
  if (state.heard === 'nobody') add(state, { type: 'user_message', text: '', silent: true });
  state.heard = 'agent';
}

function outcomeOf({ content, text, isError }: LoggedResult): ToolOutcome {
  return isError ? { status: 'error', kind: 'tool_error', message: text } : { status: 'ok', content };
}
