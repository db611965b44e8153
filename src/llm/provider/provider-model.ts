import { randomUUID } from 'node:crypto';
import {
  type ChatChunk,
  type ChatModel,
  type ChatModelContext,
  type ChatModelSession,
  type ChatReply,
  type ChatRequest,
  type ChatRequestOptions,
  ModelUnavailableError,
} from '../../domain/contracts/chat-model.ts';
import { signalOf } from '../../domain/contracts/signal-of.ts';
import { UsageError } from '../../domain/errors.ts';
import { secretRedactor } from '../../domain/redaction.ts';
import { type Random, randomFrom } from '../../domain/values/random.ts';
import { askProvider, type Provider } from './ask-provider.ts';
import { chatStream } from './chat/chat-stream.ts';
import { readChatReply } from './chat/read-chat-reply.ts';
import { toChatRequest } from './chat/to-chat-request.ts';
import { findAccess, isOpenAi, isThisMachine } from './credentials.ts';
import { settingsOf } from './model-settings.ts';
import { openClient } from './open-client.ts';
import { checkOptions, type OpenaiModelOptions } from './openai-options.ts';
import type { ProviderRuntime } from './provider-runtime.ts';
import type { AnswerReader } from './reply/read-answer.ts';
import type { RequestSettings } from './request/settings.ts';
import { readResponsesReply } from './responses/read-responses-reply.ts';
import { responsesStream } from './responses/responses-stream.ts';
import { toResponsesRequest } from './responses/to-responses-request.ts';

type Api = {
  reader: AnswerReader;
  toBody(request: ChatRequest, settings: RequestSettings, isStreamed: boolean): object;
};

const APIS: Readonly<Record<'chat' | 'responses', Api>> = {
  chat: { reader: { readWhole: readChatReply, openStream: chatStream }, toBody: toChatRequest },
  responses: { reader: { readWhole: readResponsesReply, openStream: responsesStream }, toBody: toResponsesRequest },
};

/** `openaiModel`, with what models of one process share handed in. */
export function providerModel(given: OpenaiModelOptions, runtime: ProviderRuntime): ChatModel {
  const options = checkOptions(given);
  const { model, name = model, stream } = options;
  const settings = settingsOf(options);
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= openProvider(options, { name, runtime }).catch((error: unknown) => {
      // Whoever asks next may find the key in its place.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    name,
    fixed: [],
    ...(settings === undefined ? {} : { settings }),
    open(context) {
      const random = randomFrom(context.seed);
      const conversation = Object.freeze({ [SESSION_HEADER]: randomUUID() });
      const ask = (request: ChatRequest, how: AskOptions) => {
        signalOf(how.asked);
        return askOpened({ open, options, context, random, conversation }, request, how);
      };
      const session: ChatModelSession = {
        complete: async (request, asked) =>
          lastOf(ask(request, { asked, isStreamed: stream === true, isHeard: false })),
      };
      if (stream !== false)
        session.stream = (request, asked) => chunksOf(ask(request, { asked, isStreamed: true, isHeard: true }));
      return session;
    },
  };
}

type AskOptions = { asked: ChatRequestOptions; isStreamed: boolean; isHeard: boolean };

type Opened = {
  provider: Provider;
  tokenLimitName: RequestSettings['tokenLimitName'];
  /** A server of this machine may be a fake that plays a script to each conversation: it is told them apart. */
  isToldConversation: boolean;
};

/** The header in which served fakes look for the name of a conversation. */
const SESSION_HEADER = 'x-rehearsal-session';

/** Made once, when the first request needs it: a config may name models that a run never asks. */
async function openProvider(
  options: OpenaiModelOptions,
  { name, runtime }: { name: string; runtime: ProviderRuntime },
): Promise<Opened> {
  const { api = 'chat', headers = {}, concurrency, allowAddresses = [] } = options;
  const access = findAccess(options, runtime.environment());
  if ('problem' in access) throw new ModelUnavailableError(`\`${name}\`: ${access.problem}`, []);
  const { baseURL, apiKey } = access;
  const fetch = runtime.fetchFor(allowAddresses);
  const client = openClient(await loadPackage(runtime), { api, fetch, baseURL, apiKey, headers });
  const limiter = runtime.limiterOf(baseURL);
  if (concurrency !== undefined) limiter.limitTo(concurrency);
  const { redact } = secretRedactor([...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)]);
  return {
    tokenLimitName: isOpenAi(baseURL) ? 'max_completion_tokens' : 'max_tokens',
    isToldConversation:
      isThisMachine(new URL(baseURL).hostname) &&
      !Object.keys(headers).some((header) => header.toLowerCase() === SESSION_HEADER),
    provider: {
      who: `\`${name}\` at ${baseURL}`,
      reader: APIS[api].reader,
      ...{ client, limiter, redact, clock: runtime.clock },
      ...limitsOf(options),
    },
  };
}

function limitsOf({ retry = {}, timeouts = {} }: OpenaiModelOptions): Pick<Provider, 'policy' | 'timeouts'> {
  const { maxAttempts = 4, maxRateLimited = 10 } = retry;
  const { firstWaitMs = 500, longestWaitMs = 20_000, maxWaitMs = 60_000 } = retry;
  const { requestMs = 300_000, idleMs = 30_000 } = timeouts;
  return {
    policy: { maxAttempts, maxRateLimited, firstWaitMs, longestWaitMs, maxWaitMs },
    timeouts: { requestMs, idleMs },
  };
}

/** A package that is missing makes sessions invalid: the agent is not to blame. */
async function loadPackage(runtime: ProviderRuntime): ReturnType<ProviderRuntime['loadOpenai']> {
  return runtime.loadOpenai().catch((error: unknown) => {
    throw error instanceof UsageError ? new ModelUnavailableError(error.message, []) : error;
  });
}

async function* askOpened(
  {
    open,
    options,
    context,
    random,
    conversation,
  }: {
    open(): Promise<Opened>;
    options: OpenaiModelOptions;
    context: ChatModelContext;
    random: Random;
    /** The headers that name it; the same object for all requests of a session, so that it is read once. */
    conversation: Readonly<Record<string, string>>;
  },
  request: ChatRequest,
  { asked, isStreamed, isHeard }: AskOptions,
): AsyncGenerator<string, ChatReply> {
  asked.signal.throwIfAborted();
  const { provider, tokenLimitName, isToldConversation } = await open();
  const { api = 'chat', seed, structuredOutput = 'json_schema' } = options;
  const settings = {
    ...options,
    structuredOutput,
    tokenLimitName,
    seed: seed === 'session' ? context.seed : seed,
  };
  const body = APIS[api].toBody(request, settings, isStreamed);
  const headers = isToldConversation ? conversation : undefined;
  return yield* askProvider(provider, { ...asked, body, headers, isHeard, random });
}

async function lastOf(asked: AsyncGenerator<string, ChatReply>): Promise<ChatReply> {
  for (;;) {
    const { done, value } = await asked.next();
    if (done === true) return value;
  }
}

async function* chunksOf(asked: AsyncGenerator<string, ChatReply>): AsyncGenerator<ChatChunk> {
  const reply = yield* textsOf(asked);
  yield { type: 'reply', reply };
}

async function* textsOf(asked: AsyncGenerator<string, ChatReply>): AsyncGenerator<ChatChunk, ChatReply> {
  try {
    for (;;) {
      const { done, value } = await asked.next();
      if (done === true) return value;
      yield { type: 'text', text: value };
    }
  } finally {
    // Whoever stops listening gives the connection back.
    await asked.return(undefined as never);
  }
}
