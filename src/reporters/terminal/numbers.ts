/** `1,234`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 turn`, `3 turns`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `340 ms`, `3.2 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `$1,200`, `$12.50`, `$0.0042`: whole dollars, cents, or the first two digits that count. */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.000_001) return 'under $0.000001';
  if (usd >= 999.995) return `$${formatCount(Math.round(usd))}`;
  if (usd >= 0.0995) return `$${usd.toFixed(2)}`;
  const decimals = 1 - Math.floor(Math.log10(usd));
  return `$${usd.toFixed(decimals).replace(/0+$/, '')}`;
}

/** `67 %`, to the nearest; 100 % means all of them, and 0 % none. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  const nearest = Math.round((part / whole) * 100);
  return `${part >= whole ? 100 : Math.min(99, Math.max(1, nearest))} %`;
}
