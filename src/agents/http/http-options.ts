import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { FixedInput } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Environment } from '../environment.ts';
import type { ReplyOptions } from './reply/reply-paths.ts';
import type { HeaderValue } from './request-headers.ts';

/** A request as a template. */
export type HttpRequestOptions = {
  /** May hold `{{sessionId}}` and the like in its path and query. */
  url: string;
  /** Default: `POST`. */
  method?: string;
  /** Values may hold `{{env.NAME}}`, and nothing else. */
  headers?: Readonly<Record<string, HeaderValue>>;
  /** JSON in which texts may hold placeholders. */
  body?: JsonValue;
};

export type HttpAgentOptions = HttpRequestOptions & {
  /** Default: its key in the config. */
  name?: string;
  /** Where to find what in an answer. */
  reply: ReplyOptions;
  /** The answer comes bit by bit: as an event stream, or as one JSON value a line. */
  stream?: 'sse' | 'lines';
  /** Name of a header that carries the session's id. */
  sessionHeader?: string;
  /** The session's id; by default a UUID made of run, key and seed. */
  sessionId?: (session: { key: SessionKey; seed: number }) => string;
  /** A request before the first message; `sessionId` is the path of the id in its answer. A path alone is on the same host. */
  start?: HttpRequestOptions & { sessionId?: string };
  /** A request after the last message. */
  end?: HttpRequestOptions;
  /** Milliseconds, kept to about a second: until an answer begins, and between two pieces of it. By default the turn's time is the limit. */
  timeouts?: { firstByteMs?: number; idleMs?: number };
  /** Hosts, or hosts with ports, that are reached although their addresses are not for agents. */
  allowAddresses?: readonly string[];
  /** What headers may take `{{env.NAME}}` from. Default: the variables of this process. */
  env?: Environment;
  /** `model` for an agent that always answers the same to the same. */
  fixed?: readonly FixedInput[];
};
