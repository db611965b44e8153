import { canonicalText } from '../values/canonical.ts';
import { stableHash } from '../values/hash.ts';
import type { JsonValue } from '../values/json-value.ts';
import { endOf, startOf } from './endings.ts';
import { type Trajectory, type TrajectoryCall, trajectoryOf } from './trajectory.ts';
import type { EventOf, Transcript } from './transcript-event.ts';
import { type StateChange, undoChanges } from './world-changes.ts';

/** One change of the state, and the call that made it; without one when no recorded call did. */
export type WorldChange = StateChange & { turn: number; seq: number; call?: TrajectoryCall | undefined };

export type WorldTurn = {
  turn: number;
  changes: readonly WorldChange[];
  /** When the turn was over; absent in transcripts that do not say how the world ended. */
  state?: JsonValue | undefined;
};

/**
 * Whether the recorded changes lead from the state at the start to the state at the end: `yes` · `no`, with what does not
 * fit · `unknown`, since the transcript does not say enough.
 */
export type WorldSum = { addsUp: 'yes' } | { addsUp: 'no' | 'unknown'; problems: readonly string[] };

/** What became of a session's world. */
export type WorldHistory = {
  /** Name of the world. */
  name?: string | undefined;
  /** Before the first message; absent like the states of turns. */
  start?: JsonValue | undefined;
  /** Every turn, in order. */
  turns: readonly WorldTurn[];
  sum: WorldSum;
};

/**
 * The world turn by turn: what was changed, by which call, and the state after each turn. States are the state at the end
 * with later changes taken back; a transcript keeps only the hash of the state at the start, which they are held against.
 * Undefined for a session without a world.
 */
export function worldByTurn(
  transcript: Transcript,
  trajectory: Trajectory = trajectoryOf(transcript),
): WorldHistory | undefined {
  const [start, end] = [startOf(transcript)?.world, endOf(transcript)?.world];
  const events = transcript.filter((event) => event.type === 'world_change');
  if (start === undefined && end === undefined && events.length === 0) return undefined;
  const numbers = [...new Set(transcript.map(({ turn }) => turn))].sort((a, b) => a - b);
  const past = pastStates(numbers, { events, end: end?.state });
  const byTurn = new Map<number, WorldChange[]>(numbers.map((turn) => [turn, []]));
  for (const change of changesOf(events, trajectory)) byTurn.get(change.turn)?.push(change);
  return {
    ...(start === undefined ? {} : { name: start.name }),
    ...(past.start === undefined ? {} : { start: past.start }),
    turns: numbers.map((turn): WorldTurn => {
      const state = past.after.get(turn);
      return { turn, changes: byTurn.get(turn) ?? [], ...(state === undefined ? {} : { state }) };
    }),
    sum: sumOf({ start, end }, past),
  };
}

type ChangeEvent = EventOf<'world_change'>;

/** Every recorded change of the world's state, in order. */
export function worldChangesOf(transcript: Transcript, trajectory: Trajectory): WorldChange[] {
  return changesOf(
    transcript.filter((event) => event.type === 'world_change'),
    trajectory,
  );
}

function changesOf(events: readonly ChangeEvent[], { calls }: Trajectory): WorldChange[] {
  const byId = new Map(calls.map((call) => [call.call.id, call]));
  return events.flatMap(({ callId, changes, turn, seq }) => {
    const call = byId.get(callId);
    return changes.map((change) => ({ ...change, turn, seq, ...(call === undefined ? {} : { call }) }));
  });
}

type PastStates = {
  start: JsonValue | undefined;
  after: ReadonlyMap<number, JsonValue>;
  problems: readonly string[];
};

/** From the end back to the start, since the end is what is recorded whole. */
function pastStates(
  turns: readonly number[],
  { events, end }: { events: readonly ChangeEvent[]; end: JsonValue | undefined },
): PastStates {
  const after = new Map<number, JsonValue>();
  if (end === undefined) return { start: undefined, after, problems: [] };
  const problems: string[] = [];
  let state = end;
  let next = events.length - 1;
  for (const turn of turns.toReversed()) {
    after.set(turn, state);
    // What was told as the state of a turn is changed no more.
    const drafts = new Set<object>();
    for (let event = events[next]; event !== undefined && event.turn >= turn; event = events[--next]) {
      const undone = undoChanges(state, event.changes, drafts);
      const { seq } = event;
      problems.push(
        ...undone.conflicts.map(
          (pointer) => `turn ${turn}: \`${pointer}\` is not what the change of event ${seq} left there`,
        ),
      );
      state = undone.state;
    }
  }
  return { start: state, after, problems };
}

type Borders = {
  start: { hash: string } | undefined;
  end: { state: JsonValue; hash: string } | undefined;
};

function sumOf({ start, end }: Borders, past: PastStates): WorldSum {
  if (end === undefined) return { addsUp: 'unknown', problems: ['the transcript does not hold the state at the end'] };
  if (past.problems.length > 0) return { addsUp: 'no', problems: past.problems };
  if (hashOf(end.state) !== end.hash) {
    // A secret that was taken out of a stored state is out of all of its changes, too.
    return { addsUp: 'unknown', problems: ['the state at the end is not the one that its hash was made of'] };
  }
  if (start === undefined || past.start === undefined) {
    return { addsUp: 'unknown', problems: ['the transcript does not say what the state at the start was'] };
  }
  if (hashOf(past.start) === start.hash) return { addsUp: 'yes' };
  return { addsUp: 'no', problems: ['with all changes taken back, the state is not the one of the start'] };
}

function hashOf(state: JsonValue): string {
  return stableHash(canonicalText(state));
}
