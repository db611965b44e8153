import { randomBytes } from 'node:crypto';

/** A name for a run that sorts by time: `2026-01-15t09-00-00-3fa9c1`. */
export function newRunId(timestamp: string): string {
  const moment = timestamp.slice(0, 19).replaceAll(':', '-').toLowerCase();
  return `${moment}-${randomBytes(3).toString('hex')}`;
}
