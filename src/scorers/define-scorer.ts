import type { AnyScorerDefinition, ScorerDefinition } from '../domain/contracts/scorer.ts';

/**
 * A scorer of one's own: gives `create` the type of what `schema` reads, and returns the definition as lists hold it.
 * Put it into `scorers` of the config and name its `type` in `expect`.
 */
export function defineScorer<Spec>(definition: ScorerDefinition<Spec>): AnyScorerDefinition {
  return definition;
}
