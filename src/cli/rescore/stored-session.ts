import { join } from 'node:path';
import { endOf } from '../../domain/transcript/endings.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { PlannedContext } from '../../runs/run-planned.ts';
import { readSession } from '../../store/read-session.ts';
import { sessionFile } from '../../store/run-layout.ts';

type Play = NonNullable<PlannedContext['play']>;

/** Plays conversations as they are stored: nobody talks, and no agent is asked. */
export function playStored(directory: string): Play {
  return async ({ key }, onEvent) => {
    const stored = await readSession(join(directory, sessionFile(key)));
    if (stored.status === 'unfinished') throw new Error(`${sessionPath(key)} is not finished: ${stored.reason}`);
    for (const event of stored.result.transcript) onEvent(event);
    return sessionOf(stored.result);
  };
}

function sessionOf({
  transcript,
  endReason,
  turns,
  timings,
  breakages = [],
  error,
}: SessionResult): Awaited<ReturnType<Play>> {
  const end = endOf(transcript);
  return {
    transcript,
    end: { reason: endReason, detail: end?.detail ?? '' },
    turns,
    breakages: breakages.map((message) => ({ message })),
    ...(error === undefined ? {} : { error }),
    startedAt: timings.startedAt,
    durationMs: timings.durationMs,
    eventsMs: timings.eventsMs,
    spans: timings.spans ?? [],
    blockedMs: 0,
  };
}
