import { verdictOfEnd } from '../transcript/end-reason.ts';
import { endOf } from '../transcript/endings.ts';
import type { Transcript } from '../transcript/transcript-event.ts';
import type { Finding } from './evidence.ts';

/** Findings of something that is not there, rather than of something that was done. */
const ABSENCES: ReadonlySet<string> = new Set([
  'error_not_told',
  'missing_call',
  'missing_write',
  'no_answer',
  'no_output',
  'no_result',
  'not_met',
  'not_said',
  'too_few_turns',
  'wrong_end_state',
]);

/**
 * Whether a finding merely follows from the talk's early end: it misses what the turn that was cut short, or one after it,
 * could still have brought. What is missing in an earlier turn is the agent's own failure.
 */
export function followsFromEnd(
  { code, turn }: Pick<Finding, 'code'> & { turn?: number | undefined },
  transcript: Transcript,
): boolean {
  const end = endOf(transcript);
  // A policy that ended the talk cut it short as well, whatever it says of the agent.
  if (end === undefined || (verdictOfEnd(end.reason) === 'scored' && end.reason !== 'policy_stop')) return false;
  return ABSENCES.has(code) && (turn === undefined || turn >= end.turn);
}
