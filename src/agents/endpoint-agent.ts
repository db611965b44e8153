import { optionNames, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type { Agent, AgentContext, AgentSession, AgentStep, IncomingMessage } from '../domain/contracts/agent.ts';
import {
  type ChatMessage,
  type ChatModel,
  type ChatModelSession,
  type ChatReply,
  type ChatRequest,
  ModelUnavailableError,
} from '../domain/contracts/chat-model.ts';
import { isChatReply } from '../domain/contracts/is-chat-reply.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { distinctIds } from './call-ids.ts';
import { mistakesInModel } from './check-model.ts';
import { type AbortRace, abandon, createAbortRace } from './race-abort.ts';

export type EndpointAgentOptions = {
  /** The agent's endpoint, as a model: `openaiModel({ baseURL, model })`. */
  model: ChatModel;
  /** Default: its key in the config; else the model's name. */
  name?: string;
  /** Its replies hold every call that it makes. Default: false, since an endpoint that runs its own tools hides them. */
  toolCallsVisible?: boolean;
  /** Reads its replies bit by bit, where the model can. Default: true. */
  stream?: boolean;
};

/**
 * An agent that is itself an endpoint for chat completions: it has its prompt, its tools and its loop, and is sent the
 * words of user and agent so far, no system message, no tools. A call in its reply is told but not run, and the event
 * `calls_not_run` says so; for a bare model that is to use the world's tools there is `chatAgent`. An endpoint that
 * cannot be reached, or gives no usable reply, makes the session invalid. Throws UsageError for options that cannot be
 * used.
 */
export function endpointAgent(options: EndpointAgentOptions): Agent {
  refuseMistakes('endpointAgent', [...unknownOptions(options, OPTIONS), ...mistakesInModel(options)]);
  const { model, name, toolCallsVisible = false } = options;
  return {
    name: name ?? model.name,
    hasDefaultName: name === undefined,
    adapter: 'endpoint',
    toolCallsVisible,
    fixed: model.fixed,
    model: model.name,
    tellsModelCalls: true,
    open: (context) => openSession(options, context),
  };
}

const OPTIONS = optionNames<EndpointAgentOptions>({ model: true, name: true, toolCallsVisible: true, stream: true });

type Talk = {
  options: EndpointAgentOptions;
  session: ChatModelSession;
  race: AbortRace;
  messages: readonly ChatMessage[];
};

function openSession(options: EndpointAgentOptions, { openModel, key, seed }: AgentContext): AgentSession {
  const { model } = options;
  const session = openModel?.(model) ?? model.open({ role: 'agent', key, seed });
  const talk: Talk = { options, session, race: createAbortRace(), messages: [] };
  let isClosed = false;
  return {
    reply: (message, { signal }) => reply(talk, message, signal),
    snapshot: () => ({ messages: [...talk.messages] }) as unknown as JsonValue,
    restore(snapshot) {
      const { messages } = snapshot as unknown as { messages: readonly ChatMessage[] };
      talk.messages = messages.map((message) => Object.freeze({ ...message }));
    },
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      talk.race.close();
      await session.close?.();
    },
  };
}

async function* reply(talk: Talk, { turn, text }: IncomingMessage, signal: AbortSignal): AsyncGenerator<AgentStep> {
  const { model } = talk.options;
  if (text !== '') addMessage(talk, { role: 'user', content: text });
  yield { type: 'step_started' };
  let answer: ChatReply;
  try {
    answer = await ask(talk, { turn, signal });
  } catch (error) {
    if (error instanceof ModelUnavailableError) yield { type: 'usage', model: model.name, attempts: error.attempts };
    throw error;
  }
  const { usage, attempts, cassetteKey, finish } = answer;
  yield { type: 'usage', model: model.name, usage, attempts, cassetteKey };
  if (finish === 'refusal') yield { type: 'custom', name: 'model_refused', data: { text: answer.text } };
  if (finish === 'length') yield { type: 'custom', name: 'model_cut_off', data: { text: answer.text } };
  yield* tellCalls(answer, turn);
  addMessage(talk, { role: 'assistant', content: answer.text });
  yield { type: 'text', text: answer.text, final: true };
}

async function ask(talk: Talk, { turn, signal }: { turn: number; signal: AbortSignal }): Promise<ChatReply> {
  const { options, session, race, messages } = talk;
  const request: ChatRequest = { messages: Object.freeze([...messages]), turn };
  signal.throwIfAborted();
  const answer =
    session.stream === undefined || options.stream === false
      ? await race.race(session.complete(request, { signal }), signal)
      : await lastOf(session.stream(request, { signal }), { race, signal });
  if (isChatReply(answer)) return answer;
  throw new ModelUnavailableError(`\`${options.model.name}\` gave no usable reply`, []);
}

/** The whole reply, which is the last piece of its stream. */
async function lastOf(
  stream: ReturnType<NonNullable<ChatModelSession['stream']>>,
  { race, signal }: { race: AbortRace; signal: AbortSignal },
): Promise<ChatReply | undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  let whole: ChatReply | undefined;
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await race.race(iterator.next(), signal);
      isDone = done === true;
      if (value?.type === 'reply') whole = value.reply;
    }
    return whole;
  } finally {
    if (!isDone) abandon(iterator);
  }
}

function* tellCalls({ calls }: ChatReply, turn: number): Generator<AgentStep> {
  if (calls.length === 0) return;
  for (const { id, name, rawArguments } of distinctIds(calls, { turn, step: 0 }).calls) {
    yield { type: 'reported_call', id, name, rawArguments };
  }
  yield { type: 'custom', name: 'calls_not_run', data: { names: calls.map(({ name }) => name) } };
}

function addMessage(talk: Talk, message: ChatMessage): void {
  talk.messages = [...talk.messages, Object.freeze(message)];
}
