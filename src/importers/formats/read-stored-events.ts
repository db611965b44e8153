import type { Problem } from '../../domain/authoring/problem.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import { TRANSCRIPT_VERSION, type Transcript, TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { mistake, oddity } from '../import-problem.ts';
import { memberOf, membersOf, nameOf } from '../messages/json-members.ts';

export type StoredTalk = { transcript: Transcript; id?: string | undefined };

/** Reads the events of a stored session, with or without its outcome; undefined when they are none. */
export function readStoredEvents(list: readonly JsonValue[], problems: Problem[]): StoredTalk | undefined {
  const before = problems.length;
  const events: TranscriptEvent[] = [];
  let id: string | undefined;
  for (const [index, value] of list.entries()) {
    const members = membersOf(value);
    if (memberOf(members, 'type') === 'session_outcome') {
      id = nameOf(memberOf(members, 'id'));
      if (index < list.length - 1) {
        problems.push(mistake('after-outcome', `[${index + 1}]`, 'nothing may follow the outcome of a session'));
      }
      continue;
    }
    const version = memberOf(members, 'version');
    if (typeof version === 'number' && version > TRANSCRIPT_VERSION) {
      const text = `written in format ${version}; this version of Rehearsal reads up to format ${TRANSCRIPT_VERSION}`;
      problems.push(mistake('newer-version', `[${index}].version`, text));
      return undefined;
    }
    const parsed = TranscriptEvent.safeParse(value);
    if (!parsed.success) {
      const [first] = parsed.error.issues;
      const path = [`[${index}]`, ...(first?.path ?? []).map(String)].join('.');
      problems.push(mistake('invalid-event', path, `not an event of a session: ${first?.message ?? 'unknown'}`));
      return undefined;
    }
    // Parsing makes copies; what stays is what was written.
    const event = value as unknown as TranscriptEvent;
    if (event.seq !== events.length) {
      const text = `expected ${events.length}, found ${event.seq}: an event is missing or was moved`;
      problems.push(mistake('gap', `[${index}].seq`, text));
      return undefined;
    }
    events.push(event);
  }
  if (startOf(events) === undefined)
    problems.push(mistake('no-start', '', 'the events do not begin with `session_started`'));
  else if (endOf(events) === undefined) {
    problems.push(oddity('cut-off', '', 'the events do not say how the session ended: it was cut off'));
  }
  return problems.slice(before).some(({ severity }) => severity === 'error')
    ? undefined
    : { transcript: Object.freeze(events), id };
}
