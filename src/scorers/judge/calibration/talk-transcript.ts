import type { SessionKey } from '../../../domain/transcript/session-key.ts';
import {
  TRANSCRIPT_VERSION,
  type Transcript,
  type TranscriptEvent,
  type UnplacedEvent,
} from '../../../domain/transcript/transcript-event.ts';
import type { TalkLine } from './read-labels.ts';

/** A talk of which nothing but the words is known, as a transcript. A turn begins with each message of the user. */
export function talkTranscript(
  lines: readonly TalkLine[],
  { key, source }: { key: SessionKey; source: string },
): Transcript {
  const events: TranscriptEvent[] = [];
  let turn = -1;
  const add = (event: UnplacedEvent): void => {
    events.push({ ...event, seq: events.length, turn: Math.max(turn, 0) } as TranscriptEvent);
  };
  add({
    type: 'session_started',
    version: TRANSCRIPT_VERSION,
    key,
    seed: 0,
    origin: { kind: 'import', format: 'talk', source },
    policy: 'unknown',
    tools: 'unknown',
    agent: { name: 'unknown', adapter: 'unknown', toolCallsVisible: false },
    user: { driver: 'unknown' },
    fixed: ['past'],
  });
  lines.forEach(({ role, text }, index) => {
    if (role === 'user') {
      turn += 1;
      add({ type: 'user_message', text, silent: false });
    } else add({ type: 'agent_message', text, final: lines[index + 1]?.role !== 'agent' });
  });
  add({ type: 'session_ended', reason: 'user_done', detail: '' });
  return events;
}
