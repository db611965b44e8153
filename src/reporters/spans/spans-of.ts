import { verdictOfEnd } from '../../domain/transcript/end-reason.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import { trajectoryOf } from '../../domain/transcript/trajectory.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { evaluationEvents } from './evaluation-events.ts';
import { messagesOf } from './model-messages.ts';
import { chatSpan, judgeSpans } from './model-spans.ts';
import { type SessionTrace, traceSession } from './session-trace.ts';
import type { Span, SpanOptions } from './span.ts';
import { toolSpan } from './tool-span.ts';
import { turnSpans } from './turn-spans.ts';

/**
 * A finished session as OpenTelemetry spans, by the semantic conventions for generative AI: `invoke_workflow` for the
 * session, below it `invoke_agent` for each turn, and below that `chat` for each request of the agent to a model and
 * `execute_tool` for each call. Requests of the simulated user and of judges stand beside the turns. Each score is an event
 * `gen_ai.evaluation.result` of the session. Ids follow from the session's name and seed, and times from its timings.
 * Parents stand before their children.
 */
export function spansOf(result: SessionResult, options: SpanOptions = {}): readonly Span[] {
  const trace = traceSession(result, options);
  const { calls } = trajectoryOf(result.transcript);
  const messages = trace.options.content ? messagesOf(result.transcript) : undefined;
  const parts = [
    ...turnSpans(trace),
    ...result.transcript.flatMap((event) =>
      event.type === 'model_call' ? [{ seq: event.seq, span: chatSpan(trace, event, messages?.get(event.seq)) }] : [],
    ),
    ...calls.map((call) => ({ seq: call.seq, span: toolSpan(trace, call) })),
  ];
  // A turn's span has the position of its first event, so that it precedes what happened in it.
  const ordered = parts.toSorted((a, b) => a.seq - b.seq).map(({ span }) => span);
  return [sessionSpan(trace), ...ordered, ...judgeSpans(trace)];
}

function sessionSpan(trace: SessionTrace): Span {
  const { result } = trace;
  const { key, verdict, endReason, timings } = result;
  const endMs = Math.max(timings.durationMs, ...(timings.judgeSpans ?? []).map((judge) => judge.endMs));
  return trace.make({
    mark: 'session',
    name: `invoke_workflow ${key.scenario}`,
    time: { startMs: 0, endMs },
    attributes: {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': key.scenario,
      'rehearsal.scenario': key.scenario,
      'rehearsal.variant': key.variant,
      'rehearsal.trial': key.trial,
      'rehearsal.seed': startOf(result.transcript)?.seed,
      'rehearsal.verdict': verdict,
      'rehearsal.end_reason': endReason,
    },
    error: errorOf(result),
    events: evaluationEvents(trace, endMs),
  });
}

/** The session went wrong when its end or a crash says so; that a check failed is its result. */
function errorOf({
  endReason,
  transcript,
  error,
}: SessionResult): { type: string; message?: string | undefined } | undefined {
  if (verdictOfEnd(endReason) !== 'scored') return { type: endReason, message: endOf(transcript)?.detail };
  return error === undefined ? undefined : { type: '_OTHER', message: error.message };
}
