import type { AnyScorerDefinition } from '../../../src/domain/contracts/scorer.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import type { Score } from '../../../src/domain/verdicts/score.ts';
import { createScorers } from '../../../src/scorers/create-scorers.ts';
import { cites } from '../../../src/scorers/retrieval/cites.ts';
import { retrieval } from '../../../src/scorers/retrieval/retrieval.ts';
import { routing } from '../../../src/scorers/routing/routing.ts';
import { scoreSessionSync } from '../../../src/scorers/score-session.ts';
import { type Check, expectation, inputOf } from '../score-transcript.ts';

const definitions: readonly AnyScorerDefinition[] = [retrieval, cites, routing];

/** Scores a transcript with one check of these rooms. */
export function scoresOf(check: Check, transcript: Transcript): Score[] {
  return scoreSessionSync(inputOf(transcript), createScorers([expectation(check)], definitions));
}

export function scoreOf(check: Check, transcript: Transcript): Score {
  const [score, ...others] = scoresOf(check, transcript);
  if (score === undefined || others.length > 0) throw new Error('expected one score');
  return score;
}

/** What is wrong with a check, as its author reads it. */
export function mistakeOf(check: Check): string {
  try {
    createScorers([expectation(check)], definitions);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}
