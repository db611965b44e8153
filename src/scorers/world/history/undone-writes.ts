import type { Trajectory, TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { EventOf, Transcript } from '../../../domain/transcript/transcript-event.ts';
import { applyChanges, type StateChange } from '../../../domain/transcript/world-changes.ts';
import { equalJson } from '../../../domain/values/canonical.ts';
import { valueAt } from '../../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { isBelow } from './last-touch.ts';

/** A write whose effect is gone, and what took it back. */
export type UndoneWrite = {
  write: TrajectoryCall;
  turn: number;
  /** Absent where no recorded call did it. */
  by?: TrajectoryCall | undefined;
};

type ChangeEvent = EventOf<'world_change'>;
type LaterChange = StateChange & { at: number };

/**
 * The writes that were taken back until the end of `turn`, by the places of the world and not by names of tools: what a
 * write replaced or removed is as it was before, and nothing of it stands any more. What it only added, such as a line of
 * a log, may stay; a write that did nothing but add is undone when all of that is gone.
 */
export function undoneWrites(
  transcript: Transcript,
  { calls }: Trajectory,
  turn: number = Number.POSITIVE_INFINITY,
): readonly UndoneWrite[] {
  const events = transcript.filter(
    (event): event is ChangeEvent => event.type === 'world_change' && event.turn <= turn,
  );
  if (events.length < 2) return [];
  const byId = new Map(calls.map((call) => [call.call.id, call]));
  const places = placeIndex(events);
  const consumed = new Set<number>();
  const undone: UndoneWrite[] = [];
  for (const [at, event] of events.entries()) {
    const write = byId.get(event.callId);
    if (write === undefined || consumed.has(at)) continue;
    const back = whenUndone(event, at, places);
    const last = back === undefined ? undefined : events[back];
    if (back === undefined || last === undefined) continue;
    const by = byId.get(last.callId);
    undone.push({ write, turn: last.turn, by });
    // What took it back is no work of its own, and may not count as undone by the next who does it again.
    consumed.add(back);
  }
  return undone;
}

type PlaceIndex = { touching(pointer: string, after: number): LaterChange[] };

/** Finds the changes of a place, of something in it, or of something around it without looking at all of them. */
function placeIndex(events: readonly ChangeEvent[]): PlaceIndex {
  const exact = new Map<string, LaterChange[]>();
  const within = new Map<string, LaterChange[]>();
  for (const [at, { changes }] of events.entries()) {
    for (const change of changes) {
      const later = { ...change, at };
      push(exact, change.pointer, later);
      for (const prefix of prefixesOf(change.pointer)) push(within, prefix, later);
    }
  }
  return {
    touching: (pointer, after) => {
      const around = prefixesOf(pointer).flatMap((prefix) => (prefix === pointer ? [] : (exact.get(prefix) ?? [])));
      return [...around, ...(within.get(pointer) ?? [])].filter(({ at }) => at > after);
    },
  };
}

function push(map: Map<string, LaterChange[]>, key: string, change: LaterChange): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [change]);
  else list.push(change);
}

/** The pointer itself and everything that it lies in. */
function prefixesOf(pointer: string): string[] {
  const prefixes = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    prefixes.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return prefixes;
}

/** Position of the event after which nothing of the write stands; undefined when it does to the end. */
function whenUndone({ changes }: ChangeEvent, at: number, places: PlaceIndex): number | undefined {
  const replaced = changes.filter(({ op }) => op !== 'add');
  const core = replaced.length > 0 ? replaced : changes;
  const current = core.map(({ after }) => after);
  const touched = core.flatMap(({ pointer }, place) =>
    places.touching(pointer, at).map((change) => ({ ...change, place })),
  );
  touched.sort((left, right) => left.at - right.at);
  for (const [index, change] of touched.entries()) {
    const { pointer } = core[change.place] as StateChange;
    current[change.place] = valueAfter(current[change.place], pointer, change);
    const isLastOfEvent = touched[index + 1]?.at !== change.at;
    if (isLastOfEvent && isUndone(core, current, replaced.length > 0)) return change.at;
  }
  return undefined;
}

function isUndone(
  core: readonly StateChange[],
  current: readonly (JsonValue | undefined)[],
  isReplaced: boolean,
): boolean {
  const isBack = core.map(({ before }, place) => isSame(current[place], before));
  if (!isReplaced) return isBack.every(Boolean);
  return isBack.some(Boolean) && core.every(({ after }, place) => !isSame(current[place], after));
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalJson(left, right);
}

function valueAfter(current: JsonValue | undefined, pointer: string, change: StateChange): JsonValue | undefined {
  if (isBelow(pointer, change.pointer)) {
    return change.after === undefined ? undefined : valueAt(change.after, pointer.slice(change.pointer.length));
  }
  if (current === undefined) return undefined;
  return applyChanges(current, [{ ...change, pointer: change.pointer.slice(pointer.length) }]).state;
}
