import { type TrajectoryCall, trajectoryOf } from '../../../domain/transcript/trajectory.ts';
import type { EventOf, Transcript, TranscriptEvent } from '../../../domain/transcript/transcript-event.ts';
import { worldByTurn } from '../../../domain/transcript/world-by-turn.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import type { EventSpan } from '../../../domain/verdicts/session-result.ts';
import type { CallView, ItemView, SessionView } from '../session-view.ts';
import type { AnswerMarks } from './answer-marks.ts';
import { MAX_VALUE, previewOf, valuePreview } from './preview-of.ts';
import { userStepLines } from './user-step-lines.ts';

const MAX_CHANGES = 20;
const MAX_SIDE = 80;

export type TurnParts = {
  marks: AnswerMarks;
  /** When calls began and ended. */
  spans: readonly EventSpan[];
  /** Characters of a result that are shown. */
  maxResult?: number | undefined;
};

/** What happened, turn by turn, in the order of the talk; a call stands with its result. */
export function turnViews(
  transcript: Transcript,
  { marks, spans, maxResult = MAX_VALUE }: TurnParts,
): SessionView['turns'] {
  const trajectory = trajectoryOf(transcript);
  const calls = new Map(trajectory.calls.map((call) => [call.seq, call]));
  const paired = new Set(trajectory.calls.flatMap(({ resultSeq }) => (resultSeq === undefined ? [] : [resultSeq])));
  const times = new Map(spans.map((span) => [span.seq, span.endMs - span.startMs]));
  const changes = changeLines(transcript);
  const turns = new Map<number, ItemView[]>();
  for (const event of transcript) {
    const call = calls.get(event.seq);
    const item =
      call === undefined ? itemOf(event, { marks, paired, changes, transcript }) : callView(call, { times, maxResult });
    if (item === undefined) continue;
    const items = turns.get(event.turn) ?? [];
    items.push(item);
    turns.set(event.turn, items);
  }
  return [...turns].sort(([a], [b]) => a - b).map(([turn, items]) => ({ turn, items }));
}

type Parts = {
  marks: AnswerMarks;
  /** Results that stand with their call. */
  paired: ReadonlySet<number>;
  changes: ReadonlyMap<number, readonly string[]>;
  transcript: Transcript;
};

function itemOf(event: TranscriptEvent, parts: Parts): ItemView | undefined {
  const { seq } = event;
  switch (event.type) {
    case 'user_message':
      return { kind: 'user', seq, text: previewOf(event.text), isSilent: event.silent };
    case 'agent_message':
      return agentView(event, parts.marks);
    case 'agent_step':
      return thoughtOf(event, parts.transcript);
    case 'user_step': {
      const lines = userStepLines(event);
      return lines.length === 0 ? undefined : { kind: 'user_step', seq, lines };
    }
    case 'world_change':
      return { kind: 'world', seq, lines: parts.changes.get(seq) ?? [] };
    case 'tool_result': {
      if (parts.paired.has(seq)) return undefined;
      const { outcome, callId } = event.result;
      const text = outcome.status === 'ok' ? valuePreview(outcome.content) : previewOf(outcome.message, MAX_VALUE);
      return { kind: 'note', seq, label: `a result that belongs to no call (${callId})`, text, isLoud: true };
    }
    default:
      return noteOf(event);
  }
}

/** Events that stand between the speakers. */
function noteOf(event: TranscriptEvent): ItemView | undefined {
  const note = (label: string, text: string, isLoud = false): ItemView => {
    return { kind: 'note', seq: event.seq, label, text: previewOf(text, MAX_VALUE), isLoud };
  };
  switch (event.type) {
    case 'notice':
      return note(
        event.from === undefined ? 'notice to the user' : `notice to the user from ${event.from}`,
        event.text,
      );
    case 'agent_event':
      return note(`the agent tells of itself: ${event.name}`, plainJson(event.data));
    case 'fault_injected':
      return note('fault of the scenario', event.fault);
    case 'policy_violation':
      return note(`${event.source === 'policy' ? 'policy' : 'invariant'} broken: ${event.rule}`, event.message, true);
    case 'late_reply_ignored':
      return note('came too late and was ignored', event.what);
    case 'session_ended':
      return note(`the session ended: ${event.reason}`, event.detail);
    default:
      return undefined;
  }
}

function agentView({ seq, text, final }: EventOf<'agent_message'>, { claims, spans }: AnswerMarks): ItemView {
  return {
    kind: 'agent',
    seq,
    text: previewOf(text),
    isFinal: final,
    claims: claims.get(seq) ?? [],
    spans: spans.get(seq) ?? [],
  };
}

/** Words of the model beside its calls, unless they reached the user and stand there as a message. */
function thoughtOf({ seq, turn, text = '' }: EventOf<'agent_step'>, transcript: Transcript): ItemView | undefined {
  const isSaid = transcript.some(
    (event) => event.type === 'agent_message' && event.turn === turn && event.text === text,
  );
  if (text.trim() === '' || isSaid) return undefined;
  return {
    kind: 'note',
    seq,
    label: 'beside its calls the model wrote',
    text: previewOf(text, MAX_VALUE),
    isLoud: false,
  };
}

function callView(
  { call, seq, result, resultSeq }: TrajectoryCall,
  { times, maxResult }: { times: ReadonlyMap<number, number>; maxResult: number },
): CallView {
  const { name, arguments: given, rawArguments, source } = call;
  const ms = times.get(seq);
  return {
    kind: 'call',
    seq,
    name,
    arguments: given.status === 'parsed' ? valuePreview(given.value) : previewOf(rawArguments, MAX_VALUE),
    ...(given.status === 'parsed' ? {} : { problem: given.problem }),
    isReported: source === 'reported',
    ...(result === undefined || resultSeq === undefined
      ? {}
      : {
          result: {
            seq: resultSeq,
            content:
              result.outcome.status === 'ok'
                ? valuePreview(result.outcome.content, maxResult)
                : previewOf(result.outcome.message, MAX_VALUE),
            ...(result.outcome.status === 'ok' ? {} : { error: result.outcome.kind }),
            ...(result.injectedBy === undefined ? {} : { injectedBy: result.injectedBy }),
            ...(ms === undefined ? {} : { ms }),
          },
        }),
  };
}

function changeLines(transcript: Transcript): ReadonlyMap<number, readonly string[]> {
  const lines = new Map<number, string[]>();
  for (const { seq, pointer, before, after } of worldByTurn(transcript)?.turns.flatMap(({ changes }) => changes) ??
    []) {
    const own = lines.get(seq) ?? [];
    lines.set(seq, own);
    if (own.length < MAX_CHANGES)
      own.push(`${pointer === '' ? 'the state' : pointer}: ${side(before)} → ${side(after)}`);
    else if (own.length === MAX_CHANGES) own.push('… and more');
  }
  return lines;
}

function side(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const { text, wholeLength } = previewOf(plainJson(value), MAX_SIDE);
  return wholeLength === undefined ? text : `${text}…`;
}
