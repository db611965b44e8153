import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { ScoreOutcome } from '../../../domain/verdicts/score.ts';
import { scoreFindings } from '../../outcome.ts';
import { effectiveWrites } from '../../trajectory/equivalence/effective-writes.ts';
import { describeUndone } from '../../world/history/describe-undone.ts';
import { type UndoneWrite, undoneWrites } from '../../world/history/undone-writes.ts';
import type { ExplainedCalls } from './explained-calls.ts';

/**
 * The score of the order and the outcome of calls, in which work that was taken back later is not done, unless it was done
 * again in a place that is as good. What an expected call took back was meant to be.
 */
export function withUndoneCalls(outcome: ScoreOutcome, explained: ExplainedCalls, input: ScoreInput): ScoreOutcome {
  const { made } = explained.judgement;
  const expected = new Set(made.filter(({ wanted }) => wanted.outcome === 'ok').map(({ call }) => call));
  if (expected.size === 0 || outcome.status === 'unscored' || outcome.status === 'errored') return outcome;
  const all = new Set(made.map(({ call }) => call));
  const lost = undoneIn(input).filter(({ by }) => !(by !== undefined && all.has(by)));
  const undone = withoutRedone(lost, expected, explained);
  if (undone.length === 0) return outcome;
  const judged = made.length;
  const before = outcome.status === 'scored' ? outcome : undefined;
  const right = (before?.value ?? 1) * judged - undone.length;
  return scoreFindings({
    right: Math.max(0, right),
    judged,
    findings: [...(before?.findings ?? []), ...undone.map(describeUndone)],
    praise: '',
    metrics: before?.metrics ?? {},
    turns: before?.turns ?? [],
    ...(before?.details === undefined ? {} : { details: before.details }),
  });
}

/** The expected work that was undone and for which no other call stands, when what does not stand is left out. */
function withoutRedone(
  lost: readonly UndoneWrite[],
  expected: ReadonlySet<TrajectoryCall>,
  { judgement, judgeWithout }: ExplainedCalls,
): readonly UndoneWrite[] {
  const undone = lost.filter(({ write }) => expected.has(write));
  if (undone.length === 0) return [];
  const isAsGood = (left: ReadonlySet<TrajectoryCall>): boolean => {
    const { made, wrongArguments, wrongExecution } = judgeWithout(left);
    return (
      made.length >= judgement.made.length &&
      wrongArguments.size <= judgement.wrongArguments.size &&
      wrongExecution.size <= judgement.wrongExecution.size
    );
  };
  if (isAsGood(new Set(lost.map(({ write }) => write)))) return [];
  // One by one, so that work which was done again does not hide behind other work that was not.
  let left: ReadonlySet<TrajectoryCall> = new Set(lost.flatMap(({ write }) => (expected.has(write) ? [] : [write])));
  return undone.filter(({ write }) => {
    const without = new Set([...left, write]);
    if (!isAsGood(without)) return true;
    left = without;
    return false;
  });
}

/** By what is recorded of a world; in a log without one, by what results show of records. */
function undoneIn({ transcript, trajectory }: ScoreInput): readonly UndoneWrite[] {
  if (transcript.some(({ type }) => type === 'world_change')) return undoneWrites(transcript, trajectory);
  const dropped = effectiveWrites(trajectory.calls).dropped.filter(({ why }) => why === 'undone');
  return dropped.flatMap(({ at }): UndoneWrite[] => {
    const write = trajectory.calls[at];
    const next = dropped.find((other) => other.at > at);
    const by = next === undefined ? undefined : trajectory.calls[next.at];
    // Of a tool that may only read nobody can say that it took something back.
    const isKnown = write?.effect === 'write' && by?.effect === 'write';
    return isKnown ? [{ write, turn: by.turn, by }] : [];
  });
}
