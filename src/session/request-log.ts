import type { ChatRequestOptions, ChatRole, ModelCallRecord } from '../domain/contracts/chat-model.ts';
import type { ModelAttempt } from '../domain/transcript/transcript-event.ts';
import { modelCallRecord } from './model-call-record.ts';
import type { Recorder } from './recorder.ts';
import type { RequestFollower } from './time-requests.ts';

/** A request that nobody has answered yet. Milliseconds since the session began. */
export type RequestUnderWay = {
  role: ChatRole;
  model: string;
  sinceMs: number;
  /** How long somebody waited for it so far: a stream that nobody reads keeps nobody waiting. */
  awaitedMs(): number;
  /** Those that are over. */
  attempts: ModelAttempt[];
  /** The end of the last failed attempt or wait, that of its wait included. */
  failedUntilMs: number;
  /** The end of the wait that it was told to keep. */
  waitsUntilMs: number;
};

export type PastRequest = { role: ChatRole; sinceMs: number; endMs: number; failedUntilMs: number };

/** What the agent and the user of one session ask of models, and how much time they have for it. */
export type RequestLog = {
  underWay(): readonly RequestUnderWay[];
  past: readonly PastRequest[];
  elapsedMs(): number;
  begin(of: { role: ChatRole; model: string }): RequestFollower;
  /** From `sinceMs` on there are `ms` milliseconds; the returned function lifts the limit. */
  limit(ms: number, sinceMs: number): () => void;
  /** The user's move came, and with it the records of its requests. */
  heardUser(): void;
  /** The session ends now: what is under way, and what only a move of the user would have told, is recorded. */
  cutOff(): void;
  /** The session is over; what is still under way concerns nobody. */
  close(): void;
};

export function createRequestLog(recorder: Recorder): RequestLog {
  const underWay = new Set<RequestUnderWay>();
  const past: PastRequest[] = [];
  const dueAt = new Set<{ ms: number }>();
  let untold: ModelCallRecord[] = [];
  let isClosed = false;
  const { elapsedMs } = recorder;
  const remainingMs = (): number => Math.min(...[...dueAt].map(({ ms }) => ms)) - elapsedMs();
  const begin = ({ role, model }: { role: ChatRole; model: string }): RequestFollower => {
    const { request, pause, resume } = openRequest({ role, model }, elapsedMs);
    underWay.add(request);
    return {
      listen: (options) => listenTo(request, { options, elapsedMs, remainingMs }),
      pause,
      resume,
      settle(outcome) {
        if (role === 'user' && underWay.has(request)) untold.push(modelCallRecord(model, outcome));
      },
      end() {
        if (!underWay.delete(request)) return;
        const endMs = elapsedMs();
        past.push({ role, sinceMs: request.sinceMs, endMs, failedUntilMs: Math.min(request.failedUntilMs, endMs) });
      },
    };
  };
  return {
    underWay: () => [...underWay],
    past,
    elapsedMs,
    begin,
    limit(ms, sinceMs) {
      const limit = { ms: sinceMs + ms };
      dueAt.add(limit);
      return () => void dueAt.delete(limit);
    },
    heardUser() {
      untold = [];
    },
    cutOff() {
      if (isClosed) return;
      for (const call of untold) recorder.record({ type: 'model_call', role: 'user', ...call });
      for (const request of underWay) recordCutOff(recorder, request);
      untold = [];
      underWay.clear();
    },
    close() {
      isClosed = true;
    },
  };
}

function listenTo(
  request: RequestUnderWay,
  {
    options,
    elapsedMs,
    remainingMs,
  }: { options: ChatRequestOptions; elapsedMs: () => number; remainingMs: () => number },
): ChatRequestOptions {
  return {
    ...options,
    remainingMs: () => Math.min(remainingMs(), options.remainingMs?.() ?? Number.POSITIVE_INFINITY),
    onAttempt(attempt) {
      noteAttempt(request, attempt, elapsedMs());
      options.onAttempt?.(attempt);
    },
    onWait(waitMs) {
      noteWait(request, waitMs, elapsedMs());
      options.onWait?.(waitMs);
    },
  };
}

function openRequest(
  { role, model }: { role: ChatRole; model: string },
  elapsedMs: () => number,
): { request: RequestUnderWay; pause(): void; resume(): void } {
  const sinceMs = elapsedMs();
  let waited = 0;
  let awaitedSinceMs: number | undefined = sinceMs;
  const awaitedMs = (): number => waited + (awaitedSinceMs === undefined ? 0 : elapsedMs() - awaitedSinceMs);
  return {
    request: { role, model, sinceMs, awaitedMs, attempts: [], failedUntilMs: sinceMs, waitsUntilMs: sinceMs },
    pause() {
      waited = awaitedMs();
      awaitedSinceMs = undefined;
    },
    resume() {
      awaitedSinceMs = elapsedMs();
    },
  };
}

function noteAttempt(request: RequestUnderWay, attempt: ModelAttempt, nowMs: number): void {
  request.attempts.push(attempt);
  if (attempt.status === 'error') noteWait(request, attempt.waitedMs ?? 0, nowMs);
}

function noteWait(request: RequestUnderWay, waitMs: number, nowMs: number): void {
  request.waitsUntilMs = nowMs + waitMs;
  request.failedUntilMs = request.waitsUntilMs;
}

function recordCutOff(recorder: Recorder, { role, model, sinceMs, attempts, waitsUntilMs }: RequestUnderWay): void {
  const endMs = recorder.elapsedMs();
  const problem =
    endMs < waitsUntilMs
      ? 'cut off: the session ended before the wait was over'
      : 'cut off: the session ended before an answer came';
  recorder.record(
    { type: 'model_call', role, model, attempts: [...attempts, { status: 'error', problem }] },
    { startMs: sinceMs, endMs },
  );
}
