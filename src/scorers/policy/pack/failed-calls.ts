import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { failureIn, isEmptyResult } from '../../grounding/evidence/failed-content.ts';
import { cutText } from '../../text/value-text.ts';
import { describeOutcome } from '../../trajectory/explanation/describe-call.ts';
import type { CallMoment } from '../monitor/moment.ts';

/** Whether a call failed, or was answered by a result that says so itself: `{ status: 404, message: "not found" }`. */
export function hasFailed({ outcome, result }: CallMoment): boolean {
  if (outcome === 'error') return true;
  return result?.outcome.status === 'ok' && failureIn(result.outcome.content) !== undefined;
}

/** With what a call failed. */
export function failureText({ outcome, result }: CallMoment): string {
  const told = result?.outcome.status === 'ok' ? failureIn(result.outcome.content) : undefined;
  if (told !== undefined) return cutText(told);
  return describeOutcome({ result, outcome: outcome === 'pending' ? 'none' : outcome });
}

/**
 * What a result tells of what was looked up. `record`: something was found · `told`: only what stands in it, since its
 * status may be that of the record (`{ id, status: "denied" }`) · `nothing`: it says that it failed, or that nothing was found.
 */
export function findingsIn(content: JsonValue): 'record' | 'told' | 'nothing' {
  // Of a result that is left out, nothing is known.
  if (content === null || content === '') return 'record';
  if (isEmptyResult(content)) return 'nothing';
  if (failureIn(content) === undefined) return 'record';
  const isOnlyWord = isObject(content) && typeof content.status === 'string';
  return isOnlyWord && failureIn({ ...content, status: null }) === undefined ? 'told' : 'nothing';
}
