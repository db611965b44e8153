import { isObject } from '../../domain/values/json-shape.ts';
import type { RoutingChoice } from '../../domain/verdicts/routing-result.ts';
import type { Score } from '../../domain/verdicts/score.ts';

/** What the agent chose, and the name that it called where there is no such tool. */
export type ReadChoice = { choice: RoutingChoice; name?: string | undefined };

/**
 * The choice that the last `routing` check of a session found; undefined where it could not be made.
 * A row's own check stands last.
 */
export function routingChoiceOf(scores: readonly Score[]): ReadChoice | undefined {
  const score = scores.findLast(({ scorer, stage }) => scorer === 'routing' && stage === 'selection');
  if (score?.status !== 'scored' || score.details === undefined || !isObject(score.details)) return undefined;
  const { choice } = score.details;
  if (choice === undefined || !isObject(choice)) return undefined;
  const { kind, tool } = choice;
  if (kind === 'tool' && typeof tool === 'string') return { choice: { kind, tool } };
  if (kind === 'unknown_tool') return { choice: { kind }, ...(typeof tool === 'string' ? { name: tool } : {}) };
  return kind === 'none' || kind === 'no_answer' ? { choice: { kind } } : undefined;
}
