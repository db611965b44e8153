import type { ChatRole } from '../domain/contracts/chat-model.ts';
import type { ModelAttempt } from '../domain/transcript/transcript-event.ts';
import type { PastRequest, RequestLog, RequestUnderWay } from './request-log.ts';

/** A time limit that has passed. Milliseconds since the session began. */
export type PassedLimit = {
  sinceMs: number;
  ms: number;
  /** Who had to keep it. In a limit for both, all the time that the user's models take is not the agent's. */
  who: 'agent' | 'user' | 'both';
};

/** A request that took this part of the limit took all of it of it that anybody could tell. */
const ALL_OF_IT = 0.9;
const LISTED_ATTEMPTS = 4;

/**
 * In words, which model is to blame that a time limit passed; undefined when none is. A model is to blame when a request
 * is under way that has failed before, waits as it was told, or alone took half of the limit; also when requests that are
 * over lost half of the limit with failures and waits. Many quick requests are the doing of whoever makes them.
 */
export function findModelFault(log: RequestLog, limit: PassedLimit): string | undefined {
  const nowMs = log.elapsedMs();
  const culprits = log
    .underWay()
    .filter(({ role, sinceMs }) => isMeant(role, limit) && sinceMs >= limit.sinceMs)
    .filter((request) => isAtFault(request, { nowMs, limitMs: limit.ms }))
    .toSorted((a, b) => b.awaitedMs() - a.awaitedMs());
  const [culprit] = culprits;
  if (culprit !== undefined) return describeSilence(culprit, limit.ms);
  const lostMs = lostTime(log.past, limit);
  return lostMs * 2 >= limit.ms
    ? `${roughly(Math.min(lostMs, limit.ms))} of it went by in waiting for models`
    : undefined;
}

function isMeant(role: ChatRole, { who }: PassedLimit): boolean {
  return who === 'both' || role === who;
}

function isAtFault(
  { attempts, waitsUntilMs, awaitedMs }: RequestUnderWay,
  { nowMs, limitMs }: { nowMs: number; limitMs: number },
): boolean {
  return attempts.some(({ status }) => status === 'error') || nowMs < waitsUntilMs || awaitedMs() * 2 >= limitMs;
}

/** Time within the limit in which models failed or were waited for, counted once where requests overlap. */
function lostTime(past: readonly PastRequest[], limit: PassedLimit): number {
  const spans = past
    .filter(({ role }) => isMeant(role, limit))
    .map(({ role, sinceMs, endMs, failedUntilMs }) => ({
      startMs: Math.max(sinceMs, limit.sinceMs),
      endMs: limit.who === 'both' && role === 'user' ? endMs : failedUntilMs,
    }))
    .toSorted((a, b) => a.startMs - b.startMs);
  let lost = 0;
  let untilMs = limit.sinceMs;
  for (const { startMs, endMs } of spans) {
    lost += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return lost;
}

function describeSilence({ model, attempts, awaitedMs }: RequestUnderWay, limitMs: number): string {
  const awaited = awaitedMs();
  const time = awaited >= limitMs * ALL_OF_IT ? 'in all that time' : `for ${roughly(awaited)}`;
  const failed = attempts.filter(({ status }) => status === 'error');
  return `\`${model}\` had not answered ${time}${failed.length === 0 ? '' : `, after ${describeAttempts(failed)}`}`;
}

/** `429 and a wait of 20 s`, `503, 500 and 503, with waits of 1.5 s in all`. Statuses only: what providers say is foreign. */
function describeAttempts(failed: readonly ModelAttempt[]): string {
  const names = failed.map(({ httpStatus }) => (httpStatus === undefined ? 'a failed attempt' : String(httpStatus)));
  const waits = failed.flatMap(({ waitedMs = 0 }) => (waitedMs > 0 ? [waitedMs] : []));
  const waited = roughly(waits.reduce((sum, ms) => sum + ms, 0));
  if (failed.length === 1) return `${names[0]}${waits.length === 0 ? '' : ` and a wait of ${waited}`}`;
  const listed =
    failed.length <= LISTED_ATTEMPTS
      ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
      : `${failed.length} failed attempts, the last of them ${names.at(-1)}`;
  return `${listed}${waits.length === 0 ? '' : `, with waits of ${waited} in all`}`;
}

/** As people say a time that nobody measured for its own sake: `340 ms`, `1.5 s`, `58 s`. */
function roughly(ms: number): string {
  if (ms < 100) return `${Math.ceil(ms)} ms`;
  if (ms < 995) return `${Math.round(ms / 10) * 10} ms`;
  return ms < 9_950 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms / 1_000)} s`;
}
