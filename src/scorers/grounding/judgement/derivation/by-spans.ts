import type { ValueClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { FoundValue } from '../../values/typed-value.ts';
import { type Row, tablesOf } from '../tables/tables.ts';
import { MINUTES } from './amount-kinds.ts';
import type { Derivation } from './derivation.ts';
import { spokenRows } from './share-candidates.ts';

const DAY = 1440;
const MAX_MOMENTS = 8;

/** How long from one moment to another: of one record that is spoken of, or told one after the other. */
export function bySpans(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, answer, sentence } = claim;
  const per = value.kind === 'quantity' ? MINUTES[value.unit] : undefined;
  if (value.kind !== 'quantity' || per === undefined) return undefined;
  const told = Number(value.decimal) * per;
  const fits = (minutes: number): boolean =>
    minutes === told ||
    (per === DAY && minutes > 0 && (Math.floor(minutes / DAY) * DAY === told || minutes + DAY === told));
  const near = answer.sentences.filter(({ index }) => index <= sentence.index && index >= sentence.index - 2);
  const times = near.flatMap(({ values }) => values);
  const pair = per < DAY ? clockPair(times, fits) : dayPair(times, fits);
  if (pair) return { formula: `from ${pair[0]} to ${pair[1]}`, holds: true, entries: [] };
  for (const table of tablesOf(ledger, answer.seq)) {
    const { here, shown } = spokenRows(answer, sentence, table);
    const rows = here.length > 0 ? here : shown.length > 0 ? shown : table.rows.length === 1 ? table.rows : [];
    for (const row of rows.slice(0, 12)) {
      const found = withinRow(row, fits);
      if (found) return found;
    }
  }
  return undefined;
}

/** Times of day that are told next to each other; over midnight too. */
function clockPair(
  values: readonly FoundValue[],
  fits: (minutes: number) => boolean,
): readonly [string, string] | undefined {
  const times = values.flatMap(({ value }) => (value.kind === 'time' ? [value.minutes] : []));
  for (const [index, from] of times.entries()) {
    const to = times[index + 1] ?? [];
    for (const a of from) for (const b of to) if (fits((b - a + DAY) % DAY)) return [clockText(a), clockText(b)];
  }
  return undefined;
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function dayPair(
  values: readonly FoundValue[],
  fits: (minutes: number) => boolean,
): readonly [string, string] | undefined {
  const days = values.flatMap(({ value }) =>
    value.kind === 'date' && value.date.day !== undefined && value.date.month !== undefined
      ? [Date.UTC(value.date.year ?? 2000, value.date.month - 1, value.date.day) / 60_000]
      : [],
  );
  for (const [index, from] of days.slice(0, MAX_MOMENTS).entries())
    for (const to of days.slice(index + 1, MAX_MOMENTS))
      if (fits(Math.abs(to - from))) return [dayText(from), dayText(to)];
  return undefined;
}

function dayText(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(5, 10);
}

function withinRow(row: Row, fits: (minutes: number) => boolean): Derivation | undefined {
  const moments = row.entries
    .flatMap((entry) => {
      const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/.exec(entry.text);
      const clock = /^(\d{1,2}):(\d{2})$/.exec(entry.text);
      if (match)
        return [
          {
            entry,
            at:
              Date.UTC(
                Number(match[1]),
                Number(match[2]) - 1,
                Number(match[3]),
                Number(match[4] ?? 0),
                Number(match[5] ?? 0),
              ) / 60_000,
            isClock: false,
          },
        ];
      return clock ? [{ entry, at: Number(clock[1]) * 60 + Number(clock[2]), isClock: true }] : [];
    })
    .slice(0, MAX_MOMENTS);
  for (const [index, a] of moments.entries())
    for (const b of moments.slice(index + 1))
      if (a.isClock === b.isClock && fits(Math.abs(b.at - a.at)))
        return { formula: `from ${a.entry.text} to ${b.entry.text}`, holds: true, entries: [a.entry, b.entry] };
  return undefined;
}
