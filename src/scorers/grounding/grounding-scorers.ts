import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { capabilityScorer } from './capability.ts';
import { errorHonestyScorer } from './error-honesty.ts';
import { groundedScorer } from './grounded.ts';
import { sessionReader } from './session-reading.ts';

/** The three definitions around one reader, so that a session that all of them score is read once. */
export function createGroundingScorers(): readonly [
  grounded: AnyScorerDefinition,
  errorHonesty: AnyScorerDefinition,
  capability: AnyScorerDefinition,
] {
  const read = sessionReader();
  return [groundedScorer(read), errorHonestyScorer(read), capabilityScorer(read)];
}

/** Whether answers are true to what the agent was told, what went wrong, and what it can do. */
export const groundingScorers = createGroundingScorers();

/** Its members by name. */
export const [grounded, errorHonesty, capability] = groundingScorers;
