import { kindOf, optionNames, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type { Agent, AgentContext, AgentSession, AgentStep } from '../domain/contracts/agent.ts';
import type { ChatModel, ChatModelSession } from '../domain/contracts/chat-model.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { ToolDescription } from '../domain/transcript/tool-call.ts';
import type { FixedInput } from '../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { type AgentAnswer, stepsOfAnswer } from './agent-answer.ts';
import { type AgentMessage, createMessageLog, type MessageLog } from './agent-message.ts';
import { type AbortRace, createAbortRace } from './race-abort.ts';
import { createToolCallables, type ToolCallables } from './tool-callables.ts';

/** What a function agent may use while it answers one message. */
export type ReplyContext<Names extends string = string> = {
  tools: ToolCallables<Names>;
  descriptions: readonly ToolDescription[];
  /** Aborts when the turn is over for the session. */
  signal: AbortSignal;
  /** Turn of the conversation, from 0. */
  turn: number;
  policy: readonly string[];
  /** The scenario's clock, ISO 8601 with zone. */
  now: string;
  language: string | undefined;
  key: SessionKey;
  seed: number;
  /**
   * Opens a model of the agent's own behind the run's budgets and cassette. Open it once for each session, in `open`, when
   * it is a script or keeps anything.
   */
  openModel(model: ChatModel): ChatModelSession;
};

/** Answers the last of `messages`, which are frozen: copy the list to add to it. */
export type AgentReply<Names extends string = string> = (
  messages: readonly AgentMessage[],
  context: ReplyContext<Names>,
) => AgentAnswer | Promise<AgentAnswer>;

/** An agent that keeps something for each session: what it needs is made by `open`, and let go by `close`. */
export type OpenedReply<Names extends string = string> = {
  reply: AgentReply<Names>;
  /** Called once, when the session is over. */
  close?(): void | Promise<void>;
};
export type OpensReply<Names extends string = string> = {
  open(context: AgentContext): AgentReply<Names> | OpenedReply<Names> | Promise<AgentReply<Names> | OpenedReply<Names>>;
};

export type FunctionAgentOptions = {
  /** Default: its key in the config. */
  name?: string;
  /** False for an agent that uses tools which neither the world owns nor it reports. */
  toolCallsVisible?: boolean;
  /** `model` for an agent that always answers the same to the same. */
  fixed?: readonly FixedInput[];
};

/**
 * An agent made of a function from messages to an answer. Pass a function for an agent without memory besides the
 * messages, or `{ open }` for one that keeps something: `open` is called for each session, so nothing leaks between
 * trials. Name the tools in the type argument to call them as functions: `functionAgent<'lookup_order'>(…)`. Throws
 * UsageError for anything else, and for options that it does not know.
 */
export function functionAgent<Names extends string = string>(
  reply: AgentReply<Names> | OpensReply<Names>,
  options: FunctionAgentOptions = {},
): Agent {
  refuseMistakes('functionAgent', [...mistakesInReply(reply), ...unknownOptions(options, OPTIONS)]);
  const { name, toolCallsVisible = true, fixed = [] } = options;
  return {
    name: name ?? 'function agent',
    hasDefaultName: name === undefined,
    adapter: 'function',
    toolCallsVisible,
    fixed,
    async open(context) {
      if (typeof reply === 'function') return openSession({ reply }, context, { isStateless: true });
      const opened = await reply.open(context);
      const own = typeof opened === 'function' ? { reply: opened } : opened;
      return openSession(own, context, { isStateless: false });
    },
  };
}

const OPTIONS = optionNames<FunctionAgentOptions>({ name: true, toolCallsVisible: true, fixed: true });

function mistakesInReply(reply: unknown): string[] {
  if (typeof reply === 'function') return [];
  if (typeof reply !== 'object' || reply === null || !('open' in reply)) {
    const what = 'the first argument is a function from messages to an answer, or an object with `open`';
    return [`${what}; found ${kindOf(reply)}`];
  }
  return typeof reply.open === 'function' ? [] : [`\`open\` is a function; found ${kindOf(reply.open)}`];
}

function openSession<Names extends string>(
  { reply, close }: OpenedReply<Names>,
  context: AgentContext,
  { isStateless }: { isStateless: boolean },
): AgentSession {
  const log = createMessageLog();
  const race = createAbortRace();
  const { input, key, seed } = context;
  const { descriptions } = context.tools;
  const { policy, now, language } = input;
  const tools = createToolCallables<Names>(context.tools, log);
  const openModel: ReplyContext['openModel'] = (model) =>
    context.openModel?.(model) ?? model.open({ role: 'agent', key, seed });
  const onLate = (): void => context.noteLate?.('an answer');
  let isClosed = false;
  return {
    reply: ({ turn, text }, { signal }) => {
      if (text !== '') log.addUser(text);
      const own = { tools, descriptions, signal, turn, policy, now, language, key, seed, openModel };
      return answer(() => reply(log.messages(), own), { log, signal, race, onLate });
    },
    // What an agent keeps for itself is not ours to copy.
    ...(isStateless ? snapshotsOf(log) : {}),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      race.close();
      await close?.();
    },
  };
}

async function* answer(
  reply: () => unknown,
  { log, signal, race, onLate }: { log: MessageLog; signal: AbortSignal; race: AbortRace; onLate: () => void },
): AsyncGenerator<AgentStep> {
  signal.throwIfAborted();
  const answered = await race.race(reply(), signal, onLate);
  if (typeof answered === 'string') {
    log.addText(answered);
    yield { type: 'text', text: answered };
    return;
  }
  for await (const step of stepsOfAnswer(answered, { signal, race })) {
    if (step.type === 'text') log.addText(step.text);
    yield step;
  }
}

function snapshotsOf(log: MessageLog): Required<Pick<AgentSession, 'snapshot' | 'restore'>> {
  return {
    snapshot: () => ({ messages: log.messages() }) as unknown as JsonValue,
    restore: (snapshot) => log.restore((snapshot as unknown as { messages: readonly AgentMessage[] }).messages),
  };
}
