import type { Mention } from '../../domain/contracts/scorer.ts';
import {
  mentionOfPointer,
  mentionsBelow,
  mentionsOfCall,
  mentionsOfState,
  mentionsOfTurn,
} from '../mentions/mentions-in.ts';
import type { EndState } from './end-state-specification.ts';
import type { StateQuery } from './query/state-query.ts';

/** The turn, the places and the tools that an `end-state` names. */
export function mentionsOfEndState({
  turn,
  state,
  query = [],
  unchanged,
  onlyChanged = [],
  writes = [],
}: EndState): Mention[] {
  return [
    ...mentionsOfTurn(turn),
    ...(state === undefined ? [] : mentionsOfState(state, 'state')),
    ...query.flatMap((one, index) => mentionsOfQuery(one, `query[${index}]`)),
    ...(Array.isArray(unchanged) ? unchanged : []).map((pointer, index) =>
      mentionOfPointer(pointer, { path: `unchanged[${index}]`, isVacuous: true, isProtected: true }),
    ),
    ...onlyChanged.map((pointer, index) =>
      mentionOfPointer(pointer, { path: `onlyChanged[${index}]`, isVacuous: false }),
    ),
    ...writes.flatMap((write, index) => mentionsOfCall(write, `writes[${index}]`)),
  ];
}

function mentionsOfQuery(query: StateQuery, path: string): Mention[] {
  const isVacuous = query.every === undefined && query.some === undefined && query.equals === undefined;
  const place = mentionOfPointer(query.path, { path: `${path}.path`, isVacuous });
  // Of `equals` with `*` the expected list is that of all places.
  const words = ['where', 'every', 'some', 'none', ...(query.path.includes('*') ? [] : (['equals'] as const))] as const;
  return [
    place,
    ...words.flatMap((word) => {
      const expected = query[word];
      return expected === undefined
        ? []
        : mentionsBelow(query.path, expected, { path: `${path}.${word}`, isVacuous: isVacuous || word === 'none' });
    }),
  ];
}
