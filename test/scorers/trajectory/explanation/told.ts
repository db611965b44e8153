import { callDiffLines } from '../../../../src/domain/display/call-diff/call-diff-lines.ts';
import { trajectoryOf } from '../../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../../../src/domain/transcript/turns.ts';
import { CallDiff } from '../../../../src/domain/verdicts/call-diff.ts';
import type { Score } from '../../../../src/domain/verdicts/score.ts';
import { createScorers } from '../../../../src/scorers/create-scorers.ts';
import { scoreSessionSync } from '../../../../src/scorers/score-session.ts';
import { calls as callsScorer } from '../../../../src/scorers/tools/calls.ts';

/** The scores of one check of the type `calls`. */
export function callScores(calls: readonly unknown[], transcript: Transcript, more: object = {}): Score[] {
  const trajectory = trajectoryOf(transcript);
  const expectation = { type: 'calls', id: 'calls', required: true, calls, ...more };
  const scorers = createScorers([expectation], [callsScorer]);
  return scoreSessionSync({ transcript, trajectory, turns: turnsOf(transcript, trajectory) }, scorers);
}

/** What a reader gets to see of a check of the type `calls`: the line, the table, and what was found. */
export function told(
  calls: readonly unknown[],
  transcript: Transcript,
  { columns = 80, ...more }: { columns?: number; [key: string]: unknown } = {},
): string {
  const scores = callScores(calls, transcript, more);
  const findings = scores.flatMap((score) => (score.status === 'scored' ? score.findings : []));
  const texts = findings.map(({ turn, stage, severity, code, message }) => {
    return `${turn} ${stage} ${severity === 'failure' ? '' : `${severity} `}${code}: ${message}`;
  });
  const details = scores.flatMap((score) => (score.status === 'scored' && score.details ? [score.details] : []));
  const [first] = details as { line: string; turns: unknown; rows: unknown; leftOut?: number }[];
  if (details.length > 1) throw new Error('the table is shown more than once');
  if (first === undefined) return texts.join('\n') || 'nothing to tell';
  const { turns, rows, leftOut } = first;
  const table = callDiffLines(CallDiff.parse({ turns, rows, leftOut }), { columns }).map(({ text }) => text);
  return [first.line, '', ...table, '', ...texts].join('\n');
}
