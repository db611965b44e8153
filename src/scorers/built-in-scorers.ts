import type { AnyScorerDefinition } from '../domain/contracts/scorer.ts';
import { calls } from './tools/calls.ts';

/** Every scorer that comes with the package. */
export const builtInScorers: readonly AnyScorerDefinition[] = [calls];
