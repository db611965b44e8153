import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOX_HEIGHT, BOX_WIDTH, layOutMachine } from '../../../../src/reporters/html/page/session/machine-layout.ts';
import type { MachineView } from '../../../../src/reporters/html/session-view.ts';

const machineOf = (edges: readonly (readonly [string, string])[], path: readonly string[]): MachineView => ({
  states: [...new Set([...path, ...edges.flat()])].map((id) => ({ id, ends: false })),
  edges: edges.map(([from, to]) => ({
    from,
    to,
    isTaken: path.some((state, index) => state === to && path[index - 1] === from),
  })),
  path: path.map((state, turn) => ({ turn, state })),
  isWhole: true,
});

test('each state stands below the one that leads to it first, and says whether the talk was there', () => {
  const { boxes } = layOutMachine(
    machineOf(
      [
        ['ask', 'wait'],
        ['wait', 'ask'],
        ['wait', 'end'],
        ['ask', 'leave'],
      ],
      ['ask', 'wait', 'end'],
    ),
  );
  const rows = [...new Set(boxes.map(({ y }) => y))].map((y) =>
    boxes.filter((box) => box.y === y).map(({ id, isVisited }) => `${id} ${isVisited}`),
  );
  expect(rows).toEqual([['ask true'], ['wait true', 'leave false'], ['end true']]);
});

test('an arrow tells each time that it was taken, and one that was not tells nothing', () => {
  const { arrows } = layOutMachine(
    machineOf(
      [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'c'],
      ],
      ['a', 'b', 'a', 'b'],
    ),
  );
  expect(arrows.map(({ isTaken, label }) => [isTaken, label?.text])).toEqual([
    [true, '1, 3'],
    [true, '2'],
    [false, undefined],
  ]);
});

test('no two boxes overlap and all lie in the drawing, whatever leads where', () => {
  const state = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(state, state), { maxLength: 20 }),
      fc.array(state, { minLength: 1, maxLength: 8 }),
      (edges, path) => {
        const { width, height, boxes } = layOutMachine(machineOf(edges, path));
        for (const [index, a] of boxes.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + BOX_WIDTH <= width && a.y + BOX_HEIGHT <= height).toBe(true);
          const isOver = boxes
            .slice(index + 1)
            .some((b) => Math.abs(a.x - b.x) < BOX_WIDTH && Math.abs(a.y - b.y) < BOX_HEIGHT);
          expect(isOver).toBe(false);
        }
      },
    ),
  );
});
