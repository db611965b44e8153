const SCALES: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, b: 9 };
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A whole number of at least 1, as people type it: `500`, `20_000`, `20k`, `1.5m` (million), `2b` (billion); case counts
 * for nothing. Undefined for anything else, `1.5` and `20,000` included.
 */
export function parseCount(text: string): number | undefined {
  const { number, scale } = /^(?<number>\d[\d_]*(?:\.\d+)?)\s?(?<scale>[kmb]?)$/i.exec(text.trim())?.groups ?? {};
  if (number === undefined || scale === undefined) return undefined;
  const count = Number(`${number.replaceAll('_', '')}e${SCALES[scale.toLowerCase()]}`);
  return Number.isSafeInteger(count) && count >= 1 ? count : undefined;
}

/** US dollars above 0, with or without the sign: `$0.05`, `5`, `.5`. Undefined for anything else. */
export function parseUsd(text: string): number | undefined {
  const number = /^\$?\s?(?<number>\d{1,12}(?:\.\d{1,12})?|\.\d{1,12})$/.exec(text.trim())?.groups?.number;
  const usd = Number(number);
  return number !== undefined && usd > 0 ? usd : undefined;
}

/**
 * Milliseconds, above 0, of a duration with units, the larger ones first: `500ms`, `60s`, `1.5h`, `1m30s`. Undefined for
 * anything else, and so for a number without a unit.
 */
export function parseDurationMs(text: string): number | undefined {
  const compact = text.trim().toLowerCase().replaceAll(' ', '');
  if (!/^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|[smhd]))+$/.test(compact)) return undefined;
  const parts = [...compact.matchAll(/([\d.]+)(ms|[smhd])/g)].map(([, number, unit = '']) => {
    const unitMs = UNITS_MS[unit] ?? Number.NaN;
    return { ms: Number(number) * unitMs, unitMs };
  });
  const isOrdered = parts.every(({ unitMs }, index) => index === 0 || unitMs < (parts[index - 1]?.unitMs ?? 0));
  const total = Math.round(parts.reduce((sum, { ms }) => sum + ms, 0));
  return isOrdered && total > 0 && Number.isSafeInteger(total) ? total : undefined;
}

/** `20,312` */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

/** `1 turn`, `3 turns`, `1,200 turns`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `$12.35`; below a dollar with three digits that count, so that small sums do not read as nothing: `$0.0512`. */
export function formatUsd(usd: number): string {
  if (usd >= 1) return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const [whole = '0', cents = ''] = usd.toLocaleString('en-US', { maximumSignificantDigits: 3 }).split('.');
  return `$${whole}.${cents.padEnd(2, '0')}`;
}

/** `1 h 30 min`, `61 s`, `1.5 s`, `500 ms`: exact to a tenth of a second. */
export function formatDurationMs(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor((ms % 60_000) / 1_000);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
    [seconds, 's'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
