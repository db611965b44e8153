import type { MachineView } from '../../session-view.ts';
import { type Child, el, svg } from '../element.ts';
import { table } from '../table.ts';
import { BOX_HEIGHT, BOX_WIDTH, layOutMachine } from './machine-layout.ts';
import type { SessionContext } from './session-context.ts';

const MAX_NAME = 18;
const MAX_STATES = 60;

/** The machine that spoke for the user: a drawing of its states with the way taken, and the same way as a table. */
export function machineDiagram({ session, at }: SessionContext): Child {
  const { machine } = session;
  if (machine === undefined) return undefined;
  const { path, states, isWhole } = machine;
  const known = isWhole ? '' : ' Only states that the talk reached are known.';
  return [
    el('h2', { id: 'part-machine', tabindex: -1 }, 'The simulated user, as a machine'),
    el('p', {}, `Numbers at the arrows say in which order they were taken.${known}`),
    states.length > MAX_STATES
      ? el('p', {}, `The machine has ${states.length} states, too many to be drawn.`)
      : el(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Drawing of the states' },
          drawing(machine),
        ),
    el(
      'details',
      {},
      el('summary', {}, 'The way as a table'),
      table(
        'The way that the talk took',
        ['step', 'turn', 'state', 'by the transition'],
        path.map(({ turn, state, via }, index) => [
          `${index}`,
          el('a', { href: at(`turn-${turn}`) }, `${turn}`),
          state,
          via ?? '',
        ]),
      ),
    ),
  ];
}

function drawing(machine: MachineView): SVGElement {
  const { width, height, boxes, arrows } = layOutMachine(machine);
  const way = machine.path.map(({ state }) => state).join(', then ');
  return svg(
    'svg',
    {
      class: 'machine',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': `States: the talk went through ${way}`,
    },
    svg('defs', {}, head('arrow', 'machine-head'), head('arrow-taken', 'machine-head is-taken')),
    arrows.map(({ path, isTaken }) =>
      svg('path', {
        class: `machine-arrow${isTaken ? ' is-taken' : ''}`,
        d: path,
        'marker-end': `url(#${isTaken ? 'arrow-taken' : 'arrow'})`,
      }),
    ),
    arrows.map(({ label }) =>
      label === undefined ? undefined : svg('text', { class: 'machine-step', x: label.x, y: label.y }, label.text),
    ),
    boxes.map(({ id, x, y, isVisited, ends }) =>
      svg(
        'g',
        { class: `machine-state${isVisited ? ' is-visited' : ''}` },
        svg('title', {}, id),
        svg('rect', { x, y, width: BOX_WIDTH, height: BOX_HEIGHT, rx: ends ? 16 : 6 }),
        svg(
          'text',
          { x: x + BOX_WIDTH / 2, y: y + 21, 'text-anchor': 'middle' },
          id.length > MAX_NAME ? `${id.slice(0, MAX_NAME - 1)}…` : id,
        ),
      ),
    ),
  );
}

function head(id: string, name: string): SVGElement {
  return svg(
    'marker',
    { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' },
    svg('path', { class: name, d: 'M0 0L8 4L0 8z' }),
  );
}
