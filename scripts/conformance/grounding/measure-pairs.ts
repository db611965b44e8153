import { bootstrapInterval, resample } from '../../../src/statistics/bootstrap-interval.ts';
import { type Judged, judgeItem, type Pair, pairOf } from './judge-item.ts';
import type { Item } from './read-items.ts';

export type KindRow = {
  kind: string;
  language: string;
  items: number;
  /** Items with a finding that the base answer does not have, and that touches the span where there is one. */
  found: number;
  /** Of these, items where such a finding is of normal severity. */
  firm: number;
  /** Items with a marked span, and any finding that the base answer does not have. */
  detected: number;
  /** Of these, items where such a finding touches the span. */
  located: number;
};

export type PairMeasures = {
  pairs: readonly Pair[];
  rows: readonly KindRow[];
  /** Mean of the share of wrong answers found and of the share of kept meanings left alone, 0 to 1. */
  balancedAccuracy?: { value: number; low: number; high: number } | undefined;
  bases: readonly Judged[];
};

export type Picks = { kinds?: ReadonlySet<string> | undefined; languages?: ReadonlySet<string> | undefined };

/** True for a change of the words that keeps their meaning. */
export function keepsMeaning({ label }: Item): boolean {
  return label === 'faithful';
}

/** Judges every changed answer beside the one it came from. */
export function measurePairs(items: readonly Item[], { kinds, languages }: Picks = {}): PairMeasures {
  const bases = new Map(items.filter(({ base }) => base === undefined).map((item) => [item.id, item]));
  const judged = new Map<string, Judged>();
  const judgedBase = (id: string): Judged | undefined => {
    const known = judged.get(id);
    const item = bases.get(id);
    if (known !== undefined || item === undefined) return known;
    const fresh = judgeItem(item);
    judged.set(id, fresh);
    return fresh;
  };
  const pairs = items.flatMap((item): Pair[] => {
    const { mutation, base, language } = item;
    if (mutation === undefined || base === undefined) return [];
    if (kinds !== undefined && !kinds.has(mutation.kind)) return [];
    if (languages !== undefined && !languages.has(language)) return [];
    const before = judgedBase(base);
    return before === undefined ? [] : [pairOf(before, judgeItem(item))];
  });
  if (kinds === undefined) for (const [id, { language }] of bases) if (languages?.has(language) ?? true) judgedBase(id);
  return { pairs, rows: rowsOf(pairs), balancedAccuracy: balanced(pairs), bases: [...judged.values()] };
}

function rowsOf(pairs: readonly Pair[]): KindRow[] {
  const rows = new Map<string, KindRow>();
  for (const pair of pairs) {
    const { mutation, language } = pair.changed.item;
    const kind = mutation?.kind ?? '';
    const key = `${kind}\n${language}`;
    const row = rows.get(key) ?? { kind, language, items: 0, found: 0, firm: 0, detected: 0, located: 0 };
    const findings = findingsOf(pair);
    row.items += 1;
    if (findings.length > 0) row.found += 1;
    if (findings.some(({ severity }) => severity === 'normal')) row.firm += 1;
    if (pair.changed.item.spans.length > 0 && pair.fresh.length > 0) row.detected += 1;
    if (pair.changed.item.spans.length > 0 && pair.hits.length > 0) row.located += 1;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) =>
    a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.language < b.language ? -1 : 1,
  );
}

/** What counts against a changed answer: hits where it was made wrong, all that is new where its meaning was kept. */
export function findingsOf({ changed, fresh, hits }: Pair): Pair['fresh'] {
  return keepsMeaning(changed.item) ? fresh : hits;
}

/** The interval draws base answers anew, each with all that was made of it. */
function balanced(pairs: readonly Pair[]): PairMeasures['balancedAccuracy'] {
  const clusters = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const { id } = pair.base.item;
    clusters.set(id, [...(clusters.get(id) ?? []), pair]);
  }
  const counts = [...clusters.values()].map(countsOf);
  const value = balancedOf(counts);
  const interval = bootstrapInterval((random) => balancedOf(resample(counts, random)), { seed: 1 });
  return value === undefined || interval === undefined ? undefined : { value, ...interval };
}

type Counts = { wrong: number; found: number; kept: number; spared: number };

function countsOf(pairs: readonly Pair[]): Counts {
  const counts = { wrong: 0, found: 0, kept: 0, spared: 0 };
  for (const pair of pairs) {
    const isHit = findingsOf(pair).length > 0;
    if (keepsMeaning(pair.changed.item)) {
      counts.kept += 1;
      if (!isHit) counts.spared += 1;
    } else {
      counts.wrong += 1;
      if (isHit) counts.found += 1;
    }
  }
  return counts;
}

function balancedOf(counts: readonly Counts[]): number | undefined {
  const sum = (name: keyof Counts): number => counts.reduce((total, one) => total + one[name], 0);
  const [wrong, kept] = [sum('wrong'), sum('kept')];
  return wrong === 0 || kept === 0 ? undefined : (sum('found') / wrong + sum('spared') / kept) / 2;
}
