import type { Heard, UserMove, UserSession } from '../domain/contracts/simulated-user.ts';
import { countOf } from '../domain/values/quantities.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { armDeadline, describeMs } from './deadline.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';
import type { Recorder } from './recorder.ts';
import type { RequestLog } from './request-log.ts';
import type { SessionOptions, Talk } from './session-context.ts';

/** What the user said, or why the talk ends before a word. */
export type Said =
  | { text: string; silent: boolean; move?: Exclude<UserMove, { kind: 'broken' }>; end?: SessionEnd | undefined }
  | { stop: SessionEnd };

/** Lets the user speak. A move that ends the talk is recorded in the turn before it. */
export async function hearUser(
  { options, user, recorder, interrupt, requests, ...rest }: Talk,
  { turn, heard }: { turn: number; heard: Heard },
): Promise<Said> {
  const { limits } = options.scenario;
  const move = await nextMove({ user, heard, interrupt, requests, clock: options.clock, ms: limits.turnTimeoutMs });
  if ('stop' in move) return move;
  requests.heardUser();
  switch (move.kind) {
    case 'broken':
      recordTrace({ recorder }, move);
      return { stop: { reason: move.reason ?? 'user_error', detail: move.problem } };
    case 'end': {
      recordTrace({ recorder }, move);
      if (turn < limits.minTurns) {
        const early = `the simulated user ended after ${countOf(turn, 'turn')}, before its minimum of ${limits.minTurns}`;
        return { stop: { reason: 'user_error', detail: early } };
      }
      if (rest.notes.turns === 0)
        return { stop: { reason: 'user_error', detail: 'the simulated user ended without a word' } };
      return { stop: { reason: move.end.reason, detail: move.end.detail ?? '' } };
    }
    case 'silent':
      return { text: '', silent: true, move };
    case 'say':
      return {
        text: move.text,
        silent: false,
        move,
        end: move.end === undefined ? undefined : { reason: move.end.reason, detail: move.end.detail ?? '' },
      };
  }
}

async function nextMove({
  user,
  heard,
  interrupt,
  requests,
  clock,
  ms,
}: {
  user: UserSession;
  heard: Heard;
  interrupt: Interrupt;
  requests: RequestLog;
  clock: SessionOptions['clock'];
  ms: number;
}): Promise<UserMove | { stop: SessionEnd }> {
  const sinceMs = requests.elapsedMs();
  try {
    const move = user.next(heard);
    if (!(move instanceof Promise)) return move;
    const missed = `the simulated user did not speak within ${describeMs(ms)}`;
    const end: SessionEnd = { reason: 'user_error', detail: missed };
    const disarm = armDeadline(clock, ms, { interrupt, requests, who: 'user', sinceMs, missed, end });
    try {
      const outcome = await interrupt.race(move);
      return 'end' in outcome ? { stop: outcome.end } : outcome.value;
    } finally {
      disarm();
    }
  } catch (error) {
    return { stop: brokenUser(error) };
  }
}

/** The requests that were made for a move, and then what happened inside the user. */
export function recordTrace({ recorder }: { recorder: Recorder }, { trace, modelCalls = [] }: UserMove): void {
  for (const call of modelCalls) recorder.record({ type: 'model_call', role: 'user', ...call });
  recorder.record({ type: 'user_step', ...trace });
}

export function brokenUser(error: unknown): SessionEnd {
  const { message, stack } = safeErrorText(error);
  const detail = `the simulated user broke: ${message}`;
  return { reason: 'user_error', detail, error: { message: detail, ...(stack === undefined ? {} : { stack }) } };
}
