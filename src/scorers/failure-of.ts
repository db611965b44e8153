import { verdictOfEnd } from '../domain/transcript/end-reason.ts';
import { endOf } from '../domain/transcript/endings.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { followsFromEnd } from '../domain/verdicts/absence.ts';
import { Stage } from '../domain/verdicts/evidence.ts';
import type { Score } from '../domain/verdicts/score.ts';
import type { Failure } from '../domain/verdicts/verdict.ts';

/**
 * What went wrong first: by turn, then by stage (selection, arguments, execution, generation), then by order of the
 * scores. Only required scores count. An end that is the agent's failure stands at the last turn, stage execution, before
 * what else is found there. What is only missing because the session was cut short is nobody's failure. Undefined when
 * nothing failed.
 */
export function failureOf(scores: readonly Score[], transcript: Transcript): Failure | undefined {
  const found = scores.flatMap(failuresOfScore).filter((failure) => !followsFromEnd(failure, transcript));
  const failures = [...failuresOfEnd(transcript), ...found];
  return failures.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

function failuresOfEnd(transcript: Transcript): Failure[] {
  const end = endOf(transcript);
  if (end === undefined || verdictOfEnd(end.reason) !== 'failed') return [];
  const said = end.detail === '' ? '' : `: ${end.detail}`;
  return [
    {
      turn: end.turn,
      stage: 'execution',
      code: end.reason,
      message: `the session ended with \`${end.reason}\`${said}`,
      evidence: [{ kind: 'event', seq: end.seq }],
    },
  ];
}

function failuresOfScore(score: Score): Failure[] {
  if (!score.required || score.status !== 'scored' || score.passed) return [];
  const found = score.findings.filter(({ severity }) => severity === 'failure');
  if (found.length === 0) {
    return [{ stage: score.stage, code: 'not_passed', message: score.reason, scoreId: score.id, evidence: [] }];
  }
  return found.map(({ turn, stage, code, message, evidence }) => ({
    turn,
    stage,
    code,
    message,
    scoreId: score.id,
    evidence,
  }));
}

/**
 * What concerns the session as a whole comes after what has a turn. An end that is the agent's failure comes first in its
 * turn: what else is missing there is its consequence.
 */
function placeOf({ turn = Number.MAX_SAFE_INTEGER / 8, stage, scoreId }: Failure): number {
  const isEnd = scoreId === undefined;
  return turn * Stage.options.length + (isEnd ? -0.5 : Stage.options.indexOf(stage));
}
