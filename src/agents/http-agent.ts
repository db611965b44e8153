import type { Agent, AgentContext, AgentSession, AgentStep, IncomingMessage } from '../domain/contracts/agent.ts';
import { sessionPath } from '../domain/transcript/session-key.ts';
import { type PooledFetch, pooledFetch } from '../network/pooled-fetch.ts';
import { processEnvironment } from './environment.ts';
import { checkHttpOptions } from './http/check-options.ts';
import type { HttpAgentOptions } from './http/http-options.ts';
import { readReply } from './http/reply/read-reply.ts';
import { readStreamedReply } from './http/reply/read-streamed-reply.ts';
import { type ReplyPaths, readReplyPaths } from './http/reply/reply-paths.ts';
import { secretsOfHeaders } from './http/request-headers.ts';
import { asksFor } from './http/request-template.ts';
import { sessionIdOf } from './http/session-id.ts';
import { createTalk, type HttpTalk, type Message } from './http/talk.ts';

/**
 * An agent behind HTTP, in any language: each message is a request made of a template, and the answer is read at the paths
 * that `reply` names. The agent runs its own tools; `reply.calls` says where its answers tell of them, and without that
 * the agent is blind: checks that need calls are not judged. Throws UsageError for options that cannot be used.
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkHttpOptions(options);
  const { name, reply, stream, allowAddresses, fixed = [] } = options;
  const paths = readReplyPaths(reply, stream);
  const openings = createOpenings();
  let fetch: PooledFetch | undefined;
  return {
    name: name ?? 'http agent',
    hasDefaultName: name === undefined,
    adapter: 'http',
    toolCallsVisible: paths.calls !== undefined,
    fixed,
    secrets: () => secretsOf(options),
    async open(context) {
      // A connection that the agent's server closes as it is used again would look like a crash, so it is not kept long.
      fetch ??= pooledFetch({ allow: allowAddresses, keepAliveMs: 1_000 });
      const opening = openings.next(context);
      const { run, key, seed } = context;
      const sessionId = options.sessionId?.({ key, seed }) ?? sessionIdOf({ run, key, seed, opening });
      const talk = createTalk(options, { context, fetch, sessionId });
      await talk.start();
      return openSession(talk, { options, paths });
    },
  };
}

/** Shorter values cannot be told from other text. */
const MIN_SECRET_LENGTH = 6;

function secretsOf({ headers = {}, start, end, env = processEnvironment() }: HttpAgentOptions): string[] {
  const all = [headers, start?.headers ?? {}, end?.headers ?? {}].flatMap((some) => secretsOfHeaders(some, env));
  return [...new Set(all)].filter((secret) => secret.trim().length >= MIN_SECRET_LENGTH);
}

type Openings = { next(context: AgentContext): number };

/** Counts how often a session of the same key and seed was opened. */
function createOpenings(): Openings {
  const counts = new Map<string, number>();
  return {
    next({ key, seed }) {
      const name = `${sessionPath(key)} ${seed}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count;
    },
  };
}

function openSession(
  talk: HttpTalk,
  { options, paths }: { options: HttpAgentOptions; paths: ReplyPaths },
): AgentSession {
  let closing: Promise<void> | undefined;
  return {
    reply: (message, { signal }) => reply(talk, { message, signal, options, paths }),
    // What the server keeps for a session is not ours to copy.
    ...(isStateless(options) ? snapshotsOf(talk) : {}),
    [Symbol.asyncDispose]() {
      closing ??= talk.end();
      return closing;
    },
  };
}

async function* reply(
  talk: HttpTalk,
  {
    message: { turn, text },
    signal,
    options,
    paths,
  }: { message: IncomingMessage; signal: AbortSignal; options: HttpAgentOptions; paths: ReplyPaths },
): AsyncGenerator<AgentStep> {
  signal.throwIfAborted();
  if (text !== '') talk.add({ role: 'user', content: text });
  const { redact } = talk;
  const response = await talk.send({ turn, text }, signal);
  const steps =
    options.stream === undefined
      ? await readReply(response, { paths, turn, redact })
      : readStreamedReply(response, { stream: options.stream, paths, turn, redact });
  for await (const step of steps) {
    signal.throwIfAborted();
    if (step.type === 'text') talk.add({ role: 'assistant', content: step.text });
    yield step;
  }
}

function isStateless({ url, body, sessionHeader, start }: HttpAgentOptions): boolean {
  const isNamed = sessionHeader !== undefined || asksFor([url, body ?? null], ['sessionId']);
  return start === undefined && !isNamed && asksFor(body, ['messages']);
}

function snapshotsOf(talk: HttpTalk): Required<Pick<AgentSession, 'snapshot' | 'restore'>> {
  return {
    snapshot: () => ({ messages: [...talk.messages()] }),
    restore: (snapshot) => talk.restore((snapshot as { messages: readonly Message[] }).messages),
  };
}
