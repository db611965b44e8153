import type { ChatRole } from '../../domain/contracts/chat-model.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Something that happened at one moment of a span. */
export type SpanEvent = { name: string; timeNs: bigint; attributes: SpanAttributes };

/** An operation with its place in the trace of a session, as OpenTelemetry knows it. */
export type Span = {
  /** 32 hexadecimal digits, the same for all spans of a session. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Absent for the session itself. */
  parentId?: string;
  name: string;
  /** `client`: a model in another process was asked. */
  kind: 'internal' | 'client';
  /** Nanoseconds since 1970, UTC. */
  startNs: bigint;
  endNs: bigint;
  attributes: SpanAttributes;
  /** Whether the operation itself went wrong; a session whose checks failed did not. */
  error?: { type: string; message?: string };
  events: readonly SpanEvent[];
};

export type SpanOptions = {
  /**
   * Whether spans hold what was said: messages, arguments and results of tools, error messages and the reasons of scores.
   * Default: they do not.
   */
  content?: boolean;
  /**
   * `gen_ai.provider.name` for a model. Default: `rehearsal` for a session whose model was held fixed, and else `openai`,
   * which is the protocol that is spoken and not who runs the model.
   */
  providerOf?: (model: string, role: ChatRole) => string;
};
