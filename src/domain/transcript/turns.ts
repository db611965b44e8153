import { type Trajectory, type TrajectoryCall, trajectoryOf } from './trajectory.ts';
import type { EventOf, Transcript } from './transcript-event.ts';

/** One user message and all that the agent did until it yielded back. */
export type Turn = {
  /** From 0. */
  turn: number;
  /** Absent in logs that begin with the agent. */
  user?: EventOf<'user_message'> | undefined;
  notices: readonly EventOf<'notice'>[];
  steps: readonly EventOf<'agent_step'>[];
  calls: readonly TrajectoryCall[];
  messages: readonly EventOf<'agent_message'>[];
  events: readonly EventOf<'agent_event'>[];
  /** The turn's last agent message; absent when the agent said nothing. */
  finalAnswer?: EventOf<'agent_message'> | undefined;
};

/** Splits a transcript into turns, in order. A turn exists when somebody spoke or acted in it. */
export function turnsOf(transcript: Transcript, trajectory: Trajectory = trajectoryOf(transcript)): readonly Turn[] {
  const turns = new Map<number, MutableTurn>();
  const at = (turn: number): MutableTurn => {
    const known = turns.get(turn);
    if (known !== undefined) return known;
    const fresh: MutableTurn = { turn, notices: [], steps: [], calls: [], messages: [], events: [] };
    turns.set(turn, fresh);
    return fresh;
  };
  for (const event of transcript) {
    if (event.type === 'user_message') at(event.turn).user = event;
    else if (event.type === 'notice') at(event.turn).notices.push(event);
    else if (event.type === 'agent_step') at(event.turn).steps.push(event);
    else if (event.type === 'agent_event') at(event.turn).events.push(event);
    else if (event.type === 'agent_message') {
      const turn = at(event.turn);
      turn.messages.push(event);
      turn.finalAnswer = event;
    }
  }
  for (const call of trajectory.calls) at(call.turn).calls.push(call);
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}

type MutableTurn = {
  turn: number;
  user?: EventOf<'user_message'>;
  notices: EventOf<'notice'>[];
  steps: EventOf<'agent_step'>[];
  calls: TrajectoryCall[];
  messages: EventOf<'agent_message'>[];
  events: EventOf<'agent_event'>[];
  finalAnswer?: EventOf<'agent_message'>;
};
