import type { FileFormat, Reporter } from '../../domain/contracts/reporter.ts';
import { forJson } from '../../domain/display/json.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Span, SpanAttributes, SpanOptions } from './span.ts';
import { spansOf } from './spans-of.ts';

export type OtlpReporterOptions = SpanOptions & {
  /** Gets one whole line for each session, with its line break. */
  write(line: string): void | Promise<void>;
};

/**
 * Writes the spans of each session when it is over: OTLP as JSON, one export request a line, as OpenTelemetry's file
 * exporter does. Source: OpenTelemetry Protocol specification 1.x, "JSON Protobuf Encoding" and "File Exporter".
 */
export function otlpReporter({ write, ...options }: OtlpReporterOptions): Reporter {
  return { name: 'otlp', onSessionEnd: (result) => write(otlpLine(result, options)) };
}

/** The same lines for sessions that are stored, in their order. */
export function otlpLines(options: SpanOptions = {}): FileFormat {
  return {
    name: 'otlp',
    async *write(_run, sessions) {
      for await (const session of sessions) yield otlpLine(session, options);
    },
  };
}

/** Numbers of these attributes are no whole numbers, even where they look like one. */
const DOUBLES = new Set(['gen_ai.evaluation.score.value']);
const KINDS = { internal: 1, client: 3 } as const;
const ERROR = 2;

function otlpLine(result: SessionResult, options: SpanOptions): string {
  const scopeSpans = [{ scope: { name: 'rehearsal' }, spans: spansOf(result, options).map(encodeSpan) }];
  const resource = { attributes: encodeAttributes({ 'service.name': 'rehearsal' }) };
  return `${forJson({ resourceSpans: [{ resource, scopeSpans }] })}\n`;
}

function encodeSpan({
  traceId,
  spanId,
  parentId,
  name,
  kind,
  startNs,
  endNs,
  attributes,
  error,
  events,
}: Span): unknown {
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(endNs),
    attributes: encodeAttributes(attributes),
    ...(events.length === 0
      ? {}
      : {
          events: events.map((event) => ({
            timeUnixNano: String(event.timeNs),
            name: event.name,
            attributes: encodeAttributes(event.attributes),
          })),
        }),
    status:
      error === undefined ? {} : { code: ERROR, ...(error.message === undefined ? {} : { message: error.message }) },
  };
}

function encodeAttributes(attributes: SpanAttributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(key, value) }));
}

function encodeValue(key: string, value: SpanAttributes[string]): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // 64-bit numbers are text in this encoding.
  return Number.isInteger(value) && !DOUBLES.has(key) ? { intValue: String(value) } : { doubleValue: value };
}
