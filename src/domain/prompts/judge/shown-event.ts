import { startOf } from '../../transcript/endings.ts';
import type { Transcript, TranscriptEvent } from '../../transcript/transcript-event.ts';
import { assertNever } from '../../values/assert-never.ts';
import type { JsonValue } from '../../values/json-value.ts';
import { sliceByCodePoints } from '../../values/text.ts';

/** Code points of arguments and results that are shown; words of the user and the agent are always shown whole. */
export const MAX_SHOWN_DATA = 4_000;

/** Headings of what the two speakers do. */
export const SHOWN_HEADINGS = {
  userSays: 'the user says',
  agentSays: 'the agent says',
  agentCalls: 'the agent calls a tool',
} as const;

/** An event as a judge sees it: a heading of ours, and its text as data. */
export type ShownEvent = {
  seq: number;
  turn: number;
  /** Who spoke or acted. */
  actor: 'user' | 'agent' | 'tool' | 'world';
  /** What happened, in words of ours: `the agent says`. */
  heading: string;
  /** What may be quoted. */
  text: string;
  /** How many code points of the text are not shown. */
  cut: number;
  /** The text is the event's own, so that a place in it is a place in the event. */
  isSpeech: boolean;
};

/**
 * What a judge is shown of a transcript, in order: words, calls and results. What only the simulation knows (states of the
 * user, changes in the world, requests to models) is left out.
 */
export function shownEvents(transcript: Transcript): readonly ShownEvent[] {
  const tools = new Map<string, string>();
  return transcript.flatMap((event): ShownEvent[] => {
    if (event.type === 'tool_call') tools.set(event.call.id, event.call.name);
    const shown = showEvent(event, tools);
    return shown === undefined ? [] : [{ seq: event.seq, turn: event.turn, ...shown }];
  });
}

function showEvent(
  event: TranscriptEvent,
  tools: ReadonlyMap<string, string>,
): Omit<ShownEvent, 'seq' | 'turn'> | undefined {
  switch (event.type) {
    case 'user_message':
      return event.silent ? undefined : speech('user', SHOWN_HEADINGS.userSays, event.text);
    case 'agent_message':
      return speech('agent', SHOWN_HEADINGS.agentSays, event.text);
    case 'notice':
      return speech('world', 'the user is notified', event.text);
    case 'tool_call':
      return data('agent', SHOWN_HEADINGS.agentCalls, `${event.call.name} ${event.call.rawArguments}`);
    case 'tool_result': {
      const { callId, outcome } = event.result;
      const name = tools.get(callId) ?? callId;
      if (outcome.status === 'ok') return data('tool', 'a tool answers', `${name} ${jsonText(outcome.content)}`);
      return data('tool', `a tool fails (${outcome.kind})`, `${name} ${outcome.message}`);
    }
    case 'session_started':
    case 'session_ended':
    case 'user_step':
    case 'agent_step':
    case 'agent_event':
    case 'model_call':
    case 'world_change':
    case 'fault_injected':
    case 'policy_violation':
    case 'late_reply_ignored':
      return undefined;
    default:
      return assertNever(event);
  }
}

function speech(actor: ShownEvent['actor'], heading: string, text: string): Omit<ShownEvent, 'seq' | 'turn'> {
  return { actor, heading, text, cut: 0, isSpeech: true };
}

function data(actor: ShownEvent['actor'], heading: string, whole: string): Omit<ShownEvent, 'seq' | 'turn'> {
  const text = sliceByCodePoints(whole, 0, MAX_SHOWN_DATA);
  return { actor, heading, text, cut: [...whole.slice(text.length)].length, isSpeech: false };
}

function jsonText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a judge has to know besides the events: the clock, the policy, and whether calls can be seen. */
export function shownSurroundings(transcript: Transcript): readonly string[] {
  const started = startOf(transcript);
  if (started === undefined) return [];
  const { now, policy, agent } = started;
  return [
    ...(now === undefined ? [] : [`the clock said ${now}`]),
    ...(policy === 'unknown' ? [] : policy.map((text) => `the agent was given this policy: ${text}`)),
    ...(agent.toolCallsVisible ? [] : ['tool calls of this agent are not visible']),
  ];
}

/** Events as lines. A line of data begins with `| `, so that no text can pass for a heading. */
export function eventLines(events: readonly ShownEvent[], surroundings: readonly string[]): string {
  const facts = surroundings.length === 0 ? [] : ['before the talk', ...surroundings.flatMap(dataLines)];
  const lines = events.flatMap(({ seq, turn, heading, text, cut }) => [
    `event ${seq}, turn ${turn}: ${heading}`,
    ...dataLines(text),
    ...(cut === 0 ? [] : [`(cut: ${cut} more characters are not shown)`]),
  ]);
  return [...facts, ...lines].join('\n');
}

function dataLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/u).map((line) => `| ${line}`);
}
