import type { AnyScorerDefinition } from '../../../src/domain/contracts/scorer.ts';
import { trajectoryOf } from '../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../../src/domain/transcript/turns.ts';
import type { ScoreOutcome } from '../../../src/domain/verdicts/score.ts';

/** Runs the one part of a grounding scorer over a transcript. */
export function scoreWith(
  definition: AnyScorerDefinition,
  transcript: Transcript,
  keys: Record<string, unknown> = {},
): ScoreOutcome {
  const trajectory = trajectoryOf(transcript);
  const [part] = definition.create(definition.schema.parse(keys) as never);
  if (!part?.deterministic) throw new Error('a grounding scorer is deterministic');
  return part.score({ transcript, trajectory, turns: turnsOf(transcript, trajectory) });
}

/** The claim table as `text verdict reason`, for reading. */
export function tableLines(outcome: ScoreOutcome): string[] {
  if (outcome.status !== 'scored' || !Array.isArray(outcome.details)) return [`${outcome.status}`];
  return outcome.details.map(
    (row: { turn: number; text: string; verdict: string; reason: string }) =>
      `${row.turn} ${row.text} ${row.verdict} ${row.reason}`,
  );
}
