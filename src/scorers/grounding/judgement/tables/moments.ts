const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/;

/** A date or a time of day in minutes; undefined for any other text. */
export function momentOf(text: string): number | undefined {
  const iso = ISO.exec(text.trim());
  if (iso !== null) {
    const [, year, month, day, hour = '0', minute = '0'] = iso;
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) / 60_000;
  }
  const clock = CLOCK.exec(text.trim());
  return clock === null ? undefined : Number(clock[1]) * 60 + Number(clock[2]);
}

/** Whether a text tells a date or a time of day. */
export function isMoment(text: string): boolean {
  return momentOf(text) !== undefined;
}
