import type { TranscriptEvent } from '../../../domain/transcript/transcript-event.ts';
import { createCallBook, type KnownEffects } from './call-book.ts';
import type { CallMoment, Moment, TextMoment } from './moment.ts';

/** What an event of the transcript means to rules. */
export type Reading = {
  moments: readonly Moment[];
  /** Calls of whose results the agent's model has now been told. */
  seen: readonly CallMoment[];
  /** A call of which it is now known what came of it. */
  settled?: CallMoment | undefined;
};

/** Turns a session's events into moments, one event at a time. */
export type MomentReader = {
  calls: readonly CallMoment[];
  texts: readonly TextMoment[];
  lookupArguments: ReadonlySet<string>;
  read(event: TranscriptEvent): Reading;
  /** No further result can come. */
  finish(): void;
};

const NONE: readonly CallMoment[] = [];
const NOTHING: Reading = { moments: [], seen: NONE };

export function createMomentReader(effects: KnownEffects = {}): MomentReader {
  const book = createCallBook(effects);
  const { calls, lookupArguments } = book;
  const texts: TextMoment[] = [];
  let turn = -1;
  let language: string | undefined;
  let [asked, earlier] = ['', ''];
  const hear = (kind: TextMoment['kind'], text: string): void => {
    if (kind === 'said') asked = asked === '' ? text : `${asked}\n${text}`;
    else [asked, earlier] = ['', text];
  };
  const readOne = (event: TranscriptEvent): Reading => {
    const { seq, turn: at } = event;
    const callsBefore = calls.length;
    switch (event.type) {
      case 'session_started':
        book.begin(event);
        language = event.language;
        return NOTHING;
      case 'user_message':
      case 'agent_message': {
        if (event.type === 'user_message' && event.silent) return NOTHING;
        const kind = event.type === 'user_message' ? 'user' : 'said';
        const moment: TextMoment = { kind, seq, turn: at, callsBefore, text: event.text, asked, earlier, language };
        texts.push(moment);
        hear(kind, event.text);
        return { moments: [moment], seen: NONE };
      }
      case 'agent_step': {
        const seen = book.launch(event);
        return { moments: [{ kind: 'step', seq, turn: at, callsBefore, saw: event.sawResults }], seen };
      }
      case 'tool_call':
        return { moments: [book.take(event)], seen: NONE };
      case 'tool_result':
        return { moments: [], seen: NONE, settled: book.settle(event) };
      case 'agent_event':
        return { moments: [{ kind: 'event', seq, turn: at, callsBefore, name: event.name }], seen: NONE };
      default:
        return NOTHING;
    }
  };
  return {
    calls,
    texts,
    lookupArguments,
    read(event) {
      const callsBefore = calls.length;
      const reading = readOne(event);
      if (event.turn <= turn || event.type === 'session_started') return reading;
      turn = event.turn;
      return { ...reading, moments: [{ kind: 'turn', seq: event.seq, turn, callsBefore }, ...reading.moments] };
    },
    finish() {
      for (const call of calls) if (call.outcome === 'pending') call.outcome = 'none';
    },
  };
}
