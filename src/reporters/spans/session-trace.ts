import { startOf } from '../../domain/transcript/endings.ts';
import { stableHash } from '../../domain/values/hash.ts';
import type { SessionResult, TimeSpan } from '../../domain/verdicts/session-result.ts';
import type { Span, SpanAttributes, SpanEvent, SpanOptions } from './span.ts';

/** What all spans of a session share, and how one is made. */
export type SessionTrace = {
  result: SessionResult;
  options: Required<SpanOptions>;
  /** Name of the agent, where the transcript says it. */
  agent: string | undefined;
  /** Milliseconds since the session began at which an event was recorded. */
  eventMs(seq: number): number;
  /** When what an event tells of began and ended, where that was noted. */
  timeOf(seq: number): TimeSpan | undefined;
  spanIdOf(mark: string): string;
  nsOf(ms: number): bigint;
  make(draft: SpanDraft): Span;
};

export type SpanDraft = {
  /** Tells this span from the others of its session, whenever the session is looked at. */
  mark: string;
  parent?: string | undefined;
  name: string;
  kind?: Span['kind'];
  time: TimeSpan;
  attributes: Readonly<Record<string, SpanAttributes[string] | undefined>>;
  /** `message` is content. */
  error?: { type: string; message?: string | undefined } | undefined;
  events?: readonly SpanEvent[];
};

export function traceSession(result: SessionResult, options: SpanOptions): SessionTrace {
  const { transcript, timings, id } = result;
  const start = startOf(transcript);
  const isFixed = result.fixed.includes('model');
  const { content = false, providerOf = () => (isFixed ? 'rehearsal' : 'openai') } = options;
  const traceId = stableHash(`trace of ${id}, ${start?.seed}`) + stableHash(`the rest of ${id}, ${start?.seed}`);
  const spanIdOf = (mark: string): string => stableHash(`${traceId} ${mark}`);
  const begin = Date.parse(timings.startedAt);
  const beginNs = BigInt(Number.isFinite(begin) ? begin : 0) * 1_000_000n;
  const nsOf = (ms: number): bigint => beginNs + BigInt(Math.round(ms * 1e6));
  const times = new Map((timings.spans ?? []).map((span) => [span.seq, span]));
  return {
    result,
    options: { content, providerOf },
    agent: start?.agent.name,
    eventMs: (seq) => timings.eventsMs[seq] ?? timings.durationMs,
    timeOf: (seq) => times.get(seq),
    spanIdOf,
    nsOf,
    make({ mark, parent, name, kind = 'internal', time, attributes, error, events = [] }) {
      return {
        traceId,
        spanId: spanIdOf(mark),
        ...(parent === undefined ? {} : { parentId: spanIdOf(parent) }),
        name,
        kind,
        startNs: nsOf(time.startMs),
        endNs: nsOf(Math.max(time.startMs, time.endMs)),
        attributes: knownOf({ ...attributes, 'gen_ai.conversation.id': id, 'error.type': error?.type }),
        ...(error === undefined ? {} : { error: errorOf(error, content) }),
        events,
      };
    },
  };
}

function knownOf(attributes: SpanDraft['attributes']): SpanAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as SpanAttributes;
}

function errorOf({ type, message }: NonNullable<SpanDraft['error']>, content: boolean): NonNullable<Span['error']> {
  return content && message !== undefined ? { type, message } : { type };
}
