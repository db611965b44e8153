import type { ToolCall, ToolOutcome } from '../../domain/transcript/tool-call.ts';
import type { EventOf, Transcript } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';

type Part =
  | { type: 'text'; content: string }
  | { type: 'tool_call'; id: string; name: string; arguments: JsonValue }
  | { type: 'tool_call_response'; id: string; response: JsonValue };

/** A message as the conventions write it. */
export type PartsMessage = { role: 'user' | 'assistant' | 'tool'; parts: readonly Part[]; finish_reason?: string };

/** What a request brought to its model that the one before had not, and what the model answered. */
export type RequestMessages = { input: readonly PartsMessage[]; output: readonly PartsMessage[] };

export function textMessage(role: PartsMessage['role'], content: string): PartsMessage {
  return { role, parts: [{ type: 'text', content }] };
}

/** Lists are not possible as values of attributes, so that they are written as JSON. */
export function partsText(messages: readonly PartsMessage[]): string {
  return JSON.stringify(messages);
}

/**
 * The messages of each request, by the `seq` of its `model_call`. For the agent's model the input is the user's message and
 * the results that the request carried for the first time. To the simulated user's model the agent is the one who asks.
 */
export function messagesOf(transcript: Transcript): ReadonlyMap<number, RequestMessages> {
  const messages = new Map<number, RequestMessages>();
  const calls = new Map<string, ToolCall>();
  const outcomes = new Map<string, ToolOutcome>();
  const open: Record<'agent' | 'user', EventOf<'model_call'>[]> = { agent: [], user: [] };
  let asked: PartsMessage[] = [];
  let heard: PartsMessage[] = [];
  /** Only the last request that was answered has the words: what came before it was asked again. */
  const close = (role: 'agent' | 'user', input: readonly PartsMessage[], answer: PartsMessage): void => {
    const answered = open[role].findLast(({ attempts }) => attempts.at(-1)?.status !== 'error');
    for (const request of open[role]) {
      messages.set(request.seq, { input, output: request === answered ? [answer] : [] });
    }
    open[role] = [];
  };
  for (const event of transcript) {
    if (event.type === 'model_call' && event.role !== 'judge') open[event.role].push(event);
    else if (event.type === 'tool_result') outcomes.set(event.result.callId, event.result.outcome);
    else if (event.type === 'agent_message') heard.push(textMessage('user', event.text));
    else if (event.type === 'user_message') {
      close('user', heard, { ...textMessage('assistant', event.text), finish_reason: 'stop' });
      asked = event.silent ? [] : [textMessage('user', event.text)];
      heard = [];
    } else if (event.type === 'agent_step') {
      // The calls of a step are written behind it.
      for (const later of callsOf(transcript, event)) calls.set(later.id, later);
      const seen = event.sawResults.map((id) => responseOf(calls.get(id)?.givenId ?? id, outcomes.get(id)));
      close('agent', [...asked, ...seen], answerOf(event, calls));
      asked = [];
    }
  }
  return messages;
}

function callsOf(transcript: Transcript, step: EventOf<'agent_step'>): ToolCall[] {
  const ids = new Set(step.callIds);
  const found: ToolCall[] = [];
  for (let seq = step.seq + 1; seq < transcript.length && found.length < ids.size; seq += 1) {
    const event = transcript[seq];
    if (event?.type === 'agent_step') break;
    if (event?.type === 'tool_call' && ids.has(event.call.id)) found.push(event.call);
  }
  return found;
}

function answerOf({ text, callIds }: EventOf<'agent_step'>, calls: ReadonlyMap<string, ToolCall>): PartsMessage {
  const launched = callIds.flatMap((id) => calls.get(id) ?? []);
  return {
    role: 'assistant',
    parts: [
      ...(text === undefined ? [] : [{ type: 'text', content: text } as const]),
      ...launched.map(({ id, givenId = id, name, arguments: read, rawArguments }) => {
        return {
          type: 'tool_call',
          id: givenId,
          name,
          arguments: read.status === 'parsed' ? read.value : rawArguments,
        } as const;
      }),
    ],
    finish_reason: launched.length > 0 ? 'tool_call' : 'stop',
  };
}

function responseOf(id: string, outcome: ToolOutcome | undefined): PartsMessage {
  return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: contentOf(outcome) }] };
}

/** What a tool answered; a failure is told with its kind. */
export function contentOf(outcome: ToolOutcome | undefined): JsonValue {
  if (outcome === undefined) return null;
  return outcome.status === 'ok' ? outcome.content : { error: outcome.kind, message: outcome.message };
}
