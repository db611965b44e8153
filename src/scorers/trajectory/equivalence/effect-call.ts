import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';

/** What a comparison of effects looks at in a call. Lists of calls from anywhere can be made of it. */
export type EffectCall = Pick<TrajectoryCall, 'name' | 'arguments' | 'outcome' | 'effect' | 'result'>;

/** What a call answered; undefined without a result and for an error. */
export function answerOf({ result }: EffectCall): JsonValue | undefined {
  return result?.outcome.status === 'ok' ? result.outcome.content : undefined;
}

/** The arguments whose name says that they point at something: `order_id`, `userId`, `id`. */
export function idArguments(value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key, member]) => isIdKey(key) && isScalar(member)));
}

export function isIdKey(key: string): boolean {
  return /(?:^|[_-])id$|[a-z]I[dD]$/.test(key);
}

export function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
