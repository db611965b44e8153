import { z } from 'zod';
import { JsonObject } from '../../domain/values/json-value.ts';
import { CallPattern } from '../trajectory/specification/expected-call.ts';
import { PlacePointer, StateQuery } from './query/state-query.ts';

export const EndState = z.strictObject({
  /** After this turn, from 0, instead of when the talk is over. */
  turn: z.int().min(0).optional(),
  /** What the world's state must hold: deep, partial, with matchers. */
  state: JsonObject.optional(),
  /** `exact`: the state holds what `state` says and nothing else; `partial` where nothing is said. */
  match: z.enum(['partial', 'exact']).optional(),
  /** Questions about many places at once. */
  query: z.array(StateQuery).min(1).optional(),
  /** Nothing may have changed; or nothing at or below these JSON Pointers, in which `*` is every one. */
  unchanged: z.union([z.literal(true), z.array(PlacePointer).min(1)]).optional(),
  /** Only what stands at or below these JSON Pointers may have changed. */
  onlyChanged: z.array(PlacePointer).min(1).optional(),
  /** Exactly these writes must have succeeded, in any order, and still stand; an empty list allows none. */
  writes: z.array(CallPattern).optional(),
});
export type EndState = z.infer<typeof EndState>;
