import { wilsonInterval } from '../../../src/statistics/wilson-interval.ts';
import type { Judged } from './judge-item.ts';
import type { LabelledRow } from './measure-labelled.ts';
import { findingsOf, type KindRow, keepsMeaning, type PairMeasures } from './measure-pairs.ts';
import { listPercentile } from './percentile.ts';

export function renderPairs({ rows, balancedAccuracy, pairs }: PairMeasures): string {
  const kept = new Set(
    pairs.filter(({ changed }) => keepsMeaning(changed.item)).map(({ changed }) => changed.item.mutation?.kind),
  );
  const line = ({ kind, language, items, found, firm }: KindRow): string => {
    const { low, high } = wilsonInterval(found, items);
    return `| ${kind} | ${language} | ${items} | ${percent(found / items)} | ${percent(firm / items)} | ${percent(low)} to ${percent(high)} |`;
  };
  const wrongLine = (row: KindRow): string =>
    `${line(row)} ${row.detected === 0 ? '–' : percent(row.located / row.detected)} |`;
  const wrong = rows.filter(({ kind }) => !kept.has(kind));
  const spared = rows.filter(({ kind }) => kept.has(kind));
  const alarms = spared.reduce((sum, { found }) => sum + found, 0);
  const all = spared.reduce((sum, { items }) => sum + items, 0);
  return [
    '| made wrong | language | items | found % | of normal severity % | 95 % | on the span % |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...wrong.map(wrongLine),
    '',
    '| meaning kept | language | items | false alarms % | of normal severity % | 95 % |',
    '| --- | --- | --- | --- | --- | --- |',
    ...spared.map(line),
    '',
    ...(all === 0 ? [] : [`False alarms in all: ${percent(alarms / all)} % of ${all}.`]),
    ...(balancedAccuracy === undefined
      ? []
      : [
          `Paired balanced accuracy: ${percent(balancedAccuracy.value)} % (95 %: ${percent(balancedAccuracy.low)} to ${percent(balancedAccuracy.high)}).`,
        ]),
    '',
  ].join('\n');
}

export function renderSpeed(judged: readonly Judged[]): string {
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b);
  if (times.length === 0) return '';
  return `Time of an answer: median ${listPercentile(times, 0.5).toFixed(1)} ms, 95th percentile ${listPercentile(times, 0.95).toFixed(1)} ms, longest ${listPercentile(times, 1).toFixed(0)} ms.\n`;
}

/** What was overlooked, by kind, with the words around; or what is found in the unchanged answers. */
export function renderMisses({ pairs, bases }: PairMeasures, limit: number, { isOfBases = false } = {}): string {
  if (isOfBases) {
    const lines = bases.flatMap((judged) => judged.findings.map((finding) => tell(judged, finding)));
    return `\nFound in ${bases.filter(({ findings }) => findings.length > 0).length} of ${bases.length} unchanged answers:\n${lines.slice(0, limit).join('\n')}\n`;
  }
  const counts = new Map<string, number>();
  const lines = pairs.flatMap((pair) => {
    const { item } = pair.changed;
    const kind = item.mutation?.kind ?? '';
    if (keepsMeaning(item) || findingsOf(pair).length > 0) return [];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if ((counts.get(kind) ?? 0) > limit) return [];
    const [span] = item.spans;
    const told = span === undefined ? item.answer.slice(0, 300) : around(item.answer, span);
    return [`${kind} ${item.id} ${JSON.stringify(item.mutation?.was ?? item.mutation?.note ?? '')}\n    ${told}`];
  });
  return `\nOverlooked:\n${lines.join('\n')}\n`;
}

/** What was found where the meaning was kept. */
export function renderAlarms({ pairs }: PairMeasures, limit: number): string {
  const counts = new Map<string, number>();
  const lines = pairs.flatMap((pair) => {
    const { item } = pair.changed;
    if (!keepsMeaning(item)) return [];
    const kind = item.mutation?.kind ?? '';
    return findingsOf(pair).flatMap((finding) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return (counts.get(kind) ?? 0) > limit ? [] : [`${kind} ${tell(pair.changed, finding)}`];
    });
  });
  return `\nFound without reason:\n${lines.join('\n')}\n`;
}

export function renderLabelled(
  rows: readonly LabelledRow[],
  { limit = 0, misses = false, alarms = false }: { limit?: number; misses?: boolean; alarms?: boolean } = {},
): string {
  if (misses || alarms) {
    const picked = rows.flatMap(({ judged }) => [
      ...(misses
        ? judged
            .filter(({ item, findings }) => item.label === 'unfaithful' && findings.length === 0)
            .slice(0, limit)
            .map(
              ({ item }) =>
                `missed ${item.id}: ${item.spans[0] === undefined ? item.answer.slice(0, 300) : around(item.answer, item.spans[0])}`,
            )
        : []),
      ...(alarms
        ? judged
            .filter(({ item, findings }) => item.label === 'faithful' && findings.length > 0)
            .slice(0, limit)
            .flatMap((one) => one.findings.map((finding) => `alarm ${tell(one, finding)}`))
        : []),
    ]);
    return `${picked.join('\n')}\n`;
  }
  return [
    '| set | items | recall % | false positives % | balanced accuracy % (95 %) | span precision % |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ set, items, recall, falsePositives, balancedAccuracy, interval, spanPrecision }) =>
        `| ${set} | ${items} | ${percent(recall)} | ${percent(falsePositives)} | ${percent(balancedAccuracy)} (${percent(interval?.low)} to ${percent(interval?.high)}) | ${percent(spanPrecision)} |`,
    ),
    '',
  ].join('\n');
}

function tell({ item }: Judged, finding: Judged['findings'][number]): string {
  return `${item.id} ${finding.verdict} ${finding.kind} ${finding.reason} ${finding.severity}: ${finding.message}\n    ${around(item.answer, finding)}`;
}

function around(text: string, { start, end }: { start: number; end: number }): string {
  return `${text.slice(Math.max(0, start - 120), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 80)}`.replace(
    /\s+/g,
    ' ',
  );
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : (share * 100).toFixed(1);
}
