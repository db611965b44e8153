import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';

type Change = EventOf<'world_change'>['changes'][number];
/** One change of the state, and the call that made it where it is known. */
export type WorldChange = Change & { turn: number; seq: number; call?: TrajectoryCall | undefined };

/** Every change of the world's state, in order. */
export function worldChanges({ transcript, trajectory }: ScoreInput): WorldChange[] {
  const byId = new Map(trajectory.calls.map((call) => [call.call.id, call]));
  return transcript.flatMap((event) =>
    event.type === 'world_change'
      ? event.changes.map((change) => ({ ...change, turn: event.turn, seq: event.seq, call: byId.get(event.callId) }))
      : [],
  );
}

/** Whether `pointer` is `ancestor` or lies below it. */
export function isBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
