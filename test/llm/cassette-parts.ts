import type { CassetteEntry, CassetteStore } from '../../src/domain/contracts/cassette.ts';
import type {
  ChatMessage,
  ChatModel,
  ChatReply,
  ChatRequest,
  ChatRole,
} from '../../src/domain/contracts/chat-model.ts';
import { secretRedactor } from '../../src/domain/redaction.ts';
import { type SessionKey, sessionPath } from '../../src/domain/transcript/session-key.ts';
import { type CassetteMode, createCassette } from '../../src/llm/cassette/cassette.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import type { ModelAnswer } from '../../src/llm/model-answer.ts';

export const key: SessionKey = { scenario: 'refund', variant: 'default', trial: 0 };
export const { signal } = new AbortController();

/** A store in memory; `sessions` is what it holds. */
export function memoryStore(): CassetteStore & { sessions: Map<string, readonly CassetteEntry[]> } {
  const sessions = new Map<string, readonly CassetteEntry[]>();
  return {
    place: 'c.json',
    sessions,
    read: async (session) => structuredClone(sessions.get(sessionPath(session)) ?? []),
    list: async () => [...sessions.keys()].sort().map(keyOf),
    async write(session, entries) {
      sessions.set(sessionPath(session), structuredClone(entries));
    },
    async close() {},
  };
}

function keyOf(path: string): SessionKey {
  const [scenario = '', variant = '', trial] = path.split('/');
  return { scenario, variant, trial: Number(trial) };
}

/** A model that asks something live, and counts how often. */
export function liveModel(
  answer: (request: { messages: readonly ChatMessage[]; call: number }) => ModelAnswer,
  name = 'gpt-x',
): ChatModel & { asked: number } {
  const counted = { asked: 0 };
  const model = functionModel(
    (input) => {
      counted.asked += 1;
      return answer({ messages: input.messages, call: counted.asked - 1 });
    },
    { name, fixed: [] },
  );
  return Object.defineProperty({ ...model, asked: 0 }, 'asked', { get: () => counted.asked });
}

/** A model that may not be asked. */
export const silentModel: ChatModel = {
  name: 'gpt-x',
  fixed: [],
  open() {
    throw new Error('the model was opened');
  },
};

export function cassetteOf(
  store: CassetteStore,
  mode: CassetteMode,
  { secrets = [] }: { secrets?: readonly string[] } = {},
) {
  return createCassette({ store, mode, redactor: secretRedactor(secrets) });
}

export const user = (content: string): ChatMessage => ({ role: 'user', content });
export const asking = (...messages: readonly (string | ChatMessage)[]): ChatRequest => ({
  messages: messages.map((message) => (typeof message === 'string' ? user(message) : message)),
  turn: 0,
});

type Opens = {
  open(model: ChatModel, context: { role: ChatRole; key: SessionKey; seed: number }): ReturnType<ChatModel['open']>;
};

/** One session of a role, and the means to ask in it. */
export function openIn(
  layer: Opens,
  model: ChatModel,
  { role = 'agent', trial = 0 }: { role?: ChatRole; trial?: number } = {},
) {
  const session = layer.open(model, { role, key: { ...key, trial }, seed: 1 });
  return {
    session,
    ask: (...messages: readonly (string | ChatMessage)[]): Promise<ChatReply> =>
      session.complete(asking(...messages), { signal }),
  };
}

/** The message of what is thrown. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return `${error instanceof Error ? error.name : ''}: ${error instanceof Error ? error.message : error}`;
  }
  throw new Error('nothing was thrown');
}
