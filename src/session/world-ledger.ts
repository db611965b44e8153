import type { WorldSession } from '../domain/contracts/world.ts';
import type { UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import { applyChanges, NO_CALL } from '../domain/transcript/world-changes.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import type { Recorder } from './recorder.ts';
import { diffWorlds } from './world-diff.ts';

/** Sees to it that every change of a world is recorded, by the call that made it where there is one. */
export type WorldLedger = {
  /**
   * Looks at the world before a call that may change it; the returned function tells what came of the call. What changed
   * before it began, while nothing ran, is no call's doing and comes first.
   */
  beginCall(callId: string): () => UnplacedEvent[];
  /** Records what differs from the recorded changes so far. */
  settle(): void;
};

export function createWorldLedger(world: WorldSession | undefined, recorder: Recorder): WorldLedger {
  let recorded = stateOf(world);
  /** The state as it was looked at last, and how many calls run. */
  let seen = recorded;
  let running = 0;
  let read = 0;
  const look = (callId: string): UnplacedEvent[] => {
    const now = world?.state();
    const changes = seen === undefined || now === undefined ? [] : diffWorlds(seen, now);
    seen = now;
    return changes.length === 0 ? [] : [{ type: 'world_change', callId, changes: [...changes] }];
  };
  return {
    beginCall(callId) {
      const before = running === 0 ? look(NO_CALL) : [];
      let isRunning = true;
      running += 1;
      return () => {
        if (isRunning) running -= 1;
        isRunning = false;
        return [...before, ...look(callId)];
      };
    },
    settle() {
      const actual = recorded === undefined ? undefined : stateOf(world);
      if (recorded === undefined || actual === undefined) return;
      for (; read < recorder.events.length; read += 1) {
        const event = recorder.events[read];
        if (event?.type === 'world_change') recorded = applyChanges(recorded, event.changes).state;
      }
      const changes = diffWorlds(recorded, actual);
      if (changes.length > 0) recorder.record({ type: 'world_change', callId: NO_CALL, changes: [...changes] });
      read = recorder.events.length;
      recorded = actual;
      seen = actual;
    },
  };
}

/** A world that cannot tell its state says so when the session ends. */
function stateOf(world: WorldSession | undefined): JsonValue | undefined {
  try {
    return world?.state();
  } catch {
    return undefined;
  }
}
