import { verdictOfEnd } from '../../../domain/transcript/end-reason.ts';
import { endOf } from '../../../domain/transcript/endings.ts';
import type { SessionResult } from '../../../domain/verdicts/session-result.ts';
import type { Failure } from '../../../domain/verdicts/verdict.ts';

/** `agent_error: database is down`: how a session ended, with what is known of it. Not yet safe to show. */
export function endText({ endReason, transcript }: Pick<SessionResult, 'endReason' | 'transcript'>): string {
  const detail = endOf(transcript)?.detail ?? '';
  return detail === '' ? endReason : `${endReason}: ${detail}`;
}

/** Whether the way a session ended is why it has its verdict, whatever its checks say. */
export function isDecidedByEnd({ endReason, verdict }: Pick<SessionResult, 'endReason' | 'verdict'>): boolean {
  return verdictOfEnd(endReason) === verdict;
}

/** The end as something that went wrong; undefined where it is not the agent's failure. */
export function failureOfEnd({ endReason, transcript }: SessionResult): Failure | undefined {
  const end = endOf(transcript);
  if (end === undefined || verdictOfEnd(endReason) !== 'failed') return undefined;
  return { turn: end.turn, stage: 'execution', code: endReason, message: end.detail, evidence: [] };
}

/** `turn 1, execution: agent_error`: turn, stage and what it is called. */
export function headingOf({ turn, stage, code }: Pick<Failure, 'turn' | 'stage' | 'code'>): string {
  return `${turn === undefined ? 'session' : `turn ${turn}`}, ${stage}: ${code}`;
}
