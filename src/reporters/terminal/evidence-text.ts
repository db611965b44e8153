import { forTerminal } from '../../domain/display/terminal.ts';
import type { Transcript, TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { valueAt } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Evidence } from '../../domain/verdicts/evidence.ts';

/** What a finding points at, as a phrase: where it stands, then the words or the value found there. Not yet safe to show. */
export function evidenceText(evidence: Evidence, transcript: Transcript): string {
  const event = transcript[evidence.seq];
  const { quote, pointer = '' } = evidence;
  switch (evidence.kind) {
    case 'criterion':
      return `the rule: ${quote === undefined ? '(not quoted)' : `"${quote}"`}`;
    case 'text_span':
      return `${placeOf(event, transcript)}: "${quote ?? spanOf(evidence, event)}"`;
    case 'json_pointer':
      return `${placeOf(event, transcript)}${inside(pointer)}: ${quote ?? valueText(resultOf(event), pointer)}`;
    case 'argument':
      return `${placeOf(event, transcript)}, argument${inside(pointer).replace(',', '')}: ${quote ?? valueText(argumentsOf(event), pointer)}`;
    case 'state':
      return `the world's state${inside(pointer)}: ${quote ?? valueText(stateOf(transcript), pointer)}`;
    case 'event':
      return placeOf(event, transcript) + (quote === undefined ? '' : `: "${quote}"`);
    default:
      return assertNever(evidence.kind);
  }
}

/** JSON as a person reads it, on one line. */
export function valueText(value: JsonValue | undefined, pointer = ''): string {
  const found = value === undefined ? undefined : valueAt(value, pointer);
  return found === undefined ? '(nothing there)' : JSON.stringify(found);
}

function inside(pointer: string): string {
  return pointer === '' ? '' : `, ${forTerminal(pointer, { newlines: 'escape' })}`;
}

function placeOf(event: TranscriptEvent | undefined, transcript: Transcript): string {
  if (event === undefined) return 'an event that is not in the transcript';
  return `${nounOf(event, transcript)} (turn ${event.turn})`;
}

function nounOf(event: TranscriptEvent, transcript: Transcript): string {
  switch (event.type) {
    case 'user_message':
      return "the user's message";
    case 'agent_message':
      return event.final ? "the agent's answer" : 'a message of the agent';
    case 'agent_step':
      return "a message of the agent's model";
    case 'notice':
      return 'a notice to the user';
    case 'tool_call':
      return callNoun(event, transcript);
    case 'tool_result':
      return `the result of \`${calledTool(event.result.callId, transcript)}\``;
    default:
      return `\`${event.type}\``;
  }
}

/** A call with its number in the session, from 1, where the turn has several of the tool. */
function callNoun(event: Extract<TranscriptEvent, { type: 'tool_call' }>, transcript: Transcript): string {
  const calls = transcript.filter((other) => other.type === 'tool_call');
  const isOnly = !calls.some(
    (other) => other !== event && other.turn === event.turn && other.call.name === event.call.name,
  );
  return `the call ${isOnly ? '' : `#${calls.indexOf(event) + 1} `}of \`${event.call.name}\``;
}

function calledTool(callId: string, transcript: Transcript): string {
  const call = transcript.find((event) => event.type === 'tool_call' && event.call.id === callId);
  return call?.type === 'tool_call' ? call.call.name : callId;
}

function spanOf({ start = 0, end }: Evidence, event: TranscriptEvent | undefined): string {
  const text = event !== undefined && 'text' in event ? (event.text ?? '') : '';
  return text.slice(start, end);
}

function resultOf(event: TranscriptEvent | undefined): JsonValue | undefined {
  if (event?.type === 'agent_event') return event.data;
  if (event?.type !== 'tool_result') return undefined;
  const { outcome } = event.result;
  return outcome.status === 'ok' ? outcome.content : outcome.message;
}

function argumentsOf(event: TranscriptEvent | undefined): JsonValue | undefined {
  if (event?.type !== 'tool_call') return undefined;
  const { call } = event;
  return call.arguments.status === 'parsed' ? call.arguments.value : call.rawArguments;
}

function stateOf(transcript: Transcript): JsonValue | undefined {
  const last = transcript.at(-1);
  return last?.type === 'session_ended' ? last.world?.state : undefined;
}
