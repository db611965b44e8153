/** Nobody waits longer, and no sum of waits overflows. */
const MAX_ASKED_MS = 10 * 365 * 24 * 3_600_000;

/** The forms of RFC 9110, section 5.6.7, all of which begin with the name of the day. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * How long an answer asks to wait, in milliseconds: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), or
 * `retry-after-ms`. A date is compared with the answer's own `Date` where it has one, else with `wallMs`. Undefined for
 * what is no wait: garbage, negative numbers, zero, moments that are past.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, wallMs: () => number): number | undefined {
  const precise = millisecondsOf(headers.get('retry-after-ms'), 1);
  if (precise !== undefined) return precise;
  const given = headers.get('retry-after');
  const seconds = millisecondsOf(given, 1_000);
  if (seconds !== undefined) return seconds;
  const moment = dateOf(given);
  if (moment === undefined) return undefined;
  return waitOf(moment - (dateOf(headers.get('date')) ?? wallMs()));
}

function millisecondsOf(given: string | null, unitMs: number): number | undefined {
  const text = given?.trim() ?? '';
  return /^\d+(?:\.\d+)?$/.test(text) ? waitOf(Number(text) * unitMs) : undefined;
}

function waitOf(ms: number): number | undefined {
  return ms > 0 ? Math.min(Math.ceil(ms), MAX_ASKED_MS) : undefined;
}

function dateOf(given: string | null): number | undefined {
  const text = given?.trim() ?? '';
  if (!HTTP_DATE.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}
