import { equalJson } from '../../domain/values/canonical.ts';
import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { RoutingChoice } from '../../domain/verdicts/routing-result.ts';
import type { Score } from '../../domain/verdicts/score.ts';

/** What the agent chose, and the name that it called where there is no such tool. */
export type ReadChoice = { choice: RoutingChoice; name?: string | undefined };

/**
 * The choice that the check of a row found, whose message wants one of `wanted`; undefined where it could not be made. The
 * table or the config may ask for other choices besides.
 */
export function routingChoiceOf(scores: readonly Score[], wanted: readonly string[]): ReadChoice | undefined {
  const asked = scores.filter(({ scorer, stage }) => scorer === 'routing' && stage === 'selection');
  const own = asked.find(({ id }) => id === ROW_CHECK);
  return own === undefined ? asked.map(choiceIn).find((one) => sameTools(one?.wanted, wanted)) : choiceIn(own);
}

/** The name of a row's check, unless a check of the table has it. */
const ROW_CHECK = 'routing/selection';

function choiceIn(score: Score): (ReadChoice & { wanted: JsonValue | undefined }) | undefined {
  if (score.status !== 'scored' || score.details === undefined || !isObject(score.details)) return undefined;
  const { choice, wanted } = score.details;
  if (choice === undefined || !isObject(choice)) return undefined;
  const { kind, tool } = choice;
  const name = typeof tool === 'string' ? { name: tool } : {};
  if (kind === 'tool' && typeof tool === 'string') return { choice: { kind, tool }, wanted };
  if (kind === 'unknown_tool') return { choice: { kind }, ...name, wanted };
  return kind === 'none' || kind === 'no_answer' ? { choice: { kind }, wanted } : undefined;
}

function sameTools(one: JsonValue | undefined, other: readonly string[]): boolean {
  return one !== undefined && equalJson(one, [...other]);
}
