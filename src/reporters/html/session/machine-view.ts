import type { MachineGraph } from '../../../domain/authoring/machine-definition.ts';
import type { EventOf, Transcript } from '../../../domain/transcript/transcript-event.ts';
import type { MachineView } from '../session-view.ts';

/**
 * The states of a machine that spoke for the user, and the way that the talk took; undefined where none spoke. With the
 * machine's graph, states and transitions that the talk did not reach are there as well.
 */
export function machineView(transcript: Transcript, graph?: MachineGraph): MachineView | undefined {
  const steps = transcript.filter((event) => event.type === 'user_step');
  const path = steps.flatMap(pathOf);
  if (path.length === 0) return undefined;
  const taken = path.flatMap(({ state }, index) => {
    const from = path[index - 1]?.state;
    return from === undefined ? [] : [{ from, to: state }];
  });
  const known = graph?.transitions ?? [];
  const states = [...new Set([...(graph === undefined ? [] : [graph.initial]), ...path.map(({ state }) => state)])];
  const rest = (graph?.states ?? []).map(({ id }) => id).filter((id) => !states.includes(id));
  const ends = new Set(graph?.states.flatMap((state) => (state.ends ? [state.id] : [])));
  return {
    states: [...states, ...rest].map((id) => ({ id, ends: ends.has(id) })),
    edges: distinct([
      ...taken.map((edge) => ({ ...edge, isTaken: true })),
      ...known.map(({ from, to }) => ({ from, to, isTaken: false })),
    ]),
    path,
    isWhole: graph !== undefined,
  };
}

function pathOf({ turn, entered, transitions }: EventOf<'user_step'>): MachineView['path'][number][] {
  return entered.map((state, index) => {
    // One for each state where the machine went on by itself; the last is the one that decided.
    const via = transitions[index] ?? transitions.at(-1);
    return { turn, state, ...(via === undefined ? {} : { via }) };
  });
}

/** The first edge between two states stands for all of them. */
function distinct(edges: MachineView['edges'][number][]): MachineView['edges'][number][] {
  const seen = new Set<string>();
  return edges.filter(({ from, to }) => {
    const name = JSON.stringify([from, to]);
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}
