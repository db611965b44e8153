import type { ChatRole, ModelCallRecord } from '../../domain/contracts/chat-model.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import { shownModel } from './known-names.ts';
import { partsText, type RequestMessages } from './model-messages.ts';
import type { SessionTrace, SpanDraft } from './session-trace.ts';
import type { Span } from './span.ts';
import { markOfTurn } from './turn-spans.ts';

/** `chat` for one request of the transcript. Where its beginning was not noted, it is the moment of the event before. */
export function chatSpan(trace: SessionTrace, event: EventOf<'model_call'>, messages?: RequestMessages): Span {
  const { role, seq, turn } = event;
  const request = requestOf(trace, role, event);
  return trace.make({
    ...request,
    mark: `event ${seq}`,
    parent: role === 'agent' ? markOfTurn(turn) : 'session',
    time: trace.timeOf(seq) ?? { startMs: seq === 0 ? 0 : trace.eventMs(seq - 1), endMs: trace.eventMs(seq) },
    attributes: {
      ...request.attributes,
      'rehearsal.turn': turn,
      'gen_ai.input.messages': listOf(messages?.input),
      'gen_ai.output.messages': listOf(messages?.output),
    },
  });
}

/** `chat` for what judges were asked when the session was over. */
export function judgeSpans(trace: SessionTrace): Span[] {
  const { judgeCalls = [], timings } = trace.result;
  return judgeCalls.map((call, index) =>
    trace.make({
      mark: `judge ${index}`,
      parent: 'session',
      ...requestOf(trace, 'judge', call),
      time: timings.judgeSpans?.[index] ?? { startMs: timings.durationMs, endMs: timings.durationMs },
    }),
  );
}

function requestOf(
  { options, result }: SessionTrace,
  role: ChatRole,
  { model: given, usage, attempts, promptHash }: ModelCallRecord,
): Pick<SpanDraft, 'name' | 'kind' | 'attributes' | 'error'> {
  const model = shownModel({ options, result }, { model: given, role });
  const last = attempts.at(-1);
  const isInProcess = role === 'agent' && result.fixed.includes('model');
  return {
    name: `chat ${model}`,
    kind: isInProcess ? 'internal' : 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': options.providerOf(given, role),
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': usage?.tokensIn,
      'gen_ai.usage.output_tokens': usage?.tokensOut,
      'rehearsal.role': role,
      'rehearsal.attempts': attempts.length === 0 ? undefined : attempts.length,
      'rehearsal.prompt.hash': promptHash,
    },
    error:
      last?.status === 'error'
        ? {
            type: last.httpStatus === undefined ? 'ModelUnavailableError' : String(last.httpStatus),
            message: last.problem,
          }
        : undefined,
  };
}

function listOf(messages: RequestMessages['input'] | undefined): string | undefined {
  return messages === undefined || messages.length === 0 ? undefined : partsText(messages);
}
