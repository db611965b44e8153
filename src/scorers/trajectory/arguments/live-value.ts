import { isList } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/**
 * A test of one value, in TypeScript: `(amount: number) => amount > 0`. Must answer `true` or `false`, for any value that
 * an agent may send; a key that is not there is `undefined`.
 */
export type ValuePredicate = { test(value: JsonValue | undefined): boolean }['test'];

/** An asymmetric matcher of Vitest, Jest or any other library that follows their protocol. */
export type AsymmetricMatcher = { asymmetricMatch(value: unknown): boolean };

/** A schema of zod. */
export type ParsingSchema = { safeParse(value: unknown): { success: boolean } };

/** A schema of any library that follows Standard Schema (valibot, arktype, zod). */
export type StandardSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => unknown; readonly vendor?: string };
};

/** What can stand in expected arguments in TypeScript beyond JSON: something that decides by itself. */
export type LiveValue = ValuePredicate | AsymmetricMatcher | ParsingSchema | StandardSchema | RegExp;

/** A live value told apart by its shape, since it may come from another copy of its package. */
export type ReadLiveValue =
  | { kind: 'asymmetric'; matcher: AsymmetricMatcher }
  | { kind: 'schema'; schema: ParsingSchema }
  | { kind: 'standard_schema'; schema: StandardSchema }
  | { kind: 'pattern'; pattern: RegExp }
  | { kind: 'predicate'; predicate: ValuePredicate };

/** Undefined for JSON. May be handed anything; reads no more than it must. */
export function readLiveValue(value: unknown): ReadLiveValue | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isList(value)) return undefined;
  if (hasMethod(value, 'asymmetricMatch')) return { kind: 'asymmetric', matcher: value as AsymmetricMatcher };
  if (hasMethod(value, 'safeParse')) return { kind: 'schema', schema: value as ParsingSchema };
  const standard: unknown = Reflect.get(value, '~standard');
  if (typeof standard === 'object' && standard !== null && hasMethod(standard, 'validate'))
    return { kind: 'standard_schema', schema: value as StandardSchema };
  if (Object.prototype.toString.call(value) === '[object RegExp]') return { kind: 'pattern', pattern: value as RegExp };
  return typeof value === 'function' ? { kind: 'predicate', predicate: value as ValuePredicate } : undefined;
}

function hasMethod(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function';
}
