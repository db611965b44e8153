import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import { startOf } from '../../../domain/transcript/endings.ts';
import type { ToolDescription } from '../../../domain/transcript/tool-call.ts';
import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { LedgerSource } from './ledger-entry.ts';

/** A text that an answer may rest on. `visibleFrom`: known to the agent in what it says after this event. */
export type KnownText = { source: LedgerSource; text: string; turn: number; seq: number; visibleFrom: number };

/** What the ledger reads of a call. `seenAt` is absent for a result that the agent never saw. */
export type KnownCall = Pick<
  TrajectoryCall,
  'index' | 'name' | 'arguments' | 'turn' | 'seq' | 'resultSeq' | 'seenAt' | 'effect' | 'result'
>;

/** All that an agent was told in a session, before it is taken apart. */
export type Known = {
  /** ISO 8601. */
  now?: string | undefined;
  tools: readonly ToolDescription[] | 'unknown';
  /** Policy first, then what was said, in the order in which it became known. */
  texts: readonly KnownText[];
  calls: readonly KnownCall[];
};

/** What a session told its agent. `allowed` are texts that the author of a scenario vouches for. */
export function knownInSession(
  { transcript, trajectory }: Pick<ScoreInput, 'transcript' | 'trajectory'>,
  { allowed = [] }: { allowed?: readonly string[] } = {},
): Known {
  const start = startOf(transcript);
  const before = { turn: 0, seq: 0, visibleFrom: -1 };
  const policy = start === undefined || start.policy === 'unknown' ? [] : start.policy;
  const texts: KnownText[] = [
    ...policy.map((text) => ({ ...before, source: 'policy' as const, text })),
    ...allowed.map((text) => ({ ...before, source: 'allowed' as const, text })),
  ];
  for (const event of transcript) {
    const isHeard = (event.type === 'user_message' && !event.silent) || event.type === 'notice';
    if (!isHeard) continue;
    const { turn, seq, text } = event;
    texts.push({ source: event.type === 'notice' ? 'notice' : 'user', text, turn, seq, visibleFrom: seq });
  }
  return { now: start?.now, tools: start?.tools ?? 'unknown', texts, calls: trajectory.calls };
}
