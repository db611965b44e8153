import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import { verdictOfEnd } from '../../../domain/transcript/end-reason.ts';
import { endOf, startOf } from '../../../domain/transcript/endings.ts';
import type { Finding } from '../../../domain/verdicts/evidence.ts';
import { isUnknownTool, type MadeCall } from '../made-call.ts';

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
  /** The log came from elsewhere and does not say what tools do. */
  areEffectsOpen?: boolean | undefined;
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
    areEffectsOpen: started?.origin.kind === 'import',
    cutShortIn: end === undefined || verdictOfEnd(end.reason) === 'scored' ? undefined : end.turn,
  };
}

/** Whether nobody can tell if a call that nothing asked for is one that may pass. */
export function isOpen(call: MadeCall, { extra }: { extra: string }, { areEffectsOpen }: Talk): boolean {
  return areEffectsOpen === true && extra === 'reads' && call.effect === 'unknown' && !isUnknownTool(call);
}

/** Calls are counted from 1 for people, over the whole session. */
export function numberOf(call: Pick<MadeCall, 'index'>): string {
  return `#${call.index + 1}`;
}

type ExecutionWords = Pick<Deviation, 'brief' | 'noun' | 'remark'> &
  Pick<Finding, 'code' | 'message' | 'evidence'> & { severity?: Finding['severity'] };

/** Something about the place or the outcome of a call that was made. */
export function executionDeviation(
  { call, row }: { call: MadeCall; row: number },
  { code, message, evidence, brief, noun, remark, severity = 'failure' }: ExecutionWords,
): Deviation {
  return {
    finding: { turn: call.turn, stage: 'execution', code, severity, message, evidence },
    noun,
    brief,
    remark,
    call,
    row,
  };
}
