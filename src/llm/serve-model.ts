import type { ChatModel } from '../domain/contracts/chat-model.ts';
import { UsageError } from '../domain/errors.ts';
import { seedOf } from '../domain/values/hash.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import type { ScriptedStep } from './script/scripted-step.ts';
import { scriptedModel } from './scripted-model.ts';
import { closeConversations } from './wire/close-conversations.ts';
import { createConversation } from './wire/conversation.ts';
import { createStop } from './wire/create-stop.ts';
import { createConversationBook } from './wire/find-conversation.ts';
import type { HttpAnswer, HttpShell, HttpShellOptions } from './wire/http-shell.ts';
import { createModelEndpoint, type ServedRequest } from './wire/model-endpoint.ts';

/** A script as a file gives it. */
export type ServedScript = {
  name?: string | undefined;
  after?: 'throw' | 'stick' | 'cycle' | undefined;
  steps: readonly ScriptedStep[];
};

export type ServeModelOptions = {
  /** 0 takes a free one, the default. */
  port?: number;
  /** Address to listen at. Default `127.0.0.1`: this machine only. */
  host?: string;
  /** Names, besides those of this machine itself, by which clients may call the server: `host.docker.internal`. */
  allowHosts?: readonly string[];
  /** Stops after so many answers of the model. */
  maxRequests?: number;
  /** Stops when nobody has asked for so long. */
  idleTimeoutMs?: number;
  /** Stops when it aborts. */
  signal?: AbortSignal;
  /** Told of every request that reached the model. */
  onRequest?: (request: ServedRequest) => void;
  /** Told of every answer, those to requests that are none included. */
  onAnswer?: (answer: HttpAnswer) => void;
};

export type ServedModel = {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** What a client takes as its base address: `url` and `/v1`. */
  readonly baseURL: string;
  /** The last 10,000 requests that reached the model, in order. */
  readonly requests: readonly ServedRequest[];
  /** How many requests reached the model, forgotten ones included, and in how many conversations. */
  readonly asked: number;
  readonly conversations: number;
  /** Resolves when the server has stopped, for whatever reason. */
  readonly stopped: Promise<void>;
  /**
   * Stops, and rejects with `ScriptError` when in some conversation the script did not fit or was not used up, or when
   * nobody used it at all; with what a function threw otherwise. Every call gives the same outcome.
   */
  close(): Promise<void>;
};

const MAX_REQUESTS = 10_000;

/**
 * Serves a script, or any chat model, as an OpenAI-compatible endpoint of this machine, for agents in any language. Each
 * conversation begins at the script's first step; which one a request belongs to is told by the header
 * `x-rehearsal-session`, or by the messages and answers it begins with. Throws `UsageError` when it cannot listen.
 */
export async function serveModel(
  served: readonly ScriptedStep[] | ServedScript | ChatModel,
  { port = 0, host = '127.0.0.1', allowHosts = [], onAnswer, onRequest, ...limits }: ServeModelOptions = {},
): Promise<ServedModel> {
  const { model, isScript } = modelOf(served);
  const requests: ServedRequest[] = [];
  let asked = 0;
  const stop = createStop(limits);
  const book = createConversationBook((trial, named) => {
    const key = { scenario: 'served', variant: 'default', trial };
    const session = model.open({ role: 'agent', key, seed: seedOf('served', trial) });
    return createConversation({ key, name: named ?? `conversation ${trial + 1}`, session });
  });
  const endpoint = createModelEndpoint({
    name: model.name,
    find: book.find,
    onServed(request) {
      asked += 1;
      requests.push(request);
      if (requests.length > MAX_REQUESTS) requests.shift();
      onRequest?.(request);
    },
  });
  const shell = await openShell({
    ...{ endpoint, port, host, allowHosts },
    onOpen: stop.noteOpen,
    onAnswer(answer) {
      onAnswer?.(answer);
      stop.noteAnswer(answer);
    },
  });
  const stopped = stop.asked.then(() => shell.close());
  const finish = stopped.then(() =>
    closeConversations(book.all(), { thrown: endpoint.problems(), script: isScript ? model.name : undefined }),
  );
  const url = addressOf(host, shell.port);
  return {
    url,
    baseURL: `${url}/v1`,
    requests,
    get asked() {
      return asked;
    },
    get conversations() {
      return book.all().length;
    },
    stopped,
    async close() {
      stop.now();
      const problem = await finish;
      if (problem !== undefined) throw problem;
    },
  };
}

function modelOf(served: readonly ScriptedStep[] | ServedScript | ChatModel): { model: ChatModel; isScript: boolean } {
  if ('open' in served) return { model: served, isScript: false };
  const { steps, name, after }: ServedScript = 'steps' in served ? served : { steps: served };
  return {
    isScript: true,
    model: scriptedModel(steps, {
      keepSessions: 0,
      ...(name === undefined ? {} : { name }),
      ...(after === undefined ? {} : { after }),
    }),
  };
}

async function openShell(options: HttpShellOptions): Promise<HttpShell> {
  const { openHttpShell } = await import('./wire/http-shell.ts');
  return openHttpShell(options).catch((error: unknown) => {
    const { message } = safeErrorText(error);
    throw new UsageError(`the model cannot be served at ${options.host}:${options.port}: ${message}`);
  });
}

function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
