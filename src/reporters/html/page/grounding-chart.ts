import { type Child, el, svg } from './element.ts';
import { shareText } from './numbers.ts';
import { table } from './table.ts';

export type Point = { turn: number; supported: number; checkable: number };

const WIDTH = 320;
const HEIGHT = 120;
const LEFT = 40;
const BOTTOM = 22;
const TOP = 8;
const MAX_LABELS = 12;

/** The share of supported values by turn as a curve, with the same numbers as a table below it. */
export function groundingChart(points: readonly Point[], label: string): HTMLElement {
  // One point is no curve.
  if (points.length < 2) return pointTable(points, label);
  const last = Math.max(1, ...points.map(({ turn }) => turn));
  const x = (turn: number): number => LEFT + (turn / last) * (WIDTH - LEFT - 12);
  const y = (share: number): number => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const shares = points.map(({ turn, supported, checkable }) => ({ turn, share: supported / checkable }));
  const line = shares.map(({ turn, share }, index) => `${index === 0 ? 'M' : 'L'}${x(turn)} ${y(share)}`).join('');
  const step = Math.ceil(points.length / MAX_LABELS);
  const drawing = svg(
    'svg',
    {
      class: 'chart',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${label}; the numbers stand in the table below`,
    },
    [0, 0.5, 1].map(
      (share): Child => [
        svg('path', { class: 'chart-grid', d: `M${LEFT} ${y(share)}H${WIDTH - 8}` }),
        svg('text', { class: 'chart-text', x: LEFT - 6, y: y(share) + 4, 'text-anchor': 'end' }, shareText(share)),
      ],
    ),
    svg('path', { class: 'chart-line', d: line }),
    shares.map(({ turn, share }) => svg('circle', { class: 'chart-point', cx: x(turn), cy: y(share), r: 3.5 })),
    points.flatMap(({ turn }, index) =>
      index % step === 0
        ? [svg('text', { class: 'chart-text', x: x(turn), y: HEIGHT - 6, 'text-anchor': 'middle' }, `${turn}`)]
        : [],
    ),
  );
  return el(
    'figure',
    { class: 'figure' },
    drawing,
    el('figcaption', {}, `${label}, by turn`),
    el('details', {}, el('summary', {}, 'The numbers'), pointTable(points, label)),
  );
}

function pointTable(points: readonly Point[], label: string): HTMLElement {
  return table(
    label,
    ['turn', 'supported', 'checkable', 'share'],
    points.map(({ turn, supported, checkable }) => [
      `${turn}`,
      `${supported}`,
      `${checkable}`,
      shareText(supported / checkable),
    ]),
  );
}
