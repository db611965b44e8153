import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import { countOf, formatCount } from './numbers.ts';
import { sessionName } from './session-name.ts';
import { fitWidth } from './text-width.ts';

/** How far a run is. */
export type Progress = {
  total: number;
  ended: number;
  running: number;
  failed: number;
  invalid: number;
  /** The session that was started last. */
  latest?: SessionKey | undefined;
};

export function startProgress(total: number): Progress {
  return { total, ended: 0, running: 0, failed: 0, invalid: 0 };
}

export function countEnd(progress: Progress, verdict: Verdict): void {
  progress.ended += 1;
  progress.running = Math.max(0, progress.running - 1);
  if (verdict !== 'passed') progress[verdict] += 1;
}

/** `12 of 40 sessions, 4 running, 1 failed: refund, trial 3`, in fewer than `columns` columns. */
export function progressText({ total, ended, running, failed, invalid, latest }: Progress, columns: number): string {
  const counts = [
    `${formatCount(ended)} of ${countOf(total, 'session')}`,
    ...(running > 0 ? [`${formatCount(running)} running`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(invalid > 0 ? [`${formatCount(invalid)} invalid`] : []),
  ].join(', ');
  const text = latest === undefined || running === 0 ? counts : `${counts}: ${sessionName(latest, false)}`;
  // A terminal wraps a line that fills its last column, and then one line up is not enough to rewrite it.
  return fitWidth(text, columns - 1);
}
