import type { WorldSession } from '../domain/contracts/world.ts';
import { applyChanges, NO_CALL } from '../domain/transcript/world-changes.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import type { Recorder } from './recorder.ts';
import { diffWorlds } from './world-diff.ts';

/** Sees to it that the recorded changes of a world add up. */
export type WorldLedger = {
  /** Records what differs from the recorded changes so far: no call made it, or none that anybody can name. */
  settle(): void;
};

export function createWorldLedger(world: WorldSession | undefined, recorder: Recorder): WorldLedger {
  let known = stateOf(world);
  let read = 0;
  return {
    settle() {
      const actual = known === undefined ? undefined : stateOf(world);
      if (known === undefined || actual === undefined) return;
      for (; read < recorder.events.length; read += 1) {
        const event = recorder.events[read];
        if (event?.type === 'world_change') known = applyChanges(known, event.changes).state;
      }
      const changes = diffWorlds(known, actual);
      if (changes.length > 0) recorder.record({ type: 'world_change', callId: NO_CALL, changes: [...changes] });
      read = recorder.events.length;
      known = actual;
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
