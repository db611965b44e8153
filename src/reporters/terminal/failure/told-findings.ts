import { followsFromEnd } from '../../../domain/verdicts/absence.ts';
import { Stage } from '../../../domain/verdicts/evidence.ts';
import type { Score } from '../../../domain/verdicts/score.ts';
import type { SessionResult } from '../../../domain/verdicts/session-result.ts';
import type { Failure } from '../../../domain/verdicts/verdict.ts';
import { failureOfEnd } from './end-text.ts';

/** What went wrong in a session, sorted by what a reader has to do with it. */
export type ToldFindings = {
  /** The findings that count: the failure of the session first, then by turn and stage. */
  findings: readonly Failure[];
  /** Checks whose findings merely follow from the talk's early end. */
  unmet: readonly string[];
};

export function toldFindings(result: SessionResult): ToldFindings {
  const { failure, scores, transcript } = result;
  const end = failureOfEnd(result);
  const found = scores.flatMap(findingsOfScore);
  const isUnmet = (one: Failure): boolean => followsFromEnd(one, transcript);
  const own = found.filter((one) => !isUnmet(one));
  const ordered = [...(end === undefined ? [] : [end]), ...own].toSorted((a, b) => placeOf(a) - placeOf(b));
  const unmet = [...new Set(found.filter(isUnmet).flatMap(({ scoreId }) => scoreId ?? []))];
  if (failure === undefined || isUnmet(failure)) return { findings: ordered, unmet };
  const isSame = (one: Failure): boolean =>
    one.code === failure.code &&
    one.turn === failure.turn &&
    (failure.scoreId === undefined ? one === end : one.message === failure.message);
  return { findings: [ordered.find(isSame) ?? failure, ...ordered.filter((one) => !isSame(one))], unmet };
}

function findingsOfScore(score: Score): Failure[] {
  if (!score.required || score.status !== 'scored' || score.passed) return [];
  const { id: scoreId, stage, reason } = score;
  const found = score.findings.filter(({ severity }) => severity === 'failure');
  if (found.length === 0) return [{ stage, code: 'not_passed', message: reason, scoreId, evidence: [] }];
  return found.map(({ severity: _, ...finding }) => ({ ...finding, scoreId }));
}

/** By turn, then by stage; the end before what else is found in its turn, and what concerns the session as a whole last. */
function placeOf({ turn = Number.MAX_SAFE_INTEGER / 8, stage, scoreId }: Failure): number {
  return turn * Stage.options.length + (scoreId === undefined ? -0.5 : Stage.options.indexOf(stage));
}
