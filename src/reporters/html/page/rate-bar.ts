import { svg } from './element.ts';
import { shareText } from './numbers.ts';

type Rate = { rate: number; low?: number | undefined; high?: number | undefined; wanted?: number | undefined };

/** A share as a bar with its interval as a whisker, and a line where it has to come. */
export function rateBar({ rate, low, high, wanted }: Rate): SVGElement {
  const x = (share: number): number => 1 + share * 118;
  const words = [
    shareText(rate),
    ...(low === undefined || high === undefined ? [] : [`95 % interval ${shareText(low)} to ${shareText(high)}`]),
    ...(wanted === undefined ? [] : [`at least ${shareText(wanted)} wanted`]),
  ];
  return svg(
    'svg',
    { class: 'rate', viewBox: '0 0 120 16', width: 120, height: 16, role: 'img', 'aria-label': words.join(', ') },
    svg('rect', { class: 'rate-track', x: 1, y: 4, width: 118, height: 8 }),
    svg('rect', { class: 'rate-fill', x: 1, y: 4, width: Math.max(0, x(rate) - 1), height: 8 }),
    low === undefined || high === undefined
      ? undefined
      : svg('path', { class: 'rate-whisker', d: `M${x(low)} 3V13M${x(low)} 8H${x(high)}M${x(high)} 3V13` }),
    wanted === undefined ? undefined : svg('path', { class: 'rate-wanted', d: `M${x(wanted)} 0V16` }),
  );
}
