import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import { verdictOfEnd } from '../../../domain/transcript/end-reason.ts';
import { endOf, startOf } from '../../../domain/transcript/endings.ts';
import type { Finding } from '../../../domain/verdicts/evidence.ts';
import type { MadeCall } from '../made-call.ts';

/** One thing that is not as the specification asks, in all the words that are needed of it. */
export type Deviation = {
  /** The sentence, with stage, turn, severity and events. */
  finding: Finding;
  /** What it is counted as, for one and for several: `missing call`, `missing calls`. */
  noun: readonly [one: string, many: string];
  /** For a line: `missing refund(order_id="A-1"); closest #7 refund(order_id="A-2")`. */
  brief: string;
  /** For the table, below the row of the call or of the expectation; absent where the mark says it all. */
  remark?: string | undefined;
  call?: MadeCall | undefined;
  /** Index of the expectation. */
  row?: number | undefined;
};

/** What is known of the talk around the calls. Nothing of it is needed. */
export type Talk = {
  /** Every call that was made, in order. */
  calls: readonly MadeCall[];
  /** The turns and what the user said in them. */
  turns: readonly { turn: number; user?: string | undefined }[];
  /** Names of the agent's tools; undefined where nobody knows. */
  tools?: readonly string[] | undefined;
  /** The turn in which the talk was cut short. What never came may have come there or later. */
  cutShortIn?: number | undefined;
};

/** The talk of a session. */
export function talkOf({ transcript, trajectory, turns }: ScoreInput): Talk {
  const end = endOf(transcript);
  const started = startOf(transcript);
  return {
    calls: trajectory.calls,
    turns: turns.map(({ turn, user }) => ({ turn, user: user === undefined || user.silent ? undefined : user.text })),
    tools: started === undefined || started.tools === 'unknown' ? undefined : started.tools.map(({ name }) => name),
    cutShortIn: end === undefined || verdictOfEnd(end.reason) === 'scored' ? undefined : end.turn,
  };
}

/** Calls are counted from 1 for people, over the whole session. */
export function numberOf(call: Pick<MadeCall, 'index'>): string {
  return `#${call.index + 1}`;
}
