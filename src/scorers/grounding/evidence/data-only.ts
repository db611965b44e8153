import type { LedgerEntry } from './ledger-entry.ts';

/** What data says besides its values, for answers that do nothing but describe it. */
export type DataWords = {
  /** Nobody spoke and no rule was given: all evidence is results. */
  isDataOnly: boolean;
  /** Figures that stand anywhere in the results, also glued to letters (`4x1.6GHz`, `720p@30fps`) or in keys (`3.5mm jack`). */
  figures(): ReadonlySet<string>;
  /** Keys without blanks and marks, in lower case. */
  keyTexts(): readonly string[];
  /** Days since 1970 that short leaves name in full, in order, each once. */
  days(): readonly number[];
  /** Minutes between neighbouring moments that the data names with day and time. */
  steps(): ReadonlySet<number>;
};

export function dataWords(entries: readonly LedgerEntry[]): DataWords {
  const isDataOnly = entries.length > 0 && entries.every(({ source }) => source === 'tool' || source === 'argument');
  let figures: ReadonlySet<string> | undefined;
  let keys: readonly string[] | undefined;
  let moments: readonly number[] | undefined;
  const minutes = (): readonly number[] => (moments ??= momentsOf(entries));
  return {
    isDataOnly,
    figures: () => (figures ??= figuresOf(entries)),
    keyTexts: () => (keys ??= keysOf(entries)),
    days: () => [...new Set(minutes().map((minute) => Math.floor(minute / MINUTES_OF_DAY)))],
    steps: () =>
      new Set(minutes().flatMap((minute, index, all) => (index === 0 ? [] : [minute - (all[index - 1] ?? 0)]))),
  };
}

const MINUTES_OF_DAY = 1440;
/** Longer leaves are prose. */
const MAX_DATE = 40;

function momentsOf(entries: readonly LedgerEntry[]): readonly number[] {
  const moments = new Set<number>();
  for (const { source, leaf, text, values } of entries) {
    if (source !== 'tool' || leaf !== 'string' || text.length > MAX_DATE) continue;
    const date = values.find(({ value }) => value.kind === 'date')?.value;
    const time = values.find(({ value }) => value.kind === 'time')?.value;
    if (date?.kind !== 'date') continue;
    const { year, month, day } = date.date;
    if (year === undefined || month === undefined || day === undefined) continue;
    const minutes = time?.kind === 'time' ? (time.minutes[0] ?? 0) : 0;
    moments.add(Date.UTC(year, month - 1, day) / 60_000 + minutes);
  }
  return [...moments].sort((a, b) => a - b);
}

function figuresOf(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const figures = new Set<string>();
  for (const { text, source, state } of entries) {
    if (source !== 'tool' || state === 'error') continue;
    for (const [figure] of text.matchAll(/(?<=[A-Za-z×~@])\d+(?:\.\d+)?|\d+(?:\.\d+)?(?=[A-Za-z~×@])/g))
      figures.add(figure);
  }
  return figures;
}

/** As keys, and as they are compared: `3.5mm jack` is `3.5mmjack`. */
function keysOf(entries: readonly LedgerEntry[]): readonly string[] {
  const keys = new Set<string>();
  for (const { source, path } of entries)
    if (source === 'tool')
      for (const part of path) if (/\d/.test(part) && !/^\d+$/.test(part)) keys.add(squeezed(part));
  return [...keys];
}

/** Without blanks and marks, in lower case. */
export function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d.]/gu, '');
}
