import { errorText } from '../../domain/transcript/error-text.ts';
import type { Transcript, TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { type MarkedLine, markedText, type Span } from './marked-text.ts';
import { countOf } from './numbers.ts';
import type { Palette } from './palette.ts';
import { padWidth } from './text-width.ts';

/** What a reader sees of one event: who, and what. */
type Entry = { seq: number; label: string; text: string; spans: readonly Span[]; maxLength: number };

export type TurnExcerptOptions = {
  columns: number;
  palette: Palette;
  /** Spans of text in these are marked, and the events they point at are never left out. */
  evidence?: readonly Evidence[];
  /** The report says elsewhere why the session ended, so its end has only a name here. */
  isEndTold?: boolean;
  /** Events shown of a turn; one with more loses its middle. */
  maxEntries?: number;
};

const LABEL_COLUMNS = 9;

/** One turn of a transcript as people read it: words, calls with arguments, results, and carets below what is meant. */
export function turnExcerpt(transcript: Transcript, turn: number, options: TurnExcerptOptions): string[] {
  const { columns, palette, evidence = [], isEndTold = false, maxEntries = 14 } = options;
  const entries = transcript.flatMap((event) =>
    event.turn === turn ? entryOf(event, transcript, { evidence, isEndTold }) : [],
  );
  const wanted = pointedAt(transcript, evidence);
  return shorten(entries, maxEntries, wanted).flatMap((entry) => {
    if (typeof entry === 'string') return [palette.quiet(`${' '.repeat(LABEL_COLUMNS)}${entry}`)];
    const lines = markedText(entry.text, {
      columns: columns - LABEL_COLUMNS,
      spans: entry.spans,
      maxLength: Math.max(entry.maxLength, columns * 3),
    });
    return lines.flatMap((line, index) => showLine(line, index === 0 ? entry.label : '', palette));
  });
}

function showLine({ text, carets }: MarkedLine, label: string, palette: Palette): string[] {
  const margin = palette.quiet(padWidth(label, LABEL_COLUMNS));
  const shown = `${margin}${text}`.trimEnd();
  return carets === undefined ? [shown] : [shown, `${' '.repeat(LABEL_COLUMNS)}${palette.failed(carets)}`];
}

/** The events that evidence points at, calls together with their results. */
function pointedAt(transcript: Transcript, evidence: readonly Evidence[]): ReadonlySet<number> {
  const seqs = new Set(evidence.map(({ seq }) => seq));
  const calls = new Set(transcript.flatMap((event) => (seqs.has(event.seq) ? callIdOf(event) : [])));
  for (const event of transcript) if (callIdOf(event).some((id) => calls.has(id))) seqs.add(event.seq);
  return seqs;
}

function callIdOf(event: TranscriptEvent): string[] {
  if (event.type === 'tool_call') return [event.call.id];
  return event.type === 'tool_result' ? [event.result.callId] : [];
}

function shorten(entries: readonly Entry[], max: number, wanted: ReadonlySet<number>): (Entry | string)[] {
  if (entries.length <= max) return [...entries];
  const ends = Math.floor(max / 2);
  const shown: (Entry | string)[] = [];
  let hidden = 0;
  const tellHidden = (): void => {
    if (hidden > 0) shown.push(`… ${countOf(hidden, 'more line')} of this turn`);
    hidden = 0;
  };
  let kept = 0;
  for (const [index, entry] of entries.entries()) {
    const isWanted = wanted.has(entry.seq) && kept < max;
    if (index >= ends && index < entries.length - ends && !isWanted) {
      hidden += 1;
      continue;
    }
    if (isWanted) kept += 1;
    tellHidden();
    shown.push(entry);
  }
  return shown;
}

function entryOf(
  event: TranscriptEvent,
  transcript: Transcript,
  { evidence, isEndTold }: { evidence: readonly Evidence[]; isEndTold: boolean },
): Entry[] {
  const isNamed = isEndTold && event.type === 'session_ended';
  const shown = isNamed ? { label: 'end', text: event.reason } : wordsOf(event, transcript);
  if (shown === undefined) return [];
  const spans = evidence.flatMap(({ kind, seq, start, end }) =>
    kind === 'text_span' && seq === event.seq && start !== undefined && end !== undefined ? [{ start, end }] : [],
  );
  const maxLength = event.type === 'tool_call' || event.type === 'tool_result' ? 240 : 800;
  return [{ seq: event.seq, maxLength, spans, ...shown }];
}

/** Undefined for events that say nothing to a reader of the conversation. */
function wordsOf(event: TranscriptEvent, transcript: Transcript): { label: string; text: string } | undefined {
  switch (event.type) {
    case 'user_message':
      return { label: 'user', text: event.silent ? '(says nothing; the agent speaks first)' : event.text };
    case 'notice':
      return { label: 'notice', text: event.from === undefined ? event.text : `from ${event.from}: ${event.text}` };
    case 'agent_message':
      return { label: 'agent', text: event.text === '' ? '(an empty message)' : event.text };
    case 'tool_call':
      return { label: 'call', text: `${event.call.name} ${event.call.rawArguments}` };
    case 'tool_result':
      return { label: 'result', text: resultText(event, transcript) };
    case 'agent_event':
      return { label: 'agent', text: `(${event.name}) ${JSON.stringify(event.data)}` };
    case 'policy_violation':
      return { label: 'rule', text: `${event.rule}: ${event.message}` };
    case 'late_reply_ignored':
      return { label: 'late', text: event.what };
    case 'session_ended':
      // A talk that ended because the user had enough ends where its words do.
      if (event.reason === 'user_done' && event.detail === '') return undefined;
      return { label: 'end', text: event.detail === '' ? event.reason : `${event.reason}: ${event.detail}` };
    case 'session_started':
    case 'user_step':
    case 'agent_step':
    case 'model_call':
    case 'world_change':
    case 'fault_injected':
      return undefined;
    default:
      return assertNever(event);
  }
}

function resultText(event: Extract<TranscriptEvent, { type: 'tool_result' }>, transcript: Transcript): string {
  const { callId, outcome, injectedBy } = event.result;
  const index = transcript.findIndex(({ seq }) => seq === event.seq);
  const before = transcript[index - 1];
  const isNext = before?.type === 'tool_call' && before.call.id === callId;
  const call = transcript.find((other) => other.type === 'tool_call' && other.call.id === callId);
  const name = call?.type === 'tool_call' ? call.call.name : `(no call \`${callId}\`)`;
  const of = isNext ? '' : `of ${name}: `;
  const planted =
    injectedBy === undefined
      ? ''
      : injectedBy.startsWith('policy:')
        ? ' (prevented by the policy)'
        : ' (planted by the scenario)';
  return outcome.status === 'ok'
    ? `${of}${JSON.stringify(outcome.content)}${planted}`
    : `${of}${errorText(outcome)}${planted}`;
}
