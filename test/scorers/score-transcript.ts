import type { Expectation } from '../../src/domain/authoring/scenario.ts';
import type { ScoreInput } from '../../src/domain/contracts/scorer.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../src/domain/transcript/turns.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreSessionSync } from '../../src/scorers/score-session.ts';

export type Check = { type: string; id?: string; required?: boolean; [key: string]: unknown };

/** What a session hands to its scorers. */
export function inputOf(transcript: Transcript): ScoreInput {
  const trajectory = trajectoryOf(transcript);
  return { transcript, trajectory, turns: turnsOf(transcript, trajectory) };
}

/** Scores a transcript with one check of a scenario file; one score for each question that it asks. */
export function scoresOf(check: Check, transcript: Transcript): Score[] {
  return scoreSessionSync(inputOf(transcript), createScorers([expectation(check)], builtInScorers));
}

/** The only score of a check that asks one question. */
export function scoreOf(check: Check, transcript: Transcript): Score {
  const scores = scoresOf(check, transcript);
  if (scores.length !== 1) throw new Error(`expected one score, found ${scores.length}`);
  return scores[0] as Score;
}

export function expectation({ required = true, ...check }: Check): Expectation {
  return { ...check, required };
}

/** One word for each score: the stage and `passed`, `failed`, or its status. */
export function briefly(scores: readonly Score[]): Record<string, string> {
  return Object.fromEntries(
    scores.map((score) => [
      score.id.includes('/') ? score.id.slice(score.id.lastIndexOf('/') + 1) : score.stage,
      score.status === 'scored' ? (score.passed ? 'passed' : 'failed') : score.status,
    ]),
  );
}

/** Messages of all findings, each with turn, stage and severity. */
export function findingsOf(score: Score): string[] {
  if (score.status !== 'scored') return [];
  return score.findings.map(
    ({ turn, stage, code, severity, message }) => `${turn} ${stage} ${severity} ${code}: ${message}`,
  );
}
