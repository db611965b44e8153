import type { MachineView } from '../../session-view.ts';

export type Box = { id: string; x: number; y: number; isVisited: boolean; ends: boolean };
export type Arrow = { path: string; isTaken: boolean; label?: { x: number; y: number; text: string } | undefined };
export type Layout = { width: number; height: number; boxes: readonly Box[]; arrows: readonly Arrow[] };

export const BOX_WIDTH = 132;
export const BOX_HEIGHT = 32;
const GAP_X = 34;
const GAP_Y = 46;
const PAD = 28;

/** States in rows by their distance from the first, so that most ways lead down. */
export function layOutMachine({ states, edges, path }: MachineView): Layout {
  const rows = rowsOf(
    states.map(({ id }) => id),
    edges,
  );
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const width = PAD * 2 + widest * BOX_WIDTH + (widest - 1) * GAP_X;
  const visited = new Set(path.map(({ state }) => state));
  const ends = new Set(states.flatMap((state) => (state.ends ? [state.id] : [])));
  const boxes = rows.flatMap((row, level) => {
    const left = (width - row.length * BOX_WIDTH - (row.length - 1) * GAP_X) / 2;
    return row.map((id, index) => ({
      id,
      x: left + index * (BOX_WIDTH + GAP_X),
      y: PAD + level * (BOX_HEIGHT + GAP_Y),
      isVisited: visited.has(id),
      ends: ends.has(id),
    }));
  });
  const places = new Map(boxes.map((box) => [box.id, box]));
  const arrows = edges.flatMap(({ from, to, isTaken }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return [];
    const steps = path.flatMap(({ state }, index) => (state === to && path[index - 1]?.state === from ? [index] : []));
    return [arrowOf(a, b, { isTaken, steps })];
  });
  return { width, height: PAD * 2 + rows.length * BOX_HEIGHT + (rows.length - 1) * GAP_Y, boxes, arrows };
}

function rowsOf(ids: readonly string[], edges: MachineView['edges']): string[][] {
  const levels = new Map<string, number>();
  for (const root of ids) {
    // What nothing leads to stands in the first row.
    if (levels.has(root)) continue;
    levels.set(root, 0);
    const queue = [root];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const { from, to } of edges) {
        if (from !== next || levels.has(to)) continue;
        levels.set(to, (levels.get(next) ?? 0) + 1);
        queue.push(to);
      }
    }
  }
  const rows: string[][] = [];
  for (const [id, level] of levels) {
    while (rows.length <= level) rows.push([]);
    rows[level]?.push(id);
  }
  return rows;
}

function arrowOf(a: Box, b: Box, { isTaken, steps }: { isTaken: boolean; steps: readonly number[] }): Arrow {
  const text = steps.join(', ');
  const label = (x: number, y: number): Arrow['label'] => (text === '' ? undefined : { x, y, text });
  if (a.id === b.id) {
    const [x, y] = [a.x + BOX_WIDTH, a.y + BOX_HEIGHT / 2];
    return {
      path: `M${x} ${y - 8}C${x + 26} ${y - 18} ${x + 26} ${y + 18} ${x} ${y + 8}`,
      isTaken,
      label: label(x + 20, y - 12),
    };
  }
  const [startX, endX] = [a.x + BOX_WIDTH / 2, b.x + BOX_WIDTH / 2];
  if (b.y > a.y) {
    const [startY, endY] = [a.y + BOX_HEIGHT, b.y];
    const middle = (startY + endY) / 2;
    return {
      path: `M${startX} ${startY}C${startX} ${middle} ${endX} ${middle} ${endX} ${endY}`,
      isTaken,
      label: label((startX + endX) / 2 + 10, middle + 4),
    };
  }
  // Back up, or to the side: around the left of both boxes.
  const [startY, endY] = [a.y + BOX_HEIGHT / 2, b.y + BOX_HEIGHT / 2];
  const side = Math.min(a.x, b.x) - 24;
  return {
    path: `M${a.x} ${startY}C${side} ${startY} ${side} ${endY} ${b.x} ${endY}`,
    isTaken,
    label: label(side + 4, (startY + endY) / 2),
  };
}
