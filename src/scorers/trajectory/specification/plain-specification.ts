import type { JsonObject } from '../../../domain/values/json-value.ts';
import type { CallsSpecification, CallsSpecificationInput } from './calls-specification.ts';

/** The usual specification: calls with words and numbers as arguments, and few rules. */
export type PlainSpecification = Pick<CallsSpecification, 'extra' | 'missing'> & {
  calls: readonly { tool: string; arguments?: JsonObject | undefined; outcome?: 'ok' | undefined }[];
  order?: 'sequence' | 'exact' | 'any' | undefined;
  match?: 'partial' | 'exact' | undefined;
};

/**
 * Whether a specification is plain, and nothing is wrong with it. Reading it with a schema would cost more than comparing
 * it does.
 */
export function isPlainSpecification(
  specification: CallsSpecificationInput,
): specification is CallsSpecificationInput & PlainSpecification & CallsSpecification {
  const { calls, order, extra, missing, match, ...others } = specification;
  for (const _ in others) return false;
  if (!Array.isArray(calls) || calls.length === 0) return false;
  for (let index = 0; index < calls.length; index += 1) if (!isPlainCall(calls[index])) return false;
  if (order !== undefined && order !== 'sequence' && order !== 'exact' && order !== 'any') return false;
  if (extra !== undefined && extra !== 'reads' && extra !== 'allow' && extra !== 'forbid') return false;
  if (missing !== undefined && missing !== 'forbid' && missing !== 'allow') return false;
  if (match !== undefined && match !== 'partial' && match !== 'exact') return false;
  if (missing === 'allow' && extra === 'allow') return false;
  return order !== 'exact' || ((extra === undefined || extra === 'forbid') && missing !== 'allow');
}

/** Names in other alphabets are read by the schema. */
const plainName = /^[\w.-]{1,120}$/;

function isPlainCall(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false;
  let fields = 0;
  for (const _ in call) fields += 1;
  const { tool, outcome, arguments: given } = call as { tool?: unknown; outcome?: unknown; arguments?: unknown };
  if (typeof tool !== 'string' || (outcome !== undefined && outcome !== 'ok') || !plainName.test(tool)) return false;
  const known = 1 + ('outcome' in call ? 1 : 0) + ('arguments' in call ? 1 : 0);
  return fields === known && (given === undefined || isPlainObject(given));
}

/** One level of words and numbers. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'string' || typeof member === 'boolean' || member === null) continue;
    if (typeof member !== 'number' || !Number.isFinite(member)) return false;
  }
  return true;
}
