import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { roleOf } from '../../evidence/roles.ts';
import { isMoment, momentOf } from './moments.ts';

const MAX_MOMENTS = 4;

/** How long a record lasts, as if it were a field of its own: from its two moments, by their keys or as its only times of day. */
export function spanOf(entries: readonly LedgerEntry[]): LedgerEntry | undefined {
  const moments = entries.filter(({ text, leaf }) => leaf === 'string' && isMoment(text));
  if (moments.length < 2 || moments.length > MAX_MOMENTS) return undefined;
  const start = moments.find(({ key }) => roleOf(key) === 'start');
  const end = moments.find(({ key }) => roleOf(key) === 'end');
  const clocks = moments.filter(({ text }) => text.length <= 8);
  const [from, to] = start && end ? [start, end] : clocks.length === 2 && moments.length === 2 ? clocks : [];
  if (from === undefined || to === undefined) return undefined;
  const minutes = (momentOf(to.text) ?? 0) - (momentOf(from.text) ?? 0);
  if (minutes <= 0 || from.text.length !== to.text.length) return undefined;
  const decimal = String(minutes);
  const text = `${decimal} min`;
  return {
    ...to,
    key: 'duration',
    words: ['duration'],
    text,
    leaf: 'number',
    unit: 'minute',
    isIdentity: false,
    values: [{ value: { kind: 'quantity', decimal, unit: 'minute', approximate: false }, start: 0, end: text.length }],
  };
}
