import type { Reporter } from '../../domain/contracts/reporter.ts';
import type { Span, SpanAttributes, SpanOptions } from './span.ts';
import { spansOf } from './spans-of.ts';

/** Seconds and nanoseconds since 1970, UTC. */
type PreciseTime = [seconds: number, nanoseconds: number];

/** What is used of a span of `@opentelemetry/api`. */
export type TracedSpan = {
  addEvent(name: string, attributes?: SpanAttributes, time?: PreciseTime): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(time?: PreciseTime): void;
};

/** What is used of a context of `@opentelemetry/api`. */
export type TracedContext = {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): TracedContext;
  deleteValue(key: symbol): TracedContext;
};

/** What is used of a tracer of `@opentelemetry/api`; every one of its tracers fits. */
export type SpanTracer = {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: SpanAttributes; startTime?: PreciseTime; root?: boolean },
    context?: TracedContext,
  ): TracedSpan;
};

export type SpanReporterOptions = SpanOptions & { tracer: SpanTracer };

/**
 * Gives the spans of each session to a tracer of `@opentelemetry/api` 1.x when the session is over, with the times at which
 * things happened. Each session is a trace of its own. Ids are the tracer's.
 */
export function spanReporter({ tracer, ...options }: SpanReporterOptions): Reporter {
  return { name: 'spans', onSessionEnd: (result) => replaySpans(spansOf(result, options), tracer) };
}

/** Under this key the API looks for the parent of a new span; all copies of the package share it. */
const PARENT = Symbol.for('OpenTelemetry Context Key SPAN');
const KINDS = { internal: 0, client: 2 } as const;
const ERROR = 2;

function replaySpans(spans: readonly Span[], tracer: SpanTracer): void {
  const started = new Map<string, TracedSpan>();
  for (const { spanId, parentId, name, kind, startNs, attributes, error, events } of spans) {
    const parent = parentId === undefined ? undefined : started.get(parentId);
    const span = tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, startTime: preciseTime(startNs), root: parent === undefined },
      contextOf(new Map(parent === undefined ? [] : [[PARENT, parent]])),
    );
    started.set(spanId, span);
    for (const event of events) span.addEvent(event.name, event.attributes, preciseTime(event.timeNs));
    if (error !== undefined) {
      span.setStatus({ code: ERROR, ...(error.message === undefined ? {} : { message: error.message }) });
    }
  }
  // Children end before their parents.
  for (const { spanId, endNs } of spans.toReversed()) started.get(spanId)?.end(preciseTime(endNs));
}

function preciseTime(ns: bigint): PreciseTime {
  return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
}

function contextOf(values: ReadonlyMap<symbol, unknown>): TracedContext {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
    deleteValue: (key) => contextOf(new Map([...values].filter(([other]) => other !== key))),
  };
}
