import type { EventOf, Transcript } from './transcript-event.ts';

/** The first event, which says what kind of session this was; absent in an empty transcript. */
export function startOf(transcript: Transcript): EventOf<'session_started'> | undefined {
  const first = transcript[0];
  return first?.type === 'session_started' ? first : undefined;
}

/** The event that says how the session ended; absent in a transcript that was cut off. */
export function endOf(transcript: Transcript): EventOf<'session_ended'> | undefined {
  const last = transcript.at(-1);
  return last?.type === 'session_ended' ? last : undefined;
}
