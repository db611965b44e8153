import { optionNames, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type {
  Agent,
  AgentContext,
  AgentInput,
  AgentSession,
  AgentStep,
  IncomingMessage,
} from '../domain/contracts/agent.ts';
import {
  type ChatMessage,
  type ChatModel,
  type ChatModelSession,
  type ChatReply,
  type ChatTool,
  ModelUnavailableError,
} from '../domain/contracts/chat-model.ts';
import { isChatReply } from '../domain/contracts/is-chat-reply.ts';
import { StepLimitError } from '../domain/errors.ts';
import type { ToolDescription } from '../domain/transcript/tool-call.ts';
import { stableHash } from '../domain/values/hash.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { distinctIds } from './call-ids.ts';
import { createMessageChecker, type MessageChecker } from './check-messages.ts';
import { mistakesInModel } from './check-model.ts';
import { systemPrompt } from './prompts.ts';
import { type AbortRace, createAbortRace } from './race-abort.ts';
import { toolResultText } from './tool-result-text.ts';

export type ChatAgentOptions = {
  model: ChatModel;
  /** Default: its key in the config; else the model's name. */
  name?: string;
  /** The author's instructions. The clock, the language and the policy of the scenario are added below them. */
  system?: string | ((input: AgentInput) => string);
  /** Messages of the model in one turn before `StepLimitError` ends the session; by default only the scenario's limit. */
  maxSteps?: number;
  /** Tools that the model is offered; all by default. */
  toolFilter?: (tool: ToolDescription) => boolean;
  temperature?: number;
  /** Tokens of one message of the model. */
  maxTokens?: number;
};

/**
 * The usual loop around a chat model: it is offered the world's tools, its calls are run, several calls of one message
 * at the same time, and results and failures go back to it, until it answers without a call. Closing the session closes
 * the model's, so a script with unused steps fails then. Throws UsageError for options that cannot be used.
 */
export function chatAgent(options: ChatAgentOptions): Agent {
  refuseMistakes('chatAgent', [...unknownOptions(options, OPTIONS), ...mistakesInModel(options)]);
  const { model, name } = options;
  return {
    name: name ?? model.name,
    hasDefaultName: name === undefined,
    adapter: 'chat',
    toolCallsVisible: true,
    fixed: model.fixed,
    model: model.name,
    tellsModelCalls: true,
    open: (context) => openSession(options, context),
  };
}

const OPTIONS = optionNames<ChatAgentOptions>({
  ...{ model: true, name: true, system: true, maxSteps: true, toolFilter: true, temperature: true, maxTokens: true },
});

type Talk = {
  options: ChatAgentOptions;
  context: AgentContext;
  session: ChatModelSession;
  race: AbortRace;
  /** All messages, the system's first. Frozen one by one, so that requests may share them. */
  messages: ChatMessage[];
  checker: MessageChecker;
  /** Found in messages and not told yet. */
  problems: { kind: string; index: number; message: string }[];
  tools: readonly ChatTool[];
  promptHash: string;
};

function openSession(options: ChatAgentOptions, context: AgentContext): AgentSession {
  const { model, system = '', toolFilter = () => true } = options;
  const { key, seed, input } = context;
  const prompt = systemPrompt(typeof system === 'string' ? system : system(input), input);
  const offered = context.tools.descriptions.filter(toolFilter);
  const tools = Object.freeze(
    offered.map(({ name, description, parameters }) => Object.freeze({ name, description, parameters })),
  );
  const talk: Talk = {
    ...{ options, context, tools },
    session: context.openModel?.(model) ?? model.open({ role: 'agent', key, seed }),
    race: createAbortRace(),
    messages: [],
    checker: createMessageChecker(),
    problems: [],
    promptHash: stableHash(JSON.stringify([prompt, tools])),
  };
  addMessage(talk, { role: 'system', content: prompt });
  let isClosed = false;
  return {
    reply: (message, { signal }) => reply(talk, message, signal),
    snapshot: () => ({ messages: [...talk.messages] }) as unknown as JsonValue,
    restore: (snapshot) => restoreInto(talk, snapshot),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      talk.race.close();
      await talk.session.close?.();
    },
  };
}

async function* reply(talk: Talk, { turn, text }: IncomingMessage, signal: AbortSignal): AsyncGenerator<AgentStep> {
  const { maxSteps = Number.POSITIVE_INFINITY } = talk.options;
  if (text !== '') addMessage(talk, { role: 'user', content: text });
  for (let step = 0; ; step += 1) {
    if (step >= maxSteps) throw new StepLimitError(maxSteps);
    yield { type: 'step_started' };
    yield* tellProblems(talk);
    const answer = yield* askModel(talk, turn, signal);
    yield* tellFinish(answer);
    if (answer.calls.length === 0) {
      addMessage(talk, { role: 'assistant', content: answer.text });
      yield { type: 'text', text: answer.text, final: true };
      return;
    }
    if (answer.text.trim() !== '') yield { type: 'text', text: answer.text, final: false };
    await runCalls(talk, answer, { turn, step, signal });
  }
}

async function* askModel(talk: Talk, turn: number, signal: AbortSignal): AsyncGenerator<AgentStep, ChatReply> {
  const { options, session, tools, promptHash } = talk;
  const { model, temperature, maxTokens } = options;
  const head = { type: 'usage', model: model.name, promptHash } as const;
  const request = {
    messages: Object.freeze([...talk.messages]),
    turn,
    ...(tools.length === 0 ? {} : { tools }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  try {
    signal.throwIfAborted();
    const answer = await talk.race.race(session.complete(request, { signal }), signal);
    if (!isChatReply(answer)) throw new ModelUnavailableError(`\`${model.name}\` gave no usable reply`, []);
    yield { ...head, usage: answer.usage, attempts: answer.attempts, cassetteKey: answer.cassetteKey };
    return answer;
  } catch (error) {
    if (error instanceof ModelUnavailableError) yield { ...head, attempts: error.attempts };
    throw error;
  }
}

/** Launched together, before any result is awaited, so that they share a step. */
async function runCalls(
  talk: Talk,
  answer: ChatReply,
  { turn, step, signal }: { turn: number; step: number; signal: AbortSignal },
): Promise<void> {
  const { calls, changed } = distinctIds(answer.calls, { turn, step });
  addMessage(talk, { role: 'assistant', content: answer.text, toolCalls: calls });
  const index = talk.messages.length - 1;
  talk.problems.push(...changed.map((message) => ({ kind: 'ambiguous_call_id', index, message })));
  const { tools } = talk.context;
  const running = calls.map(({ name, rawArguments }, place) => {
    const givenId = answer.calls[place]?.id;
    return tools.call({ name, rawArguments, givenId: givenId === '' ? undefined : givenId });
  });
  const outcomes = await talk.race.race(Promise.all(running), signal);
  for (const [place, outcome] of outcomes.entries()) {
    const { id = '', name = '' } = calls[place] ?? {};
    addMessage(talk, {
      role: 'tool',
      toolCallId: id,
      name,
      content: toolResultText(outcome),
      isError: outcome.status === 'error',
    });
  }
}

function* tellProblems(talk: Talk): Generator<AgentStep> {
  const problems = [...talk.problems, ...talk.checker.end()];
  talk.problems = [];
  for (const data of problems) yield { type: 'custom', name: 'message_problem', data };
}

/** A refusal or a message that was cut off reads like any other text, so it is told beside it. */
function* tellFinish({ finish, text }: ChatReply): Generator<AgentStep> {
  if (finish === 'refusal') yield { type: 'custom', name: 'model_refused', data: { text } };
  if (finish === 'length') yield { type: 'custom', name: 'model_cut_off', data: { text } };
}

function addMessage(talk: Talk, message: ChatMessage): void {
  const frozen = Object.freeze(message);
  talk.messages.push(frozen);
  talk.problems.push(...talk.checker.add(frozen));
}

function restoreInto(talk: Talk, snapshot: JsonValue): void {
  const { messages } = snapshot as unknown as { messages: readonly ChatMessage[] };
  talk.messages = [];
  talk.checker = createMessageChecker();
  for (const message of messages) addMessage(talk, { ...message });
  // They were told when they came about.
  talk.problems = [];
}
