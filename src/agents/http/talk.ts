import type { AgentContext, IncomingMessage } from '../../domain/contracts/agent.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import type { PooledFetch, PooledRequest } from '../../network/pooled-fetch.ts';
import type { PooledResponse } from '../../network/pooled-response.ts';
import { AgentReplyError } from '../agent-answer.ts';
import { processEnvironment } from '../environment.ts';
import type { HttpAgentOptions, HttpRequestOptions } from './http-options.ts';
import { parseAnswer } from './reply/parse-answer.ts';
import { parseReplyPath, valuesAt } from './reply/reply-path.ts';
import { fillHeaders } from './request-headers.ts';
import { fillAddress, fillBody, type RequestValues } from './request-template.ts';
import { describeResponse, excerpt, explained, type Redact, sendRequest } from './send-request.ts';

/** What was said so far, in the shape of OpenAI's chat messages. */
export type Message = { readonly role: 'user' | 'assistant'; readonly content: string };

/** The session may take this long to say good-bye. */
const END_TIMEOUTS = { firstByteMs: 2_000, idleMs: 2_000 };

/** One conversation over HTTP: what was said, and the requests. */
export type HttpTalk = {
  redact: Redact;
  messages(): readonly Message[];
  add(message: Message): void;
  restore(messages: readonly Message[]): void;
  start(): Promise<void>;
  send(message: IncomingMessage, signal: AbortSignal): Promise<PooledResponse>;
  end(): Promise<void>;
};

export function createTalk(
  options: HttpAgentOptions,
  { context, fetch, sessionId }: { context: AgentContext; fetch: PooledFetch; sessionId: string },
): HttpTalk {
  const { stream, start, end, timeouts = {} } = options;
  const headers = readyHeaders(options);
  const { redact } = headers;
  const { now, language, policy } = context.input;
  const fixed = { seed: context.seed, now, language, policy: [...policy] };
  const send = createSender(options, { fetch, redact });
  let id = sessionId;
  let said: readonly Message[] = [];
  const valuesFor = ({ turn, text }: IncomingMessage): RequestValues => {
    return { ...fixed, message: text, messages: [...said], sessionId: id, turn };
  };
  return {
    redact,
    messages: () => said,
    add(message) {
      said = [...said, message];
    },
    restore(messages) {
      said = messages;
    },
    async start() {
      if (start === undefined) return;
      const values = valuesFor({ turn: 0, text: '' });
      const { signal } = context;
      const response = await send(start, values, { ...timeouts, headers: headers.start, signal, accept: JSON_TYPE });
      const body = await explained(response.text(), redact);
      if (start.sessionId !== undefined) id = idIn(body, { path: start.sessionId, response, redact });
    },
    send(message, signal) {
      const accept = stream === 'sse' ? 'text/event-stream' : JSON_TYPE;
      const isSettled = options.body !== undefined || options.method?.toUpperCase() === 'GET';
      const request = isSettled ? options : { ...options, body: DEFAULT_BODY };
      return send(request, valuesFor(message), { ...timeouts, headers: headers.message, signal, accept });
    },
    async end() {
      if (end === undefined) return;
      const values = valuesFor({ turn: said.filter(({ role }) => role === 'user').length, text: '' });
      const response = await send(end, values, { ...END_TIMEOUTS, headers: headers.end, accept: '*/*' });
      await response.body.cancel();
    },
  };
}

type Sent = Pick<PooledRequest, 'signal' | 'firstByteMs' | 'idleMs'> & {
  headers: Readonly<Record<string, string>>;
  accept: string;
};

/** Makes requests of templates. */
function createSender(
  { url: base, sessionHeader }: HttpAgentOptions,
  { fetch, redact }: { fetch: PooledFetch; redact: Redact },
) {
  return async (request: HttpRequestOptions, values: RequestValues, sent: Sent): Promise<PooledResponse> => {
    const { headers, accept, ...rest } = sent;
    const { url, method = 'POST', body } = request;
    const filled = body === undefined ? undefined : fillBody(body, values);
    return sendRequest(fillAddress(url, { values, base }), {
      ...rest,
      fetch,
      redact,
      method,
      headers: {
        ...{ accept, 'user-agent': 'rehearsal' },
        ...(filled === undefined ? {} : { 'content-type': JSON_TYPE }),
        ...(sessionHeader === undefined ? {} : { [sessionHeader.toLowerCase()]: String(values.sessionId) }),
        ...headers,
      },
      ...(filled === undefined ? {} : { body: JSON.stringify(filled) }),
    });
  };
}

const JSON_TYPE = 'application/json';
const DEFAULT_BODY = { sessionId: '{{sessionId}}', message: '{{message}}' };

/** The headers of each kind of request: the agent's, and those of the request itself. */
function readyHeaders({ headers = {}, start, end, env = processEnvironment() }: HttpAgentOptions) {
  const message = fillHeaders(headers, env);
  const own = { start: fillHeaders({ ...start?.headers }, env), end: fillHeaders({ ...end?.headers }, env) };
  return {
    message: message.values,
    start: { ...message.values, ...own.start.values },
    end: { ...message.values, ...own.end.values },
    redact: (text: string) => [message, own.start, own.end].reduce((shown, { redact }) => redact(shown), text),
  };
}

function idIn(
  body: string,
  { path, response, redact }: { path: string; response: PooledResponse; redact: Redact },
): string {
  const what = `the agent answered the start of the session with ${describeResponse(response)}, which`;
  const [id] = valuesAt(parseAnswer(body, { what, redact }), parseReplyPath(path, 'start.sessionId'));
  if (typeof id === 'string' && id !== '') return id;
  if (id !== undefined && id !== null && typeof id !== 'object' && typeof id !== 'string') return plainJson(id);
  throw new AgentReplyError(`${what} has no id at \`${path}\`${excerpt(body, redact)}`);
}
