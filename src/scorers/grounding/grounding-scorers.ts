import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { capability } from './capability.ts';
import { errorHonesty } from './error-honesty.ts';
import { grounded } from './grounded.ts';

/** Whether answers are true to what the agent was told, what went wrong, and what it can do. */
export const groundingScorers: readonly AnyScorerDefinition[] = [grounded, errorHonesty, capability];
